// The 64-bit digest of a position: the exclusive or, over all facts of the position, of
// mix64(fact).
//
// A fact is one 64-bit number: its type in the top byte, then up to five bytes of content. There
// are no tables, so any language can compute it from protocol/games/carcassonne/digest.md in a few
// lines, and adding or removing a fact is one exclusive or.
#pragma once

#include <cstdint>

#include "carcbot/random.hpp"

namespace carcbot::carcassonne {
enum class Figure : std::uint8_t;
}

namespace carcbot::carcassonne::digest {

enum class Fact : std::uint8_t {
    tile = 1,
    figure = 2,
    points = 3,
    bag = 4,
    bottom = 5,
    turn = 6,
    option = 7
};

constexpr std::uint64_t fact(Fact type, int a, int b = 0, int c = 0, int d = 0, int e = 0) {
    const auto byte = [](int value, int shift) {
        return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)) << shift;
    };
    return mix64(static_cast<std::uint64_t>(type) << 56 | byte(a, 48) | byte(b, 40) | byte(c, 32) |
                 byte(d, 24) | byte(e, 16));
}

constexpr std::uint64_t tile(int kind, int rotation, int x, int y) {
    return fact(Fact::tile, kind, rotation, x, y);
}
constexpr std::uint64_t figure(unsigned seat, Figure what, int spot, int x, int y) {
    return fact(Fact::figure, static_cast<int>(seat), static_cast<int>(what), spot, x, y);
}
/// In-play points; no fact while they are 0.
constexpr std::uint64_t points(unsigned seat, int value) {
    return value == 0 ? 0 : fact(Fact::points, static_cast<int>(seat), value & 0xFF, value >> 8);
}
/// Copies of a kind not yet drawn, the queue at the bottom left out; no fact for 0.
constexpr std::uint64_t bag(int kind, int count) {
    return count == 0 ? 0 : fact(Fact::bag, kind, count);
}
/// The kind at a place of the known queue at the bottom of the stack, 0 being the next to be drawn.
constexpr std::uint64_t bottom(int place, int kind) {
    return fact(Fact::bottom, place, kind);
}
constexpr std::uint64_t turn(int phase, int seat, int hand) {
    return fact(Fact::turn, phase, seat, hand);
}
constexpr std::uint64_t option(int which, int value) {
    return fact(Fact::option, which, value);
}

}  // namespace carcbot::carcassonne::digest
