// Where a tile fits: all four rotations against 64 frontier cells at a time.
//
// A tile fits a cell when its edge codes agree with the cell's known edges: ((cell ^ tile) & known)
// == 0. Four ways to compute the same masks: AVX-512, AVX2, SSE2, and plain C++; fit_plain is
// always compiled and the tests hold the others against it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#if defined(__AVX512BW__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include "carcbot/hot.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Bit i of at[r]: rotation r, whose edges are tile4[r] below, fits cell i of the chunk.
struct ChunkFits {
    std::uint64_t at[4];
};

inline ChunkFits fit_plain(const std::uint8_t* edges, const std::uint8_t* known,
                           const std::uint8_t* tile4) {
    ChunkFits fits{};
    for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t i = 0; i < 64; ++i) {
            const bool fit = ((edges[i] ^ tile4[r]) & known[i]) == 0;
            fits.at[r] |= std::uint64_t{fit} << i;
        }
    }
    return fits;
}

CARCBOT_HOT ChunkFits fit_chunk(const std::uint8_t* edges, const std::uint8_t* known,
                                const std::uint8_t* tile4) {
#if defined(__AVX512BW__)
    ChunkFits fits;
    const __m512i cell = _mm512_load_si512(edges);
    const __m512i mask = _mm512_load_si512(known);
    for (std::size_t r = 0; r < 4; ++r) {
        const __m512i tile = _mm512_set1_epi8(static_cast<char>(tile4[r]));
        fits.at[r] = _mm512_testn_epi8_mask(_mm512_xor_si512(cell, tile), mask);
    }
    return fits;
#elif defined(__AVX2__)
    ChunkFits fits{};
    for (std::size_t i = 0; i < 2; ++i) {
        const __m256i cell = _mm256_load_si256(reinterpret_cast<const __m256i*>(edges) + i);
        const __m256i mask = _mm256_load_si256(reinterpret_cast<const __m256i*>(known) + i);
        for (std::size_t r = 0; r < 4; ++r) {
            const __m256i tile = _mm256_set1_epi8(static_cast<char>(tile4[r]));
            const __m256i wrong = _mm256_and_si256(_mm256_xor_si256(cell, tile), mask);
            const int right =
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(wrong, _mm256_setzero_si256()));
            fits.at[r] |= std::uint64_t{static_cast<unsigned>(right)} << (32 * i);
        }
    }
    return fits;
#elif defined(__SSE2__)
    ChunkFits fits{};
    for (std::size_t i = 0; i < 4; ++i) {
        const __m128i cell = _mm_load_si128(reinterpret_cast<const __m128i*>(edges) + i);
        const __m128i mask = _mm_load_si128(reinterpret_cast<const __m128i*>(known) + i);
        for (std::size_t r = 0; r < 4; ++r) {
            const __m128i tile = _mm_set1_epi8(static_cast<char>(tile4[r]));
            const __m128i wrong = _mm_and_si128(_mm_xor_si128(cell, tile), mask);
            const int right = _mm_movemask_epi8(_mm_cmpeq_epi8(wrong, _mm_setzero_si128()));
            fits.at[r] |= static_cast<std::uint64_t>(static_cast<unsigned>(right)) << (16 * i);
        }
    }
    return fits;
#else
    return fit_plain(edges, known, tile4);
#endif
}

/// Index of the n-th set bit (n from 0); mask has more than n.
CARCBOT_HOT int nth_bit(std::uint64_t mask, unsigned n) {
#if defined(__BMI2__)
    return static_cast<int>(std::countr_zero(_pdep_u64(1ULL << n, mask)));
#else
    // Byte-wise prefix sums of the population count find the byte, then its bits are walked.
    std::uint64_t sums = mask - ((mask >> 1) & 0x5555555555555555ULL);
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    sums = (sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    sums *= 0x0101010101010101ULL;
    const std::uint64_t below = ((sums | 0x8080808080808080ULL) - (n + 1) * 0x0101010101010101ULL);
    const int byte =
        static_cast<int>((~below >> 7 & 0x0101010101010101ULL) * 0x0101010101010101ULL >> 56) * 8;
    n -= byte ? static_cast<unsigned>(sums >> (byte - 8) & 0xFF) : 0;
    std::uint64_t rest = mask >> byte;
    for (; n; --n) rest &= rest - 1;
    return byte + std::countr_zero(rest);
#endif
}

/// All fitting places of one kind on a frontier, in a fixed order.
class Fits {
  public:
    /// No places.
    Fits() { before_[0] = 0; }

    Fits(const Frontier& frontier, const Shapes& shapes, std::size_t kind) {
        find(frontier, shapes, kind);
    }

    /// The same in place of what was there.
    CARCBOT_HOT void find(const Frontier& frontier, const Shapes& shapes, std::size_t kind) {
        const Outline& outline = shapes.outlines[kind];
        chunks_ = (frontier.count + 63) / 64;
        before_[0] = 0;
        for (int c = 0; c < chunks_; ++c) {
            chunk_[c] = fit_chunk(frontier.edges + 64 * c, frontier.known + 64 * c, outline.edges);
            const int left = frontier.count - 64 * c;
            const std::uint64_t inside = ~0ULL >> (64 - std::min(left, 64));
            for (int r = 0; r < 4; ++r) {
                chunk_[c].at[r] &= inside & outline.offered[r];
                count(c, r);
            }
        }
    }

    [[nodiscard]] unsigned total() const { return before_[4 * chunks_]; }

    struct Place {
        int slot;
        int rotation;
    };

    /// The n-th place, n < total().
    [[nodiscard]] CARCBOT_HOT Place nth(unsigned n) const {
        int c = 0;
        while (n >= before_[4 * c + 4]) ++c;
        const unsigned* const before = before_ + 4 * c;
        const int rotation = (n >= before[1]) + (n >= before[2]) + (n >= before[3]);
        return {64 * c + nth_bit(chunk_[c].at[rotation], n - before[rotation]), rotation};
    }

    /// Calls f(slot, rotation) for each place, in the order of nth().
    template <typename F>
    void each(F f) const {
        for (int c = 0; c < chunks_; ++c) {
            for (int r = 0; r < 4; ++r) {
                for (std::uint64_t left = chunk_[c].at[r]; left; left &= left - 1) {
                    f(64 * c + std::countr_zero(left), r);
                }
            }
        }
    }

    /// Bit i: the tile fits slot 64 * chunk + i in this rotation.
    [[nodiscard]] std::uint64_t slots(int chunk, int rotation) const {
        return chunk_[chunk].at[rotation];
    }

    /// Bit i: slot 64 * chunk + i has a place.
    [[nodiscard]] std::uint64_t slots(int chunk) const {
        const std::uint64_t* const at = chunk_[chunk].at;
        return at[0] | at[1] | at[2] | at[3];
    }

    /// Calls f(slot) for each slot with a place, in order.
    template <typename F>
    void each_slot(F f) const {
        for (int c = 0; c < chunks_; ++c) {
            for (std::uint64_t left = slots(c); left; left &= left - 1) {
                f(64 * c + std::countr_zero(left));
            }
        }
    }

    /// The rotations that fit a slot, as a mask.
    [[nodiscard]] unsigned rotations(int slot) const {
        unsigned mask = 0;
        for (unsigned r = 0; r < 4; ++r) {
            mask |= static_cast<unsigned>(chunk_[slot / 64].at[r] >> (slot & 63) & 1) << r;
        }
        return mask;
    }

    /// Keeps only the places for which f(slot, rotation) is true.
    template <typename F>
    void keep_if(F f) {
        for (int c = 0; c < chunks_; ++c) {
            for (int r = 0; r < 4; ++r) {
                std::uint64_t& at = chunk_[c].at[r];
                for (std::uint64_t left = at; left; left &= left - 1) {
                    const int bit = std::countr_zero(left);
                    if (!f(64 * c + bit, r)) at &= ~(1ULL << bit);
                }
                count(c, r);
            }
        }
    }

  private:
    CARCBOT_HOT void count(int c, int r) {
        before_[4 * c + r + 1] = before_[4 * c + r] + count_bits(chunk_[c].at[r]);
    }

    ChunkFits chunk_[kFrontierBytes / 64];
    int chunks_ = 0;
    unsigned before_[kFrontierBytes / 16 + 1];  ///< how many places come before each rotation's
};

}  // namespace carcbot::carcassonne
