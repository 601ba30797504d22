// Random games of Thurn and Taxis for searches: from a state on, and from what a seat knows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "quick.hpp"

namespace carcbot::thurn_and_taxis {

/// A choice of the decision that is due, by the merits of its moves.
Move choose_move(const State& state, Random& random, Policy policy);

/// The joined actions where a first card is to be placed, with their merits.
std::vector<std::pair<std::string, int>> joined_actions(const State& state);

/// Plays on until the sample ends; the turn that is due is its first. The end is left in the state
/// as Quick::leave says.
void play_part(State& state, Random& random, const Sample& sample);

/// Plays on in the same way; what the position is worth to each seat where the sample ends, with
/// its cards and routes. The state is of no use afterwards.
PerSeat part_worth(State& state, Random& random, const Sample& sample, Worth worth);

/// Samples from what a view knows, each from another state that has it. Returns how many turns were
/// played in all; the sum of the points goes to `points`.
std::int64_t play_samples(const View& view, std::int64_t samples, const Sample& sample,
                          Random& random, PerSeat& points);

/// What a seat sees of a move or of a draw, as numbers: the same where ThurnAndTaxis::seen tells
/// the same.
std::uint64_t seen_move(const State& state, int seat, Move move);
std::uint64_t seen_draw(const State& state, int seat, City city);
/// What a seat sees of its hand and others may not: the same where its cards came from the same
/// decks, in positions in which everybody knows the same.
std::uint64_t seen_hand(const State& state, int seat);

}  // namespace carcbot::thurn_and_taxis
