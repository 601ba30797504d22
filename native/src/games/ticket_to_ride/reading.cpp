// New games, and reading positions and views.

#include <algorithm>

#include "checks.hpp"
#include "game.hpp"
#include "lots.hpp"
#include "rules.hpp"
#include "text.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// Reads a position or view, piece by piece, and then asks whether it can be.
template <typename Place>
class PlaceReader {
    static constexpr bool kIsView = std::is_same_v<Place, View>;

  public:
    PlaceReader(std::string_view text, std::string_view kind) : reader_(text), kind_(kind) {
        for (const std::string_view word : {std::string_view("ticket_to_ride/1"), kind}) {
            if (reader_.word() != word) {
                reader_.fail("this is not a " + kind_ + " of Ticket to Ride",
                             "ticket_to_ride/1 " + kind_ + " ...");
            }
            space();
        }
    }

    Place read() {
        place_.options = read_options(reader_);
        space();
        place_.done = static_cast<std::uint16_t>(reader_.number(0, 60000, "turns that are over"));
        space();
        read_step();
        space();
        for (std::size_t i = 0; i < kRow; ++i) {
            if (i) reader_.need('.', "the row");
            if (reader_.take('-')) continue;
            place_.row[i] = static_cast<Colour>(reader_.one_of(kLetters, "a card of the row"));
        }
        space();
        place_.deck_cards = small(0, kAllCards, "the cards of the deck");
        space();
        place_.discards = read_cards(reader_);
        space();
        place_.first = small(0, place_.options.seats - 1, "who began");
        reader_.need('/', "the " + kind_);
        if (!reader_.take('-')) {
            place_.turns_left =
                static_cast<std::int8_t>(reader_.number(0, place_.options.seats, "turns left"));
        }
        space();
        read_ticket_deck();
        // a seat of a view is read when it is known whose view it is
        space();
        const std::size_t seats_at = reader_.at();
        if constexpr (kIsView) {
            reader_.word();
            space();
            reader_.word();
            space();
            if (!reader_.take('-'))
                place_.viewer = static_cast<std::int8_t>(small(0, last_seat(), "the viewer"));
            reader_.need_end("the view");
            reader_.back_to(seats_at);
        }
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            if (seat) reader_.need(':', "the " + kind_);
            read_seat(seat);
        }
        space();
        place_.old_pool = read_cards(reader_);
        if constexpr (!kIsView) reader_.need_end("the position");
        count_cards();
        count_tickets();
        Checks<Place>(place_, kind_).check();
        if constexpr (!kIsView) {
            for (int seat = kNoSeat; seat < place_.options.seats; ++seat) {
                const View view = TicketToRide::view(place_, seat);
                need(can_be_dealt(view) && tickets_can_be_dealt(view),
                     "hidden cards and tickets that are possible for everybody who sees it");
            }
        }
        return place_;
    }

  private:
    void space() { reader_.need(' ', "the " + kind_); }
    [[nodiscard]] int last_seat() const { return place_.options.seats - 1; }
    std::uint8_t small(int low, int high, const std::string& name) {
        return static_cast<std::uint8_t>(reader_.number(low, high, name));
    }
    bool sees_digit() const { return reader_.peek() >= '0' && reader_.peek() <= '9'; }

    void need(bool is_so, const std::string& expected) const {
        need_possible(is_so, kind_, expected);
    }

    void read_step() {
        place_.step = static_cast<Step>(reader_.one_name_of(kStepNames, "what is due"));
        reader_.need('/', "what is due");
        place_.made = small(0, static_cast<int>(kMostPlayers), "how often it was done");
        reader_.need('/', "what is due");
        place_.resets = small(0, 3, "the resets");
        reader_.need('/', "what is due");
        place_.passes = small(0, place_.options.seats, "the passes");
    }

    /// A ticket and who knows it, which is its seat if nobody is named.
    TicketNumber read_known_ticket(int seat) {
        const TicketNumber ticket = read_ticket(reader_);
        if (reader_.take('!')) place_.shown |= ticket_bit(ticket);
        if constexpr (!kIsView) {
            auto& knowers = place_.known_to[ticket];
            knowers = static_cast<std::uint8_t>(1U << seat);
            if (reader_.take('@')) {
                knowers = 0;
                while (sees_digit())
                    knowers |= static_cast<std::uint8_t>(1U << reader_.one_of(digits(), "a seat"));
                need(knowers != 1U << seat, "no @ where only its seat knows a ticket");
            }
        }
        return ticket;
    }
    [[nodiscard]] std::string_view digits() const {
        return std::string_view("01234").substr(0, place_.options.seats);
    }

    TicketSet read_known_tickets(int seat) {
        TicketSet tickets = 0;
        if (reader_.take('-')) return tickets;
        do {
            const TicketSet ticket = ticket_bit(read_known_ticket(seat));
            need(ticket > tickets, "tickets in their order, each once");
            tickets |= ticket;
        } while (reader_.take('+'));
        return tickets;
    }

    void read_ticket_deck() {
        place_.top_tickets = small(0, kTickets, "the tickets of the deck");
        reader_.need('/', "the tickets");
        if (!reader_.take('-')) {
            int seat = 0;
            bool joined = false;
            do {
                if (!joined) seat = small(0, last_seat(), "who returned a ticket");
                need(place_.queue_length < kTickets, "thirty tickets");
                const std::size_t at = place_.queue_length++;
                place_.queue[at] = {static_cast<std::uint8_t>(seat), joined};
                const bool is_unknown = kIsView && reader_.take('?');
                place_.hidden.queue[at] = is_unknown ? kNoTicket : read_known_ticket(seat);
                need(!joined || !place_.queue[at - 1].joined,
                     "two tickets at most that were joined");
                const TicketNumber before = joined ? place_.hidden.queue[at - 1] : 0;
                need(!joined ||
                         (is_unknown ? before == kNoTicket : before < place_.hidden.queue[at]),
                     "joined tickets in their order, or both of them unknown");
                joined = reader_.take('+');
            } while (joined || reader_.take(','));
        }
        reader_.need('/', "the tickets");
        const int seat = place_.turn_of();
        if constexpr (!kIsView) known_of_deck_ = place_.known_to;
        place_.hidden.offered = read_known_tickets(seat);
        if constexpr (!kIsView) {
            if (place_.step == Step::ticket) {  // they are in the deck still
                for_each_ticket(place_.hidden.offered, [&](TicketNumber each) {
                    place_.known_to[each] = known_of_deck_[each];
                });
            }
        }
    }

    void read_seat(int number) {
        Seat& seat = place_.seats[index(number)];
        if (!reader_.take('-')) {
            do {
                const TrackNumber track = read_track(reader_);
                give_track(seat, track);
            } while (reader_.take('.'));
        }
        reader_.need('/', "a seat");
        seat.known = read_cards(reader_);
        reader_.need('/', "a seat");
        read_hidden(number);
        reader_.need('/', "a seat");
        TicketSet& held = place_.hidden.held[index(number)];
        if (knows(place_, number)) {
            held = read_known_tickets(number);
            seat.tickets = static_cast<std::uint8_t>(std::popcount(held));
        } else if (is_count_hidden(place_, number)) {
            reader_.need('?', "a seat");
        } else {
            seat.tickets = small(0, kTickets, "the number of tickets");
            if (reader_.take('(')) {
                held = read_known_tickets(number);
                need(held != 0, "tickets in parentheses");
                reader_.need(')', "a seat");
            }
        }
    }

    void give_track(Seat& seat, TrackNumber number) {
        const Track& track = kTrackTable[number];
        need(place_.free.has(number) && !seat.barred.has(number), "tracks that a seat can have");
        need(seat.trains >= track.length, "forty-five trains at most of each seat");
        seat.tracks.add(number);
        seat.barred.add(number);
        seat.trains = static_cast<std::uint8_t>(seat.trains - track.length);
        seat.points = static_cast<std::uint8_t>(seat.points + kTrackPoints[track.length]);
        int owners = 0;
        for (const Seat& each : place_.seats) owners += each.tracks.has(number);
        const bool doubles = place_.options.seats >= kSeatsForDoubles;
        if (owners == track.copies || !doubles) place_.free.take(number);
        if (track.twin == kNoTrack) return;
        seat.barred.add(track.twin);
        if (!doubles) place_.free.take(track.twin);
    }

    void read_hidden(int number) {
        Seat& seat = place_.seats[index(number)];
        Lots& lots = place_.hidden.lots[index(number)];
        if (knows(place_, number)) {
            lots.old = read_cards(reader_);
            reader_.need('+', "the hidden cards");
            lots.fresh = read_cards(reader_);
            seat.old = static_cast<std::uint8_t>(lots.old.count());
            seat.fresh = static_cast<std::uint8_t>(lots.fresh.count());
        } else {
            seat.old = small(0, kAllCards, "old hidden cards");
            reader_.need('+', "the hidden cards");
            seat.fresh = small(0, kAllCards, "fresh hidden cards");
        }
        while (reader_.take('~')) {
            if (place_.open_count == kMostOpen)
                reader_.fail("there are too many open payments", "24 at most");
            const std::size_t at = place_.open_count++;
            OpenCards& open = place_.open[at];
            open.seat = static_cast<std::uint8_t>(number);
            open.cards = small(1, kLocos, "the open cards");
            open.colour = static_cast<Colour>(reader_.one_of(kLetters, "the colour of open cards"));
            reader_.need('.', "the open cards");
            open.fresh = small(0, kAllCards, "the fresh cards at that time");
            if (!knows(place_, number)) continue;
            reader_.need('.', "the open cards");
            const int was_old = small(0, open.cards, "how many were old");
            place_.hidden.open_old[at] = static_cast<std::uint8_t>(was_old);
            seat.old = static_cast<std::uint8_t>(seat.old + was_old);
            seat.fresh = static_cast<std::uint8_t>(seat.fresh + open.cards - was_old);
        }
    }

    /// What is left when all others are counted is the pool of fresh cards.
    void count_cards() {
        std::array<int, kKinds> left{};
        const auto count = [&](const Cards& cards, int by) {
            for (Colour kind = 0; kind < kKinds; ++kind) left[kind] += by * cards.of(kind);
        };
        count(Cards::all(), 1);
        count(place_.discards, -1);
        count(place_.old_pool, -1);
        for (const Colour card : place_.row) {
            if (card != kNoColour) --left[card];
        }
        int old = place_.old_pool.count(), hidden = 0;
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            const Seat& each = place_.seats[index(seat)];
            count(each.known, -1);
            old -= each.old;
            hidden += each.fresh;
            need(hand_size(place_, seat) >= each.known.count(),
                 "no more open cards than hidden ones");
        }
        for (std::size_t i = 0; i < place_.open_count; ++i) {
            const OpenCards& open = place_.open[i];
            left[open.colour] += open.cards;
            need(open.fresh <= place_.seats[open.seat].fresh, "no more fresh cards once than now");
        }
        place_.fresh_pool = {};
        for (Colour kind = 0; kind < kKinds; ++kind) {
            need(left[kind] >= 0 && left[kind] <= (kind == kLoco ? kLocos : kOfEachColour),
                 "twelve cards of each colour and fourteen locomotives");
            place_.fresh_pool.add(kind, left[kind]);
        }
        need(old == 0, "as many old cards as the hands have");
        need(place_.fresh_pool.count() == hidden + place_.deck_cards,
             "as many fresh cards as the deck and the hands have");
        if constexpr (kIsView) {
            need(can_be_dealt(place_), "hidden cards that can be dealt");
        } else {
            Cards old_left = place_.old_pool;
            place_.deck = place_.fresh_pool;
            const auto take = [&](Cards& from, const Cards& cards) {
                need(from.contains(cards), "hidden cards of their pools");
                from.take(cards);
            };
            for (const Lots& lots : place_.hidden.lots) {
                take(old_left, lots.old);
                take(place_.deck, lots.fresh);
            }
            for (std::size_t i = 0; i < place_.open_count; ++i) {
                const int was_old = place_.hidden.open_old[i];
                Cards cards;
                cards.add(place_.open[i].colour, was_old);
                take(old_left, cards);
                cards = {};
                cards.add(place_.open[i].colour, place_.open[i].cards - was_old);
                take(place_.deck, cards);
            }
        }
    }

    void count_tickets() {
        const bool is_drawn = place_.step == Step::start || place_.step == Step::keep;
        int tickets = ticket_deck_size(place_) + (is_drawn ? place_.made : 0);
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            const bool is_hidden = !knows(place_, seat) && is_count_hidden(place_, seat);
            tickets += is_hidden ? kTicketsDrawn : place_.seats[index(seat)].tickets;
        }
        need(tickets == kTickets, "thirty tickets");
        need(is_drawn || place_.step == Step::ticket || !place_.hidden.offered,
             "no tickets to keep where none were drawn");
        need(!knows(place_, place_.turn_of()) || !(is_drawn || place_.step == Step::ticket) ||
                 std::popcount(place_.hidden.offered) == place_.made,
             "as many tickets as were drawn");
        if constexpr (kIsView) {
            need(tickets_can_be_dealt(place_), "tickets that can be dealt");
        } else {
            TicketSet elsewhere = is_drawn ? place_.hidden.offered : 0, held = 0;
            int number = std::popcount(elsewhere);
            for (const TicketSet each : place_.hidden.held) {
                elsewhere |= each;
                held |= each;
                number += std::popcount(each);
            }
            for (std::size_t i = 0; i < place_.queue_length; ++i)
                elsewhere |= ticket_bit(place_.hidden.queue[i]);
            place_.top = kAllTickets & ~elsewhere;
            need(std::popcount(elsewhere) == number + place_.queue_length, "each ticket once");
            need(std::popcount(place_.top) == place_.top_tickets, "thirty tickets");
            need(!(place_.shown & ~held), "tickets that are held where they are shown");
            State before = place_;
            before.made = 0;
            before.hidden.offered = 0;
            for (; place_.step == Step::ticket && before.made < place_.made; ++before.made) {
                const TicketSet next = next_tickets(before) & place_.hidden.offered;
                need(next, "tickets in the order of the deck");
                before.hidden.offered |= next & ~(next - 1);
            }
        }
    }

    Reader reader_;
    std::string kind_;
    Place place_;
    std::array<std::uint8_t, kTickets> known_of_deck_{};
};

}  // namespace

State TicketToRide::new_game(std::string_view options) {
    Reader reader(options.empty() ? std::string_view("seats=2") : options);
    try {
        State state;
        state.options = read_options(reader);
        reader.need_end("the options");
        begin_game(state);
        return state;
    } catch (const InputError& error) {
        throw InputError(Fault::options, error.what(), "options, " + error.where, error.expected);
    }
}

State TicketToRide::parse_position(std::string_view text) {
    return PlaceReader<State>(text, "position").read();
}

View TicketToRide::parse_view(std::string_view text) {
    return PlaceReader<View>(text, "view").read();
}

}  // namespace carcbot::ticket_to_ride
