#include "sight.hpp"

#include <algorithm>
#include <utility>

#include "wants.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// How many turns a seat with so many cards takes at least to claim so many trains.
int turns_for(int trains, int cards) {
    constexpr int a_claim = 4;
    return (trains + a_claim - 1) / a_claim + (std::max(0, trains - cards) + 1) / 2;
}

}  // namespace

bool has_any(const TrackSet& tracks, StretchNumber stretch) {
    bool has = false;
    for_each_track(stretch, tracks, [&](TrackNumber) { has = true; });
    return has;
}

Costs costs_of(const Sight& sight, const Habits& habits) {
    const TrackSet& own = sight.own().tracks;
    const TrackSet open = sight.open();
    const Counts hand = counts_of(sight.hand);
    const int most = *std::max_element(hand.begin(), hand.begin() + kColours);
    Costs costs{};
    for (StretchNumber number = 0; number < kStretches; ++number) {
        const Stretch& stretch = kStretchTable[number];
        if (has_any(own, number)) continue;
        int has = -1;  // cards of the best colour
        for_each_track(number, open, [&](TrackNumber track) {
            const Colour colour = kTrackTable[track].colour;
            has = std::max(has, colour == kNoColour ? most : hand[colour]);
        });
        if (has < 0 || stretch.length > sight.own().trains) {
            costs[number] = kClosed;
            continue;
        }
        const int lack = std::max(0, stretch.length - has);
        const int cost = habits.turn + habits.card * lack + habits.train * stretch.length -
                         kTenths * kTrackPoints[stretch.length];
        costs[number] = std::max(habits.least, cost);
    }
    return costs;
}

int turns_left_for(const Sight& sight) {
    const Table& table = sight.table;
    if (table.is_last_round()) return 1;
    int least = kTrains;
    for (int seat = 0; seat < table.options.seats; ++seat) {
        if (seat == sight.seat) continue;
        const int trains = std::max(0, table.seats[index(seat)].trains - kLastTrains);
        least = std::min(least, turns_for(trains, hand_size(table, seat)));
    }
    return least + 1;
}

int turns_of(const Sight& sight, const Lines& lines) {
    const Wants wants = wants_of(lines.all(), sight.open(), sight.hand);
    return lines.count + (wants.lack + 1) / 2;
}

Lines lines_within(const Sight& sight, const Costs& costs, TicketSet tickets, int turns) {
    const auto fits = [&](const Lines& lines) {
        return lines.trains <= sight.own().trains && turns_of(sight, lines) <= turns;
    };
    const TicketLines all(costs, tickets);
    Lines lines = all.cheapest();
    while (lines.count && !fits(lines)) {
        // without one of the tickets: rather so that the rest fits, then for what that is worth
        Lines best;
        std::pair<bool, int> most;
        bool is_found = false;
        for_each_ticket(lines.tickets, [&](TicketNumber ticket) {
            const Lines fewer = all.cheapest(lines.tickets & ~ticket_bit(ticket));
            const std::pair how(fits(fewer), 2 * kTenths * value_of(fewer.tickets) - fewer.cost);
            if (is_found && how <= most) return;
            is_found = true;
            best = fewer;
            most = how;
        });
        lines = best;
    }
    return lines;
}

}  // namespace carcbot::ticket_to_ride
