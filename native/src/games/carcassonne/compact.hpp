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
#include "options.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

class Compact {
  public:
    explicit Compact(const Rules& rules);

    [[nodiscard]] int seats() const { return seats_; }
    [[nodiscard]] int count() const { return count_; }
    /// What each number is, in order. Points, areas, tiles and open ends are told in tens; tiles
    /// left and meeples left as parts of all; the rest as it is.
    [[nodiscard]] std::vector<std::string> names() const;
    void write(const State& state, int first, float* out) const;

  private:
    [[nodiscard]] std::string kind_name(int index) const;
    void write_tiles(const State& state, NumberWriter& numbers) const;

    int seats_;
    int box_;                                   ///< tiles, the start included
    int kinds_ = 0;                             ///< in the box
    std::array<std::uint8_t, kKinds> kind_at_;  ///< in their order
    std::array<float, kKinds> part_of_kind_;    ///< what one copy is of all of its kind
    int count_ = 0;
};

}  // namespace carcbot::carcassonne
