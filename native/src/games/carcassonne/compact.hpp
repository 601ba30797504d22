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
    /// The numbers that are told of an area, as parts of one number.
    struct Extract {
        std::size_t count = 0;
        std::uint64_t at[16] = {}, mask[16] = {}, most[16] = {};  ///< whole vectors are read

        /// Writes them, and zeros behind them: whole vectors are written.
        void write(std::uint64_t told, std::int16_t* out) const;
    };
    /// No game has more: tiles, players, three sums for each owner of each type, and 18 areas of at
    /// most six numbers and the figures.
    static constexpr std::size_t kMostNumbers =
        1 + 2 * kKinds + 6 * kMaxSeats + 9 * (kMaxSeats + 2) + 18 * (6 + kMaxSeats);

    [[nodiscard]] std::vector<Number> layout() const;
    /// Each writes whole numbers, over zeros, and says where the next ones go.
    std::int16_t* write_tiles(const State& state, const LeftByPlace& left, std::int16_t* at) const;
    std::int16_t* write_sums(const Survey& survey, std::int16_t* at) const;
    void write_tops(const Survey& survey, std::int16_t* at) const;

    const Rules& rules_;
    int seats_;
    int box_ = 0;                                ///< tiles, the start included
    int kinds_ = 0;                              ///< in the box
    std::array<std::uint8_t, kKinds> kind_at_;   ///< in their order
    std::array<std::uint8_t, kKinds> place_of_;  ///< of each kind in this order
    int count_ = 0;
    std::array<float, kMostNumbers> units_;
    std::array<Extract, 4> extracts_;  ///< by type
};

}  // namespace carcbot::carcassonne
