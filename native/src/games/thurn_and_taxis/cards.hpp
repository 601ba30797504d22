// Cards of Thurn and Taxis without an order: a hand, the discard pile, the cards of the supply.
#pragma once

#include <array>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "carcbot/hot.hpp"
#include "carcbot/random.hpp"
#include "map.hpp"

namespace carcbot::thurn_and_taxis {

inline constexpr int kCopies = 3;
inline constexpr int kAllCards = kCities * kCopies;

/// The place of the bit number `rank` among those that are set, from the lowest.
CARCBOT_HOT City nth_city(CitySet set, unsigned rank) noexcept {
#if defined(__BMI2__)
    return static_cast<City>(std::countr_zero(_pdep_u32(1U << rank, set)));
#else
    for (; rank > 0; --rank) set &= set - 1;
    return static_cast<City>(std::countr_zero(set));
#endif
}

/// Any of them alike.
CARCBOT_HOT City any_city(CitySet set, Random& random) {
    return nth_city(set, random.below(count_bits(set)));
}

/// Up to three cards of each city. Plane i has the cities with more than i cards, so that most
/// questions are a few operations on bits.
class Cards {
  public:
    constexpr Cards() = default;
    static constexpr Cards of_each(int copies) {
        Cards cards;
        for (int i = 0; i < copies; ++i) cards.planes_[static_cast<std::size_t>(i)] = kAllCities;
        return cards;
    }
    static constexpr Cards one_of(City city) {
        Cards cards;
        cards.planes_[0] = bit(city);
        return cards;
    }
    static constexpr Cards one_of_each(CitySet set) {
        Cards cards;
        cards.planes_[0] = set;
        return cards;
    }

    /// The cities of which there is one at least; with more of them, so many at least.
    [[nodiscard]] constexpr CitySet cities(int copies = 1) const {
        return planes_[static_cast<std::size_t>(copies - 1)];
    }
    [[nodiscard]] constexpr int count() const {
        // one count for two planes: the second fits beside the first in 64 bits
        const std::uint64_t two = planes_[0] | std::uint64_t{planes_[1]} << 32;
        return static_cast<int>(count_bits(two) + count_bits(planes_[2]));
    }
    [[nodiscard]] constexpr bool empty() const { return planes_[0] == 0; }
    [[nodiscard]] constexpr int of(City city) const {
        return static_cast<int>((planes_[0] >> city & 1) + (planes_[1] >> city & 1) +
                                (planes_[2] >> city & 1));
    }
    [[nodiscard]] constexpr bool has(City city) const { return planes_[0] >> city & 1; }

    /// A fourth card of a city is lost: callers know that there are three.
    constexpr void add(CitySet one_each) {
        planes_[2] |= planes_[1] & one_each;
        planes_[1] |= planes_[0] & one_each;
        planes_[0] |= one_each;
    }
    /// Cities without a card stay without.
    constexpr void take(CitySet one_each) {
        planes_[0] &= planes_[1] | ~one_each;
        planes_[1] &= planes_[2] | ~one_each;
        planes_[2] &= ~one_each;
    }
    constexpr void add_city(City city) { add(bit(city)); }
    constexpr void take_city(City city) { take(bit(city)); }
    constexpr void add(const Cards& more) {
        for (const CitySet plane : more.planes_) add(plane);
    }
    constexpr void take(const Cards& less) {
        for (const CitySet plane : less.planes_) take(plane);
    }
    [[nodiscard]] constexpr Cards without(CitySet cities) const {
        Cards rest;
        for (std::size_t i = 0; i < kCopies; ++i) rest.planes_[i] = planes_[i] & ~cities;
        return rest;
    }
    [[nodiscard]] constexpr bool contains(const Cards& part) const {
        return !(part.planes_[0] & ~planes_[0]) && !(part.planes_[1] & ~planes_[1]) &&
               !(part.planes_[2] & ~planes_[2]);
    }

    /// The one at this place, counted from 0, if they lie in the order of their cities.
    [[nodiscard]] City at(unsigned place) const {
        CitySet rest = planes_[0];
        for (;; rest &= rest - 1) {
            const auto city = static_cast<City>(std::countr_zero(rest));
            const auto copies = static_cast<unsigned>(of(city));
            if (place < copies) return city;
            place -= copies;
        }
    }

    /// Any of them alike; the same number brings another one than the order of cities would.
    [[nodiscard]] City pick(Random& random) const {
        const unsigned first = count_bits(planes_[0]);
        const unsigned second = count_bits(planes_[1]);
        unsigned ticket = random.below(first + second + count_bits(planes_[2]));
        std::size_t plane = 0;
        if (ticket >= first) {
            ticket -= first;
            plane = 1;
            if (ticket >= second) {
                ticket -= second;
                plane = 2;
            }
        }
        return nth_city(planes_[plane], ticket);
    }

    constexpr bool operator==(const Cards&) const = default;

  private:
    std::array<CitySet, kCopies> planes_{};
};

/// Does something with each city of a set, in their order.
template <typename Use>
constexpr void for_each_city(CitySet set, Use use) {
    for (; set; set &= set - 1) use(static_cast<City>(std::countr_zero(set)));
}

}  // namespace carcbot::thurn_and_taxis
