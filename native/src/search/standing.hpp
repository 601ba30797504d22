// How a seat stands where an evaluation says what each seat will have: by how much it is ahead, as
// far as that may be known, and what such a lead is worth to it.
//
// With several rivals a seat is ahead of the best that they will have in the end. Who that will be
// is open, so each counts as far as it may be the one: b * ln(sum of exp(points / b)), where b is
// the part `open` of the doubt.
//
// With win > 0 a lead is worth its points and, beside them, what it says of who wins: the less is
// left to play the more a point more or less says of that. How much a position is worth depends on
// nothing but that position, so that a tree may be kept from move to move.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "carcbot/exact_math.hpp"
#include "carcbot/game.hpp"
#include "carcbot/searchable.hpp"
#include "parameters.hpp"
#include "reward.hpp"

namespace carcbot::search {

struct StandingSettings {
    void list(Parameters& all) {
        list_rivals(all, rivals);
        all.number("win", win, 0, 1e6,
                   "What a sure win is worth, in points, beside the points in front.");
        all.number(
            "doubt", doubt, 0, 1e6,
            "How far off a foreseen lead may be: the standard deviation in points is so many times "
            "the square root of the turns that two seats have left. It counts only where win is "
            "above 0 or there are several rivals.");
        all.number("open", open, 0, 1e6,
                   "With several rivals and rivals=best, how open it is who will be the best of "
                   "them, as a part of that doubt; 0 is who is best now.");
    }

    Rivals rivals = Rivals::best;
    double win = 0;
    double doubt = 2.7;
    double open = 0.55;
};

/// What a position is worth to each seat.
using SeatValues = std::array<double, kMostSeats>;

template <ChanceGame G>
class Standing {
  public:
    Standing(const StandingSettings& settings, int seats) : settings_(settings), seats_(seats) {}

    /// How far off a lead may be that is foreseen here.
    [[nodiscard]] double doubt(const typename G::State& state) const {
        std::int64_t turns = 0;
        for (int seat = 0; seat < seats_; ++seat) turns += G::turns_left(state, seat);
        return settings_.doubt * std::sqrt(2.0 * static_cast<double>(turns) / seats_);
    }

    /// How many points a seat is ahead.
    [[nodiscard]] double lead_of(const PerSeat& worth, int seat, double doubt) const {
        return Leads(*this, seat).of(worth, doubt);
    }

    /// The leads of one seat after one move and another: its rivals often have the same after both.
    class Leads {
      public:
        Leads(const Standing& standing, int seat)
            : standing_(standing), seat_(static_cast<std::size_t>(seat)) {}

        /// How many points the seat is ahead.
        double of(const PerSeat& worth, double doubt) {
            const StandingSettings& settings = standing_.settings_;
            const std::int64_t ahead =
                lead(worth, standing_.seats_, static_cast<int>(seat_), settings.rivals);
            const double points = static_cast<double>(ahead) / kWorthOfAPoint;
            const double blur = settings.open * doubt;
            if (standing_.seats_ == 2 || settings.rivals == Rivals::all || blur == 0) return points;
            PerSeat rivals = worth;
            rivals[seat_] = 0;
            if (blur != blur_ || rivals != rivals_) {
                rivals_ = rivals;
                blur_ = blur;
                more_ = more_of(worth, worth[seat_] - ahead);
            }
            return points - more_;
        }

      private:
        /// What one of the rivals may have more in the end than the best of them now.
        [[nodiscard]] double more_of(const PerSeat& worth, std::int64_t best) const {
            double sum = 0;
            for (std::size_t other = 0; other < static_cast<std::size_t>(standing_.seats_);
                 ++other) {
                if (other == seat_) continue;
                const std::int64_t more = worth[other] - best;
                sum += exact_exp(static_cast<double>(more) / kWorthOfAPoint / blur_);
            }
            return blur_ * exact_log(sum);
        }

        const Standing& standing_;
        std::size_t seat_;
        PerSeat rivals_{};  ///< of the move before, without the seat itself
        double blur_ = 0;
        double more_ = 0;
    };

    /// What so many points in front are worth: as many, and what they say of who wins.
    [[nodiscard]] double value_of(double points, double doubt) const {
        if (settings_.win == 0) return points;
        const double sure = points > 0 ? 1 : points < 0 ? -1 : 0;
        const double wins = doubt > 0 ? exact_erf(points / doubt / std::numbers::sqrt2) : sure;
        return points + settings_.win * wins;
    }

    /// What each seat makes of its lead.
    [[nodiscard]] SeatValues values_of(const PerSeat& worth, double doubt) const {
        SeatValues values{};
        for (int seat = 0; seat < seats_; ++seat) {
            values[static_cast<std::size_t>(seat)] = value_of(lead_of(worth, seat, doubt), doubt);
        }
        return values;
    }

  private:
    StandingSettings settings_;
    int seats_;
};

}  // namespace carcbot::search
