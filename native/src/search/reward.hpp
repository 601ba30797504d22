// What the points at the end of a game are worth to each seat.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "carcbot/game.hpp"
#include "parameters.hpp"

namespace carcbot::search {

enum class Reward : std::uint8_t {
    difference,  ///< own points less those of the rivals
    outcome,     ///< 1 for most points alone, 0 for a tie of points, -1 else
};
inline constexpr std::array<Named<Reward>, 2> kRewards = {
    {{"difference", Reward::difference}, {"outcome", Reward::outcome}}};

/// With whose points a seat compares its own. For two seats both are the same.
enum class Rivals : std::uint8_t { best, all };
inline constexpr std::array<Named<Rivals>, 2> kRivals = {
    {{"best", Rivals::best}, {"all", Rivals::all}}};

/// The parameters of what random games are worth, and beside whom; both are in several families.
inline void list_reward(Parameters& all, Reward& reward) {
    all.choice("reward", reward, kRewards,
               "What a random game is worth: own points less the rivals', or 1, 0 and -1.");
}
inline void list_rivals(Parameters& all, Rivals& rivals) {
    all.choice("rivals", rivals, kRivals,
               "With more than two seats, whose points one's own are compared with.");
}

/// Own amount less the best rival's, or less those of all rivals.
inline std::int64_t lead(const PerSeat& amounts, int seats, int seat, Rivals rivals) {
    std::int64_t best = INT64_MIN;
    std::int64_t all = 0;
    for (int other = 0; other < seats; ++other) {
        if (other == seat) continue;
        const std::int64_t amount = amounts[static_cast<std::size_t>(other)];
        best = std::max(best, amount);
        all += amount;
    }
    return amounts[static_cast<std::size_t>(seat)] - (rivals == Rivals::best ? best : all);
}

/// The reward of each seat for the final points.
inline PerSeat rewards_of(const PerSeat& points, int seats, Reward reward, Rivals rivals) {
    PerSeat rewards{};
    for (int seat = 0; seat < seats; ++seat) {
        const bool by_outcome = reward == Reward::outcome;
        const auto ahead = lead(points, seats, seat, by_outcome ? Rivals::best : rivals);
        rewards[static_cast<std::size_t>(seat)] =
            static_cast<int>(by_outcome ? (ahead > 0) - (ahead < 0) : ahead);
    }
    return rewards;
}

}  // namespace carcbot::search
