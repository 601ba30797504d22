// The judge: what a position promises each seat at the end, as a weighted sum of its facts
// (facts.hpp). The weights were learned from games of the judge with itself (lesson.hpp), and
// depend on how much of the box is left: they are given at a few moments, and read between them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "areas.hpp"
#include "carcbot/game.hpp"
#include "facts.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// The moments at which weights are given, in parts of the box that are left: its end first, its
/// beginning last. Near the end they lie close together, for there figures lose their worth fast.
inline constexpr int kMoments = 6;
inline constexpr std::array<int, kMoments> kTilesAt = {0, 4, 12, 24, 48, 72};

/// Between which two moments a position is, and how far it is from the earlier of them to the
/// later one, in parts of kParts.
struct Moment {
    static constexpr int kParts = 1 << 10;
    int lower;
    int parts;
};

/// The moment of a position with so many tiles left of a box.
constexpr Moment moment_of(int left, int box) {
    const int at = left * kTilesAt.back();
    std::size_t lower = kMoments - 2;
    while (at < kTilesAt[lower] * box) --lower;
    const int from = kTilesAt[lower] * box, to = kTilesAt[lower + 1] * box;
    return {static_cast<int>(lower), (at - from) * Moment::kParts / (to - from)};
}

/// How many tiles the box of a game has.
int box_of(const Rules& rules);

inline constexpr int kJudgeWeights = kMoments * fact::kCount;

class Judge {
  public:
    using Weights = std::array<std::int32_t, fact::kCount>;

    /// For each moment a weight for each fact, in thousandths of a point.
    Judge(std::span<const std::int32_t> weights, const Rules& rules);

    /// What each seat's final points are likely to be, in thousandths.
    [[nodiscard]] PerSeat worth(const State& state) const;

    /// Of that, what comes from each of these areas of the position, areas() of it.
    [[nodiscard]] std::vector<PerSeat> promises(const State& state,
                                                std::span<const Area> areas) const;

    /// The weight of each fact with so many tiles left, in thousandths of a point.
    [[nodiscard]] const Weights& weights(int left) const {
        return by_left_[static_cast<std::size_t>(left)];
    }

    /// The judge that ships for games of these rules; there is one for the life of the process.
    static const Judge& of(const Rules& rules);

    /// The weights that ship for games of these rules: those learned with as many seats and with
    /// or without expansions that bring figures, or for the next smaller table.
    static std::vector<std::int32_t> shipped_weights(const Options& options);

  private:
    std::vector<Weights> by_left_;
};

}  // namespace carcbot::carcassonne
