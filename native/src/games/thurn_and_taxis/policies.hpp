// How random games choose, when rules of thumb say how good each choice is: section 4.4 of
// F. Schadd, Monte-Carlo Search Techniques in the Modern Board Game Thurn and Taxis, 2009.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "carcbot/hot.hpp"
#include "carcbot/random.hpp"

namespace carcbot::thurn_and_taxis {

enum class Policy : std::uint8_t {
    uniform,
    pseudo_random,
    redraw_1,
    redraw_2,
    redraw_3,
    heuristic,
    outlook  ///< what leaves the best outlook; not by merits
};

inline constexpr std::array<std::string_view, 7> kPolicyNames = {
    "uniform", "pseudo-random", "redraw-1", "redraw-2", "redraw-3", "heuristic", "outlook"};

// The merits of choices: the thesis has the words high, medium and low, and no numbers. Of those
// that were tried in games of flat Monte Carlo against itself these were among the best: with 25
// for medium it lost by four points in the mean, with 50 by more.
inline constexpr int kHigh = 100;
inline constexpr int kMedium = 5;  ///< twenty that are medium are as likely as one that is high
inline constexpr int kLow = 1;     ///< seldom, but all that is legal comes up
/// Of each house, when a route is closed that brings no carriage.
inline constexpr int kOfEachHouse = 15;
/// What the binary rule of the redraws takes for good: to attach a card; to close a route for a
/// carriage or for a house; a card that fits the route or one of the hand; and all else that is
/// medium or high.
inline constexpr int kGood = kMedium;

/// One of n choices by their merits.
template <typename Merit>
CARCBOT_HOT unsigned pick(Policy policy, unsigned n, const Merit& merit_of, Random& random) {
    switch (policy) {
        case Policy::uniform:
        case Policy::outlook:
            break;
        case Policy::pseudo_random: {  // each with a chance that is proportionate to its merit
            unsigned sum = 0;
            for (unsigned i = 0; i < n; ++i) sum += static_cast<unsigned>(merit_of(i));
            unsigned ticket = random.below(sum);
            for (unsigned i = 0;; ++i) {
                const auto merit = static_cast<unsigned>(merit_of(i));
                if (ticket < merit) return i;
                ticket -= merit;
            }
        }
        case Policy::redraw_1:
        case Policy::redraw_2:
        case Policy::redraw_3: {  // what is bad is drawn again; the last draw stays, whatever it is
            const int redraws = 1 + static_cast<int>(policy) - static_cast<int>(Policy::redraw_1);
            for (int i = 0; i < redraws; ++i) {
                const unsigned choice = random.below(n);
                if (merit_of(choice) >= kGood) return choice;
            }
            break;
        }
        case Policy::heuristic: {  // the best; those that are equal alike
            int best = 0;
            unsigned equal = 0;
            for (unsigned i = 0; i < n; ++i) {
                const int merit = merit_of(i);
                if (merit > best) best = merit, equal = 0;
                equal += merit == best;
            }
            unsigned ticket = random.below(equal);
            for (unsigned i = 0;; ++i) {
                if (merit_of(i) == best && ticket-- == 0) return i;
            }
        }
    }
    return random.below(n);
}

}  // namespace carcbot::thurn_and_taxis
