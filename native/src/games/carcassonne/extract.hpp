// Numbers that learners are told, as parts of a few words: each is so many bits of one, no more
// than some limit, times a unit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#if defined(__AVX512VBMI__)
#include <immintrin.h>
#endif

namespace carcbot::carcassonne {

/// Eight words of which numbers are parts.
using Eight [[gnu::vector_size(64)]] = std::uint64_t;

class Extract {
  public:
    [[nodiscard]] int count() const { return count_; }

    /// The next number, of word 0 to 15; it has no more than sixteen bits.
    void add(int word, int from, int bits, std::uint32_t at_most, float unit) {
        const auto at = static_cast<std::size_t>(count_++);
        word_[at] = static_cast<std::uint8_t>(word);
        from_[at] = static_cast<std::uint8_t>(from);
        for (std::size_t byte = 0; byte < 4; ++byte) {
            // of bytes behind the word nothing is left by the mask
            const int place = 8 * word + std::min(from / 8 + static_cast<int>(byte), 7);
            bytes_[4 * at + byte] = static_cast<std::uint8_t>(place);
        }
        shift_[at] = static_cast<std::uint32_t>(from % 8);
        mask_[at] = (1U << bits) - 1;
        most_[at] = at_most;
        unit_[at] = unit;
    }

    /// Writes all numbers in the order in which they were added; words from 8 on are those of
    /// `high`.
    void write(const Eight& low, const Eight& high, float* out) const {
#if defined(__AVX512VBMI__)
        for (int i = 0; i < count_; i += 16) {
            const __m512i found = _mm512_permutex2var_epi8(reinterpret_cast<__m512i>(low),
                                                           _mm512_load_si512(&bytes_[4 * index(i)]),
                                                           reinterpret_cast<__m512i>(high));
            const __m512i part =
                _mm512_and_si512(_mm512_srlv_epi32(found, _mm512_load_si512(&shift_[index(i)])),
                                 _mm512_load_si512(&mask_[index(i)]));
            const __m512i number = _mm512_min_epu32(part, _mm512_load_si512(&most_[index(i)]));
            const __m512 told =
                _mm512_mul_ps(_mm512_cvtepi32_ps(number), _mm512_load_ps(&unit_[index(i)]));
            if (count_ - i >= 16) {
                _mm512_storeu_ps(out + i, told);
            } else {
                const auto inside = static_cast<__mmask16>((1U << (count_ - i)) - 1);
                _mm512_mask_storeu_ps(out + i, inside, told);
            }
        }
#else
        for (int i = 0; i < count_; ++i) {
            const int of = word_[index(i)];
            const std::uint64_t word = of < 8 ? low[of] : high[of - 8];
            const auto part = static_cast<std::uint32_t>(word >> from_[index(i)]) & mask_[index(i)];
            const auto number = static_cast<int>(std::min(part, most_[index(i)]));
            out[i] = static_cast<float>(number) * unit_[index(i)];
        }
#endif
    }

  private:
    /// Six areas with twelve numbers each; whole vectors are read.
    static constexpr std::size_t kMost = 80;

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int count_ = 0;
    std::array<std::uint8_t, kMost> word_ = {}, from_ = {};
    alignas(64) std::array<std::uint8_t, 4 * kMost> bytes_ = {};
    alignas(64) std::array<std::uint32_t, kMost> shift_ = {}, mask_ = {}, most_ = {};
    alignas(64) std::array<float, kMost> unit_ = {};
};

}  // namespace carcbot::carcassonne
