#include "rules.hpp"

#include <algorithm>

#include "lots.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

constexpr int kMostResets = 3;

bool has_empty_place(const Table& table) {
    return std::find(table.row.begin(), table.row.end(), kNoColour) != table.row.end();
}

int cards_in_row(const Table& table) {
    return static_cast<int>(kRow - std::count(table.row.begin(), table.row.end(), kNoColour));
}

int locos_in_row(const Table& table) {
    return static_cast<int>(std::count(table.row.begin(), table.row.end(), kLoco));
}

/// How many cards lie in the row, the deck and the discard pile.
int cards_outside(const Table& table) {
    return cards_in_row(table) + table.deck_cards + table.discards.count();
}

/// So many cards that are no locomotives make a reset worth while.
int plain_cards_wanted(const Table& table) {
    return std::min<int>(kRow, cards_outside(table)) - (kLocosInRow - 1);
}

/// Whether the row is reset for certain, whatever the hidden cards are.
bool must_reset(const Table& table) {
    if (!may_reset(table)) return false;
    return table.options.three_resets || cards_outside(table) - kLocos >= plain_cards_wanted(table);
}

template <typename Place>
class Flow {
  public:
    Flow(Place& place, bool told_reset) : place_(place), told_reset_(told_reset) {}

    [[nodiscard]] bool has_reset() const { return has_reset_; }

    void deal_hands() {
        int dealt = 0;
        for (const Seat& seat : place_.seats) dealt += seat.fresh;
        if (dealt < kFirstCards * place_.options.seats) {
            place_.step = Step::hand;
        } else {
            settle();
        }
    }

    /// After cards came or went: fills the row and resets it; then the turn goes on.
    void settle() {
        for (;;) {
            const bool is_wanted = !place_.options.shuffle_late || has_empty_place(place_);
            if (place_.deck_cards == 0 && !place_.discards.empty() && is_wanted)
                shuffle_discards(place_);
            if (has_empty_place(place_) && place_.deck_cards > 0) {
                place_.step = Step::row;
                return;
            }
            if (!resets_now()) break;
            reset();
        }
        place_.resets = 0;
        if (place_.is_setup()) return begin_tickets();
        if (place_.made == 1 && has_second()) {
            place_.step = Step::second;
        } else {
            end_turn(false);
        }
    }

    void begin_tickets() {
        place_.made = 0;
        place_.step = Step::ticket;
    }

    void ticket_drawn() {
        if (tickets_left_) return;
        place_.step = place_.is_setup() ? Step::start : Step::keep;
    }

    void draw_one_ticket(TicketNumber ticket) {
        tickets_left_ = place_.made + 1 < tickets_of_draw(place_);
        draw_ticket(place_, place_.turn_of(), ticket);
        ticket_drawn();
    }

    /// First tickets were kept.
    void first_tickets_kept() {
        ++place_.done;
        if (place_.is_setup()) return begin_tickets();
        place_.made = 0;
        place_.step = Step::count;
    }

    void end_turn(bool passes) {
        const bool is_low = place_.own().trains <= kLastTrains;
        place_.passes = static_cast<std::uint8_t>(passes ? place_.passes + 1 : 0);
        if (place_.is_last_round()) {
            --place_.turns_left;
        } else if (is_low) {
            place_.turns_left = static_cast<std::int8_t>(place_.options.seats);
        }
        ++place_.done;
        place_.made = 0;
        if (place_.turns_left == 0 || place_.passes == place_.options.seats) {
            show_tickets();
        } else {
            place_.step = Step::turn;
        }
    }

    void show_tickets() {
        int kept = 0;
        for (const Seat& seat : place_.seats) kept += seat.tickets;
        place_.step = std::popcount(place_.shown) < kept ? Step::show : Step::over;
    }

    void take(Colour colour) {
        *std::find(place_.row.begin(), place_.row.end(), colour) = kNoColour;
        place_.own().known.add(colour);
        place_.made = colour == kLoco ? 2 : static_cast<std::uint8_t>(place_.made + 1);
        settle();
    }

    void blind() {
        if (place_.deck_cards == 0) shuffle_discards(place_);
        place_.step = Step::blind;
    }

    void claim(Move move) {
        const Track& track = kTrackTable[move.track()];
        Seat& seat = place_.own();
        const int number = place_.turn_of();
        if (move.coloured()) pay(place_, number, move.colour(), move.coloured());
        if (move.locos()) pay(place_, number, kLoco, move.locos());
        place_.discards.add(payment_of(move));
        seat.trains = static_cast<std::uint8_t>(seat.trains - track.length);
        seat.points = static_cast<std::uint8_t>(seat.points + kTrackPoints[track.length]);
        give_track(move.track());
        place_.made = 2;
        settle();
    }

  private:
    void give_track(TrackNumber number) {
        const Track& track = kTrackTable[number];
        Seat& seat = place_.own();
        int owners = 0;
        for (const Seat& each : place_.seats) owners += each.tracks.has(number);
        seat.tracks.add(number);
        seat.barred.add(number);
        const bool doubles = place_.options.seats >= kSeatsForDoubles;
        if (owners + 1 == track.copies || !doubles) place_.free.take(number);
        if (track.twin == kNoTrack) return;
        seat.barred.add(track.twin);
        if (!doubles) place_.free.take(track.twin);
    }

    [[nodiscard]] bool has_second() const {
        if (can_draw_blind(place_)) return true;
        return cards_in_row(place_) > locos_in_row(place_);
    }

    [[nodiscard]] bool resets_now() const {
        if constexpr (requires { place_.deck; }) {
            return has_to_reset(place_);
        } else {
            return must_reset(place_) || (may_reset(place_) && told_reset_ && !has_reset_);
        }
    }

    void reset() {
        const bool exchanges = !place_.options.shuffle_late && place_.deck_cards == kRow &&
                               place_.discards.empty() && !has_empty_place(place_);
        for (Colour& card : place_.row) {
            if (card != kNoColour) place_.discards.add(card);
            card = kNoColour;
        }
        if (place_.options.three_resets) {
            ++place_.resets;
        } else {
            place_.resets = exchanges;
        }
        has_reset_ = true;
    }

    Place& place_;
    bool told_reset_, has_reset_ = false, tickets_left_ = false;
};

}  // namespace

bool can_draw_blind(const Table& table) {
    return table.deck_cards > 0 || !table.discards.empty();
}

bool may_reset(const Table& table) {
    if (locos_in_row(table) < kLocosInRow) return false;
    if (table.options.three_resets) return table.resets < kMostResets;
    return table.resets == 0 && can_draw_blind(table);
}

bool has_to_reset(const State& state) {
    if (!may_reset(state)) return false;
    if (state.options.three_resets) return true;
    const int locos = locos_in_row(state) + state.deck.of(kLoco) + state.discards.of(kLoco);
    return cards_outside(state) - locos >= plain_cards_wanted(state);
}

template <typename Place>
bool make_draw(Place& place, std::optional<Outcome> outcome, bool told_reset) {
    Flow<Place> flow(place, told_reset);
    switch (place.step) {
        case Step::first:
            place.first = static_cast<std::uint8_t>(outcome->seat_number());
            flow.deal_hands();
            break;
        case Step::hand: {
            int seat = 0;
            while (place.seats[index(seat)].fresh == kFirstCards) ++seat;
            take_blind(place, seat, outcome ? outcome->colour() : kNoColour);
            flow.deal_hands();
            break;
        }
        case Step::row:
            *std::find(place.row.begin(), place.row.end(), kNoColour) = outcome->colour();
            turn_up(place, outcome->colour());
            flow.settle();
            break;
        case Step::blind:
            take_blind(place, place.turn_of(), outcome ? outcome->colour() : kNoColour);
            ++place.made;
            flow.settle();
            break;
        case Step::ticket:
            flow.draw_one_ticket(outcome ? outcome->ticket_number() : kNoTicket);
            break;
        case Step::count:
            if constexpr (requires { place.viewer; })
                tell_count(place, place.made, outcome->number());
            ++place.made;
            if (place.made == place.options.seats) {
                place.made = 0;
                place.step = Step::turn;
            }
            break;
        default: {  // show
            int seat = 0;
            const auto has_all_shown = [&] {
                const TicketSet shown = place.hidden.held[index(seat)] & place.shown;
                return std::popcount(shown) == place.seats[index(seat)].tickets;
            };
            while (has_all_shown()) ++seat;
            place.hidden.held[index(seat)] |= ticket_bit(outcome->ticket_number());
            place.shown |= ticket_bit(outcome->ticket_number());
            flow.show_tickets();
        }
    }
    return flow.has_reset();
}

template <typename Place>
bool make_move(Place& place, Move move, bool told_reset) {
    Flow<Place> flow(place, told_reset);
    switch (move.what()) {
        case What::take:
            flow.take(move.colour());
            break;
        case What::blind:
            flow.blind();
            break;
        case What::claim:
            flow.claim(move);
            break;
        case What::tickets:
            flow.begin_tickets();
            break;
        case What::pass:
            flow.end_turn(true);
            break;
        case What::stop:
            flow.end_turn(false);
            break;
        case What::keep: {
            const TicketSet kept = move.tickets();
            keep_tickets(place, place.turn_of(), kept, std::popcount(kept));
            if (place.step == Step::start) {
                flow.first_tickets_kept();
            } else {
                flow.end_turn(false);
            }
        }
    }
    return flow.has_reset();
}

void keep_unseen(View& view, int number) {
    Flow<View> flow(view, false);
    if (view.step == Step::start) {
        view.hidden.offered = 0;
        view.made = 0;
        return flow.first_tickets_kept();
    }
    keep_tickets(view, view.turn_of(), 0, number);
    flow.end_turn(false);
}

void begin_game(State& state) {
    Flow<State> flow(state, false);
    if (state.options.first_by_lot) {
        state.step = Step::first;
    } else {
        flow.deal_hands();
    }
}

template bool make_draw<State>(State&, std::optional<Outcome>, bool);
template bool make_draw<View>(View&, std::optional<Outcome>, bool);
template bool make_move<State>(State&, Move, bool);
template bool make_move<View>(View&, Move, bool);

}  // namespace carcbot::ticket_to_ride
