// What a seat may do.

#include "network.hpp"
#include "offer.hpp"
#include "rules.hpp"

namespace carcbot::ticket_to_ride {
namespace {

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
        case Step::second:
            return Offer(table, hand, held).list(moves);
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
