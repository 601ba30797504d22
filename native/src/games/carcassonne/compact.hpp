// A position in a few hundred numbers, for learners that cannot afford planes: what is in hand and
// in the bag, what each player has, how many open areas there are and whose, and the most valuable
// areas one by one. Nothing in it depends on how the board is turned, and players are counted from
// the seat that looks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "carcbot/encoded.hpp"
#include "extract.hpp"
#include "kept.hpp"
#include "options.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

class Survey;

class Compact {
  public:
    explicit Compact(const Rules& rules);

    [[nodiscard]] int seats() const { return seats_; }
    [[nodiscard]] int count() const { return count_; }
    /// What each number is, in order. Points, areas, tiles and open ends are told in tens; tiles
    /// left and meeples left as parts of all; the rest as it is.
    [[nodiscard]] std::vector<std::string> names() const;
    /// `kept` is that of this position.
    void write(const State& state, int first, const Kept& kept, float* out) const;

    /// Counts the tiles left anew, or takes away the one drawn since they were counted.
    void recount(const State& state, LeftByPlace& left) const;

  private:
    struct Number {
        std::string name;
        float unit;  ///< what it is multiplied by
    };
    [[nodiscard]] std::vector<Number> layout() const;
    /// Each writes some numbers, the first one something behind them too, and says where the next
    /// ones go.
    float* write_tiles(const State& state, const LeftByPlace& left, float* out) const;
    float* write_players(const State& state, int first, const Survey& survey, float* out) const;
    float* write_sums(int first, const HeldAreas& held, float* out) const;
    float* write_tops(const Survey& survey, float* out) const;

    const Rules& rules_;
    int seats_;
    int box_ = 0;                                ///< tiles, the start included
    int kinds_ = 0;                              ///< in the box
    std::array<std::uint8_t, kKinds> kind_at_;   ///< in their order
    std::array<std::uint8_t, kKinds> place_of_;  ///< of each kind in this order
    int count_ = 0;
    std::array<float, kKinds> left_unit_ = {};            ///< by place
    std::array<float, kSmallMeeples + 1> meeples_;        ///< how so many that are left are told
    std::array<Extract, 4> tops_;                         ///< by type
    std::array<std::array<Extract, 4>, kMaxSeats> sums_;  ///< by the first seat and type
};

}  // namespace carcbot::carcassonne
