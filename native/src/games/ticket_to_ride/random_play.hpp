// Random games of Ticket to Ride: draws by their weights, and every choice of a decision alike.
#pragma once

#include <vector>

#include "carcbot/random.hpp"
#include "offer.hpp"

namespace carcbot::ticket_to_ride {

/// Draws by the rules, with one number of `random` where there is something to choose; says what.
Outcome draw_any(State& state, Random& random);

/// One of the moves, each as likely as another, by one number of `random`; `moves` is memory for
/// it.
Move any_move(const State& state, Random& random, std::vector<Move>& moves,
              TicketDraws draws = TicketDraws::by_rule);

/// Plays until the game is over.
void play_to_the_end(State& state, Random& random);

/// So many games from this position on, each to its end. Returns how many turns were played.
std::int64_t play_games(const State& first, std::int64_t games, Random& random);

}  // namespace carcbot::ticket_to_ride
