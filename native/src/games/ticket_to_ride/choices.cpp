// What a seat may do.

#include <algorithm>

#include "network.hpp"
#include "rules.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// How many cards a hand has of each kind.
using Counts = std::array<int, kKinds>;

/// The ways to pay for a track with this hand.
void list_payments(const Options& options, TrackNumber number, const Counts& hand,
                   std::vector<Move>& moves) {
    const Track& track = kTrackTable[number];
    const int length = track.length, locos = hand[kLoco];
    const std::size_t before = moves.size();
    const int fewest = std::max(1, length - locos);  // cards of a colour
    const auto pay_with = [&](Colour colour) {
        for (int cards = std::min(hand[colour], length); cards >= fewest; --cards) {
            moves.push_back(Move::claim(number, colour, length - cards));
            if (options.fewest_locos) break;
        }
    };
    if (track.colour != kNoColour) {
        pay_with(track.colour);
    } else {
        for (Colour colour = 0; colour < kColours; ++colour) pay_with(colour);
    }
    if (locos >= length && !(options.fewest_locos && moves.size() > before))
        moves.push_back(Move::claim(number, kLoco, length));
}

/// Of each colour, and after them of gray, the tracks that are no longer than so much.
constexpr auto kUpTo = [] {
    std::array<std::array<TrackSet, kLongestTrack + 1>, kColours + 1> sets;
    for (TrackNumber number = 0; number < kTracks; ++number) {
        const Track& track = kTrackTable[number];
        const std::size_t colour = track.colour == kNoColour ? kColours : track.colour;
        for (std::size_t most = track.length; most <= kLongestTrack; ++most)
            sets[colour][most].add(number);
    }
    return sets;
}();

/// The tracks for which there are enough cards and trains.
TrackSet affordable(const Counts& hand, int trains) {
    const int longest = std::min<int>(trains, kLongestTrack);
    TrackSet tracks;
    int most = 0;
    for (Colour colour = 0; colour < kColours; ++colour) {
        const int length = std::min(hand[colour] + hand[kLoco], longest);
        tracks = tracks | kUpTo[colour][static_cast<std::size_t>(length)];
        most = std::max(most, length);
    }
    return tracks | kUpTo[kColours][static_cast<std::size_t>(most)];
}

void list_claims(const Table& table, const Cards& hand, std::vector<Move>& moves) {
    const Seat& seat = table.own();
    Counts counts{};
    for (Colour kind = 0; kind < kKinds; ++kind) counts[kind] = hand.of(kind);
    const TrackSet claimable = table.free.without(seat.barred) & affordable(counts, seat.trains);
    claimable.for_each(
        [&](TrackNumber track) { list_payments(table.options, track, counts, moves); });
}

void list_takes(const Table& table, bool is_first, std::vector<Move>& moves) {
    unsigned row = 0;  // kinds as bits
    for (const Colour card : table.row) row |= 1U << card;
    row &= (1U << (is_first ? kKinds : kColours)) - 1;
    for (; row; row &= row - 1)
        moves.push_back(Move::take(static_cast<Colour>(std::countr_zero(row))));
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
