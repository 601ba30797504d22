// What lies on the table of Ticket to Ride, what everybody knows of hidden cards and tickets, and
// the rest.
//
// A card of a hand is *known* if everybody saw how it came there: it was taken from the row. The
// others are hidden. When the deck is empty it is shuffled anew from the discard pile, and
// everybody knows what is in it; what nobody has seen of the deck before is in the hands. So hidden
// cards are *old*, from before the last shuffle, or *fresh*, from the deck that is drawn from now,
// and each kind has a *pool* that everybody can count: old cards are all in hands, fresh ones in
// hands and in the deck. A seat pays with cards that are known first. A hidden card that it pays
// leaves its pool, unless it may have been an old or a fresh one: then it stays *open*, and pools
// and the numbers of hidden cards count it as if it were there still.
//
// The ticket deck has a *top*, of which nobody knows anything, and under it a *queue*: what came
// back, and who returned it knows. Where two came back together, chance says which lies above.
#pragma once

#include <array>
#include <cstdint>

#include "carcbot/game.hpp"
#include "cards.hpp"
#include "map.hpp"

namespace carcbot::ticket_to_ride {

inline constexpr std::size_t kMostPlayers = 5;
/// So many payments of open cards are remembered. Where there are more nobody knows any longer
/// which hidden cards are old; only hands of dozens of cards come to that.
inline constexpr std::size_t kMostOpen = 24;

struct Options {
    std::uint8_t seats = 2;
    bool first_by_lot = false;       ///< who begins; otherwise seat 0
    bool keep_two = false;           ///< of the first tickets, otherwise two or three
    bool tickets_when_done = false;  ///< are drawn; otherwise whenever somebody likes
    bool fewest_locos = false;       ///< pay; otherwise as many as somebody likes
    bool second_optional = false;
    bool shuffle_late = false;  ///< when a card is wanted; otherwise when the deck is empty
    bool three_resets = false;  ///< in succession at most; otherwise as long as one may help
    bool operator==(const Options&) const = default;
};

/// What is due. Those before `start` are chance's.
enum class Step : std::uint8_t {
    first,   ///< who begins
    hand,    ///< a first card of a hand
    row,     ///< a card is turned up
    blind,   ///< a card from the deck to the hand
    ticket,  ///< a ticket that a seat may keep
    count,   ///< how many of its first tickets a seat has kept
    show,    ///< a kept ticket, when the game has ended
    start,
    turn,
    second,
    keep,
    over
};

/// What lies in front of a seat.
struct Seat {
    TrackSet tracks;
    TrackSet barred;                  ///< its own, and the twins of those
    Cards known;                      ///< cards of its hand that everybody knows
    std::uint8_t old = 0, fresh = 0;  ///< hidden cards, open ones included
    std::uint8_t trains = kTrains;
    std::uint8_t points = 0;   ///< of its tracks
    std::uint8_t tickets = 0;  ///< kept; 0 in a view as long as nobody may know
    bool operator==(const Seat&) const = default;
};

/// Hidden cards of one colour that a seat has paid, of which nobody knows whether they were old.
struct OpenCards {
    std::uint8_t seat = 0;
    Colour colour = 0;
    std::uint8_t cards = 0;
    std::uint8_t fresh = 0;  ///< hidden fresh cards of the seat when it paid
    bool operator==(const OpenCards&) const = default;
};

/// A place in the queue of returned tickets.
struct Returned {
    std::uint8_t seat = 0;
    bool joined = false;  ///< to the one before: any of the two may lie above
    bool operator==(const Returned&) const = default;
};

/// What everybody at the table knows.
struct Table {
    Options options;
    std::uint16_t done = 0;  ///< turns that are over; those in which first tickets are kept count
    Step step = Step::hand;
    /// Of a turn: cards drawn (2: no more may be); of tickets: those that a seat may keep; of the
    /// numbers of first tickets: those that were told.
    std::uint8_t made = 0;
    /// Resets in succession where three may be; otherwise 1 after one that exchanged row and deck.
    std::uint8_t resets = 0;
    std::uint8_t passes = 0;      ///< in succession
    std::uint8_t first = 0;       ///< who has the first turn
    std::int8_t turns_left = -1;  ///< in the last round; -1 before it
    std::uint8_t deck_cards = kAllCards;
    std::array<Colour, kRow> row = {kNoColour, kNoColour, kNoColour, kNoColour, kNoColour};
    Cards discards;
    TrackSet free = TrackSet::all();  ///< tracks that somebody may still claim
    std::array<Seat, kMostPlayers> seats{};

    Cards old_pool, fresh_pool = Cards::all();
    std::uint8_t open_count = 0;
    std::array<OpenCards, kMostOpen> open{};

    std::uint8_t top_tickets = kTickets;
    std::uint8_t queue_length = 0;
    std::array<Returned, kTickets> queue{};
    TicketSet shown = 0;  ///< tickets that everybody sees at the end

    [[nodiscard]] bool is_setup() const { return done < options.seats; }
    [[nodiscard]] int turn_of() const {
        return is_setup() ? done : (first + done - options.seats) % options.seats;
    }
    [[nodiscard]] bool is_last_round() const { return turns_left >= 0; }
    Seat& own() { return seats[static_cast<std::size_t>(turn_of())]; }
    [[nodiscard]] const Seat& own() const { return seats[static_cast<std::size_t>(turn_of())]; }
    bool operator==(const Table&) const = default;
};

/// The hidden cards that a seat has.
struct Lots {
    Cards old, fresh;
    bool operator==(const Lots&) const = default;
};

/// What is known of hidden things beyond that: all in a state, in a view what one seat knows.
struct Hidden {
    std::array<Lots, kMostPlayers> lots{};
    std::array<std::uint8_t, kMostOpen> open_old{};  ///< how many of the open cards were old
    std::array<TicketSet, kMostPlayers> held{};      ///< tickets that are kept
    TicketSet offered = 0;                           ///< those that the seat to move may keep
    std::array<TicketNumber, kTickets> queue{};      ///< kNoTicket where it is not known
    bool operator==(const Hidden&) const = default;
};

struct State : Table {
    Hidden hidden;
    Cards deck = Cards::all();
    TicketSet top = kAllTickets;
    /// Of each ticket in a hand or the queue the seats that know it to be there, as bits.
    std::array<std::uint8_t, kTickets> known_to{};
    bool operator==(const State&) const = default;
};

/// What a seat knows, or everybody. It has no field for the order of decks and the rest of hands.
struct View : Table {
    std::int8_t viewer = kNoSeat;
    Hidden hidden;
    bool operator==(const View&) const = default;
};

constexpr std::size_t index(int seat) {
    return static_cast<std::size_t>(seat);
}

/// Whether the hidden cards and the tickets of this seat are known here.
inline bool knows(const State& /*state*/, int /*seat*/) {
    return true;
}
inline bool knows(const View& view, int seat) {
    return view.viewer == seat;
}

/// How many cards a hand has, which everybody sees.
int hand_size(const Table& table, int seat);

/// The cards of a hand whose hidden ones are known here.
template <typename Place>
Cards hand_of(const Place& place, int seat) {
    Cards hand = place.seats[index(seat)].known;
    hand.add(place.hidden.lots[index(seat)].old);
    hand.add(place.hidden.lots[index(seat)].fresh);
    return hand;
}

/// Tickets of the deck, those that are just being drawn included.
inline int ticket_deck_size(const Table& table) {
    return table.top_tickets + table.queue_length;
}

}  // namespace carcbot::ticket_to_ride
