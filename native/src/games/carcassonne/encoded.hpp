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
#include "numbered.hpp"
#include "planes.hpp"

namespace carcbot {

template <>
struct Encoded<carcassonne::Carcassonne> {
    using State = carcassonne::State;
    using Move = carcassonne::Move;

    static constexpr std::array<std::string_view, 2> kObservations = {"compact", "planes"};

    /// Windows have other sides in the second one.
    static constexpr int kVersions = 2;

    Encoded(const State& first, int observation, int version = kVersions - 1);

    [[nodiscard]] int actions() const {
        return numbering_.window * numbering_.window * 4 * numbering_.follows;
    }
    [[nodiscard]] std::vector<std::size_t> shape() const;
    [[nodiscard]] std::vector<std::string> names() const;
    void list(const State& state, Choices<Move>& choices) const;
    void observe(const State& state, int seat, float* out) const;

    using Kept = carcassonne::Kept;
    [[nodiscard]] Kept keep(const State& state) const;
    void apply(State& state, Move move, Kept& kept) const;
    void draw_any(State& state, Random& random, Kept& kept) const;
    void complete(State& state) const;
    [[nodiscard]] PerSeat scores(const State& state, const Kept& kept) const;
    void list(const State& state, const Kept& kept, Choices<Move>& choices) const;
    void observe(const State& state, int seat, const Kept& kept, float* out) const;

  private:
    /// The side of the window for boxes of up to so many tiles.
    struct Window {
        int box;
        int side;
    };
    static constexpr int kAnyBox = 1000;
    /// Of each version, the smallest box first: of ten thousand legal moves fewer than one lies
    /// outside, since version 1 also in games of who builds in lines. `make proof NAME=window`
    /// counts them.
    static constexpr std::array<std::array<Window, 4>, kVersions> kWindows = {{
        {{{72, 27}, {kAnyBox, 31}}},
        {{{72, 33}, {84, 37}, {90, 41}, {kAnyBox, 47}}},
    }};

    carcassonne::Compact compact_;
    bool planes_;
    carcassonne::Numbering numbering_;
};

static_assert(EncodedGame<carcassonne::Carcassonne>);

}  // namespace carcbot
