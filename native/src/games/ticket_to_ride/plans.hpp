// What a seat of Ticket to Ride still needs for its tickets: shortest ways over the map, on which
// its own tracks cost nothing and those that it cannot claim are closed. Whether it has the trains
// or the cards for them is not asked (section 4.8 of C. Huchler, An MCTS Agent for Ticket to Ride,
// 2015).
#pragma once

#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// The tracks that a seat needs.
struct Plan {
    TrackSet tracks;  ///< of a double both, as long as it may claim either
    /// How many tickets need each of them.
    std::array<std::uint8_t, kTracks> tickets{};
    unsigned colours =
        0;  ///< kinds of cards that pay for one of them, as bits; without locomotives

    [[nodiscard]] bool needs(Colour colour) const { return colours >> colour & 1; }
};

/// The tracks that this seat may still claim.
inline TrackSet claimable(const Table& table, int seat) {
    return table.free.without(table.seats[index(seat)].barred);
}

/// The tracks of a shortest way between the cities of a ticket that are not there yet, of a double
/// either; none where it is completed, or where there is no way any more. Of equal ways it stays
/// the same as long as none of its tracks is closed, and the seat claims none beside it.
TrackSet way_of(const Table& table, int seat, TicketNumber ticket);

Plan plan_of(const Table& table, int seat, TicketSet held);

/// The two first tickets that the thesis's players keep (4.2.1): the one with the highest value,
/// and the other that shares most tracks with its shortest way; of equal ones that with fewer
/// tracks to build, then that with the higher value, then the last.
TicketSet start_tickets(const Table& table, int seat, TicketSet offered);

}  // namespace carcbot::ticket_to_ride
