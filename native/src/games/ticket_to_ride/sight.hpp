// What a seat of Ticket to Ride knows, and what a player that plans makes of it: what stretches
// would cost it, how many turns it may still have, and which lines it can build in them.
#pragma once

#include "lines.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

inline constexpr int kTenths = 10;  ///< of a point

/// What a seat knows.
struct Sight {
    const Table& table;
    int seat;
    Cards hand;
    TicketSet held = 0;     ///< tickets that it keeps
    TicketSet offered = 0;  ///< and those that it may keep

    /// Of the seat to move.
    template <typename Place>
    static Sight of(const Place& place) {
        Sight sight = of(place, place.turn_of());
        sight.offered = place.hidden.offered;
        return sight;
    }
    template <typename Place>
    static Sight of(const Place& place, int seat) {
        return {place, seat, hand_of(place, seat), place.hidden.held[index(seat)]};
    }
    [[nodiscard]] const Seat& own() const { return table.seats[index(seat)]; }
    /// The tracks that it may still claim, as far as its trains go.
    [[nodiscard]] TrackSet open() const { return table.free.without(own().barred); }
};

/// By what it plays, in tenths of a point: the best of what was tried in some thousand games each.
struct Habits {
    int turn = 20;         ///< what a turn is worth that a claim takes
    int card = 11;         ///< and a card that has to be drawn
    int train = 3;         ///< and a train
    int least = 3;         ///< a stretch costs at least so much, whatever points it brings
    int loco = 110;        ///< a locomotive of the row, in hundredths of a card that is wanted
    int urgent = 40;       ///< from here on a risk is worth locomotives that others need too
    int ticket_turn = 25;  ///< a turn, where tickets are chosen
    int reserve = 4;       ///< turns that are to be left over when tickets are taken on
};

/// Whether one of its tracks is among these.
bool has_any(const TrackSet& tracks, StretchNumber stretch);

/// What each stretch would cost this seat.
Costs costs_of(const Sight& sight, const Habits& habits);

/// How many turns a seat may still have; of the one to move this one included.
int turns_left_for(const Sight& sight);

/// How many turns lines take.
int turns_of(const Sight& sight, const Lines& lines);

/// The cheapest lines for as many of the tickets as there are trains and turns for.
Lines lines_within(const Sight& sight, const Costs& costs, TicketSet tickets, int turns);

}  // namespace carcbot::ticket_to_ride
