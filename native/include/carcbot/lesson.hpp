// How weights are learned from games of an evaluation with itself: from all positions in them it is
// found what weights would have told best what came of them (least squares): their final points, or
// with less patience rather what the evaluation itself says a few moves later, which chance has
// less part in (TD(lambda), Sutton 1988). Moves depend on who is how far ahead only, so what it is
// wrong about all seats alike may count for less.
//
// Or they are learned from choices: from what came of a move beside what was expected before it,
// and from the facts in which the position after it differs from those after the other moves. What
// is the same after all of them explains nothing then, and takes no part of any weight.
//
// A game says how it plays such games, and which facts are weighed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "carcbot/game.hpp"

namespace carcbot {

/// What was seen in games, as normal equations: those weights are best that solve matrix * weights
/// = target. Lessons of several games add up, number by number.
struct Lesson {
    explicit Lesson(std::size_t weights) : matrix(weights * weights), target(weights) {}

    std::vector<double> matrix;  ///< a row for each weight, of which the upper triangle is kept
    std::vector<double> target;
    std::int64_t samples = 0;
    double squared_error = 0;  ///< of the weights that played, in points, summed over samples
    double points = 0;         ///< final points, summed over seats and games
};

struct SelfPlay {
    std::uint64_t seed = 0;
    int games = 1;
    int random_per_mille = 100;  ///< of all moves, that are made at random
    double patience = 1;         ///< lambda: 1 is to wait for the final points
    double common = 1;           ///< how much an error counts that is made about all seats alike
    /// More than 0 learns from choices, in which a move is made e times more seldom for each so
    /// many points by which it leaves its seat less far ahead.
    double softness = 0;
    /// With weights here half of these games are in mixed company: one seat alone learns, and the
    /// others are careless, or play by these.
    std::span<const std::int32_t> others{};
};

/// A weight by its place, and how much there is of what it weighs.
struct Weighed {
    int at;
    double amount;
};

/// What a seat has in a position.
struct SeatSample {
    unsigned seat;
    int points;  ///< that it has already
    int worth;   ///< by the weights that play, in thousandths of a point
    std::vector<Weighed> facts;
};

/// A move of a game.
struct LearnedMove {
    PerSeat best;   ///< what the position is worth after the move that is best by the weights
    PerSeat worth;  ///< and after this one
    std::vector<SeatSample> samples;  ///< of all seats after it; none where no weights count
};

/// A choice of a seat, by how far ahead it is: of its move, and of all moves as often as they are
/// made.
struct LearnedChoice {
    int seat;
    double expected;              ///< after all of them, in points
    double judged;                ///< after the one that was made
    std::vector<Weighed> beyond;  ///< what is weighed after that one, less that after all of them
};

namespace detail {

/// Adds up an equation, that these weighed facts should be so much, which counts so often.
inline void add_equation(const std::vector<Weighed>& facts, double wanted, double times,
                         Lesson& lesson) {
    for (const Weighed& row : facts) {
        const double amount = times * row.amount;
        double* const cells =
            lesson.matrix.data() + static_cast<std::size_t>(row.at) * lesson.target.size();
        for (const Weighed& column : facts) {
            if (column.at >= row.at) cells[column.at] += amount * column.amount;
        }
        lesson.target[static_cast<std::size_t>(row.at)] += amount * wanted;
    }
}

/// The same with each weight once, in order.
inline std::vector<Weighed> in_one(std::vector<Weighed> facts) {
    std::stable_sort(facts.begin(), facts.end(),
                     [](const Weighed& a, const Weighed& b) { return a.at < b.at; });
    std::vector<Weighed> one;
    for (const Weighed& each : facts) {
        if (one.empty() || one.back().at != each.at) one.push_back({each.at, 0});
        one.back().amount += each.amount;
    }
    return one;
}

/// Adds up a position. `told` are the points that each seat should have been judged to have.
///
/// Where x are the amounts of a seat and X those of all n together, the sum over seats of
/// (x - X/n)(x - X/n)' is that of xx' without XX'/n: so what they have in common is taken away.
inline void add_position(const std::vector<SeatSample>& seats,
                         const std::array<double, kMostSeats>& told, const PerSeat& final_points,
                         double common, Lesson& lesson) {
    std::vector<Weighed> all;
    double all_wanted = 0;
    for (const SeatSample& each : seats) {
        const double wanted = told[each.seat] - each.points;
        add_equation(each.facts, wanted, 1, lesson);
        const double error = final_points[each.seat] - each.worth / 1000.0;
        lesson.squared_error += error * error;
        ++lesson.samples;
        all.insert(all.end(), each.facts.begin(), each.facts.end());
        all_wanted += wanted;
    }
    if (common == 1 || seats.empty()) return;
    const double times = (common - 1) / static_cast<double>(seats.size());
    add_equation(in_one(std::move(all)), all_wanted, times, lesson);
}

}  // namespace detail

/// Adds up a game of so many seats.
///
/// A position should have been judged to bring what came of it: what was judged after the best next
/// move, and the patience times what that was wrong by, as far as it became known after the move
/// that was made. So a move at random, which costs points, does not speak against what was before
/// it.
inline void add_game(const std::vector<LearnedMove>& game, const SelfPlay& how,
                     const PerSeat& final_points, int seats, Lesson& lesson) {
    std::array<double, kMostSeats> told;
    std::copy(final_points.begin(), final_points.end(), told.begin());
    for (auto made = game.rbegin(); made != game.rend(); ++made) {
        detail::add_position(made->samples, told, final_points, how.common, lesson);
        for (std::size_t seat = 0; seat < told.size(); ++seat) {
            const double wrong_by = told[seat] - made->worth[seat] / 1000.0;
            told[seat] = made->best[seat] / 1000.0 + how.patience * wrong_by;
        }
    }
    for (int seat = 0; seat < seats; ++seat)
        lesson.points += final_points[static_cast<std::size_t>(seat)];
}

/// How far ahead each seat is.
using Leads = std::array<double, kMostSeats>;

/// Adds up the choices of a game that was played by these weights, in thousandths of a point.
///
/// A move should have been judged to bring what came of it: what was expected before the next
/// choice of its seat, and the patience times what that was wrong by.
inline void add_choices(const std::vector<LearnedChoice>& game, const SelfPlay& how,
                        std::span<const std::int32_t> weights, Leads came, Lesson& lesson) {
    for (auto made = game.rbegin(); made != game.rend(); ++made) {
        double& told = came[static_cast<std::size_t>(made->seat)];
        const double error = told - made->judged;
        double by_weights = 0;
        for (const Weighed& each : made->beyond) {
            by_weights += each.amount * weights[static_cast<std::size_t>(each.at)] / 1000.0;
        }
        detail::add_equation(made->beyond, by_weights + error, 1, lesson);
        lesson.squared_error += error * error;
        ++lesson.samples;
        told = made->expected + how.patience * (told - made->expected);
    }
}

}  // namespace carcbot
