// How a game of Ticket to Ride goes on, for a state and for what somebody knows of it alike.
#pragma once

#include <optional>
#include <vector>

#include "move.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// Too many locomotives lie in the row, and the rules allow for a reset, whatever is hidden.
bool may_reset(const Table& table);
/// The row would be reset now.
bool has_to_reset(const State& state);

/// The moves of the seat that has this hand, holds these tickets, and may keep those.
void list_moves(const Table& table, const Cards& hand, TicketSet held, TicketSet offered,
                std::vector<Move>& moves);

/// Makes a draw. Where nobody here knows the card or the ticket there is none. A view has to be
/// told whether the row was reset after it. Says whether it was.
template <typename Place>
bool make_draw(Place& place, std::optional<Outcome> outcome, bool told_reset = false);

/// Makes a move; of `keep` a view that does not know the tickets needs no more than their number,
/// and as long as that is hidden too nothing.
template <typename Place>
bool make_move(Place& place, Move move, bool told_reset = false);
void keep_unseen(View& view, int number);

/// What a seat sees of a move or of a draw, as numbers: the same where TicketToRide::seen tells the
/// same.
std::uint64_t seen_move(const State& state, int seat, Move move);
std::uint64_t seen_draw(const State& state, int seat, Outcome outcome);

/// The first step of a game with these options.
void begin_game(State& state);

/// Cards that are paid for a track.
Cards payment_of(Move claim);

/// Whether a card can come from the deck.
bool can_draw_blind(const Table& table);

}  // namespace carcbot::ticket_to_ride
