// All areas looked at in one go: what each is worth, and what those that are not complete come to
// by type. With AVX-512 eight areas at a time; elsewhere plain C++ computes the same.
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

    CARCBOT_HOT void add(int first, std::uint64_t bits) { at[first / 64] |= bits << (first & 63); }

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

/// A single city or road that is not complete.
constexpr std::uint64_t of_one(std::uint64_t word) {
    const bool worthless = tally::has_inn(word) || tally::has_cathedral(word);
    const int points = tally::tiles(word) + tally::pennants(word);
    return (worthless ? 0 : static_cast<std::uint64_t>(points)) | (word & 0xFFULL << kOpen) |
           kOneArea;
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

/// What all areas are worth, and what those of a type come to, whoever owns them.
class AllAreas {
  public:
    AllAreas(const Features& features, bool farms) : features_(features) {
        look_at_tallies();
        if (farms) look_at_fields();
    }

    /// A city or road that is not complete, or a field, as `sum` has them.
    [[nodiscard]] std::uint64_t worth(int label) const { return worth_[label]; }
    /// All that are not complete.
    [[nodiscard]] std::uint64_t cities() const { return cities_; }
    [[nodiscard]] std::uint64_t roads() const { return roads_; }
    /// Nothing in games without farmers.
    [[nodiscard]] std::uint64_t fields() const { return fields_; }

  private:
    void look_at_tallies();
    void look_at_fields();

    const Features& features_;
    std::uint64_t cities_ = 0, roads_ = 0, fields_ = 0;
    LabelSet fields_set_;
    LabelSet complete_cities_;
    alignas(64) std::uint64_t worth_[kLabelSlots];
};

#if defined(__AVX512DQ__)

namespace detail {

/// One word, by its place there, of each of eight features from `of` on.
template <int kWord>
CARCBOT_HOT Words words_of_eight(const Feature* of) {
    constexpr int w = kWord;
    const __m512i every_fourth = _mm512_set_epi64(w + 12, w + 8, w + 4, w, w + 12, w + 8, w + 4, w);
    const auto two = [&](int i) { return _mm512_load_si512(of + i); };
    const __m512i low = _mm512_permutex2var_epi64(two(0), every_fourth, two(2));
    const __m512i high = _mm512_permutex2var_epi64(two(4), every_fourth, two(6));
    return reinterpret_cast<Words>(_mm512_mask_blend_epi64(0xF0, low, high));
}

CARCBOT_HOT std::uint64_t sum_of(const Words& words) {
    std::uint64_t all = 0;
    for (int i = 0; i < kAtOnce; ++i) all += words[i];
    return all;
}

}  // namespace detail

inline void AllAreas::look_at_tallies() {
    Words cities = {}, roads = {};
    for (int label = 0; label < features_.labels; label += kAtOnce) {
        const Words word = detail::words_of_eight<0>(features_.of + label);
        const Words what = word >> kWhat;
        const int left = std::min(features_.labels - label, kAtOnce);
        const auto is = [&](std::uint64_t wanted) __attribute__((always_inline)) {
            return _mm512_mask_cmpeq_epi64_mask(static_cast<__mmask8>(0xFFU >> (kAtOnce - left)),
                                                reinterpret_cast<__m512i>(what),
                                                reinterpret_cast<__m512i>(Words{} + wanted));
        };
        const Words no_points = word & (7ULL << tally::kInns | 3ULL << tally::kCathedrals);
        const Words points =
            ((word >> tally::kTiles & 0x7F) + (word >> tally::kPennants & 0x1F)) & (no_points == 0);
        const Words worth = points | (word & 0xFFULL << sum::kOpen) | sum::kOneArea;
        std::memcpy(worth_ + label, &worth, sizeof worth);
        const __mmask8 open_cities = is(kOpenCity), open_roads = is(kOpenRoad);
        const auto worths = reinterpret_cast<__m512i>(worth);
        cities += reinterpret_cast<Words>(_mm512_maskz_mov_epi64(open_cities, worths));
        roads += reinterpret_cast<Words>(_mm512_maskz_mov_epi64(open_roads, worths));
        fields_set_.add(label, is(kAnyField));
        complete_cities_.add(label, is(kCompleteCity));
    }
    cities_ = detail::sum_of(cities);
    roads_ = detail::sum_of(roads);
}

inline void AllAreas::look_at_fields() {
    std::uint64_t city_low[kLabelSlots], city_high[kLabelSlots];
    int cities = 0;
    complete_cities_.each([&](int label) {
        city_low[cities] = features_.of[label].cities_low;
        city_high[cities++] = features_.of[label].cities_high & ~kForkedTiles;
    });
    Words all = {};
    for (int label = 0; label < features_.labels; label += kAtOnce) {
        const Words low = detail::words_of_eight<1>(features_.of + label);
        const Words high = detail::words_of_eight<2>(features_.of + label);
        Words touched = {};
        for (int city = 0; city < cities; ++city) {
            touched -= ((low & city_low[city]) | (high & city_high[city])) != 0;
        }
        const Words worth = touched * kFarmPoints + sum::kOneArea;
        const auto worths = reinterpret_cast<__m512i>(worth);
        const __mmask8 fields = fields_set_.eight(label);
        _mm512_mask_store_epi64(worth_ + label, fields, worths);
        all += reinterpret_cast<Words>(_mm512_maskz_mov_epi64(fields, worths));
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
            const std::uint64_t word = features_.of[label].tally;
            const std::uint64_t what = word >> kWhat;
            const std::uint64_t worth = sum::of_one(word);
            worth_[label] = worth;
            cities += select(what == kOpenCity, worth, std::uint64_t{0});
            roads += select(what == kOpenRoad, worth, std::uint64_t{0});
            fields |= std::uint64_t{what == kAnyField} << (label & 63);
            complete |= std::uint64_t{what == kCompleteCity} << (label & 63);
        }
        fields_set_.add(from, fields);
        complete_cities_.add(from, complete);
    }
    cities_ = cities;
    roads_ = roads;
}

inline void AllAreas::look_at_fields() {
    Cities cities;
    complete_cities_.each(
        [&](int label) { cities.at[cities.count++] = static_cast<std::uint8_t>(label); });
    fields_set_.each([&](int label) {
        const int touched = touched_of(features_, label, cities);
        worth_[label] = sum::kOneArea + kFarmPoints * static_cast<unsigned>(touched);
        fields_ += worth_[label];
    });
}

#endif

}  // namespace carcbot::carcassonne
