#include "text.hpp"

#include <algorithm>

namespace carcbot::ticket_to_ride {
namespace {

City read_city(Reader& reader) {
    std::string_view letters = reader.span([](char c) { return c >= 'A' && c <= 'Z'; });
    const std::size_t from = reader.at() - letters.size();
    std::string name(letters);
    if (letters.size() == 1)
        name += std::string(reader.span([](char c) { return c >= 'a' && c <= 'z'; }));
    const City city = city_named(name);
    if (city == kNoCity) {
        reader.back_to(from);
        reader.fail("a city is missing or unknown", "three letters, as in Den");
    }
    return city;
}

}  // namespace

std::string cards_text(const Cards& cards) {
    std::string text;
    for (Colour kind = 0; kind < kKinds; ++kind) {
        if (cards.of(kind)) text += kLetters[kind];
        if (cards.of(kind) > 1) text += std::to_string(cards.of(kind));
    }
    return text.empty() ? "-" : text;
}

Cards read_cards(Reader& reader) {
    Cards cards;
    if (reader.take('-')) return cards;
    do {
        const auto kind = static_cast<Colour>(reader.one_of(kLetters, "a card"));
        if (cards.of(kind)) reader.fail("a kind of card is named twice", "each once");
        const bool has_number = reader.peek() >= '0' && reader.peek() <= '9';
        const int most = kind == kLoco ? kLocos : kOfEachColour;
        cards.add(kind, has_number ? reader.number(2, most, "the number of cards") : 1);
    } while (kLetters.find(reader.peek()) != std::string_view::npos && !reader.done());
    return cards;
}

std::string track_text(TrackNumber number) {
    const Track& track = kTrackTable[number];
    std::string text(kCityLetters[track.a]);
    text += kCityLetters[track.b];
    if (track.twin != kNoTrack) text += kLetters[track.colour];
    return text;
}

TrackNumber read_track(Reader& reader) {
    const std::size_t from = reader.at();
    City a = read_city(reader), b = read_city(reader);
    if (a > b) std::swap(a, b);
    const auto* found = std::find_if(kTrackTable.begin(), kTrackTable.end(),
                                     [&](const Track& each) { return each.a == a && each.b == b; });
    if (found == kTrackTable.end()) {
        reader.back_to(from);
        reader.fail("there is no track between these cities", "two cities with one, as in DalHou");
    }
    auto number = static_cast<TrackNumber>(found - kTrackTable.begin());
    if (found->twin == kNoTrack) return number;
    const auto colour = static_cast<Colour>(reader.one_of(kLetters, "the colour of the track"));
    if (kTrackTable[number].colour != colour) number = found->twin;
    if (kTrackTable[number].colour != colour) {
        reader.back_to(from);
        reader.fail("no track between these cities has that colour", "one that is there");
    }
    return number;
}

std::string ticket_text(TicketNumber ticket) {
    std::string text(kCityLetters[kTicketTable[ticket].a]);
    return text += kCityLetters[kTicketTable[ticket].b];
}

TicketNumber read_ticket(Reader& reader) {
    const std::size_t from = reader.at();
    City a = read_city(reader), b = read_city(reader);
    if (a > b) std::swap(a, b);
    for (TicketNumber ticket = 0; ticket < kTickets; ++ticket) {
        if (kTicketTable[ticket].a == a && kTicketTable[ticket].b == b) return ticket;
    }
    reader.back_to(from);
    reader.fail("there is no ticket of these cities", "two cities of a ticket, as in LosMia");
}

std::string tickets_text(TicketSet tickets) {
    std::string text;
    for_each_ticket(tickets, [&](TicketNumber ticket) {
        text += (text.empty() ? "" : "+") + ticket_text(ticket);
    });
    return text.empty() ? "-" : text;
}

TicketSet read_tickets(Reader& reader) {
    TicketSet tickets = 0;
    if (reader.take('-')) return tickets;
    do {
        const TicketSet ticket = ticket_bit(read_ticket(reader));
        if (tickets & ticket) reader.fail("a ticket is named twice", "each once");
        tickets |= ticket;
    } while (reader.take('+'));
    return tickets;
}

}  // namespace carcbot::ticket_to_ride
