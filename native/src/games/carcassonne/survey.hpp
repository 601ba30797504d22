// What the areas that hold figures come to, for learners: the most valuable ones, and the points if
// the game ended now.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "held_areas.hpp"

namespace carcbot::carcassonne {

class Survey {
  public:
    /// Players are counted from seat `first` on.
    Survey(const State& state, int first, const HeldAreas& held)
        : state_(state), first_(first), seats_(state.rules->options.seats), held_(held) {
        for (int seat = 0; seat < seats_; ++seat) {
            final_points_[player_of(seat)] = state.points[seat] + held.paid(seat);
        }
        put_in_order();
        const FarmScoring farms = state.rules->options.farm_scoring;
        if (farms == FarmScoring::first || farms == FarmScoring::second) ask_for_final_points();
    }

    /// Finds the most valuable ones that hold figures; 0 where there are fewer than eight.
    CARCBOT_HOT void find_tops(int type, Eight& tops) const {
        constexpr Eight kPlaces = {0, 1, 2, 3, 4, 5, 6, 7};
        const int count = type == kCloisters ? state_.monks : held_.count(type);
        std::memcpy(&tops, ordered_ + begin_[type], sizeof tops);
        tops = kPlaces < static_cast<unsigned>(count) ? tops : Eight{};
    }
    /// As if the game ended now.
    [[nodiscard]] int final_points(int player) const { return final_points_[player]; }

  private:
    static_assert(kMaxFigures + 8 >= lanes::kSortedAtOnce);

    [[nodiscard]] int player_of(int seat) const {
        return seat - first_ + (seat < first_ ? seats_ : 0);
    }

    /// All are told in descending order, and so the types are.
    void put_in_order() {
        const int turn = 4 * first_, turn_back = 4 * (seats_ - first_);
        const std::uint64_t all_figures = ((1ULL << (4 * seats_)) - 1) << told::kFiguresAt;
        std::uint64_t keys[HeldAreas::kMost];
        for (int i = 0; i < std::max(held_.count(), lanes::kSortedAtOnce); ++i) {
            const std::uint64_t told = held_.told(i), by_seat = told & told::kFigures;
            const std::uint64_t figures = (by_seat >> turn | by_seat << turn_back) & all_figures;
            keys[i] = (told & ~told::kFigures) | figures | (static_cast<unsigned>(i) & 15);
        }
        lanes::put_in_order(keys, held_.count(), ordered_);
        if (state_.monks != 0) {
            std::uint64_t monks[kMaxMonks] = {};
            look_at_monks(monks);
            lanes::put_in_order(monks, state_.monks, ordered_ + held_.count());
        }
        begin_[kFields] = 0;
        begin_[kRoads] = held_.count(kFields);
        begin_[kCities] = begin_[kRoads] + held_.count(kRoads);
        begin_[kCloisters] = held_.count();
    }

    /// Writes how each cloister and garden is told.
    void look_at_monks(std::uint64_t* keys) {
        for (int i = 0; i < state_.monks; ++i) {
            const Monk& monk = state_.monk[i];
            const int player = player_of(monk.seat);
            const unsigned points = 1U + monk.neighbours;
            const bool abbot = monk.figure == static_cast<unsigned>(Figure::abbot);
            keys[i] = 1ULL << (told::kFiguresAt + 4 * player) | std::uint64_t{abbot} << told::kOn |
                      std::uint64_t{points} << told::kPoints | (static_cast<unsigned>(i) & 15);
            final_points_[player] += static_cast<int>(points);
        }
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
    const HeldAreas& held_;
    std::uint64_t ordered_[kMaxFigures + kMaxMonks + 8];  ///< eight are read
    int begin_[4];                                        ///< by type
    int final_points_[kMaxSeats];
};

}  // namespace carcbot::carcassonne
