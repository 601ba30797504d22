// What a seat may do in the places where its tile fits: one move by its number, or all of them in a
// list, fast enough for a search to ask at every node.
#pragma once

#include "claims.hpp"
#include "fit.hpp"
#include "move_list.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {

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
    const auto claims = count_bits(free & hand.claimable) + shape.cloister;
    return 1 + claims * (unsigned{hand.small} + hand.big) +
           (unsigned{shape.cloister} + shape.garden) * hand.abbot + returning;
}

/// The n-th of them.
CARCBOT_HOT Claim option_at(const Hand& hand, const Shape& shape, unsigned free, unsigned n) {
    if (n == 0) return {0, kNone};
    --n;
    free &= hand.claimable;
    const auto segments = count_bits(free);
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

/// Appends the claims of `free` segments by one kind of figure. A list is a MoveList, or one whose
/// moves have numbers.
template <typename List>
CARCBOT_HOT void list_claims(List& list, Move move, Figure figure, const Shape& shape,
                             unsigned free) {
    const auto put = static_cast<unsigned>(Move::put(figure, 0));
#if defined(__AVX512VL__)
    std::uint32_t base;
    std::memcpy(&base, &move, sizeof base);
    const __m256i spots =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(shape.spots)));
    const __m256i moves = _mm256_or_si256(_mm256_slli_epi32(spots, 24),
                                          _mm256_set1_epi32(static_cast<int>(base | put << 24)));
    const auto wanted = static_cast<__mmask8>(free);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(list.moves + list.count),
                        _mm256_maskz_compress_epi32(wanted, moves));
    list.numbers.several(list.count, put, spots, wanted);
    list.count += static_cast<int>(count_bits(free));
#else
    // Each is written and the next one over it unless it counts: how many segments a tile has is
    // the same in all its places, how many are free is anybody's guess.
    for (unsigned segment = 0; segment < shape.segments; ++segment) {
        move.then = static_cast<std::uint8_t>(put | shape.spots[segment]);
        list.moves[list.count] = move;
        list.numbers.one(list.count, move.then);
        list.count += static_cast<int>(free >> segment & 1);
    }
#endif
}

CARCBOT_HOT Move bare_move(Cell cell, int rotation) {
    return {static_cast<std::int8_t>(x_of(cell)), static_cast<std::int8_t>(y_of(cell)),
            static_cast<std::uint8_t>(rotation), 0};
}

/// Appends the moves that lay the tile in one place, of which `free` segments may be claimed.
template <typename List>
CARCBOT_HOT void list_place(List& list, Move bare, const Hand& hand, const Shape& shape,
                            unsigned free, bool returning) {
    const auto add = [&](std::uint8_t then) {
        list.moves[list.count] = bare;
        list.numbers.one(list.count, then);
        list.moves[list.count++].then = then;
    };
    list.numbers.place(bare);
    add(0);
    if (hand.small) list_claims(list, bare, Figure::small, shape, free);
    if (hand.big) list_claims(list, bare, Figure::big, shape, free);
    if (shape.cloister) {
        if (hand.small) add(Move::put(Figure::small, kCloisterSpot));
        if (hand.big) add(Move::put(Figure::big, kCloisterSpot));
        if (hand.abbot) add(Move::put(Figure::abbot, kCloisterSpot));
    }
    if (shape.garden && hand.abbot) add(Move::put(Figure::abbot, kGardenSpot));
    if (returning) add(Move::kTakeAbbotBack);
}

/// Calls list_all(free), where free(slot, rotation) are the segments that this hand may claim in a
/// place. A seat without a meeple, as most are most of the time, spares itself the search for them.
template <typename ListAll>
CARCBOT_HOT void with_claims(const State& state, const Fits& fits, const Hand& hand,
                             ListAll list_all) {
    if (!hand.small && !hand.big) {
        list_all([](int, int) { return 0U; });
        return;
    }
    const Claimable claimable(state, fits, state.rules->shapes->of[state.hand]);
    list_all([&](int slot, int rotation) {
        return claimable.at[slot] >> (8 * rotation) & hand.claimable;
    });
}

/// Appends the moves that lay the tile in each of these places and do nothing more.
template <typename List>
CARCBOT_HOT void list_bare_moves(List& list, const Frontier& frontier, const Fits& fits) {
#if defined(__AVX512BW__)
    // Sixteen cells at a time, fit or not: the CPU need not guess how many places there are.
    for (int from = 0; from < frontier.count; from += 64) {
        const int end = std::min(from + 64, frontier.count);
        list.numbers.cells(frontier.cells + from, end - from);
        for (int rotation = 0; rotation < 4; ++rotation) {
            std::uint64_t slots = fits.slots(from / 64, rotation);
            const __m512i turned = _mm512_set1_epi32(rotation << 16);
            for (int slot = from; slot < end; slot += 16, slots >>= 16) {
                const __m512i cells = _mm512_cvtepu16_epi32(
                    _mm256_load_si256(reinterpret_cast<const __m256i*>(frontier.cells + slot)));
                const auto fit = static_cast<__mmask16>(slots);
                _mm512_storeu_si512(
                    list.moves + list.count,
                    _mm512_maskz_compress_epi32(fit, _mm512_or_si512(cells, turned)));
                list.numbers.some(list.count, slot - from, rotation, fit);
                list.count += static_cast<int>(count_bits(fit));
            }
        }
    }
#else
    fits.each([&](int slot, int rotation) __attribute__((always_inline)) {
        const Move bare = bare_move(frontier.cells[slot], rotation);
        list.numbers.place(bare);
        list.numbers.one(list.count, bare.then);
        list.moves[list.count++] = bare;
    });
#endif
}

/// The most moves that there can be in so many places.
inline unsigned most_moves(const State& state, unsigned places) {
    const Shape& shape = state.rules->shapes->of[state.hand][0];
    const Hand hand = hand_of(state, shape);
    return places * options_at(hand, shape, hand.claimable, hand.returning >= 0);
}

/// Fills the list with the moves in these places, in the order of their `each`.
template <typename List>
CARCBOT_HOT void list_places(const State& state, const Fits& fits, List& list) {
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Hand hand = hand_of(state, rotations[0]);
    list.count = 0;
    if (!hand.small && !hand.big && !hand.abbot && hand.returning < 0) {
        list_bare_moves(list, state.frontier, fits);
        return;
    }
    with_claims(state, fits, hand, [&](auto free) __attribute__((always_inline)) {
        fits.each([&](int slot, int rotation) __attribute__((always_inline)) {
            const Cell cell = state.frontier.cells[slot];
            list_place(list, bare_move(cell, rotation), hand,
                       rotations[static_cast<std::size_t>(rotation)], free(slot, rotation),
                       may_return(state, hand, cell));
        });
    });
}

}  // namespace carcbot::carcassonne
