// A list of moves that a caller keeps, so that listing allocates nothing.
#pragma once

#include "state.hpp"

namespace carcbot::carcassonne {

/// No position has more: every frontier cell, four rotations, and for each none, two meeples on
/// eight segments or a cloister, the abbot on two places or back. Only what is used is ever
/// touched.
inline constexpr int kMaxMoves = kMaxFrontier * 4 * (1 + 2 * (kMaxSegments + 1) + 2 + 1);

/// Of a list whose moves need no numbers: Numbers (numbered.hpp) says what they are told.
struct Unnumbered {
    void place(Move) const {}
    void one(int, unsigned) const {}
    template <typename Spots, typename Which>
    void several(int, unsigned, Spots, Which) const {}
    void cells(const Cell*, int) const {}
    template <typename Which>
    void some(int, int, int, Which) const {}
};

struct MoveList {
    int count = 0;
    [[no_unique_address]] Unnumbered numbers;
    Move moves[kMaxMoves + 16];  ///< whole vectors are written and read, of which a part counts

    [[nodiscard]] const Move* begin() const { return moves; }
    [[nodiscard]] const Move* end() const { return moves + count; }
};

}  // namespace carcbot::carcassonne
