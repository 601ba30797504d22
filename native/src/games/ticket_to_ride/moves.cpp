// Moves and draws as text.

#include <algorithm>

#include "game.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace carcbot::ticket_to_ride {
namespace {

constexpr std::array<std::string_view, 7> kWords = {"take", "blind", "claim", "tickets",
                                                    "pass", "stop",  "keep"};

[[noreturn]] void refuse(std::string_view text) {
    throw InputError(Fault::notation, quote(text) + " is not a move", "a move",
                     "take:R, blind, claim:HelSea:Y4L2, tickets, keep:LosMia+NycSea or their like");
}

Move read_claim(Reader& reader, std::string_view text) {
    const TrackNumber track = read_track(reader);
    reader.need(':', "the claim");
    const Cards payment = read_cards(reader);
    Colour colour = kLoco;
    for (Colour each = 0; each < kColours; ++each) {
        if (payment.of(each) == 0) continue;
        if (colour != kLoco) refuse(text);
        colour = each;
    }
    if (payment.count() != kTrackTable[track].length) refuse(text);
    return Move::claim(track, colour, payment.of(kLoco));
}

}  // namespace

Move read_move(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto* word = std::find(kWords.begin(), kWords.end(), text.substr(0, colon));
    if (word == kWords.end()) refuse(text);
    const auto what = static_cast<What>(word - kWords.begin());
    const bool has_rest = what == What::take || what == What::claim || what == What::keep;
    if (has_rest != (colon != std::string_view::npos)) refuse(text);
    if (!has_rest) return Move(what);
    Reader reader(text.substr(colon + 1));
    Move move;
    if (what == What::take) {
        move = Move::take(static_cast<Colour>(reader.one_of(kLetters, "the card")));
    } else if (what == What::claim) {
        move = read_claim(reader, text);
    } else {
        const TicketSet tickets = read_tickets(reader);
        if (tickets == 0 || std::popcount(tickets) > kTicketsDrawn) refuse(text);
        move = Move::keep(tickets);
    }
    reader.need_end("the move");
    return move;
}

std::string TicketToRide::move_text(Move move) {
    std::string text(kWords[static_cast<std::size_t>(move.what())]);
    switch (move.what()) {
        case What::take:
            return text + ":" + kLetters[move.colour()];
        case What::claim:
            return text + ":" + track_text(move.track()) + ":" + cards_text(payment_of(move));
        case What::keep:
            return text + ":" + tickets_text(move.tickets());
        default:
            return text;
    }
}

Move TicketToRide::parse_move(const State& state, std::string_view text) {
    return legal_move<TicketToRide>(state, read_move(text));
}

Move TicketToRide::parse_move(const View& view, std::string_view text) {
    return legal_move<TicketToRide>(view, read_move(text));
}

std::string TicketToRide::outcome_text(Outcome outcome) {
    if (outcome.is_card()) return std::string(1, kLetters[outcome.colour()]);
    if (outcome.is_ticket()) return ticket_text(outcome.ticket_number());
    if (outcome.is_seat()) return "seat" + std::to_string(outcome.seat_number());
    return "kept" + std::to_string(outcome.number());
}

Outcome TicketToRide::parse_outcome(std::string_view text) {
    if (text.size() == 1 && kLetters.find(text[0]) != std::string_view::npos)
        return Outcome::card(static_cast<Colour>(kLetters.find(text[0])));
    if (text.size() == 5 && text.starts_with("seat") && text[4] >= '0' && text[4] < '5')
        return Outcome::seat(text[4] - '0');
    if (text.size() == 5 && text.starts_with("kept") && (text[4] == '2' || text[4] == '3'))
        return Outcome::kept(text[4] - '0');
    if (text.size() == 6) {
        Reader reader(text);
        const TicketNumber ticket = read_ticket(reader);
        reader.need_end("the draw");
        return Outcome::ticket(ticket);
    }
    throw InputError(Fault::notation, quote(text) + " is not a draw", "a draw",
                     "a card as in R, a ticket as in LosMia, seat0 or kept2");
}

}  // namespace carcbot::ticket_to_ride
