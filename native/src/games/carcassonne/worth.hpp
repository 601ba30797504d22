// What a position is worth to each seat: a weighted sum of features, as Heyden (2009) has it, or
// what the judge promises.
#pragma once

#include <string_view>

#include "carcbot/game.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Weights in thousandths of a point.
struct Worth {
    int score = 1000;            ///< a point scored
    int meeples = 0;             ///< a figure in the supply
    int incomplete = 1000;       ///< a point that the final scoring would pay, but for
    int incomplete_city = 1000;  ///< one for a city
    int poor_field = 0;   ///< a field with an own farmer and fewer than three complete cities
    bool judged = false;  ///< by the judge (judge.hpp), and by none of these

    /// "virtual", "heyden", "heyden-intuitive", "judge", or the five weights in the order above
    /// with slashes between them, where the first is the worth of a point: "100/10/10/12.5/-40".
    /// Throws InputError(options).
    static Worth named(std::string_view name);

    bool operator==(const Worth&) const = default;
};

/// The worth of each seat's position, in thousandths of a point. When the game is over that is its
/// final points.
PerSeat worth_of(const State& state, const Worth& weights);

struct Cities;

/// The same where the complete cities are known.
PerSeat worth_of(const State& state, const Worth& weights, const Cities& cities);

}  // namespace carcbot::carcassonne
