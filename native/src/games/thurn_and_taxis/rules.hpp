// How a game of Thurn and Taxis goes on, for states and for views of them.
#pragma once

#include <vector>

#include "game.hpp"

namespace carcbot::thurn_and_taxis {

using What = Move::What;

inline std::size_t index(int number) {
    return static_cast<std::size_t>(number);
}

/// Where a card can be put at an end of this route, which is not empty.
inline CitySet fits_left(const Route& route) {
    return kRoads[route.left()] & ~route.set;
}
inline CitySet fits_right(const Route& route) {
    return kRoads[route.right()] & ~route.set;
}
inline CitySet fits(const Route& route) {
    return fits_left(route) | fits_right(route);
}

/// Whether a card can be drawn from the supply, be it after a reshuffle.
inline bool can_draw_blind(const Table& table) {
    return table.supply_cards > 0 || !table.discards.empty();
}
/// The cities of the display.
CitySet displayed(const Table& table);

/// Each set of cities that may get houses when this seat closes its route, the smallest number
/// first.
void list_houses(const Seat& seat, std::vector<CitySet>& sets);
/// How many cards its carriage needs next; 0 if it has the last one.
int next_level(const Seat& seat);

/// What the seat to move may do, when these are the cards of its hand.
void list_moves(const Table& table, const Cards& hand, std::vector<Move>& moves);

/// Whether a carrier fails that is chosen, or was when this card is placed: no card that stays in
/// the hand fits.
bool carrier_fails(const Table& table, const Cards& hand, Move move);

/// Everybody knows that the seat to move has a card of one of these cities, for its carrier did not
/// fail; 0 if nothing of the kind is known.
CitySet needed_card(const Table& table);

/// The card of this city comes; where nobody here knows which it is kNoCity.
template <typename Place>
void draw_card(Place& place, City city);
/// Those of which one comes next.
inline const Cards& cards_to_come(const State& state) {
    return state.supply_cards ? state.supply : state.discards;
}
/// Draws any of them, by one number of `random`; says of which city it is.
City draw_any(State& state, Random& random);

/// Makes a move that may be made; `fails` as carrier_fails says. Of `keep` the cards that go are
/// discarded by discard_cards.
template <typename Place>
void make_move(Place& place, Move move, bool fails);
template <typename Place>
void discard_cards(Place& place, const Cards& cards);

/// Goes on to the first turn.
void begin_game(State& state);
/// Whether the game is over where a turn is to begin.
bool ends_here(const Table& table);

}  // namespace carcbot::thurn_and_taxis
