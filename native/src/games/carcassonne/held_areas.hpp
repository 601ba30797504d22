// The areas that hold figures, side by side: found in a position once, and then kept up as tiles
// are laid, so that nobody has to look for them among all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "all_areas.hpp"
#include "extract.hpp"
#include "lanes.hpp"

namespace carcbot::carcassonne {

/// Types of areas that figures can stand on, as tallies number them.
enum Type { kCloisters, kCities, kRoads, kFields };

/// An area as one number, so that the most valuable come first and no two different ones are equal.
/// From the lowest bit: four that mean nothing, figures by player 24, what is on it 26, points 8
/// (the largest box has 102 tiles, and cities for 36 that are complete), its type.
namespace told {
inline constexpr int kFiguresAt = 4, kOn = 28, kPoints = 54, kType = 62;
inline constexpr std::uint64_t kFigures = (1ULL << kOn) - (1ULL << kFiguresAt);
/// What is on an area is in the order of its tally, from the open ends on.
inline constexpr int kFromTally = tally::kOpen - kOn;
inline constexpr std::uint64_t kAllOn = (1ULL << kPoints) - (1ULL << kOn);
}  // namespace told

/// Cities, roads and fields; cloisters and gardens have no area.
class HeldAreas {
  public:
    HeldAreas(const State& state, const AllAreas& all) : seats_(state.rules->options.seats) {
        const Features& features = state.features;
        for (int label = lanes::next_marked(features.held, 0); label < features.labels;
             label = lanes::next_marked(features.held, label + 1)) {
            enter(features, static_cast<std::uint8_t>(label), all);
        }
        count_free(all);
    }

    [[nodiscard]] int count() const { return count_; }
    /// Finds how eight of them are told; players are seats. Behind the last it is 0.
    CARCBOT_HOT void find_told(int block, Eight& eight) const {
        std::memcpy(&eight, told_ + 8 * block, sizeof eight);
    }
    /// Areas of one type that are not complete by who owns them, as `sum` has them: each seat,
    /// several seats, and nobody.
    [[nodiscard]] const Eight& sums(int type) const { return sums_[type]; }
    /// How many of a type there are.
    [[nodiscard]] int count(int type) const { return sum::areas(held_[type]); }
    /// What a seat is paid for them if the game ends now and farmers are paid by field.
    [[nodiscard]] int paid(int seat) const { return paid_[seat]; }

    /// To keep this up: areas of which a tile makes one, before it is laid.
    void leave(const Join& join) {
        for (unsigned m = 0; m < join.merges; ++m) {
            const std::uint8_t winner = join.winner[m], loser = join.loser[m];
            const int place = place_of(loser);
            if (place == count_ || winner == loser) continue;
            if (place_of(winner) == count_) {
                labels_[place] = winner;
            } else {
                remove(place);
            }
        }
    }

    /// The areas of the tile, when all that it completes is scored and `all` is kept up.
    void enter(const Features& features, const Shape& shape, const Join& join,
               const AllAreas& all) {
        const unsigned each = ((1U << shape.segments) - 1) & ~join.doubled;
        const unsigned before = each & ~join.free;
        unsigned now = 0;
        for (unsigned segment = 0; segment < kMaxSegments; ++segment) {
            now |= (features.held[join.root.at[segment]] & 1U) << segment;
        }
        now &= each;
        for (unsigned left = before & ~now; left; left &= left - 1) {
            remove(place_of(join.root.at[std::countr_zero(left)]));
        }
        for (unsigned left = now; left; left &= left - 1) {
            enter(features, join.root.at[std::countr_zero(left)], all);
        }
        if (all.completes_city()) {
            for (int i = 0; i < count_; ++i) {
                if (told_[i] >> told::kType == kFields) enter(features, labels_[i], all);
            }
        }
        count_free(all);
    }

    /// No game has more; whole vectors are read.
    static constexpr int kMost = (kMaxFigures + 7) / 8 * 8;

  private:
    /// The number of areas if it is none of them.
    [[nodiscard]] CARCBOT_HOT int place_of(std::uint8_t label) const {
        return std::min(lanes::Tray(labels_, count_).first(label, 0), count_);
    }

    /// Puts an area where it is, or behind the last.
    void enter(const Features& features, std::uint8_t label, const AllAreas& all) {
        const int place = place_of(label);
        const std::uint64_t word = features.tally[label];
        const std::uint64_t type = word >> told::kType;
        const bool field = type == kFields;
        const std::uint64_t worth =
            select(field, all.touched(label) * sum::kFarmPoints + sum::kOneArea, sum::of_one(word));
        if (place == count_) {
            ++count_;
        } else {
            take_out(place);
        }
        labels_[place] = label;
        worths_[place] = worth;
        owners_[place] = static_cast<std::uint8_t>(owners_of(word, seats_));
        const std::uint64_t on = word >> told::kFromTally & told::kAllOn;
        told_[place] = (word << told::kFiguresAt & told::kFigures) |
                       select(field, std::uint64_t{0}, on) | sum::points(worth) << told::kPoints |
                       type << told::kType;
        put_in(place);
    }

    /// The last one takes its place.
    void remove(int place) {
        take_out(place);
        --count_;
        labels_[place] = labels_[count_];
        worths_[place] = worths_[count_];
        owners_[place] = owners_[count_];
        told_[place] = told_[count_];
        told_[count_] = 0;
    }

    /// Areas that nobody owns.
    void count_free(const AllAreas& all) {
        const std::uint64_t of_all[] = {0, all.cities(), all.roads(), all.fields()};
        for (const Type type : {kCities, kRoads, kFields}) {
            sums_[type][seats_ + 1] = of_all[type] - held_[type];
        }
    }

    // An area in the sums.
    void put_in(int place) {
        add(place, worths_[place]);
        pay(place, static_cast<int>(sum::points(worths_[place])));
    }
    void take_out(int place) {
        add(place, 0 - worths_[place]);
        pay(place, -static_cast<int>(sum::points(worths_[place])));
    }
    void add(int place, std::uint64_t worth) {
        const unsigned owners = owners_[place];
        const bool several = (owners & (owners - 1)) != 0;
        const std::uint64_t type = told_[place] >> told::kType;
        held_[type] += worth;
        sums_[type][select(several, seats_, static_cast<unsigned>(std::countr_zero(owners)))] +=
            worth;
    }
    void pay(int place, int points) {
        for (unsigned seat = 0; seat < seats_; ++seat)
            paid_[seat] += points & -static_cast<int>(owners_[place] >> seat & 1);
    }

    unsigned seats_;
    int count_ = 0;
    int paid_[kMaxSeats] = {};
    std::uint8_t labels_[kBagBytes] = {};
    std::uint8_t owners_[kMost];
    alignas(64) std::uint64_t told_[kMost] = {};
    std::uint64_t worths_[kMost];
    static_assert(kMaxSeats + 2 <= 8);
    Eight sums_[4] = {};
    std::uint64_t held_[4] = {};  ///< the sum of all of a type
};

}  // namespace carcbot::carcassonne
