// All areas looked at in one go: what those that are not complete come to by type, and how many
// complete cities each field touches. With AVX-512 eight areas at a time; elsewhere plain C++
// computes the same.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "final.hpp"
#include "lanes.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// How many words are worked on together: one where vectors cannot compare or shift them.
#if defined(__AVX512F__)
inline constexpr int kAtOnce = 8;
#else
inline constexpr int kAtOnce = 1;
#endif
/// A comparison is -1 where it holds and else 0.
using Words [[gnu::vector_size(8 * kAtOnce)]] = std::uint64_t;

/// A set of labels, a bit for each.
struct LabelSet {
    static constexpr int kWords = kLabelSlots / 64;
    std::uint64_t at[kWords] = {};

    [[nodiscard]] std::uint8_t eight(int first) const {
        return static_cast<std::uint8_t>(at[first / 64] >> (first & 63));
    }

    /// Calls f(label) for each, in order.
    template <typename F>
    CARCBOT_HOT void each(F f) const {
        for (int i = 0; i < kWords; ++i) {
            for (std::uint64_t left = at[i]; left; left &= left - 1) {
                f(64 * i + std::countr_zero(left));
            }
        }
    }
};

/// Labels of the features that hold a figure.
inline LabelSet held_labels(const Features& features) {
    LabelSet held;
    for (int from = 0; from < features.labels; from += 64) {
        const std::uint64_t inside = ~0ULL >> (64 - std::min(features.labels - from, 64));
        held.at[from / 64] = lanes::marked64(features.held + from) & inside;
    }
    return held;
}

/// Areas of one type in one number, so that to put sums together is one addition: points, open
/// ends, and how many areas.
namespace sum {
inline constexpr int kOpen = tally::kOpen, kAreas = 48;
inline constexpr std::uint64_t kOneArea = 1ULL << kAreas;
constexpr int points(std::uint64_t all) {
    return static_cast<int>(all & 0xFFFF);
}
constexpr int open_ends(std::uint64_t all) {
    return static_cast<int>(all >> kOpen & 0xFFFF);
}
constexpr int areas(std::uint64_t all) {
    return static_cast<int>(all >> kAreas);
}

/// A single city or road that is not complete; of one word or of several.
template <typename Number>
CARCBOT_HOT Number of_one(const Number& word) {
    constexpr std::uint64_t kWorthless = 7ULL << tally::kInns | 3ULL << tally::kCathedrals;
    const Number points = (word >> tally::kTiles & 0x7F) + (word >> tally::kPennants & 0x1F);
    const Number paid = (word & kWorthless) == 0 ? points : Number{};
    return paid | (word & 0xFFULL << kOpen) | kOneArea;
}
}  // namespace sum

/// What a farmer is paid for a complete city.
inline constexpr std::uint64_t kFarmPoints = 3;

/// What its tally's top three bits say of an area: the type, and whether it is complete.
inline constexpr int kWhat = 61;
inline constexpr std::uint64_t kOpenCity = tally::kCity >> kWhat,
                               kCompleteCity = (tally::kCity | tally::kDone) >> kWhat,
                               kOpenRoad = tally::kRoad >> kWhat,
                               kAnyField = tally::kField >> kWhat;

/// What all areas of a type come to, whoever owns them.
class AllAreas {
  public:
    AllAreas(const Features& features, bool farms) : features_(features) {
        look_at_tallies();
        if (farms) look_at_fields();
    }

    /// All cities and roads that are not complete, as `sum` has them.
    [[nodiscard]] std::uint64_t cities() const { return cities_; }
    [[nodiscard]] std::uint64_t roads() const { return roads_; }
    /// Nothing in games without farmers.
    [[nodiscard]] std::uint64_t fields() const { return fields_; }
    /// How many complete cities a field touches, in games with farmers.
    [[nodiscard]] std::uint64_t touched(int label) const { return touched_[label]; }

  private:
    /// The complete cities that are made of several labels, and the bits of all the others: of
    /// those a field touches as many as it has of these bits.
    struct CompleteCities {
        std::uint64_t alone_low = 0, alone_high = 0;
        int count = 0;
        std::uint64_t low[kLabelSlots], high[kLabelSlots];
    };

    void look_at_tallies();
    void look_at_fields();
    void find_complete_cities(CompleteCities& cities) const;

    const Features& features_;
    std::uint64_t cities_ = 0, roads_ = 0, fields_ = 0;
    LabelSet fields_set_;
    LabelSet complete_cities_;
    alignas(64) std::uint64_t touched_[kLabelSlots];
};

inline void AllAreas::find_complete_cities(CompleteCities& cities) const {
    complete_cities_.each([&](int label) {
        const std::uint64_t low = features_.cities[label].low;
        const std::uint64_t high = features_.cities[label].high & ~kForkedTiles;
        const bool alone = count_bits(low) + count_bits(high) == 1;
        cities.alone_low |= select(alone, low, std::uint64_t{0});
        cities.alone_high |= select(alone, high, std::uint64_t{0});
        cities.low[cities.count] = low;
        cities.high[cities.count] = high;
        cities.count += !alone;
    });
}

#if defined(__AVX512DQ__)

namespace detail {

CARCBOT_HOT Words words_at(const std::uint64_t* words) {
    return reinterpret_cast<Words>(_mm512_load_si512(words));
}

struct EightCities {
    Words low, high;
};
CARCBOT_HOT EightCities cities_of_eight(const CityBits* cities) {
    const __m512i four = _mm512_load_si512(cities), next = _mm512_load_si512(cities + 4);
    const __m512i even = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
    return {reinterpret_cast<Words>(_mm512_permutex2var_epi64(four, even, next)),
            reinterpret_cast<Words>(_mm512_permutex2var_epi64(four, odd, next))};
}

/// Those of eight words that are chosen, and zeros.
CARCBOT_HOT Words chosen(unsigned which, const Words& words) {
    return reinterpret_cast<Words>(
        _mm512_maskz_mov_epi64(static_cast<__mmask8>(which), reinterpret_cast<__m512i>(words)));
}

CARCBOT_HOT Words count_bits_of(const Words& words) {
#if defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<Words>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(words)));
#else
    Words counts;
    for (int i = 0; i < kAtOnce; ++i) counts[i] = count_bits(words[i]);
    return counts;
#endif
}

CARCBOT_HOT std::uint64_t sum_of(const Words& words) {
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(reinterpret_cast<__m512i>(words)));
}

}  // namespace detail

inline void AllAreas::look_at_tallies() {
    Words cities = {}, roads = {};
    for (int from = 0; from < features_.labels; from += 64) {
        const int count = std::min(features_.labels - from, 64);
        std::uint64_t fields = 0, complete = 0;
        for (int i = 0; i < count; i += kAtOnce) {
            const Words word = detail::words_at(features_.tally + from + i);
            const auto what = reinterpret_cast<__m512i>(word >> kWhat);
            const auto is = [&](std::uint64_t wanted) __attribute__((always_inline)) {
                return unsigned{_mm512_cmpeq_epi64_mask(
                    what, _mm512_set1_epi64(static_cast<long long>(wanted)))};
            };
            const unsigned inside = (1U << std::min(count - i, kAtOnce)) - 1;
            const Words worth = sum::of_one(word);
            cities += detail::chosen(is(kOpenCity) & inside, worth);
            roads += detail::chosen(is(kOpenRoad) & inside, worth);
            fields |= std::uint64_t{is(kAnyField) & inside} << i;
            complete |= std::uint64_t{is(kCompleteCity) & inside} << i;
        }
        fields_set_.at[from / 64] = fields;
        complete_cities_.at[from / 64] = complete;
    }
    cities_ = detail::sum_of(cities);
    roads_ = detail::sum_of(roads);
}

inline void AllAreas::look_at_fields() {
    CompleteCities cities;
    find_complete_cities(cities);
    Words all = {};
    for (int label = 0; label < features_.labels; label += kAtOnce) {
        const auto [low, high] = detail::cities_of_eight(features_.cities + label);
        Words touched = detail::count_bits_of(low & cities.alone_low) +
                        detail::count_bits_of(high & cities.alone_high);
        for (int city = 0; city < cities.count; ++city) {
            touched -= ((low & cities.low[city]) | (high & cities.high[city])) != 0;
        }
        std::memcpy(touched_ + label, &touched, sizeof touched);
        all += detail::chosen(fields_set_.eight(label), touched * kFarmPoints + sum::kOneArea);
    }
    fields_ = detail::sum_of(all);
}

#else

inline void AllAreas::look_at_tallies() {
    std::uint64_t cities = 0, roads = 0;
    for (int from = 0; from < features_.labels; from += 64) {
        std::uint64_t fields = 0, complete = 0;
        const int end = std::min(features_.labels, from + 64);
        for (int label = from; label < end; ++label) {
            const std::uint64_t word = features_.tally[label];
            const std::uint64_t what = word >> kWhat;
            const std::uint64_t worth = sum::of_one(word);
            cities += select(what == kOpenCity, worth, std::uint64_t{0});
            roads += select(what == kOpenRoad, worth, std::uint64_t{0});
            fields |= std::uint64_t{what == kAnyField} << (label & 63);
            complete |= std::uint64_t{what == kCompleteCity} << (label & 63);
        }
        fields_set_.at[from / 64] = fields;
        complete_cities_.at[from / 64] = complete;
    }
    cities_ = cities;
    roads_ = roads;
}

inline void AllAreas::look_at_fields() {
    CompleteCities cities;
    find_complete_cities(cities);
    fields_set_.each([&](int label) {
        const std::uint64_t low = features_.cities[label].low;
        const std::uint64_t high = features_.cities[label].high;
        std::uint64_t touched = count_bits(low & cities.alone_low);
        touched += count_bits(high & cities.alone_high);
        for (int city = 0; city < cities.count; ++city) {
            touched += ((low & cities.low[city]) | (high & cities.high[city])) != 0;
        }
        touched_[label] = touched;
        fields_ += sum::kOneArea + kFarmPoints * touched;
    });
}

#endif

}  // namespace carcbot::carcassonne
