// What a step pays to each seat.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "carcbot/game.hpp"

namespace carcbot::env {

/// `win`: at the end 1 for the winner, and -1 for the only other seat; of n seats the losers share
/// the -1, and winners who share a victory share it out evenly. `difference`: at the end the points
/// of a seat beyond those of the best other. `gain`: the points that the seat won or lost since the
/// step before.
enum class Reward { win, difference, gain };

/// What a seat pays that loses by an illegal move where points are paid.
inline constexpr float kForfeit = 100;

/// The winners share a whole evenly; then everybody pays alike so that all sums up to 0, and a
/// winner alone has 1.
template <typename Wins>
void pay_win(std::span<float> rewards, Wins wins) {
    int winners = 0;
    for (std::size_t seat = 0; seat < rewards.size(); ++seat) winners += wins(seat);
    const auto seats = static_cast<float>(rewards.size());
    for (std::size_t seat = 0; seat < rewards.size(); ++seat) {
        const float share = wins(seat) ? 1 / static_cast<float>(winners) : 0;
        rewards[seat] = (share * seats - 1) / (seats - 1);
    }
}

/// Rewards, which are 0, of a step between two sums of points. `places`, by seat, are asked for
/// where it ended the game.
template <typename Places>
void pay(std::span<float> rewards, Reward reward, const PerSeat& before, const PerSeat& after,
         bool ended, Places places) {
    if (reward == Reward::gain) {
        for (std::size_t seat = 0; seat < rewards.size(); ++seat) {
            rewards[seat] = static_cast<float>(after[seat] - before[seat]);
        }
    } else if (ended && reward == Reward::win) {
        const PerSeat of = places();
        pay_win(rewards, [&](std::size_t seat) { return of[seat] == 1; });
    } else if (ended) {
        for (std::size_t seat = 0; seat < rewards.size(); ++seat) {
            int best = std::numeric_limits<int>::min();
            for (std::size_t other = 0; other < rewards.size(); ++other) {
                if (other != seat) best = std::max(best, after[other]);
            }
            rewards[seat] = static_cast<float>(after[seat] - best);
        }
    }
}

/// The same where a seat loses by an illegal move.
inline void pay_forfeit(std::span<float> rewards, Reward reward, std::size_t loser) {
    if (reward == Reward::win) {
        pay_win(rewards, [loser](std::size_t seat) { return seat != loser; });
    } else {
        rewards[loser] = -kForfeit;
    }
}

}  // namespace carcbot::env
