// Which cards lines still want: what a hand can pay of them, and what it lacks.
#pragma once

#include "lines.hpp"

namespace carcbot::ticket_to_ride {

/// How many cards of each kind.
using Counts = std::array<int, kKinds>;
Counts counts_of(const Cards& cards);

/// How a stretch is to be paid.
struct Payment {
    TrackNumber track = kNoTrack;
    Colour colour = 0;
    int lack = 0;  ///< cards that are missing where no locomotives help
};

/// The track of a stretch, and the colour, for which a hand lacks the fewest cards; of equal ones
/// that of which it has the fewest to spare. No track if none of them is open.
Payment cheapest_payment(StretchNumber stretch, const TrackSet& open, const Counts& hand);

struct Wants {
    std::array<Payment, Lines::kMost> payments{};  ///< in the order of the lines
    Counts lacks{};                                ///< cards that are missing, by colour
    int lack = 0;                                  ///< in all, after all locomotives
    int locos = 0;                                 ///< of the hand
};

/// Deals a hand out to lines: first to stretches that need a certain colour, in their order, then
/// to gray ones, the longest first. Locomotives are kept apart.
Wants wants_of(std::span<const StretchNumber> lines, const TrackSet& open, const Cards& hand);

}  // namespace carcbot::ticket_to_ride
