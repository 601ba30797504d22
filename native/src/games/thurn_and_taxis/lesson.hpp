// How the outlook learns from games with itself (carcbot/lesson.hpp), and how what it learned is
// compared with what it knew.
#pragma once

#include "carcbot/lesson.hpp"
#include "outlook.hpp"
#include "state.hpp"

namespace carcbot::thurn_and_taxis {

/// Plays games in which every seat has the turn after which it leads by most, by these weights.
/// A turn at random is one with an error in all that it looks at.
Lesson learn(const State& start, const OutlookWeights& weights, const SelfPlay& how);

/// Games of one with rivals who all play by other weights: with each seed it sits in every seat
/// once. Returns the final points, its own first.
std::vector<PerSeat> compare(const State& start, const OutlookWeights& weights,
                             const OutlookWeights& rival, std::uint64_t seed, int decks);

}  // namespace carcbot::thurn_and_taxis
