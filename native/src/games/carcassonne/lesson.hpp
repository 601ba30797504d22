// How the judge learns: it plays games with itself, and from all positions in them it is found what
// weights would have told best what came of them (least squares): their final points, or with less
// patience rather what the judge itself says a few moves later, which chance has less part in
// (TD(lambda), Sutton 1988). Moves depend on who is how far ahead only, so what it is wrong about
// all seats alike may count for less. What it learned is compared with what it knew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge.hpp"

namespace carcbot::carcassonne {

/// What was seen in games, as normal equations: those weights are best that solve matrix * weights
/// = target. Lessons of several games add up, number by number.
struct Lesson {
    static constexpr int kSize = kJudgeWeights;
    std::vector<double> matrix;  ///< kSize rows of kSize, of which the upper triangle is kept
    std::vector<double> target;
    std::int64_t samples = 0;
    double squared_error = 0;  ///< of the judge that played, in points, summed over samples
    double points = 0;         ///< final points, summed over seats and games
};

struct SelfPlay {
    std::uint64_t seed = 0;
    int games = 1;
    int random_per_mille = 100;  ///< of all moves, that are made at random
    double patience = 1;         ///< lambda: 1 is to wait for the final points
    double common = 1;  ///< how much an error counts that the judge makes about all seats alike
};

/// Plays games in which every seat makes the move after which the judge likes its position best.
Lesson learn(const State& start, const Judge& judge, const SelfPlay& how);

/// Games of a judge with rivals who all play by another one, each at one ply: on every deck the
/// judge sits in every seat once. Returns the final points, those of the judge first.
std::vector<PerSeat> compare(const State& start, const Judge& judge, const Judge& rival,
                             std::uint64_t seed, int decks);

}  // namespace carcbot::carcassonne
