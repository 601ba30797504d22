#include "guesses.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "game.hpp"
#include "lines.hpp"
#include "network.hpp"
#include "sight.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// Tickets of which the view knows where they are.
TicketSet placed_in(const View& view) {
    TicketSet placed = view.hidden.offered;
    for (const TicketSet held : view.hidden.held) placed |= held;
    for (std::size_t i = 0; i < view.queue_length; ++i) {
        if (view.hidden.queue[i] != kNoTicket) placed |= ticket_bit(view.hidden.queue[i]);
    }
    return placed;
}

/// The tickets of a pool, first those that come first to this seat's hand.
std::vector<TicketNumber> in_order(const TrackSet& tracks, TicketSet pool, Random& random,
                                   Guess how) {
    const TicketSet done = Connections(tracks).completed(pool);
    std::vector<TicketNumber> order;
    for_each_ticket(pool, [&](TicketNumber each) { order.push_back(each); });
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
    std::stable_sort(order.begin(), order.end(), [&](TicketNumber one, TicketNumber other) {
        const bool is_done = done & ticket_bit(one), is_other_done = done & ticket_bit(other);
        if (is_done != is_other_done) return is_done;
        if (how == Guess::worst_random) return false;
        const int value = kTicketTable[one].value, other_value = kTicketTable[other].value;
        return is_done ? value > other_value : value < other_value;
    });
    return order;
}

/// How likely a seat is to have each ticket, by the part of its way that the seat's tracks save.
std::array<std::uint32_t, kTickets> likelihoods(const State& state, int seat, TicketSet pool) {
    constexpr std::uint32_t least = 4, more = 252;
    const TrackSet& own = state.seats[index(seat)].tracks;
    const TrackSet open = state.free.without(state.seats[index(seat)].barred);
    Costs empty{}, now{};
    for (StretchNumber stretch = 0; stretch < kStretches; ++stretch) {
        empty[stretch] = kStretchTable[stretch].length;
        now[stretch] = has_any(own, stretch)    ? 0
                       : has_any(open, stretch) ? empty[stretch]
                                                : kClosed;
    }
    std::array<std::uint32_t, kTickets> likely{};
    for_each_ticket(pool, [&](TicketNumber ticket) {
        const auto [a, b, value] = kTicketTable[ticket];
        const int whole = way_cost(empty, a, b);
        const auto saved = static_cast<std::uint32_t>(std::max(0, whole - way_cost(now, a, b)));
        likely[ticket] = least + more * saved * saved / static_cast<std::uint32_t>(whole * whole);
    });
    return likely;
}

/// The tickets of a pool as they are drawn, the likely ones rather first.
std::vector<TicketNumber> drawn(const State& state, int seat, TicketSet pool, Random& random) {
    const auto likely = likelihoods(state, seat, pool);
    std::uint32_t sum = 0;
    for (const std::uint32_t each : likely) sum += each;
    std::vector<TicketNumber> order;
    while (pool) {
        std::uint32_t left = random.below(sum);
        TicketSet rest = pool;
        auto ticket = static_cast<TicketNumber>(std::countr_zero(rest));
        while (left >= likely[ticket]) {
            left -= likely[ticket];
            rest &= rest - 1;
            ticket = static_cast<TicketNumber>(std::countr_zero(rest));
        }
        order.push_back(ticket);
        pool &= ~ticket_bit(ticket);
        sum -= likely[ticket];
    }
    return order;
}

/// A seat gets one ticket, and another one lies where that was.
void exchange(State& state, int seat, TicketNumber got, TicketNumber given) {
    const auto swap_in = [&](TicketSet& set) {
        const TicketSet both = ticket_bit(got) | ticket_bit(given);
        if (std::popcount(set & both) == 1) set ^= both;
    };
    for (int each = 0; each < state.options.seats; ++each) {
        if (each != seat) swap_in(state.hidden.held[index(each)]);
    }
    swap_in(state.hidden.held[index(seat)]);
    swap_in(state.top);
    for (std::size_t i = 0; i < state.queue_length; ++i) {
        if (state.hidden.queue[i] == got) state.hidden.queue[i] = given;
    }
    std::swap(state.known_to[got], state.known_to[given]);
}

}  // namespace

State guess(const View& view, Random& random, Guess how) {
    State state = TicketToRide::determinize(view, random);
    // what others are drawing or choosing from stays as it was dealt
    TicketSet pool = kAllTickets & ~placed_in(view) & ~state.hidden.offered;
    if (how == Guess::uniform || view.step == Step::ticket) return state;
    for (int seat = 0; seat < view.options.seats; ++seat) {
        if (knows(view, seat)) continue;
        const TicketSet hidden = state.hidden.held[index(seat)] & pool;
        auto order = how == Guess::tracks
                         ? drawn(state, seat, pool, random)
                         : in_order(state.seats[index(seat)].tracks, pool, random, how);
        order.resize(static_cast<std::size_t>(std::popcount(hidden)));
        TicketSet wanted = 0;
        for (const TicketNumber each : order) wanted |= ticket_bit(each);
        TicketSet given = hidden & ~wanted;
        for_each_ticket(wanted & ~hidden, [&](TicketNumber got) {
            exchange(state, seat, got, static_cast<TicketNumber>(std::countr_zero(given)));
            given &= given - 1;
        });
        pool &= ~wanted;
    }
    for (std::size_t i = 1; i < state.queue_length; ++i) {
        if (state.queue[i].joined && state.hidden.queue[i] < state.hidden.queue[i - 1])
            std::swap(state.hidden.queue[i], state.hidden.queue[i - 1]);
    }
    return state;
}

}  // namespace carcbot::ticket_to_ride
