// Whether a game can come to what a text says, beyond what each part of it says.
#pragma once

#include <algorithm>
#include <string>

#include "rules.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {

/// Throws InputError if this is not so; `kind` is what the text calls itself.
inline void need_possible(bool is_so, const std::string& kind, const std::string& expected) {
    if (!is_so) {
        throw InputError(Fault::notation, "no game of Ticket to Ride comes to this", "the " + kind,
                         expected);
    }
}

/// What is due fits what lies on the table. That cards and tickets are all there is known before.
template <typename Place>
class Checks {
  public:
    Checks(const Place& place, const std::string& kind) : place_(place), kind_(kind) {}

    void check() const {
        const Step step = place_.step;
        const bool is_setup = place_.is_setup(),
                   is_decided = step == Step::show || step == Step::over;
        const bool has_gap =
            std::find(place_.row.begin(), place_.row.end(), kNoColour) != place_.row.end();
        const bool is_dealing = step == Step::first || step == Step::hand;
        need(place_.options.shuffle_late || place_.deck_cards || place_.discards.empty(),
             "a deck where cards were discarded");
        need(place_.options.first_by_lot || place_.first == 0, "seat 0 to begin");
        need(place_.resets == 0 || step == Step::row, "resets only while the row is filled");
        need(place_.passes < place_.options.seats || is_decided, "an end when all have passed");
        need(place_.turns_left != 0 || is_decided, "an end after the last turn");
        need(step != Step::row || (has_gap && place_.deck_cards), "a card for an empty place");
        need(step == Step::row || !has_gap || is_dealing || !place_.deck_cards,
             "no empty place while there is a deck");
        need(!has_gap || is_dealing || step == Step::row || place_.discards.empty(),
             "no empty place while there are discards");
        need(!is_dealing || place_.made == 0, "nothing done yet");
        switch (step) {
            case Step::first:
            case Step::hand:
                check_dealing();
                break;
            case Step::row:
                need(place_.made <= 2 && (!is_setup || place_.made == 0),
                     "two cards drawn at most");
                need(!is_setup || place_.done == 0, "a row before the tickets");
                break;
            case Step::blind:
                need(!is_setup && place_.made <= 1 && place_.deck_cards, "a card of the deck");
                break;
            case Step::ticket:
                need(place_.made < tickets_of_draw(place_), "a ticket of the deck");
                break;
            case Step::count:
                need(place_.done == place_.options.seats && place_.made <= last_seat(),
                     "a number after all have chosen");
                break;
            case Step::start:
                need(is_setup && place_.made == kTicketsDrawn, "three tickets at the beginning");
                break;
            case Step::turn:
                need(!is_setup && place_.made == 0, "a turn that begins");
                break;
            case Step::second:
                need(!is_setup && place_.made == 1, "one card that was drawn");
                need(
                    can_draw_blind(place_) || std::any_of(place_.row.begin(), place_.row.end(),
                                                          [](Colour card) { return card < kLoco; }),
                    "a second card");
                break;
            case Step::keep:
                need(!is_setup && place_.made >= 1 && place_.made <= kTicketsDrawn,
                     "one to three tickets");
                break;
            default:
                need(!is_setup && place_.made == 0, "a game that was played");
        }
        check_seats(is_dealing);
    }

  private:
    void need(bool is_so, const char* expected) const { need_possible(is_so, kind_, expected); }
    [[nodiscard]] int last_seat() const { return place_.options.seats - 1; }

    void check_dealing() const {
        int dealt = 0;
        bool is_next = true;
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            const Seat& each = place_.seats[index(seat)];
            need(each.fresh <= kFirstCards && (is_next || each.fresh == 0), "hands in their order");
            is_next = each.fresh == kFirstCards;
            dealt += each.fresh;
            need(each.tracks.empty(), "no tracks yet");
        }
        need(dealt < kFirstCards * place_.options.seats, "a hand that is not dealt");
        need(place_.step != Step::first || (place_.options.first_by_lot && dealt == 0),
             "a lot before the cards");
        need(place_.deck_cards == kAllCards - dealt && place_.done == 0, "a game that begins");
    }

    void check_seats(bool is_dealing) const {
        const bool is_decided = place_.step == Step::show || place_.step == Step::over;
        const bool is_counted = place_.step != Step::count;
        int kept = 0;
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            const Seat& each = place_.seats[index(seat)];
            const bool is_known = knows(place_, seat) || !is_count_hidden(place_, seat);
            kept += each.tickets;
            const bool has_chosen = !place_.is_setup() || seat < place_.done;
            need(!is_known || (each.tickets >= 2) == has_chosen,
                 "two tickets or more of each seat");
            if (place_.is_setup() || !is_counted) {
                int returned = 0;
                for (std::size_t i = 0; i < place_.queue_length; ++i) {
                    returned += place_.queue[i].seat == seat;
                }
                need(returned == (has_chosen && is_known ? kTicketsDrawn - each.tickets : 0),
                     "of each seat the first tickets that it did not keep");
            }
            need(has_chosen || each.tickets == 0, "no tickets before they are kept");
            need((has_chosen && is_counted && !place_.is_setup()) || each.tickets <= kTicketsDrawn,
                 "three first tickets at most");
            need(!place_.is_setup() || each.tracks.empty(), "no tracks yet");
            need(is_dealing || !place_.is_setup() || each.fresh == kFirstCards,
                 "four first cards of each seat");
            const bool is_busy = seat == place_.turn_of() && place_.step == Step::row;
            need(place_.turns_left >= 0 || is_busy || each.trains > kLastTrains,
                 "a last round where a seat has two trains or fewer");
        }
        need(is_decided || place_.shown == 0, "no tickets shown before the end");
        need(place_.step != Step::show || std::popcount(place_.shown) < kept,
             "a ticket that is not shown");
        need(place_.step != Step::over || std::popcount(place_.shown) == kept,
             "all tickets shown at the end");
        need(!is_decided || place_.turns_left == 0 || place_.passes == place_.options.seats,
             "a reason for the end");
    }

    const Place& place_;
    const std::string& kind_;
};

}  // namespace carcbot::ticket_to_ride
