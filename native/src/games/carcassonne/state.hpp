// A position of Carcassonne, laid out for speed.
//
// No board is kept where moves are made, only its *frontier*: the empty cells that touch a tile,
// each with the two-bit codes of its known edges and the labels of the features that end there. A
// feature is known by its label; when two features join, one label is written over the other in a
// table of 256 bytes, which a few vector instructions do, so there is no union-find to chase.
// Features are one packed word each (shapes.hpp, tally), so that joining is an addition.
//
// Labels never run out: every tile but the start touches a neighbour, so at least one of its
// segments takes an old label; all 102 tiles have 346 segments, hence at most 346 - 101 = 245
// labels.
//
// The Record is what rules never ask about and people do: where figures stand, who scored what, the
// digest. Playouts leave it alone, and batches leave the digest alone.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "options.hpp"

namespace carcbot::carcassonne {

inline constexpr int kMaxTiles = 102;
/// A group of n connected cells has at most 2n + 2 neighbours, and a straight line has them.
inline constexpr int kMaxFrontier = 2 * kMaxTiles + 2;
inline constexpr int kFrontierBytes = 256;  ///< rounded up to whole vectors
inline constexpr int kMaxLabels = 248;
/// Label kNone is written to where a tile has no segment, so that loops need not ask. What is there
/// means nothing.
inline constexpr int kLabelSlots = 256;
/// The same for the frontier.
inline constexpr int kNoSlot = kFrontierBytes - 1;
inline constexpr int kMaxMonks = 20;    ///< 8 cloisters and 11 gardens
inline constexpr int kMaxFigures = 54;  ///< six seats of 7 + 1 + 1
inline constexpr int kMaxScored =
    104;  ///< each line takes a figure off the board, and a tile brings at most one
inline constexpr int kSmallMeeples = 7;
inline constexpr int kBagBytes = 128;  ///< kMaxTiles, rounded up to whole vectors

/// A cell as one 16-bit word, x in the low byte; sums of words are sums of cells.
using Cell = std::uint16_t;
constexpr Cell cell_at(int x, int y) {
    return static_cast<Cell>((static_cast<unsigned>(x) & 0xFF) | (static_cast<unsigned>(y) & 0xFF)
                                                                     << 8);
}
constexpr int x_of(Cell cell) {
    return static_cast<std::int8_t>(cell & 0xFF);
}
constexpr int y_of(Cell cell) {
    return static_cast<std::int8_t>(cell >> 8);
}
constexpr Cell moved(Cell cell, int dx, int dy) {
    return cell_at(x_of(cell) + dx, y_of(cell) + dy);
}
/// The neighbour on side 0..3 (N E S W).
constexpr Cell beside(Cell cell, int side) {
    constexpr std::int8_t dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    return moved(cell, dx[side], dy[side]);
}

enum class Figure : std::uint8_t { none = 0, small = 1, big = 2, abbot = 3 };

/// A whole decision in four bytes. The same move has the same bytes whatever order led here.
struct Move {
    std::int8_t x;
    std::int8_t y;
    std::uint8_t rotation;
    /// 0: nothing more; kTakeAbbotBack; else figure << 5 | spot.
    std::uint8_t then;
    static constexpr std::uint8_t kTakeAbbotBack = 0x80;
    static constexpr std::uint8_t put(Figure figure, Spot spot) {
        return static_cast<std::uint8_t>(static_cast<unsigned>(figure) << 5 | spot);
    }
    [[nodiscard]] constexpr Figure figure() const { return static_cast<Figure>(then >> 5 & 3); }
    [[nodiscard]] constexpr Spot spot() const { return then & 31; }
    constexpr auto operator<=>(const Move&) const = default;
};

enum class Phase : std::uint8_t { draw, place, end };

struct PlacedTile {
    Cell cell;
    std::uint8_t kind;
    std::uint8_t rotation;
};

/// A figure on a cloister or garden: these features have no label, they count neighbours.
struct Monk {
    Cell cell;
    std::uint8_t neighbours;
    std::uint8_t seat : 3;
    std::uint8_t figure : 2;
    std::uint8_t on_garden : 1;
};

struct StandingFigure {
    Cell cell;
    std::uint8_t label;  ///< of its feature when it was placed; kNone on a cloister or garden
    std::uint8_t seat;
    Figure figure;
    Spot spot;
};

/// One line of the score sheet: who got how many points for what, and when.
struct Scored {
    Cell cell;  ///< a tile of the feature (for cloisters and gardens: its tile)
    Spot spot;  ///< the segment's first spot on that tile
    std::uint8_t turn;
    std::uint8_t owners;  ///< mask of seats; each gets the points
    std::int16_t points;
};

struct Frontier {
    int count;
    /// Codes of the known edges, 0 elsewhere; and 3 << 2 * side for each known edge. Both are 0
    /// from count on, apart from kNoSlot.
    alignas(64) std::uint8_t edges[kFrontierBytes];
    alignas(64) std::uint8_t known[kFrontierBytes];
    alignas(64) Cell cells[kFrontierBytes];
    alignas(64) std::uint8_t labels[kFrontierBytes][kPorts];
};

inline constexpr std::uint64_t kForkedTiles = 0xFFFFFFFF00000000;

/// City: a bit for each city label it is made of. Field: the bits of all cities it touches. City
/// bits are numbered apart: the largest box has 73 city segments, so they fill the low word and the
/// lower half of the high word.
struct CityBits {
    std::uint64_t low;
    /// The upper half, in cities and roads: a bit for each tile on it that has several segments of
    /// its type. When two features join, the tiles that both have were counted twice. The largest
    /// box has 22 such tiles.
    std::uint64_t high;
};

struct Features {
    int labels;  ///< used so far
    int city_bits;
    int forked_bits;
    alignas(64) std::uint8_t root[256];  ///< label -> the label its feature goes by now
    alignas(64) std::uint8_t held[256];  ///< at roots: 0xFF if it holds a figure, else 0
    // The rest is at roots.
    alignas(64) std::uint64_t tally[kLabelSlots];  ///< 0 of what became part of another feature
    alignas(64) CityBits cities[kLabelSlots];
};

/// A tile of a feature, with the first spot of its segment there.
struct Origin {
    Cell cell;
    Spot spot;
};

/// What is kept up of the Record.
enum class Recorded { nothing, all_but_digest, all };

struct Record {
    std::uint64_t digest;
    std::uint8_t figures;
    std::uint8_t scored;
    StandingFigure figure[kMaxFigures];
    Scored sheet[kMaxScored];
    Origin origin[kMaxLabels];  ///< where each label began
};

struct State {
    const Rules* rules;
    Start start;
    Phase phase;
    std::uint8_t seat;
    std::uint8_t hand;   ///< the kind to be placed, or kNone
    std::uint8_t tiles;  ///< placed, the start included
    std::uint8_t bag_count;
    std::uint8_t bottom_count;
    std::uint8_t river_left;  ///< river tiles in the bag, the lake included
    std::int8_t
        last_turn;  ///< side to which the last river tile turned: -1 left, +1 right, 0 straight
    std::int8_t last_bend;  ///< the same of the last river tile that was a bend
    std::uint8_t monks;
    std::uint8_t big_supply;    ///< mask of seats
    std::uint8_t abbot_supply;  ///< mask of seats
    std::uint8_t small_supply[8];
    std::int16_t points[8];
    /// Tiles not yet drawn: land first, then the lake, then the other river tiles; order within a
    /// part means nothing.
    std::uint8_t bag[kBagBytes];
    std::uint8_t bottom[kBagBytes];  ///< the known queue under the stack, front first
    PlacedTile placed[kMaxTiles + 1];
    Monk monk[kMaxMonks];
    Features features;
    Frontier frontier;
    Record record;

    State() = default;
    /// Copies what is in use, which is a fraction of the whole.
    State(const State& other) { *this = other; }
    State& operator=(const State& other);
    /// Copies what the worth of a position depends on: no bag, no frontier, no record.
    void copy_worth(const State& other);
    /// Copies that and the frontier.
    void copy_judged(const State& other);
    /// Of what the worth depends on, copies all but the tiles and what the features are.
    void copy_worth_around(const State& other);
    ~State() = default;
};

/// Tiles not yet drawn, the queue at the bottom included.
inline int tiles_left(const State& state) {
    return state.bag_count + state.bottom_count;
}

}  // namespace carcbot::carcassonne
