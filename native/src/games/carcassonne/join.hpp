// What a tile would connect on a given cell, without touching the position: which feature each of its
// segments becomes part of, which old features it joins, and which segments a meeple may claim.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "state.hpp"

namespace carcbot::carcassonne {

/// Ports of the sides whose edge is known.
inline std::uint16_t known_ports(std::uint8_t known) {
    const unsigned sides = known & 0x55U;  // bits 0 2 4 6
    const unsigned spread = (sides & 0x11U) | (sides & 0x44U) << 2;  // bits 0 4 | 4 8 ...
    // side 0 -> bit 0, side 1 (bit 2) -> bit 4, side 2 (bit 4) -> bit 8, side 3 (bit 6) -> bit 12
    const unsigned firsts = (spread & 1U) | (sides & 4U) << 2 | (sides & 16U) << 4 | (sides & 64U) << 6;
    return static_cast<std::uint16_t>(firsts * 7U);
}

struct Join {
    std::uint8_t root[kMaxSegments];  ///< label of the feature each segment is part of, afterwards
    std::uint8_t doubled;             ///< segments that share a feature with a lower-numbered one
    std::uint8_t free;                ///< segments whose feature holds no figure, doubled ones left out
    std::uint8_t fresh;               ///< how many new labels are used, numbered from Features::labels
    std::uint8_t merges;
    std::uint8_t winner[12], loser[12];  ///< old features that become one, in this order
};

/// For each of 8 bytes, which of the 8 are equal to it: bit t of row s is a[t] == a[s].
inline std::uint64_t equal_bytes(std::uint64_t a) {
#if defined(__AVX512BW__)
    const __m512i all = _mm512_set1_epi64(static_cast<long long>(a));
    const __m512i rows = _mm512_shuffle_epi8(
        all, _mm512_set_epi64(0x0707070707070707, 0x0606060606060606, 0x0505050505050505,
                              0x0404040404040404, 0x0303030303030303, 0x0202020202020202,
                              0x0101010101010101, 0));
    return _mm512_cmpeq_epi8_mask(all, rows);
#elif defined(__SSE2__)
    const __m128i all = _mm_set1_epi64x(static_cast<long long>(a));
    std::uint64_t out = 0;
    for (unsigned row = 0; row < 8; ++row) {
        const __m128i one = _mm_set1_epi8(static_cast<char>(a >> (8 * row)));
        const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(all, one)));
        out |= static_cast<std::uint64_t>(equal & 0xFF) << (8 * row);
    }
    return out;
#else
    std::uint64_t out = 0;
    for (unsigned row = 0; row < 8; ++row) {
        for (unsigned t = 0; t < 8; ++t) {
            const bool equal = (a >> (8 * t) & 0xFF) == (a >> (8 * row) & 0xFF);
            out |= std::uint64_t{equal} << (8 * row + t);
        }
    }
    return out;
#endif
}

/// Bit s: row s of an 8 x 8 bit matrix is not empty.
inline unsigned rows_with_any(std::uint64_t matrix) {
    matrix |= matrix >> 4;
    matrix |= matrix >> 2;
    matrix |= matrix >> 1;
    // gather bit 0 of each byte: the products land side by side in the top byte
    return static_cast<unsigned>(((matrix & 0x0101010101010101ULL) * 0x0102040810204080ULL) >> 56);
}

inline constexpr std::uint64_t kEveryByte = 0x0101010101010101ULL;
inline constexpr std::uint64_t kLowerTriangle = 0x7F3F1F0F07030100ULL;  ///< row s: bits below s

inline Join join_at(const State& state, int slot, const Shape& shape) {
    const Frontier& frontier = state.frontier;
    const Features& features = state.features;
    Join join;
    join.merges = 0;
    std::memset(join.root, kNone, sizeof join.root);
    const std::uint8_t* labels = frontier.labels[slot];
    unsigned occupied = 0;
    for (unsigned todo = shape.ports & known_ports(frontier.known[slot]); todo; todo &= todo - 1) {
        const int port = std::countr_zero(todo);
        const unsigned segment = shape.segment_at[port];
        std::uint8_t label = features.root[labels[port]];
        for (unsigned m = 0; m < join.merges; ++m) {
            if (label == join.loser[m]) label = join.winner[m];
        }
        occupied |= static_cast<unsigned>((features.tally[label] & tally::kFigures) != 0) << segment;
        const std::uint8_t mine = join.root[segment];
        if (mine == kNone) {
            join.root[segment] = label;
        } else if (mine != label) {
            join.winner[join.merges] = mine;
            join.loser[join.merges++] = label;
            for (std::uint8_t& root : join.root) root = root == label ? mine : root;
        }
    }
    join.fresh = 0;
    for (unsigned segment = 0; segment < shape.segments; ++segment) {
        const bool fresh = join.root[segment] == kNone;
        const auto next = static_cast<std::uint8_t>(features.labels + join.fresh);
        join.root[segment] = fresh ? next : join.root[segment];
        join.fresh = static_cast<std::uint8_t>(join.fresh + fresh);
    }
    std::uint64_t roots;
    std::memcpy(&roots, join.root, sizeof roots);
    const std::uint64_t equal = equal_bytes(roots);
    const unsigned doubled = rows_with_any(equal & kLowerTriangle);
    const unsigned taken = rows_with_any(equal & (occupied * kEveryByte));
    const unsigned all = (1U << shape.segments) - 1;
    join.doubled = static_cast<std::uint8_t>(doubled & all);
    join.free = static_cast<std::uint8_t>(all & ~doubled & ~taken);
    return join;
}

}  // namespace carcbot::carcassonne
