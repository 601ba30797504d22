// What all areas come to: those that are not complete by type, and how many complete cities each
// field touches. It is found by a look at every area, and then kept up as tiles join them.
#pragma once

#include <bit>
#include <cstdint>

#include "final.hpp"
#include "join.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Areas of one type in one number, so that to put sums together is one addition: how many areas,
/// their points and their open ends, sixteen bits each.
namespace sum {
inline constexpr int kPoints = 16, kOpen = 32;
inline constexpr std::uint64_t kOneArea = 1;
constexpr int areas(std::uint64_t all) {
    return static_cast<int>(all & 0xFFFF);
}
constexpr std::uint64_t points(std::uint64_t all) {
    return all >> kPoints & 0xFFFF;
}

/// A single city or road that is not complete.
CARCBOT_HOT std::uint64_t of_one(std::uint64_t word) {
    constexpr std::uint64_t kWorthless = 7ULL << tally::kInns | 3ULL << tally::kCathedrals;
    const std::uint64_t points = (word >> tally::kTiles & 0x7F) + (word >> tally::kPennants & 0x1F);
    const std::uint64_t paid = select((word & kWorthless) == 0, points, std::uint64_t{0});
    return paid << kPoints | std::uint64_t{tally::open(word)} << kOpen | kOneArea;
}

/// What a farmer is paid for a complete city.
inline constexpr std::uint64_t kFarmPoints = std::uint64_t{3} << kPoints;
}  // namespace sum

/// What its tally's top three bits say of an area: the type, and whether it is complete.
inline constexpr int kWhat = 61;
inline constexpr std::uint64_t kOpenCity = tally::kCity >> kWhat,
                               kCompleteCity = (tally::kCity | tally::kDone) >> kWhat,
                               kOpenRoad = tally::kRoad >> kWhat,
                               kAnyField = tally::kField >> kWhat;

/// What all areas of a type come to, whoever owns them.
class AllAreas {
  public:
    explicit AllAreas(const State& state)
        : farms_(state.rules->options.farm_scoring != FarmScoring::off) {
        const Features& features = state.features;
        for (int label = 0; label < features.labels; ++label) {
            const std::uint64_t word = features.tally[label];
            cities_ += if_open(kOpenCity, word);
            roads_ += if_open(kOpenRoad, word);
            fields_ +=
                select(farms_ && word >> kWhat == kAnyField, sum::kOneArea, std::uint64_t{0});
            if (word >> kWhat == kCompleteCity) add_complete_city(features, label);
        }
    }

    /// All cities and roads that are not complete, as `sum` has them.
    [[nodiscard]] std::uint64_t cities() const { return cities_; }
    [[nodiscard]] std::uint64_t roads() const { return roads_; }
    /// Nothing in games without farmers.
    [[nodiscard]] std::uint64_t fields() const { return fields_; }

    /// How many complete cities a field touches, in games with farmers.
    [[nodiscard]] CARCBOT_HOT unsigned touched(int label) const { return touched_[label]; }

    /// Whether the tile laid last completed a city, so that any field may touch more.
    [[nodiscard]] bool completes_city() const { return completes_city_; }

    /// To keep this up: the areas that a tile joins, before it is laid.
    void leave(const Features& features, const Shape& shape, const Join& join) {
        const auto old = [&](std::uint8_t label) { return label < features.labels; };
        each_closable(shape, join, [&](std::uint8_t label) {
            const std::uint64_t word = features.tally[label] & -std::uint64_t{old(label)};
            cities_ -= if_open(kOpenCity, word);
            roads_ -= if_open(kOpenRoad, word);
        });
        fields_join_ = false;
        for (unsigned m = 0; m < join.merges; ++m) {
            const std::uint8_t lost = join.loser[m];
            const std::uint64_t word =
                features.tally[lost] & -std::uint64_t{lost != join.winner[m]};
            cities_ -= if_open(kOpenCity, word);
            roads_ -= if_open(kOpenRoad, word);
            if (!farms_ || word >> kWhat != kAnyField) continue;
            fields_ -= sum::kOneArea + sum::kFarmPoints * touched(lost);
            fields_join_ = true;
        }
        if (fields_join_) {
            each_field(shape, join, [&](std::uint8_t label) {
                if (old(label)) fields_ -= sum::kFarmPoints * touched(label);
            });
        }
    }

    /// The same areas, when all that the tile completes is scored.
    void enter(const Features& features, const Shape& shape, const Join& join) {
        completes_city_ = false;
        if (fields_join_) {
            each_field(shape, join, [&](std::uint8_t label) {
                count_touched(features, label);
                fields_ += sum::kFarmPoints * touched(label);
            });
        }
        const unsigned closable = (1U << shape.closable) - 1;
        fields_ += (farms_ ? count_bits(join.begun & ~closable) : 0) * sum::kOneArea;
        each_closable(shape, join, [&](std::uint8_t label) {
            const std::uint64_t word = features.tally[label];
            cities_ += if_open(kOpenCity, word);
            roads_ += if_open(kOpenRoad, word);
            if (word >> kWhat == kCompleteCity) add_complete_city(features, label);
        });
    }

  private:
    /// The largest box has 73 city segments.
    static constexpr int kMostJoined = 73 / 2;

    /// A city or road of this kind as `sum` has it, and nothing of any other area.
    CARCBOT_HOT static std::uint64_t if_open(std::uint64_t what, std::uint64_t word) {
        return select(word >> kWhat == what, sum::of_one(word), std::uint64_t{0});
    }

    CARCBOT_HOT static bool have_common(const CityBits& field, const CityBits& city) {
        return ((field.low & city.low) | (field.high & city.high)) != 0;
    }

    /// Each city and road of the tile once, by its label.
    template <typename F>
    CARCBOT_HOT static void each_closable(const Shape& shape, const Join& join, F f) {
        for (unsigned left = ((1U << shape.closable) - 1) & ~join.doubled; left; left &= left - 1) {
            f(join.root.at[std::countr_zero(left)]);
        }
    }

    template <typename F>
    CARCBOT_HOT static void each_field(const Shape& shape, const Join& join, F f) {
        const unsigned all = (1U << shape.segments) - (1U << shape.closable);
        for (unsigned left = all & ~join.doubled; left; left &= left - 1) {
            f(join.root.at[std::countr_zero(left)]);
        }
    }

    void count_touched(const Features& features, int label) {
        const CityBits& cities = features.cities[label];
        unsigned count =
            count_bits(cities.low & alone_.low) + count_bits(cities.high & alone_.high);
        for (int city = 0; city < joined_count_; ++city) {
            count += have_common(cities, joined_[city]);
        }
        touched_[label] = static_cast<std::uint8_t>(count);
    }

    void add_complete_city(const Features& features, int label) {
        if (!farms_) return;
        completes_city_ = true;
        const CityBits city = {features.cities[label].low,
                               features.cities[label].high & ~kForkedTiles};
        if (count_bits(city.low) + count_bits(city.high) == 1) {
            alone_.low |= city.low;
            alone_.high |= city.high;
        } else {
            joined_[joined_count_++] = city;
        }
        std::uint64_t fields = 0;
        for (int i = 0; i < features.labels; ++i) {
            const bool touches = have_common(features.cities[i], city);
            touched_[i] = static_cast<std::uint8_t>(touched_[i] + touches);
            fields += touches & (features.tally[i] >> kWhat == kAnyField);
        }
        fields_ += sum::kFarmPoints * fields;
    }

    bool farms_;
    bool fields_join_ = false;  ///< the tile that is laid makes one field of several
    bool completes_city_ = false;
    std::uint64_t cities_ = 0, roads_ = 0, fields_ = 0;
    CityBits alone_ = {};  ///< of all complete cities that are made of one label
    int joined_count_ = 0;
    CityBits joined_[kMostJoined];            ///< of each of the others
    std::uint8_t touched_[kLabelSlots] = {};  ///< means nothing where there is no field
};

}  // namespace carcbot::carcassonne
