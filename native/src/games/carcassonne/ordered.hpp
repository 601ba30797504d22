// Numbers in descending order, eight of which are read at a time. A few are put in order without a
// way through memory: a processor that reads as one vector what it has just written word by word
// waits until all that it has written so far is in the caches, and masks of moves seldom are.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "carcbot/hot.hpp"
#include "extract.hpp"

namespace carcbot::carcassonne {

/// For each of eight words, its place among them.
inline constexpr Eight kEightPlaces = {0, 1, 2, 3, 4, 5, 6, 7};

class Ordered {
  public:
    /// More are not put in order.
    static constexpr int kMost = 56;
    static constexpr int kFew = 16;

    /// So many keys; up to kFew no two are equal. As many are looked at: behind the last they are
    /// below all others.
    CARCBOT_HOT Ordered(const Eight* keys, int count) {
        const auto key = [keys](int of) { return keys[of / 8][of % 8]; };
        if (count > kFew) [[unlikely]] {
            for (int of = 0; of < count; ++of) {
                int place = of;
                for (; place > 0 && sorted_[place - 1] < key(of); --place)
                    sorted_[place] = sorted_[place - 1];
                sorted_[place] = key(of);
            }
            is_few_ = false;
            return;
        }
        // each finds its place by how many come before it
#if defined(__AVX512F__)
        low_ = reinterpret_cast<__m512i>(keys[0]);
        high_ = reinterpret_cast<__m512i>(keys[1]);
        for (int of = 0; of < count; ++of) {
            const __m512i one = _mm512_set1_epi64(static_cast<long long>(key(of)));
            const unsigned greater = count_bits(_mm512_cmpgt_epu64_mask(low_, one)) +
                                     count_bits(_mm512_cmpgt_epu64_mask(high_, one));
            order_ |= static_cast<std::uint64_t>(of) << (4 * greater);
        }
#else
        std::uint64_t few[kFew];
        std::memcpy(few, keys, sizeof few);
        for (int of = 0; of < count; ++of) {
            unsigned greater = 0;
            for (const std::uint64_t other : few) greater += other > few[of];
            sorted_[greater] = few[of];
        }
#endif
    }

    /// Finds up to eight of them from a place on, `count` of which are there; 0 behind these.
    CARCBOT_HOT void find(int from, int count, Eight& found) const {
#if defined(__AVX512F__)
        if (is_few_) [[likely]] {
            const Eight digits = 4 * (kEightPlaces + static_cast<std::uint64_t>(from));
            const __m512i order = _mm512_set1_epi64(static_cast<long long>(order_));
            const __m512i index = _mm512_and_si512(
                _mm512_srlv_epi64(order, reinterpret_cast<__m512i>(digits)), _mm512_set1_epi64(15));
            found = reinterpret_cast<Eight>(_mm512_permutex2var_epi64(low_, index, high_));
        } else
#endif
        {
            std::memcpy(&found, sorted_ + from, sizeof found);
        }
        found = kEightPlaces < static_cast<std::uint64_t>(count) ? found : Eight{};
    }

  private:
    bool is_few_ = true;
#if defined(__AVX512F__)
    std::uint64_t order_ = 0;  ///< which key is at a place, in four bits for each place
    __m512i low_, high_;       ///< the keys
#endif
    std::uint64_t sorted_[kMost + 8];  ///< eight are read
};

}  // namespace carcbot::carcassonne
