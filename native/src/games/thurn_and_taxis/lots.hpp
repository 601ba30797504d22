// What everybody knows of hidden cards, and how a view is filled up to a state.
#pragma once

#include "carcbot/random.hpp"
#include "state.hpp"

namespace carcbot::thurn_and_taxis {

/// The supply is empty and a card is wanted: the discard pile becomes the supply.
template <typename Place>
void shuffle_discards(Place& place);

/// A blind card comes to the hand whose turn it is: kNoCity where nobody here knows which.
template <typename Place>
void take_blind(Place& place, City city);

/// Whether everybody would hold it for possible that this hand has such a card.
bool may_hold(const Table& table, int seat, City city);

/// A card of this hand is shown and leaves it. It may hold it.
template <typename Place>
void show_card(Place& place, int seat, City city);

/// Everybody learns that no card of this hand is one of these cities.
template <typename Place>
void rule_out(Place& place, int seat, CitySet cities);

/// The pool of each deck without the cards that this view knows.
std::array<Cards, kMostDecks> unseen_cards(const View& view);

/// From how many combinations of lots the open cards of a view may be, at most.
double ways_at_most(const View& view);

/// No game comes near so many; more would take somebody who guesses seconds to look through.
inline constexpr double kMostWays = 20'000;

/// Whether any state has this view.
bool is_possible(const View& view);

/// A state with this view: hidden cards are any of their decks' pools alike, as far as their lots
/// allow, and a card that is open was any of those in the lots that it may be from.
State fill_up(const View& view, Random& random);

}  // namespace carcbot::thurn_and_taxis
