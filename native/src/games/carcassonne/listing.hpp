// All legal moves of a position into a plain array, fast enough for a search to call at every node.
#pragma once

#include "fit.hpp"
#include "join.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {

/// No position has more: every frontier cell, four rotations, and for each none, two meeples on
/// eight segments or a cloister, the abbot on two places or back. Only what is used is ever
/// touched.
inline constexpr int kMaxMoves = kMaxFrontier * 4 * (1 + 2 * (kMaxSegments + 1) + 2 + 1);

struct MoveList {
    int count = 0;
    Move moves[kMaxMoves + kMaxSegments];  ///< whole vectors are written, of which a part counts
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
CARCBOT_HOT bool may_return(const State& state, const Hand& hand, Cell cell) {
    if (hand.returning < 0) return false;
    const Monk& monk = state.monk[hand.returning];
    return monk.neighbours + touching(monk.cell, cell) < 8;
}

/// What a move does besides laying the tile.
struct Claim {
    std::uint8_t then;     ///< as in Move
    std::uint8_t segment;  ///< the segment claimed, kNone if it is none
};

/// The number of moves that lay the tile in one place, of which `free` segments may be claimed.
CARCBOT_HOT unsigned options_at(const Hand& hand, const Shape& shape, unsigned free,
                                bool returning) {
    const auto claims =
        static_cast<unsigned>(std::popcount(free & hand.claimable)) + shape.cloister;
    return 1 + claims * (unsigned{hand.small} + hand.big) +
           (unsigned{shape.cloister} + shape.garden) * hand.abbot + returning;
}

/// The n-th of them.
CARCBOT_HOT Claim option_at(const Hand& hand, const Shape& shape, unsigned free, unsigned n) {
    if (n == 0) return {0, kNone};
    --n;
    free &= hand.claimable;
    const auto segments = static_cast<unsigned>(std::popcount(free));
    const unsigned claims = segments + shape.cloister;
    for (const Figure figure : {Figure::small, Figure::big}) {
        if (!(figure == Figure::small ? hand.small : hand.big)) continue;
        if (n < segments) {
            const int segment = nth_bit(free, n);
            return {Move::put(figure, shape.spots[segment]), static_cast<std::uint8_t>(segment)};
        }
        if (n < claims) return {Move::put(figure, kCloisterSpot), kNone};
        n -= claims;
    }
    if (hand.abbot) {
        if (shape.cloister && n-- == 0) return {Move::put(Figure::abbot, kCloisterSpot), kNone};
        if (shape.garden && n-- == 0) return {Move::put(Figure::abbot, kGardenSpot), kNone};
    }
    return {Move::kTakeAbbotBack, kNone};
}

/// Appends the claims of `free` segments by one kind of figure.
CARCBOT_HOT void list_claims(MoveList& list, Move move, Figure figure, const Shape& shape,
                             unsigned free) {
    const auto put = static_cast<unsigned>(Move::put(figure, 0));
#if defined(__AVX512VL__)
    std::uint32_t base;
    std::memcpy(&base, &move, sizeof base);
    const __m256i spots =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(shape.spots)));
    const __m256i moves = _mm256_or_si256(_mm256_slli_epi32(spots, 24),
                                          _mm256_set1_epi32(static_cast<int>(base | put << 24)));
    const __m256i wanted = _mm256_maskz_compress_epi32(static_cast<__mmask8>(free), moves);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(list.moves + list.count), wanted);
    list.count += std::popcount(free);
#else
    for (; free; free &= free - 1) {
        move.then = static_cast<std::uint8_t>(put | shape.spots[std::countr_zero(free)]);
        list.moves[list.count++] = move;
    }
#endif
}

inline void list_moves(const State& state, const Fits& fits, MoveList& list) {
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Hand hand = hand_of(state, rotations[0]);
    const auto add = [&](Move move, Figure figure, Spot spot) {
        move.then = Move::put(figure, spot);
        list.moves[list.count++] = move;
    };
    fits.each([&](int slot, int rotation) __attribute__((always_inline)) {
        const Shape& shape = rotations[static_cast<std::size_t>(rotation)];
        const unsigned free = claimable_at(look_around(state, slot), shape) & hand.claimable;
        const Cell cell = state.frontier.cells[slot];
        const Move move{static_cast<std::int8_t>(x_of(cell)), static_cast<std::int8_t>(y_of(cell)),
                        static_cast<std::uint8_t>(rotation), 0};
        list.moves[list.count++] = move;
        if (hand.small) list_claims(list, move, Figure::small, shape, free);
        if (hand.big) list_claims(list, move, Figure::big, shape, free);
        if (shape.cloister) {
            if (hand.small) add(move, Figure::small, kCloisterSpot);
            if (hand.big) add(move, Figure::big, kCloisterSpot);
            if (hand.abbot) add(move, Figure::abbot, kCloisterSpot);
        }
        if (shape.garden && hand.abbot) add(move, Figure::abbot, kGardenSpot);
        if (may_return(state, hand, cell)) {
            list.moves[list.count] = move;
            list.moves[list.count++].then = Move::kTakeAbbotBack;
        }
    });
}

}  // namespace carcbot::carcassonne
