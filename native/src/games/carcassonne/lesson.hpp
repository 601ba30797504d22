// How the judge learns from games with itself (carcbot/lesson.hpp), and how what it learned is
// compared with what it knew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carcbot/lesson.hpp"
#include "judge.hpp"

namespace carcbot::carcassonne {

/// Plays games by a judge with these weights, in which every seat makes the move after which that
/// likes its position best, as far as `how` does not say otherwise.
Lesson learn(const State& start, std::span<const std::int32_t> weights, const SelfPlay& how);

/// Games of a judge with rivals who all play by another one, each at one ply: on every deck the
/// judge sits in every seat once. Returns the final points, those of the judge first.
std::vector<PerSeat> compare(const State& start, const Judge& judge, const Judge& rival,
                             std::uint64_t seed, int decks);

}  // namespace carcbot::carcassonne
