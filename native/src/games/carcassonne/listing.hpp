// All legal moves of a position into a plain array, fast enough for a search to call at every node.
#pragma once

#include "fit.hpp"
#include "join.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {

/// No position has more: every frontier cell, four rotations, and for each none, two meeples on eight
/// segments or a cloister, the abbot on two places or back. Only what is used is ever touched.
inline constexpr int kMaxMoves = kMaxFrontier * 4 * (1 + 2 * (kMaxSegments + 1) + 2 + 1);

struct MoveList {
    int count = 0;
    Move moves[kMaxMoves];
};

/// What the seat to move could put down, before any place is looked at.
struct Hand {
    bool small, big, abbot;
    std::uint8_t claimable;  ///< segments of the tile that figures may stand on at all
    int returning;           ///< index of the abbot that could come back, or -1
};

inline Hand hand_of(const State& state, const Shape& any_rotation) {
    const unsigned seat = state.seat;
    const unsigned segments = state.rules->options.farm_scoring == FarmScoring::off
                                  ? any_rotation.closable
                                  : any_rotation.segments;
    return {state.small_supply[seat] > 0, (state.big_supply >> seat & 1) != 0,
            (state.abbot_supply >> seat & 1) != 0, static_cast<std::uint8_t>((1U << segments) - 1),
            returnable_abbot(state)};
}

/// Whether the abbot at hand.returning may come back when a tile is laid on this cell.
inline bool may_return(const State& state, const Hand& hand, Cell cell) {
    if (hand.returning < 0) return false;
    const Monk& monk = state.monk[hand.returning];
    return monk.neighbours + touching(monk.cell, cell) < 8;
}

/// The number of moves that lay the tile in one place, of which `free` segments may be claimed.
inline unsigned options_at(const Hand& hand, const Shape& shape, unsigned free, bool returning) {
    const auto claims = static_cast<unsigned>(std::popcount(free & hand.claimable)) + shape.cloister;
    return 1 + claims * (unsigned{hand.small} + hand.big) +
           (unsigned{shape.cloister} + shape.garden) * hand.abbot + returning;
}

/// The n-th of them, as Move::then.
inline std::uint8_t option_at(const Hand& hand, const Shape& shape, unsigned free, unsigned n) {
    if (n == 0) return 0;
    --n;
    free &= hand.claimable;
    const auto segments = static_cast<unsigned>(std::popcount(free));
    const unsigned claims = segments + shape.cloister;
    for (const Figure figure : {Figure::small, Figure::big}) {
        if (!(figure == Figure::small ? hand.small : hand.big)) continue;
        if (n < segments) {
            return Move::put(figure, shape.spots[nth_bit(free, n)]);
        }
        if (n < claims) return Move::put(figure, kCloisterSpot);
        n -= claims;
    }
    if (hand.abbot) {
        if (shape.cloister && n-- == 0) return Move::put(Figure::abbot, kCloisterSpot);
        if (shape.garden && n-- == 0) return Move::put(Figure::abbot, kGardenSpot);
    }
    return Move::kTakeAbbotBack;
}

inline void list_moves(const State& state, const Fits& fits, MoveList& list) {
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Hand hand = hand_of(state, rotations[0]);
    fits.each([&](int slot, int rotation) {
        const Shape& shape = rotations[static_cast<std::size_t>(rotation)];
        const Join join = join_at(state, slot, shape);
        const Cell cell = state.frontier.cells[slot];
        const unsigned options = options_at(hand, shape, join.free, may_return(state, hand, cell));
        for (unsigned n = 0; n < options; ++n) {
            list.moves[list.count++] = {static_cast<std::int8_t>(x_of(cell)),
                                        static_cast<std::int8_t>(y_of(cell)),
                                        static_cast<std::uint8_t>(rotation),
                                        option_at(hand, shape, join.free, n)};
        }
    });
}

}  // namespace carcbot::carcassonne
