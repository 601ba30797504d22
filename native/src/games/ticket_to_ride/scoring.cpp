#include "scoring.hpp"

#include <algorithm>
#include <tuple>

#include "network.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {

Result result_of(const Table& table, const std::array<TicketSet, kMostPlayers>& held) {
    Result result;
    int longest = 0;
    for (std::size_t seat = 0; seat < table.options.seats; ++seat) {
        const TrackSet& tracks = table.seats[seat].tracks;
        const TicketSet done = Connections(tracks).completed(held[seat]);
        result.completed[seat] = std::popcount(done);
        result.points[seat] =
            table.seats[seat].points + value_of(done) - value_of(held[seat] & ~done);
        result.longest[seat] = longest_path(tracks);
        longest = std::max(longest, result.longest[seat]);
    }
    for (std::size_t seat = 0; seat < table.options.seats; ++seat) {
        if (result.longest[seat] == longest) result.bonus[seat] = kPathPoints;
        result.points[seat] += result.bonus[seat];
    }
    return result;
}

PerSeat places(const State& state) {
    const bool is_over = state.step == Step::over;
    Result result;
    if (is_over) {
        result = result_of(state, state.hidden.held);
    } else {
        for (std::size_t seat = 0; seat < state.options.seats; ++seat)
            result.points[seat] = state.seats[seat].points;
    }
    const auto key = [&](std::size_t seat) {
        return std::tuple(result.points[seat], result.completed[seat], result.bonus[seat]);
    };
    PerSeat places{};
    for (std::size_t seat = 0; seat < state.options.seats; ++seat) {
        places[seat] = 1;
        for (std::size_t other = 0; other < state.options.seats; ++other)
            places[seat] += key(other) > key(seat);
    }
    return places;
}

std::pair<int, int> bounds(const State& state, int seat) {
    if (is_decided(state)) {
        const int points = result_of(state, state.hidden.held).points[index(seat)];
        return {points, points};
    }
    const Seat& own = state.seats[index(seat)];
    const TicketSet held = state.hidden.held[index(seat)];
    const TicketSet done = Connections(own.tracks).completed(held);
    // tickets that may still come, and those that may come out either way
    TicketSet open = kAllTickets;
    for (const TicketSet each : state.hidden.held) open &= ~each;
    open |= held & ~done;
    const int sure = own.points + value_of(done);
    // fifteen points for six trains is the best that there is
    const int tracks =
        (own.trains * kTrackPoints[kLongestTrack] + kLongestTrack - 1) / kLongestTrack;
    return {sure - value_of(open), sure + value_of(open) + tracks + kPathPoints};
}

int estimated_turns(const Table& table, int seat) {
    if (is_decided(table)) return 0;
    const int seats = table.options.seats;
    if (table.is_last_round()) return (seat - table.turn_of() + seats) % seats < table.turns_left;
    // purposeful players need four turns for five trains; the first to run out of them ends it
    int trains = kTrains;
    for (int each = 0; each < seats; ++each)
        trains = std::min<int>(trains, table.seats[index(each)].trains);
    const bool has_start = table.is_setup() && seat >= table.done;
    return 2 + std::max(0, trains - kLastTrains - 1) * 4 / 5 + has_start;
}

}  // namespace carcbot::ticket_to_ride
