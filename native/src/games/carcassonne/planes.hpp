// A position as planes of 30 by 30 cells, for learners that read a board as they read an image:
// what is printed on each tile, who stands there, and one plane of numbers.
#pragma once

#include <string>
#include <vector>

#include "bounds.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

inline constexpr int kPlaneSide = 30;
inline constexpr int kPlaneCells = kPlaneSide * kPlaneSide;
/// Of what is printed: 10 for cities, 10 for roads, 10 for rivers, 36 for fields, 4 for what lies
/// in the middle and for pennants, 4 for inns.
inline constexpr int kTilePlanes = 74;
/// Of each seat: meeples 5, abbots 1, farmers 5, big farmers 5, big meeples 5.
inline constexpr int kSeatPlanes = 21;

constexpr int planes_for(int seats) {
    return kTilePlanes + kSeatPlanes * seats + 1;
}

/// The name of each plane, in their order. Of what is printed a pair of places is 1 where they are
/// connected, "road top-left"; what leaves a tile at one place only ends in its middle,
/// "road top-center". Player 0 is the seat that write_planes begins with, player 1 the next one.
std::vector<std::string> plane_names(int seats);

/// The corner of the planes, which follow the board. `laid`, if not null, is a tile that its seat
/// lays now, before it decides about a figure.
Corner plane_corner(const State& state, const PlacedTile* laid);

/// Writes planes_for(seats) planes, row after row; cells beyond them are left out. Seat `first` is
/// the first of those whose figures follow each other, and in the plane of numbers.
///
/// `laid` as above: the tile lies on the board already, but nothing that it completes is scored.
void write_planes(const State& state, const PlacedTile* laid, int first, float* out);

}  // namespace carcbot::carcassonne
