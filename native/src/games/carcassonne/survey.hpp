// What the areas that hold figures come to, for learners: the most valuable ones, and the points if
// the game ended now.
#pragma once

#include <algorithm>
#include <cstdint>

#include "held_areas.hpp"
#include "ordered.hpp"

namespace carcbot::carcassonne {

/// What a cloister or garden pays that is not complete.
inline int points_of(const Monk& monk) {
    return 1 + monk.neighbours;
}

/// The points of each seat if the game ends now.
inline void find_final_points(const State& state, const HeldAreas& held, int* by_seat) {
    const FarmScoring farms = state.rules->options.farm_scoring;
    if (farms == FarmScoring::first || farms == FarmScoring::second) {
        add_final(state, by_seat);  // where farmers are paid by city, the rules know
        return;
    }
    const int seats = state.rules->options.seats;
    for (int seat = 0; seat < seats; ++seat) by_seat[seat] = state.points[seat] + held.paid(seat);
    for (int i = 0; i < state.monks; ++i) by_seat[state.monk[i].seat] += points_of(state.monk[i]);
}

class Survey {
  public:
    /// Players are counted from seat `first` on.
    Survey(const State& state, int first, const HeldAreas& held)
        : state_(state),
          first_(first),
          seats_(state.rules->options.seats),
          held_(held),
          areas_(area_keys().of, held.count()),
          monks_(monk_keys().of, state.monks) {
        int by_seat[kMaxSeats];
        find_final_points(state, held, by_seat);
        for (int seat = 0; seat < seats_; ++seat) final_points_[player_of(seat)] = by_seat[seat];
    }

    /// Finds the most valuable ones that hold figures; 0 where there are fewer than eight.
    CARCBOT_HOT void find_tops(int type, Eight& tops) const {
        if (type == kCloisters) {
            monks_.find(0, state_.monks, tops);
            return;
        }
        // all are told in descending order, and so the types are
        int from = 0;
        for (int before = kFields; before > type; --before) from += held_.count(before);
        areas_.find(from, held_.count(type), tops);
    }
    /// As if the game ended now.
    [[nodiscard]] int final_points(int player) const { return final_points_[player]; }

  private:
    /// How all of a kind are told; their place is in the bits that mean nothing.
    struct Keys {
        Eight of[Ordered::kMost / 8];
    };
    static_assert(HeldAreas::kMost <= Ordered::kMost && kMaxMonks <= Ordered::kMost);

    /// Calls block(n) for each eight of them, and for those that Ordered has always.
    template <typename Block>
    CARCBOT_HOT static void each_block(int count, Block block) {
        block(0);
        block(1);
        for (int n = 2; 8 * n < count; ++n) block(n);
    }

    [[nodiscard]] int player_of(int seat) const {
        return seat - first_ + (seat < first_ ? seats_ : 0);
    }

    [[nodiscard]] CARCBOT_HOT Keys area_keys() const {
        const int turn = 4 * first_, turn_back = 4 * (seats_ - first_);
        const std::uint64_t all_figures = ((1ULL << (4 * seats_)) - 1) << told::kFiguresAt;
        Keys keys;
        each_block(held_.count(), [&](int n) __attribute__((always_inline)) {
            Eight told;
            held_.find_told(n, told);
            const Eight by_seat = told & told::kFigures;
            const Eight figures = (by_seat >> turn | by_seat << turn_back) & all_figures;
            const Eight places = kEightPlaces + static_cast<std::uint64_t>(8 * n & 15);
            keys.of[n] = (told & ~told::kFigures) | figures | places;
        });
        return keys;
    }

    /// Cloisters and gardens.
    [[nodiscard]] CARCBOT_HOT Keys monk_keys() const {
        Keys keys;
        each_block(state_.monks, [&](int n) __attribute__((always_inline)) {
            Eight key = {};
            for (int i = 8 * n; i < std::min<int>(state_.monks, 8 * n + 8); ++i) {
                const Monk& monk = state_.monk[i];
                const bool abbot = monk.figure == static_cast<unsigned>(Figure::abbot);
                const std::uint64_t told = 1ULL << (told::kFiguresAt + 4 * player_of(monk.seat)) |
                                           std::uint64_t{abbot} << told::kOn |
                                           static_cast<std::uint64_t>(points_of(monk))
                                               << told::kPoints |
                                           (static_cast<unsigned>(i) & 15);
                key = kEightPlaces == static_cast<std::uint64_t>(i % 8) ? Eight{} + told : key;
            }
            keys.of[n] = key;
        });
        return keys;
    }

    const State& state_;
    int first_;
    int seats_;
    const HeldAreas& held_;
    Ordered areas_, monks_;
    int final_points_[kMaxSeats];
};

}  // namespace carcbot::carcassonne
