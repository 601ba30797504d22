// Moves with their numbers for learners, which are written as the moves are listed: encoded.hpp
// says what a number is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "bounds.hpp"
#include "carcbot/encoded.hpp"
#include "carcbot/hot.hpp"
#include "state.hpp"

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace carcbot::carcassonne {

/// How the moves of a game are numbered.
struct Numbering {
    int window = 0;   ///< cells on a side
    int follows = 0;  ///< what can follow the tile, so many ways
    /// Move::then in two parts: the lower bits are a spot, the upper ones say what is put there.
    static constexpr unsigned kSpotBits = 5, kSpots = (1U << kSpotBits) - 1;
    std::array<int, 5> added = {};  ///< by the upper part: what is added to the spot

    [[nodiscard]] CARCBOT_HOT int follow(unsigned then) const {
        return static_cast<int>(then & kSpots) + added[then >> kSpotBits];
    }
};

/// The numbers of a list of moves: it is told where each move stands.
class Numbers {
  public:
    Numbers(const Numbering& numbering, Corner corner, std::int32_t* out)
        : numbering_(numbering), corner_(corner), out_(out) {}

    /// The next moves are in this place.
    CARCBOT_HOT void place(Move bare) {
        const int column = bare.x - corner_.left, row = bare.y - corner_.top;
        const bool inside =
            (static_cast<unsigned>(column) < window()) & (static_cast<unsigned>(row) < window());
        const int number =
            ((row * numbering_.window + column) * 4 + bare.rotation) * numbering_.follows;
        first_ = select(inside, number, kBeyond);
        may_lie_outside_ |= !inside;
    }
    /// A single move.
    CARCBOT_HOT void one(int at, unsigned then) {
        out_[at] = std::max(first_ + numbering_.follow(then), kOutside);
    }

#if defined(__AVX512BW__)
    /// Moves that put something on these spots, of which some count.
    CARCBOT_HOT void several(int at, unsigned put, __m256i spots, __mmask8 which) {
        const int none = first_ + numbering_.follow(put);
        const __m256i numbers = _mm256_max_epi32(_mm256_add_epi32(spots, _mm256_set1_epi32(none)),
                                                 _mm256_set1_epi32(kOutside));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out_ + at),
                            _mm256_maskz_compress_epi32(which, numbers));
    }

    /// The next moves do nothing but lay the tile on some of these cells, up to 64.
    CARCBOT_HOT void cells(const Cell* from, int count) {
        const __m512i window = _mm512_set1_epi32(numbering_.window);
        const __m512i step = _mm512_set1_epi32(4 * numbering_.follows);
        for (int i = 0; i < count; i += 16) {
            const __m512i cell = _mm512_cvtepu16_epi32(
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i)));
            // x and y are the two lower bytes, with their signs
            const __m512i x = _mm512_srai_epi32(_mm512_slli_epi32(cell, 24), 24);
            const __m512i y = _mm512_srai_epi32(_mm512_slli_epi32(cell, 16), 24);
            const __m512i column = _mm512_sub_epi32(x, _mm512_set1_epi32(corner_.left));
            const __m512i row = _mm512_sub_epi32(y, _mm512_set1_epi32(corner_.top));
            const __mmask16 outside =
                _mm512_cmpge_epu32_mask(column, window) | _mm512_cmpge_epu32_mask(row, window);
            const __m512i index = _mm512_add_epi32(_mm512_mullo_epi32(row, window), column);
            const __m512i number = _mm512_mullo_epi32(index, step);
            _mm512_store_si512(firsts_ + i, _mm512_mask_set1_epi32(number, outside, kBeyond));
            may_lie_outside_ |= outside != 0;
        }
    }
    /// On some of sixteen of them, from one on.
    CARCBOT_HOT void some(int at, int from, int rotation, __mmask16 which) {
        const __m512i turned = _mm512_set1_epi32(rotation * numbering_.follows);
        const __m512i numbers =
            _mm512_max_epi32(_mm512_add_epi32(_mm512_load_si512(firsts_ + from), turned),
                             _mm512_set1_epi32(kOutside));
        _mm512_storeu_si512(out_ + at, _mm512_maskz_compress_epi32(which, numbers));
    }
#endif

    /// Whether any of the cells lies outside of the window.
    [[nodiscard]] bool may_lie_outside() const { return may_lie_outside_; }

  private:
    /// So far below zero that no move that is added makes a number of it.
    static constexpr int kBeyond = -(1 << 30);

    [[nodiscard]] unsigned window() const { return static_cast<unsigned>(numbering_.window); }

    const Numbering& numbering_;
    Corner corner_;
    std::int32_t* out_;
    int first_ = 0;  ///< that of the bare move in the place
    bool may_lie_outside_ = false;
#if defined(__AVX512BW__)
    alignas(64) std::int32_t firsts_[64];  ///< by cell
#endif
};

/// A list of moves in memory of the caller, in which there is room for all of them and fifteen
/// more.
struct NumberedList {
    Move* moves;
    Numbers numbers;
    int count = 0;
};

}  // namespace carcbot::carcassonne
