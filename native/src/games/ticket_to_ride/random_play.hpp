// Random games of Ticket to Ride: draws by their weights, and every choice of a decision alike.
#pragma once

#include "carcbot/random.hpp"
#include "move.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// Draws by the rules, with one number of `random` where there is something to choose; says what.
Outcome draw_any(State& state, Random& random);

/// Plays until the game is over.
void play_to_the_end(State& state, Random& random);

/// So many games from this position on, each to its end. Returns how many turns were played.
std::int64_t play_games(const State& first, std::int64_t games, Random& random);

}  // namespace carcbot::ticket_to_ride
