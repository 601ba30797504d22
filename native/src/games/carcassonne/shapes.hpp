// A tile turned into one of its four rotations, compiled into what placing it needs: which labels
// it takes from its neighbours, and what each of its segments adds to the feature it joins.
#pragma once

#include <array>
#include <cstdint>

#include "tiles.hpp"

namespace carcbot::carcassonne {

// A *port* is where a segment meets the neighbouring cell: on each side its left half-edge, its
// centre and its right half-edge, left and right as seen from the tile's (or the empty cell's) own
// centre. Port number = 4 * side + {0 left, 1 centre, 2 right}; the fourth place of a side stays
// empty.
inline constexpr int kPorts = 16;
inline constexpr int kLeft = 0, kCentre = 1, kRight = 2;

inline constexpr int kMaxSegments = 8;  ///< most city, road and field segments on one tile
inline constexpr std::uint8_t kNone = 0xFF;

// What a feature amounts to, packed into one word so that joining two features is one addition.
namespace tally {
inline constexpr int kOpen = 30, kTiles = 38, kPennants = 45, kInns = 50, kCathedrals = 53;
inline constexpr int kBig = 24;  ///< one flag a seat: its big meeple is here
/// Six nibbles of strength, in which a big meeple counts 2, and the six flags.
inline constexpr std::uint64_t kFigures = (1ULL << 30) - 1;
inline constexpr std::uint64_t kCity = 1ULL << 62, kRoad = 2ULL << 62, kField = 3ULL << 62;
inline constexpr std::uint64_t kType = 3ULL << 62;
inline constexpr std::uint64_t kDone = 1ULL << 61;  ///< a completed city or road
constexpr unsigned open(std::uint64_t word) {
    return (word >> kOpen) & 0xFF;
}
constexpr int tiles(std::uint64_t word) {
    return static_cast<int>(word >> kTiles & 0x7F);
}
constexpr int pennants(std::uint64_t word) {
    return static_cast<int>(word >> kPennants & 0x1F);
}
constexpr bool has_inn(std::uint64_t word) {
    return (word >> kInns & 7) != 0;
}
constexpr bool has_cathedral(std::uint64_t word) {
    return (word >> kCathedrals & 3) != 0;
}
}  // namespace tally

/// Where on a tile a figure stands, in the board's frame: c/r + edge, f + half-edge, and the rest.
using Spot = std::uint8_t;
inline constexpr Spot kCitySpot = 0, kRoadSpot = 4, kFieldSpot = 8, kInteriorSpot = 16,
                      kCloisterSpot = 17, kGardenSpot = 18, kNoSpot = 31;

/// Segments are numbered cities first, then roads, then fields, each type by its first spot in the
/// board's frame: of several segments in one feature the lowest number is the one a move names.
struct alignas(64) Shape {
    std::uint16_t ports_of[kMaxSegments];  ///< its ports (both halves of a field edge: left only)
    /// By mask of known sides: where each segment meets something first, or kNone; the segments
    /// that meet nothing; and the ports where one meets more.
    std::uint8_t first_port[16][kMaxSegments];
    std::uint8_t fresh[16];
    std::uint16_t more_ports[16];
    Spot spots[kMaxSegments];  ///< its first spot in the board's frame; kNoSpot behind the last
    std::uint8_t segments;     ///< how many
    std::uint8_t cities;       ///< segments [0, cities) are cities,
    std::uint8_t closable;     ///< [cities, closable) roads, the rest fields
    bool cloister;
    bool garden;
    bool forked;                      ///< has several city or several road segments
    std::uint8_t edges;               ///< two bits a side (Edge), side 0 lowest
    std::uint8_t river;               ///< mask of sides
    std::uint8_t segment_at[kPorts];  ///< which segment has this port, or kNone
    std::uint8_t facing[kPorts];      ///< the same as the neighbour's port opposite sees it
    std::uint8_t
        touching_field[4];  ///< pairs of a field and a city that it touches, as segment numbers;
    std::uint8_t touching_city[4];  ///< unused pairs name the last place twice: nothing comes of it
    std::uint8_t touching;          ///< how many pairs
    std::uint8_t kind;
    std::uint8_t rotation;
    std::uint64_t adds[kMaxSegments];  ///< what the segment brings to its feature (tally, no type)
    /// By mask of known sides: what each segment adds to the tally of its feature, of which those
    /// that meet nothing begin one. Where two meet, both lose an open end.
    alignas(64) std::uint64_t gains[16][kMaxSegments];
    /// By the one side that has a neighbour, and what is found there: segments that a figure
    /// may claim.
    std::uint8_t free_beside[4][16];
};

/// What is found on a side of an empty cell: bits of which the first three are those of its ports.
namespace found {
inline constexpr unsigned kHeldLeft = 1U << kLeft, kHeldCentre = 1U << kCentre,
                          kHeldRight = 1U << kRight;
inline constexpr unsigned kLeftIsRight = 8;  ///< both are one feature
}  // namespace found

inline constexpr int kMaxClosable = 4;  ///< no tile has more city and road segments together

/// What is asked of a kind before a place is known, so close together that it stays at hand.
struct alignas(64) Outline {
    std::uint64_t offered[4];  ///< by rotation: all bits if no smaller one looks like it, or none
    std::uint8_t edges[4];     ///< by rotation: Shape::edges
    bool river;
};

/// The shapes of every kind in every rotation, for one reading of EC's inn.
struct Shapes {
    std::array<std::array<Shape, 4>, kKinds> of;
    /// Bit r: no smaller rotation looks like rotation r. Only these are offered as moves.
    std::array<std::uint8_t, kKinds> distinct;
    std::array<Outline, kKinds> outlines;
    /// The smallest rotation that looks like rotation r.
    std::array<std::array<std::uint8_t, 4>, kKinds> canonical;
    /// By mask of known sides and their codes, the others 0: the kinds that fit there in some
    /// rotation, those of the river left out.
    std::array<std::array<std::uint64_t, 256>, 16> fitting;
    /// Of these, by a known side: the kinds whose city or road there can leave by no side that is
    /// not known.
    std::array<std::array<std::array<std::uint64_t, 4>, 256>, 16> ending;
};

const Shapes& shapes(bool inn_on_ec_c2);

}  // namespace carcbot::carcassonne
