// Guesses at the tickets of other seats by the tracks that they have: section 4.3.2 of C. Huchler's
// thesis of 2015. Cards are dealt as likely as they are.
#pragma once

#include <string_view>

#include "carcbot/random.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

enum class Guess : std::uint8_t {
    uniform,
    /// A seat has the tickets that its tracks complete: of too many those with the highest values.
    /// Where these are too few it has the ones with the lowest values besides.
    worst,
    worst_random  ///< the same, where of too many and of the others any are as likely
};
inline constexpr std::array<std::string_view, 3> kGuessNames = {"uniform", "worst", "worst-random"};

/// A state that has this view.
State guess(const View& view, Random& random, Guess how);

}  // namespace carcbot::ticket_to_ride
