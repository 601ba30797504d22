#include "offer.hpp"

#include <algorithm>
#include <bit>

#include "network.hpp"
#include "rules.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// Calls use(claim) for each way to pay for a track with this hand.
template <typename Use>
void each_payment(bool fewest_locos, TrackNumber number, const CardCounts& hand, Use use) {
    const Track& track = kTrackTable[number];
    const int length = track.length, locos = hand[kLoco];
    const int fewest = std::max(1, length - locos);  // cards of a colour
    bool has_coloured = false;
    const auto pay_with = [&](Colour colour) {
        for (int cards = std::min(hand[colour], length); cards >= fewest; --cards) {
            use(Move::claim(number, colour, length - cards));
            has_coloured = true;
            if (fewest_locos) break;
        }
    };
    if (track.colour != kNoColour) {
        pay_with(track.colour);
    } else {
        for (Colour colour = 0; colour < kColours; ++colour) pay_with(colour);
    }
    if (locos >= length && !(fewest_locos && has_coloured)) use(Move::claim(number, kLoco, length));
}

/// Where tables by colour have the gray tracks.
constexpr std::size_t kGray = kColours;

constexpr std::size_t colour_index(const Track& track) {
    return track.colour == kNoColour ? kGray : track.colour;
}

/// A small number for each length of a track, a byte for each.
using ByLength = std::uint64_t;
static_assert(kLongestTrack < sizeof(ByLength));
constexpr ByLength at_length(int length, int number) {
    return static_cast<ByLength>(number) << (8 * length);
}
/// 1 where there is none, of numbers below 128.
constexpr ByLength none_in(ByLength numbers) {
    constexpr ByLength ones = 0x0101010101010101;
    return ~(numbers + 0x7F * ones) >> 7 & ones;
}

/// By the locomotives of a hand: 1 where they alone pay for a track.
constexpr auto kPaidByLocos = [] {
    std::array<ByLength, kLocos + 1> ways{};
    for (int locos = 0; locos <= kLocos; ++locos) {
        for (int length = 1; length <= std::min<int>(locos, kLongestTrack); ++length)
            ways[static_cast<std::size_t>(locos)] |= at_length(length, 1);
    }
    return ways;
}();
/// By the locomotives of a hand and its cards of a colour: in how many ways a track is paid for
/// with one of the colour at least.
constexpr auto kPaidInColour = [] {
    std::array<std::array<ByLength, kOfEachColour + 1>, kLocos + 1> ways{};
    for (int locos = 0; locos <= kLocos; ++locos) {
        for (int cards = 0; cards <= kOfEachColour; ++cards) {
            for (int length = 1; length <= kLongestTrack; ++length) {
                const int fewest = std::max(1, length - locos);
                const int of = std::max(0, std::min(cards, length) - fewest + 1);
                ways[static_cast<std::size_t>(locos)][static_cast<std::size_t>(cards)] |=
                    at_length(length, of);
            }
        }
    }
    return ways;
}();

/// How many ways each_payment() finds.
class PaymentCounts {
  public:
    PaymentCounts(bool fewest_locos, const CardCounts& hand) {
        const auto locos = static_cast<std::size_t>(hand[kLoco]);
        const auto with_locos = [&](ByLength coloured) {
            const ByLength alone = kPaidByLocos[locos];
            return coloured + (fewest_locos ? alone & none_in(coloured) : alone);
        };
        ByLength gray = 0;
        for (std::size_t colour = 0; colour < kColours; ++colour) {
            ByLength ways = kPaidInColour[locos][static_cast<std::size_t>(hand[colour])];
            if (fewest_locos) ways = none_in(none_in(ways));  // 1 where there are some
            gray += ways;
            ways_[colour] = with_locos(ways);
        }
        ways_[kGray] = with_locos(gray);
    }

    [[nodiscard]] unsigned of(TrackNumber number) const {
        const unsigned place = kPlaces[number];
        return ways_[place >> 3] >> (8 * (place & 7)) & 0xFF;
    }

  private:
    /// Of each track its colour, and in the three lowest bits its length.
    static constexpr auto kPlaces = [] {
        std::array<std::uint8_t, kTracks> places{};
        for (TrackNumber number = 0; number < kTracks; ++number) {
            const Track& track = kTrackTable[number];
            places[number] = static_cast<std::uint8_t>(colour_index(track) << 3 | track.length);
        }
        return places;
    }();

    std::array<ByLength, kColours + 1> ways_;
};

/// Of each colour, and after them of gray, the tracks that are no longer than so much.
constexpr auto kUpTo = [] {
    std::array<std::array<TrackSet, kLongestTrack + 1>, kColours + 1> sets;
    for (TrackNumber number = 0; number < kTracks; ++number) {
        const Track& track = kTrackTable[number];
        for (std::size_t most = track.length; most <= kLongestTrack; ++most)
            sets[colour_index(track)][most].add(number);
    }
    return sets;
}();

/// The tracks for which there are enough cards and trains.
TrackSet affordable(const CardCounts& hand, int trains) {
    const int longest = std::min<int>(trains, kLongestTrack);
    TrackSet tracks;
    int most = 0;
    for (Colour colour = 0; colour < kColours; ++colour) {
        const int length = std::min(hand[colour] + hand[kLoco], longest);
        tracks = tracks | kUpTo[colour][static_cast<std::size_t>(length)];
        most = std::max(most, length);
    }
    return tracks | kUpTo[kGray][static_cast<std::size_t>(most)];
}

}  // namespace

Offer::Offer(const Table& table, const Cards& hand, TicketSet held, TicketDraws draws)
    : fewest_locos_(table.options.fewest_locos) {
    if (table.step == Step::second) {
        offer_cards(table, false);
        if (table.options.second_optional) rest_ = What::stop;
        return;
    }
    for (Colour kind = 0; kind < kKinds; ++kind) hand_[kind] = hand.of(kind);
    offer_turn(table, held, draws);
}

void Offer::offer_cards(const Table& table, bool is_first) {
    for (const Colour card : table.row) row_ |= 1U << card;
    row_ &= (1U << (is_first ? kKinds : kColours)) - 1;
    blind_ = can_draw_blind(table);
}

void Offer::offer_turn(const Table& table, TicketSet held, TicketDraws draws) {
    const bool has_tickets = ticket_deck_size(table) > 0;
    const bool by_rule = draws == TicketDraws::by_rule;
    const bool when_done = table.options.tickets_when_done;
    const Seat& seat = table.own();
    if (by_rule && when_done && has_tickets && !table.is_last_round() &&
        Connections(seat.tracks).completed(held) == held) {
        rest_ = What::tickets;
        return;
    }
    offer_cards(table, true);
    claims_ = table.free.without(seat.barred) & affordable(hand_, seat.trains);
    const bool nothing_else = empty();
    if (has_tickets && (nothing_else || (by_rule && !when_done))) {
        rest_ = What::tickets;
    } else if (nothing_else) {
        rest_ = What::pass;
    }
}

Offer Offer::cards() const {
    Offer cards = *this;
    cards.claims_ = {};
    cards.rest_ = {};
    return cards;
}

Offer Offer::claims_of(const TrackSet& tracks) const {
    Offer part = *this;
    part.row_ = 0;
    part.blind_ = false;
    part.claims_ = claims_ & tracks;
    part.rest_ = {};
    return part;
}

void Offer::list(std::vector<Move>& moves) const {
    for (unsigned row = row_; row; row &= row - 1)
        moves.push_back(Move::take(static_cast<Colour>(std::countr_zero(row))));
    if (blind_) moves.emplace_back(What::blind);
    claims_.for_each([&](TrackNumber track) {
        each_payment(fewest_locos_, track, hand_, [&](Move claim) { moves.push_back(claim); });
    });
    if (rest_) moves.emplace_back(*rest_);
}

Move Offer::pick(Random& random) const {
    const PaymentCounts payments(fewest_locos_, hand_);
    std::array<TrackNumber, kTracks> tracks;
    std::array<std::uint16_t, kTracks> up_to;  // moves before those that claim the next track
    std::size_t count = 0;
    const auto takes = count_bits(row_) + blind_;
    unsigned all = takes;
    claims_.for_each([&](TrackNumber track) {
        all += payments.of(track);
        tracks[count] = track;
        up_to[count++] = static_cast<std::uint16_t>(all);
    });
    unsigned place = random.below(all + rest_.has_value());
    if (place < count_bits(row_)) {
        unsigned row = row_;
        for (; place; --place) row &= row - 1;
        return Move::take(static_cast<Colour>(std::countr_zero(row)));
    }
    if (place < takes) return Move(What::blind);
    if (place >= all) return Move(*rest_);
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) at += up_to[i] <= place;
    place -= at ? up_to[at - 1] : takes;
    Move chosen;
    each_payment(fewest_locos_, tracks[at], hand_, [&](Move claim) {
        if (place-- == 0) chosen = claim;
    });
    return chosen;
}

}  // namespace carcbot::ticket_to_ride
