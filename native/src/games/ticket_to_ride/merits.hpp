// How good each move of Ticket to Ride seems by table 4.1 of C. Huchler's thesis of 2015.
//
// It values a draw of two cards as one action, the sum of the two; here each card is a decision and
// has its own part. A gray track needs any colour. A blind card is of use if every card of the deck
// is: a locomotive is. Tickets, of which it says that they are all alike, count nothing, and so do
// passing and stopping.
#pragma once

#include <span>
#include <vector>

#include "move.hpp"
#include "plans.hpp"

namespace carcbot::ticket_to_ride {

inline constexpr int kOfATicket = 10;  ///< of a track, for each ticket that needs it
inline constexpr int kNeededCard = 4;
inline constexpr int kLocomotive = 1;

/// Of a decision of the seat with this plan, where the deck has these cards.
int merit_of(Move move, const Plan& plan, const Cards& deck);

/// Of each of these moves.
void list_merits(const State& state, std::span<const Move> moves, std::vector<int>& merits);

}  // namespace carcbot::ticket_to_ride
