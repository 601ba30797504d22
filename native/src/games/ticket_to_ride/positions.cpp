// Positions and views as text.

#include <algorithm>

#include "game.hpp"
#include "text.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

std::string hidden_text(const State& state, int seat) {
    const Lots& lots = state.hidden.lots[index(seat)];
    return cards_text(lots.old) + "+" + cards_text(lots.fresh);
}

std::string hidden_text(const View& view, int seat) {
    if (knows(view, seat)) {
        const Lots& lots = view.hidden.lots[index(seat)];
        return cards_text(lots.old) + "+" + cards_text(lots.fresh);
    }
    const Seat& each = view.seats[index(seat)];
    return std::to_string(each.old) + "+" + std::to_string(each.fresh);
}

template <typename Place>
std::string open_text(const Place& place, int seat) {
    std::string text;
    for (std::size_t i = 0; i < place.open_count; ++i) {
        const OpenCards& open = place.open[i];
        if (open.seat != seat) continue;
        text += "~" + std::to_string(open.cards) + kLetters[open.colour] + "." +
                std::to_string(open.fresh);
        if (knows(place, seat)) text += "." + std::to_string(place.hidden.open_old[i]);
    }
    return text;
}

/// Behind a ticket: who knows where it is, unless it is only the seat that is named with it.
std::string knowers_text(const State& state, TicketNumber ticket, int seat) {
    const unsigned knowers = state.known_to[ticket];
    if (knowers == 1U << seat) return "";
    std::string text = "@";
    for (int each = 0; each < state.options.seats; ++each) {
        if (knowers >> each & 1) text += std::to_string(each);
    }
    return text;
}
std::string knowers_text(const View& /*view*/, TicketNumber /*ticket*/, int /*seat*/) {
    return "";
}

template <typename Place>
std::string list_text(const Place& place, TicketSet tickets, int seat) {
    std::string text;
    for_each_ticket(tickets, [&](TicketNumber ticket) {
        if (!text.empty()) text += '+';
        text += ticket_text(ticket);
        if (place.shown & ticket_bit(ticket)) text += '!';
        if (place.step != Step::ticket || !(place.hidden.offered & ticket_bit(ticket)))
            text += knowers_text(place, ticket, seat);
    });
    return text.empty() ? "-" : text;
}

template <typename Place>
std::string held_text(const Place& place, int seat) {
    const TicketSet held = place.hidden.held[index(seat)];
    if (knows(place, seat)) return list_text(place, held, seat);
    if (is_count_hidden(place, seat)) return "?";
    const std::string number = std::to_string(place.seats[index(seat)].tickets);
    return held ? number + "(" + list_text(place, held, seat) + ")" : number;
}

template <typename Place>
std::string deck_text(const Place& place) {
    std::string text = std::to_string(place.top_tickets) + "/";
    for (std::size_t i = 0; i < place.queue_length; ++i) {
        const Returned& each = place.queue[i];
        const TicketNumber ticket = place.hidden.queue[i];
        if (!each.joined) text += (i ? "," : "") + std::to_string(each.seat);
        if (each.joined) text += '+';
        text += ticket == kNoTicket ? "?" : ticket_text(ticket);
        if (ticket != kNoTicket) text += knowers_text(place, ticket, each.seat);
    }
    if (place.queue_length == 0) text += '-';
    return text + "/" + list_text(place, place.hidden.offered, place.turn_of());
}

template <typename Place>
std::string place_text(const Place& place) {
    std::string text = options_text(place.options) + " " + std::to_string(place.done) + " " +
                       std::string(kStepNames[static_cast<std::size_t>(place.step)]) + "/" +
                       std::to_string(place.made) + "/" + std::to_string(place.resets) + "/" +
                       std::to_string(place.passes) + " ";
    for (std::size_t i = 0; i < kRow; ++i) {
        if (i) text += '.';
        text += place.row[i] == kNoColour ? '-' : kLetters[place.row[i]];
    }
    text += " " + std::to_string(place.deck_cards) + " " + cards_text(place.discards) + " " +
            std::to_string(place.first) + "/" +
            (place.turns_left < 0 ? "-" : std::to_string(place.turns_left)) + " " +
            deck_text(place) + " ";
    for (int seat = 0; seat < place.options.seats; ++seat) {
        const Seat& each = place.seats[index(seat)];
        if (seat) text += ':';
        std::string tracks;
        each.tracks.for_each(
            [&](TrackNumber track) { tracks += (tracks.empty() ? "" : ".") + track_text(track); });
        text += (tracks.empty() ? "-" : tracks) + "/" + cards_text(each.known) + "/" +
                hidden_text(place, seat) + open_text(place, seat) + "/" + held_text(place, seat);
    }
    return text + " " + cards_text(place.old_pool);
}

}  // namespace

std::string TicketToRide::options(const Table& table) {
    return options_text(table.options);
}

std::string TicketToRide::position_text(const State& state) {
    return "ticket_to_ride/1 position " + place_text(state);
}

std::string TicketToRide::position_text(const View& view) {
    return "ticket_to_ride/1 view " + place_text(view) +
           (view.viewer == kNoSeat ? " -" : " " + std::to_string(view.viewer));
}

}  // namespace carcbot::ticket_to_ride
