// What a seat may do.

#include <algorithm>

#include "network.hpp"
#include "rules.hpp"

namespace carcbot::ticket_to_ride {
namespace {

bool is_in_row(const Table& table, Colour colour) {
    return std::find(table.row.begin(), table.row.end(), colour) != table.row.end();
}

/// The ways to pay for a track with this hand.
void list_payments(const Options& options, TrackNumber number, const Cards& hand,
                   std::vector<Move>& moves) {
    const Track& track = kTrackTable[number];
    const int locos = hand.of(kLoco);
    bool has_payment = false;
    for (Colour colour = 0; colour < kColours; ++colour) {
        if (track.colour != kNoColour && track.colour != colour) continue;
        const int most = std::min<int>(hand.of(colour), track.length);
        const int fewest = std::max(1, track.length - locos);
        for (int cards = most; cards >= fewest; --cards) {
            moves.push_back(Move::claim(number, colour, track.length - cards));
            has_payment = true;
            if (options.fewest_locos) break;
        }
    }
    if (locos >= track.length && !(options.fewest_locos && has_payment))
        moves.push_back(Move::claim(number, kLoco, track.length));
}

void list_claims(const Table& table, const Cards& hand, std::vector<Move>& moves) {
    const Seat& seat = table.own();
    int most = 0;  // cards of one colour
    for (Colour colour = 0; colour < kColours; ++colour) most = std::max(most, hand.of(colour));
    most = std::min<int>(most + hand.of(kLoco), seat.trains);
    table.free.without(seat.barred).for_each([&](TrackNumber track) {
        if (kTrackTable[track].length <= most) list_payments(table.options, track, hand, moves);
    });
}

void list_takes(const Table& table, bool is_first, std::vector<Move>& moves) {
    for (Colour colour = 0; colour < kKinds; ++colour) {
        if ((colour != kLoco || is_first) && is_in_row(table, colour))
            moves.push_back(Move::take(colour));
    }
    if (can_draw_blind(table)) moves.emplace_back(What::blind);
}

void list_turn(const Table& table, const Cards& hand, TicketSet held, std::vector<Move>& moves) {
    const bool has_tickets = ticket_deck_size(table) > 0;
    if (table.options.tickets_when_done) {
        const Connections connections(table.own().tracks);
        if (has_tickets && !table.is_last_round() && connections.completed(held) == held) {
            moves.emplace_back(What::tickets);
            return;
        }
    }
    list_takes(table, true, moves);
    list_claims(table, hand, moves);
    if (has_tickets && (!table.options.tickets_when_done || moves.empty()))
        moves.emplace_back(What::tickets);
    if (moves.empty()) moves.emplace_back(What::pass);
}

void list_keeps(const Table& table, TicketSet offered, std::vector<Move>& moves) {
    const bool is_start = table.step == Step::start;
    TicketSet always = 0;
    if (!is_start && table.options.tickets_when_done)
        always = Connections(table.own().tracks).completed(offered);
    for (TicketSet part = offered; part; part = (part - 1) & offered) {
        const int number = std::popcount(part);
        if (is_start && number < 2) continue;
        if (is_start && number > 2 && table.options.keep_two) continue;
        if ((part & always) == always) moves.push_back(Move::keep(part));
    }
}

}  // namespace

void list_moves(const Table& table, const Cards& hand, TicketSet held, TicketSet offered,
                std::vector<Move>& moves) {
    moves.clear();
    switch (table.step) {
        case Step::start:
        case Step::keep:
            return list_keeps(table, offered, moves);
        case Step::turn:
            return list_turn(table, hand, held, moves);
        case Step::second:
            list_takes(table, false, moves);
            if (table.options.second_optional) moves.emplace_back(What::stop);
            return;
        default:
            return;
    }
}

Cards payment_of(Move claim) {
    Cards payment;
    if (claim.coloured()) payment.add(claim.colour(), claim.coloured());
    if (claim.locos()) payment.add(kLoco, claim.locos());
    return payment;
}

}  // namespace carcbot::ticket_to_ride
