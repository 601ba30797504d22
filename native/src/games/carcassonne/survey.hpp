// What the areas of a position come to, for learners: how many are not complete and whose they are,
// the most valuable ones, and the points if the game ended now.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "all_areas.hpp"
#include "lanes.hpp"

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

/// Types of areas that figures can stand on, as tallies number them.
enum Type { kCloisters, kCities, kRoads, kFields };
/// How many of each are told one by one.
inline constexpr std::size_t kTold[] = {4, 6, 4, 4};

/// An area as one number, so that the most valuable come first and no two different ones are equal.
/// From the lowest bit: figures by player 24, what is on it 26, points 12, its type.
namespace told {
inline constexpr int kOn = 24, kPoints = 50, kType = 62;
/// What is on an area is in the order of its tally, from the open ends on.
inline constexpr int kFromTally = tally::kOpen - kOn;
inline constexpr std::uint64_t kAllOn = (1ULL << kPoints) - (1ULL << kOn);

/// The tally of a city or road without its figures.
constexpr std::uint64_t tally_of(std::uint64_t told) {
    return (told & kAllOn) << kFromTally | (told & tally::kType);
}
}  // namespace told

class Survey {
  public:
    /// Players are counted from seat `first` on.
    Survey(const State& state, int first, const AllAreas& all)
        : state_(state), first_(first), seats_(state.rules->options.seats) {
        const FarmScoring farms = state.rules->options.farm_scoring;
        for (int seat = 0; seat < seats_; ++seat)
            final_points_[player_of(seat)] = state.points[seat];
        find_held(all);
        look_at_held();
        monks();
        put_in_order();
        sums_[kCities * kOwners] = all.cities() - sums_of_owned(kCities);
        sums_[kRoads * kOwners] = all.roads() - sums_of_owned(kRoads);
        sums_[kFields * kOwners] = all.fields() - sums_of_owned(kFields);
        if (farms == FarmScoring::first || farms == FarmScoring::second) ask_for_final_points();
    }

    /// Areas of one type that are not complete and have the same owner, as `sum` has them: nobody,
    /// each player, or several.
    [[nodiscard]] std::uint64_t sum_of(int type, int owner) const {
        return sums_[type * kOwners + owner];
    }
    /// The most valuable ones that hold figures, the best first.
    [[nodiscard]] std::span<const std::uint64_t> tops(int type) const {
        return {ordered_ + begin_[type], std::min(count_[type], kTold[type])};
    }
    /// As if the game ended now.
    [[nodiscard]] int final_points(int player) const { return final_points_[player]; }

  private:
    static constexpr int kMost = kMaxFigures + kAtOnce;
    static constexpr int kOwners = kMaxSeats + 2;

    [[nodiscard]] int player_of(int seat) const {
        return seat - first_ + (seat < first_ ? seats_ : 0);
    }

    /// The areas that hold figures, apart from cloisters and gardens.
    void find_held(const AllAreas& all) {
        held_labels(state_.features).each([&](int label) {
            words_[held_] = state_.features.tally[label];
            touched_[held_++] = all.touched(label);
        });
        // whole vectors are read
        for (int i = 0; i < kAtOnce; ++i) words_[held_ + i] = touched_[held_ + i] = 0;
    }

    /// Many at a time: whose they are, what they pay, and how they are told.
    void look_at_held() {
        const int turn = 4 * first_, turn_back = 4 * (seats_ - first_);
        const std::uint64_t all_figures = (1ULL << (4 * seats_)) - 1;
        Words paid[kMaxSeats] = {};
        for (int from = 0; from < held_; from += kAtOnce) {
            Words word, touched;
            std::memcpy(&word, words_ + from, sizeof word);
            std::memcpy(&touched, touched_ + from, sizeof touched);
            const Words type = word >> told::kType;
            const auto field = type == std::uint64_t{kFields};
            const Words worth = field ? touched * kFarmPoints + sum::kOneArea : sum::of_one(word);
            // four bits for each player
            const Words by_seat = word & all_figures;
            const Words figures = (by_seat >> turn | by_seat << turn_back) & all_figures;
            const Words points = worth & 0xFFFF;
            Words most = figures & 15;
            for (int player = 1; player < seats_; ++player) {
                const Words here = figures >> (4 * player) & 15;
                most = here > most ? here : most;
            }
            Words owners = {}, owner = {};
            for (int player = 0; player < seats_; ++player) {
                const Words owns = (figures >> (4 * player) & 15) == most;
                paid[player] += points & owns;
                owner += (1 + static_cast<unsigned>(player)) & owns;
                owners -= owns;
            }
            owner = owners > 1 ? Words{} + (1 + static_cast<unsigned>(seats_)) : owner;
            const Words on = field ? Words{} : word >> told::kFromTally & told::kAllOn;
            const Words key = figures | on | points << told::kPoints | type << told::kType;
            const Words sum_at = type * kOwners + owner;
            std::memcpy(keys_ + from, &key, sizeof key);
            std::memcpy(words_ + from, &sum_at, sizeof sum_at);
            std::memcpy(worth_ + from, &worth, sizeof worth);
        }
        for (int i = 0; i < held_; ++i) sums_[words_[i]] += worth_[i];
        for (int player = 0; player < seats_; ++player) {
            for (int i = 0; i < kAtOnce; ++i) {
                final_points_[player] += static_cast<int>(paid[player][i]);
            }
        }
    }

    void monks() {
        keys_count_ = held_;
        for (int i = 0; i < state_.monks; ++i) {
            const Monk& monk = state_.monk[i];
            const int player = player_of(monk.seat);
            const unsigned points = 1U + monk.neighbours;
            const bool abbot = monk.figure == static_cast<unsigned>(Figure::abbot);
            keys_[keys_count_++] = 1ULL << (4 * player) | std::uint64_t{abbot} << told::kOn |
                                   std::uint64_t{points} << told::kPoints;
            final_points_[player] += static_cast<int>(points);
        }
    }

    /// The types come in descending order too.
    void put_in_order() {
        lanes::put_in_order(keys_, keys_count_, ordered_);
        count_[kCloisters] = state_.monks;
        std::size_t begin = 0;
        for (const Type type : {kFields, kRoads, kCities, kCloisters}) {
            begin_[type] = begin;
            if (type != kCloisters)
                count_[type] = static_cast<std::size_t>(sum::areas(sums_of_owned(type)));
            begin += count_[type];
        }
    }

    [[nodiscard]] std::uint64_t sums_of_owned(Type type) const {
        std::uint64_t all = 0;
        for (int owner = 1; owner < seats_ + 2; ++owner) all += sum_of(type, owner);
        return all;
    }

    /// Where farmers are paid by city, the rules know.
    void ask_for_final_points() {
        int by_seat[kMaxSeats];
        add_final(state_, by_seat);
        for (int seat = 0; seat < seats_; ++seat) final_points_[player_of(seat)] = by_seat[seat];
    }

    const State& state_;
    int first_;
    int seats_;
    int held_ = 0, keys_count_ = 0;
    alignas(64) std::uint64_t words_[kMost], touched_[kMost], worth_[kMost], keys_[kMost];
    std::uint64_t ordered_[kMost];
    std::size_t begin_[4], count_[4];
    std::uint64_t sums_[4 * kOwners] = {};  ///< by type and owner
    int final_points_[kMaxSeats];
};

}  // namespace carcbot::carcassonne
