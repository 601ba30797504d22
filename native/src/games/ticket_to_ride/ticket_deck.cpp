#include "ticket_deck.hpp"

#include <algorithm>
#include <utility>

namespace carcbot::ticket_to_ride {
namespace {

std::uint8_t seat_bit(int seat) {
    return static_cast<std::uint8_t>(1U << seat);
}

/// Whether this place of the queue and the next hold two tickets that came back together.
bool is_joined_to_next(const Table& table, std::size_t place) {
    return place + 1 < table.queue_length && table.queue[place + 1].joined;
}

/// Somebody drew one of two tickets that came back together: who knew both does not know which one
/// is left, unless it was the one who drew.
template <typename Place>
void split_pair(Place& place, std::size_t second, int drawer) {
    auto& queue = place.hidden.queue;
    TicketNumber left = kNoTicket;
    for (const std::size_t at : {second - 1, second}) {
        if (queue[at] == kNoTicket || place.hidden.offered & ticket_bit(queue[at])) continue;
        left = queue[at];
    }
    if constexpr (requires { place.known_to; }) {
        place.known_to[left] &= seat_bit(drawer);
        const TicketNumber gone = queue[second - 1] == left ? queue[second] : queue[second - 1];
        place.known_to[gone] &= seat_bit(drawer);
    } else if (!knows(place, drawer)) {
        left = kNoTicket;
    }
    queue[second] = left;
    queue[second - 1] = kNoTicket;
}

template <typename Place>
void take_from_deck(Place& place, int seat) {
    auto& queue = place.hidden.queue;
    const std::size_t from_top = std::min(place.made, place.top_tickets);
    const std::size_t from_queue = place.made - from_top;
    if (from_queue && from_queue < place.queue_length && place.queue[from_queue].joined)
        split_pair(place, from_queue, seat);
    for (std::size_t i = 0; i < from_queue; ++i) {
        if (queue[i] != kNoTicket) place.hidden.offered |= ticket_bit(queue[i]);
    }
    std::copy(queue.begin() + from_queue, queue.end(), queue.begin());
    std::fill(queue.end() - from_queue, queue.end(), TicketNumber{0});
    std::copy(place.queue.begin() + from_queue, place.queue.end(), place.queue.begin());
    std::fill(place.queue.end() - from_queue, place.queue.end(), Returned{});
    place.queue[0].joined = false;
    place.top_tickets = static_cast<std::uint8_t>(place.top_tickets - from_top);
    place.queue_length = static_cast<std::uint8_t>(place.queue_length - from_queue);
    if constexpr (requires { place.top; }) {
        place.top &= ~place.hidden.offered;
        for_each_ticket(place.hidden.offered,
                        [&](TicketNumber ticket) { place.known_to[ticket] |= seat_bit(seat); });
    }
}

/// Tickets that came back, where seats have returned some at the beginning: in the order of seats.
void put_into_queue(Table& table, std::array<TicketNumber, kTickets>& tickets, int seat,
                    TicketNumber ticket) {
    std::size_t at = table.queue_length++;
    for (; at > 0 && table.queue[at - 1].seat > seat; --at) {
        table.queue[at] = table.queue[at - 1];
        tickets[at] = tickets[at - 1];
    }
    table.queue[at] = {static_cast<std::uint8_t>(seat), false};
    tickets[at] = ticket;
}

}  // namespace

int tickets_of_draw(const Table& table) {
    return std::min(kTicketsDrawn, ticket_deck_size(table));
}

TicketSet next_tickets(const State& state) {
    if (state.made < state.top_tickets) return state.top & ~state.hidden.offered;
    const std::size_t at = static_cast<std::size_t>(state.made - state.top_tickets);
    TicketSet next = ticket_bit(state.hidden.queue[at]);
    if (is_joined_to_next(state, at)) next |= ticket_bit(state.hidden.queue[at + 1]);
    if (state.queue[at].joined) next |= ticket_bit(state.hidden.queue[at - 1]);
    return next & ~state.hidden.offered;
}

template <typename Place>
void draw_ticket(Place& place, int seat, TicketNumber ticket) {
    const int all = tickets_of_draw(place);
    ++place.made;
    if (ticket != kNoTicket) place.hidden.offered |= ticket_bit(ticket);
    if (place.made == all) take_from_deck(place, seat);
}

template <typename Place>
void keep_tickets(Place& place, int seat, TicketSet kept, int number) {
    const int returned = place.made - number;
    place.seats[index(seat)].tickets =
        static_cast<std::uint8_t>(place.seats[index(seat)].tickets + number);
    TicketSet back = 0;
    if (knows(place, seat)) {
        place.hidden.held[index(seat)] |= kept;
        back = place.hidden.offered & ~kept;
        if constexpr (requires { place.known_to; }) {
            if (returned) {  // nobody else knows any more which of them are where
                for_each_ticket(place.hidden.offered, [&](TicketNumber ticket) {
                    place.known_to[ticket] = seat_bit(seat);
                });
            }
        }
    } else if (returned == 0) {
        place.hidden.held[index(seat)] |= place.hidden.offered;
    }
    for (int i = 0; i < returned; ++i) {
        const TicketNumber ticket =
            back ? static_cast<TicketNumber>(std::countr_zero(back)) : kNoTicket;
        back &= back - 1;
        place.hidden.queue[place.queue_length] = ticket;
        place.queue[place.queue_length++] = {static_cast<std::uint8_t>(seat), i > 0};
    }
    place.hidden.offered = 0;
    place.made = 0;
}

bool is_count_hidden(const Table& table, int seat) {
    if (table.is_setup()) return seat < table.done;
    return table.step == Step::count && seat >= table.made;
}

void hide_counts(View& view) {
    Table shown = view;
    auto tickets = view.hidden.queue;
    shown.queue = {};
    tickets = {};
    shown.queue_length = 0;
    for (std::size_t i = 0; i < view.queue_length; ++i) {
        const int seat = view.queue[i].seat;
        if (!knows(view, seat) && is_count_hidden(view, seat)) continue;
        shown.queue[shown.queue_length] = view.queue[i];
        tickets[shown.queue_length++] = view.hidden.queue[i];
    }
    for (int seat = 0; seat < view.options.seats; ++seat) {
        if (!knows(view, seat) && is_count_hidden(view, seat)) shown.seats[index(seat)].tickets = 0;
    }
    static_cast<Table&>(view) = shown;
    view.hidden.queue = tickets;
}

void tell_count(View& view, int seat, int number) {
    if (knows(view, seat)) return;
    view.seats[index(seat)].tickets = static_cast<std::uint8_t>(number);
    for (int i = number; i < kTicketsDrawn; ++i)
        put_into_queue(view, view.hidden.queue, seat, kNoTicket);
}

bool tickets_can_be_dealt(const View& view) {
    TicketSet seen = 0, of_queue = 0;
    bool fit = true;
    const auto add = [&](TicketSet tickets) {
        fit = fit && !(seen & tickets);
        seen |= tickets;
    };
    for (int seat = 0; seat < view.options.seats; ++seat) {
        const TicketSet held = view.hidden.held[index(seat)];
        add(held);
        const bool is_hidden = is_count_hidden(view, seat) && !knows(view, seat);
        fit = fit && std::popcount(held) <= (is_hidden ? 0 : view.seats[index(seat)].tickets);
    }
    for (std::size_t i = 0; i < view.queue_length; ++i) {
        if (view.hidden.queue[i] == kNoTicket) continue;
        add(ticket_bit(view.hidden.queue[i]));
        of_queue |= ticket_bit(view.hidden.queue[i]);
    }
    add(view.hidden.offered & ~of_queue);
    if (!fit || std::popcount(view.hidden.offered) > view.made) return false;
    if (view.step != Step::ticket) return !(view.hidden.offered & of_queue);
    // of the head of the queue everything that is known was drawn, of a pair at its end one
    const int from_queue = std::max(0, view.made - view.top_tickets);
    TicketSet wanted = 0, may_be = 0;
    int known = 0;
    for (int i = 0; i < from_queue; ++i) {
        const TicketNumber ticket = view.hidden.queue[index(i)];
        if (ticket == kNoTicket) continue;
        ++known;
        const bool is_split = i + 1 == from_queue && is_joined_to_next(view, index(i));
        may_be |= ticket_bit(ticket);
        if (is_split) may_be |= ticket_bit(view.hidden.queue[index(i + 1)]);
        if (!is_split) wanted |= ticket_bit(ticket);
    }
    const TicketSet drawn = view.hidden.offered & of_queue;
    if (!knows(view, view.turn_of())) return view.hidden.offered == 0;
    return (drawn & wanted) == wanted && !(drawn & ~may_be) && std::popcount(drawn) == known;
}

void deal_hidden_tickets(const View& view, Random& random, State& state) {
    Hidden& hidden = state.hidden;
    const auto is_unknown = [&](int seat) { return !knows(view, seat); };
    for (int seat = 0; seat < view.options.seats; ++seat) {
        if (!is_unknown(seat) || !is_count_hidden(view, seat)) continue;
        const int number = view.options.keep_two || random.below(4) ? 2 : 3;
        state.seats[index(seat)].tickets = static_cast<std::uint8_t>(number);
        if (number == 2) put_into_queue(state, hidden.queue, seat, kNoTicket);
    }
    const bool is_drawing = view.step == Step::ticket;
    TicketSet placed = is_drawing ? 0 : hidden.offered;  // tickets of which the viewer knows where
    for (const TicketSet held : hidden.held) placed |= held;
    for (std::size_t i = 0; i < state.queue_length; ++i) {
        if (hidden.queue[i] != kNoTicket) placed |= ticket_bit(hidden.queue[i]);
    }
    const TicketSet known = placed | hidden.offered;
    std::array<TicketNumber, kTickets> unknown{};
    std::size_t left = 0;
    for_each_ticket(kAllTickets & ~known, [&](TicketNumber ticket) { unknown[left++] = ticket; });
    const auto deal = [&] {
        const std::size_t at = random.below(static_cast<std::uint32_t>(left));
        const TicketNumber dealt = unknown[at];
        unknown[at] = unknown[--left];
        return dealt;
    };
    for (int seat = 0; seat < view.options.seats; ++seat) {
        if (!is_unknown(seat)) continue;
        TicketSet& held = hidden.held[index(seat)];
        while (std::popcount(held) < state.seats[index(seat)].tickets) held |= ticket_bit(deal());
    }
    const int drawer = view.turn_of();
    TicketSet in_top = 0;  // what the viewer drew and is counted in the deck still
    if (is_drawing && !is_unknown(drawer)) {
        TicketSet of_queue = 0;
        for (std::size_t i = 0; i < state.queue_length; ++i) {
            if (hidden.queue[i] != kNoTicket) of_queue |= ticket_bit(hidden.queue[i]);
        }
        in_top = hidden.offered & ~of_queue;
        // of unknown places at the head of the queue it has drawn any
        const int from_queue = std::max(0, view.made - view.top_tickets);
        int wanted = from_queue - std::popcount(hidden.offered & of_queue);
        for (std::size_t i = 0; wanted > 0; ++i) {
            if (hidden.queue[i] != kNoTicket) continue;
            hidden.queue[i] = static_cast<TicketNumber>(std::countr_zero(in_top));
            in_top &= in_top - 1;
            --wanted;
        }
    } else if (!is_drawing) {
        const bool is_choosing = view.step == Step::keep || view.step == Step::start;
        while (is_choosing && is_unknown(drawer) && std::popcount(hidden.offered) < view.made)
            hidden.offered |= ticket_bit(deal());
    }
    for (std::size_t i = 0; i < state.queue_length; ++i) {
        if (hidden.queue[i] == kNoTicket) hidden.queue[i] = deal();
    }
    for (std::size_t i = 1; i < state.queue_length; ++i) {
        if (state.queue[i].joined && hidden.queue[i] < hidden.queue[i - 1])
            std::swap(hidden.queue[i], hidden.queue[i - 1]);
    }
    state.top = in_top;
    while (left) state.top |= ticket_bit(unknown[--left]);
    state.known_to = {};
    const auto note = [&](TicketSet tickets, int seat) {
        for_each_ticket(tickets,
                        [&](TicketNumber each) { state.known_to[each] |= seat_bit(seat); });
    };
    for (int seat = 0; seat < view.options.seats; ++seat) note(hidden.held[index(seat)], seat);
    if (!is_drawing) note(hidden.offered, drawer);
    for (std::size_t i = 0; i < state.queue_length; ++i) {
        const int seat = state.queue[i].seat;
        if (is_unknown(seat) || view.hidden.queue[i] != kNoTicket)
            note(ticket_bit(hidden.queue[i]), seat);
    }
    if (view.viewer != kNoSeat) note(placed, view.viewer);
    if (is_drawing && is_unknown(drawer)) {
        State after = state;
        after.made = 0;
        after.hidden.offered = 0;
        for (; after.made < view.made; ++after.made) {
            const TicketSet next = next_tickets(after);
            std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(next)));
            TicketSet rest = next;
            for (; skip > 0; --skip) rest &= rest - 1;
            after.hidden.offered |= rest & ~(rest - 1);
        }
        hidden.offered = after.hidden.offered;
    }
}

template void draw_ticket<State>(State&, int, TicketNumber);
template void draw_ticket<View>(View&, int, TicketNumber);
template void keep_tickets<State>(State&, int, TicketSet, int);
template void keep_tickets<View>(View&, int, TicketSet, int);

}  // namespace carcbot::ticket_to_ride
