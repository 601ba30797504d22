// A list of moves that a caller keeps, so that listing allocates nothing.
#pragma once

#include "state.hpp"

namespace carcbot::carcassonne {

/// No position has more: every frontier cell, four rotations, and for each none, two meeples on
/// eight segments or a cloister, the abbot on two places or back. Only what is used is ever
/// touched.
inline constexpr int kMaxMoves = kMaxFrontier * 4 * (1 + 2 * (kMaxSegments + 1) + 2 + 1);

struct MoveList {
    int count = 0;
    Move moves[kMaxMoves + 16];  ///< whole vectors are written and read, of which a part counts

    [[nodiscard]] const Move* begin() const { return moves; }
    [[nodiscard]] const Move* end() const { return moves + count; }
};

}  // namespace carcbot::carcassonne
