// Guesses at the tickets of other seats by the tracks that they have: those of section 4.3.2 of
// C. Huchler's thesis of 2015, and one of our own. Cards are dealt as likely as they are.
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
    worst_random,  ///< the same, where of too many and of the others any are as likely
    /// A ticket is the likelier the more of its shortest way over the empty map the seat's tracks
    /// save: one of which they save all is 64 times as likely as one of which they save nothing,
    /// and between them it goes by the square of that part. Tickets are drawn one by one.
    tracks
};
inline constexpr std::array<std::string_view, 4> kGuessNames = {"uniform", "worst", "worst-random",
                                                                "tracks"};

/// A state that has this view.
State guess(const View& view, Random& random, Guess how);

}  // namespace carcbot::ticket_to_ride
