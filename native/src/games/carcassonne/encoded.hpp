// Carcassonne in numbers, for learners: carcbot/encoded.hpp says what for.
//
// A move's number is ((row * window + column) * 4 + rotation) * follows + what follows the tile.
// The window is a square of cells whose middle is that of the tiles on the board, so that the board
// can grow to any side. What follows: nothing, a meeple on each spot in the order of Spot, then in
// games that have them the big meeple on each spot, the abbot on a cloister, on a garden, and back.
#pragma once

#include "carcbot/encoded.hpp"
#include "compact.hpp"
#include "game.hpp"
#include "planes.hpp"

namespace carcbot {

template <>
struct Encoded<carcassonne::Carcassonne> {
    using State = carcassonne::State;
    using Move = carcassonne::Move;

    static constexpr std::array<std::string_view, 2> kObservations = {"compact", "planes"};

    Encoded(const State& first, int observation);

    [[nodiscard]] int actions() const { return window_ * window_ * 4 * follows_; }
    [[nodiscard]] std::vector<std::size_t> shape() const;
    [[nodiscard]] std::vector<std::string> names() const;
    void list(const State& state, Choices<Move>& choices) const;
    void observe(const State& state, int seat, float* out) const;

    using Kept = carcassonne::Kept;
    [[nodiscard]] Kept keep(const State& state) const;
    void apply(State& state, Move move, Kept& kept) const;
    void draw_any(State& state, Random& random, Kept& kept) const;
    void list(const State& state, const Kept& kept, Choices<Move>& choices) const;
    void observe(const State& state, int seat, const Kept& kept, float* out) const;

  private:
    /// The sides of the windows for a box of up to 72 tiles, and for larger ones: of ten thousand
    /// moves that were legal in random games fewer than one lay outside. `make proof NAME=window`
    /// counts them.
    static constexpr int kSmallWindow = 27, kLargeWindow = 31;
    static constexpr int kSmallBox = 72;

    carcassonne::Compact compact_;
    bool planes_;
    int window_;
    int follows_;
    /// Move::then in two parts: the lower bits are a spot, the upper ones say what is put there.
    static constexpr unsigned kSpotBits = 5, kSpots = (1U << kSpotBits) - 1;
    std::array<int, 5> follow_ = {};  ///< by the upper part: what is added to the spot
};

static_assert(EncodedGame<carcassonne::Carcassonne>);

}  // namespace carcbot
