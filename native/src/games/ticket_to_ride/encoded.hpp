// Ticket to Ride in numbers, for learners.
#pragma once

#include "carcbot/encoded.hpp"
#include "game.hpp"
#include "lots.hpp"
#include "network.hpp"
#include "text.hpp"

namespace carcbot {

template <>
struct Encoded<ticket_to_ride::TicketToRide> {
    using Game = ticket_to_ride::TicketToRide;
    using Move = ticket_to_ride::Move;
    using What = Move::What;

    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    explicit Encoded(const Game::State& first, int /*observation*/) : seats_(Game::seats(first)) {}

    static constexpr int actions() { return kClaims + kPayments.back(); }
    [[nodiscard]] std::vector<std::size_t> shape() const { return {names().size()}; }

    [[nodiscard]] std::vector<std::string> names() const {
        using namespace ticket_to_ride;
        std::vector<std::string> names;
        const auto each_card = [&](const std::string& what) {
            for (const char letter : kLetters) names.push_back(what + " " + letter);
        };
        const auto each_ticket = [&](const std::string& what) {
            for (TicketNumber ticket = 0; ticket < kTickets; ++ticket)
                names.push_back(what + " " + ticket_text(ticket));
        };
        for (const char* step : {"start", "turn", "second", "keep"})
            names.push_back(std::string("what is due: ") + step);
        names.insert(names.end(), {"turns that are over", "cards of the deck",
                                   "tickets of the deck", "turns left in the last round"});
        each_card("cards in the own hand:");
        each_card("cards in the row:");
        each_card("cards in the discard pile:");
        each_ticket("own ticket:");
        each_ticket("own ticket that is completed:");
        each_ticket("ticket to keep or to return:");
        for (int player = 0; player < seats_; ++player) {
            const std::string of = " of player " + std::to_string(player);
            for (const char* number : {"points", "trains", "cards in the hand", "tickets"})
                names.push_back(number + of);
            each_card("known cards in the hand" + of + ":");
            for (TrackNumber track = 0; track < kTracks; ++track)
                names.push_back("track" + of + ": " + track_text(track));
        }
        for (int player = 0; player < seats_; ++player)
            names.push_back("to move is player " + std::to_string(player));
        return names;
    }

    static void list(const Game::State& state, Choices<Move>& choices) {
        choices.clear();
        for (const Move move : Game::legal_moves(state))
            choices.add(move, number_of(move, state.hidden.offered));
    }

    void observe(const Game::View& view, int seat, float* out) const {
        using namespace ticket_to_ride;
        NumberWriter numbers(out);
        const auto add_cards = [&](const Cards& cards) {
            for (Colour kind = 0; kind < kKinds; ++kind) numbers.add(cards.of(kind));
        };
        const auto add_tickets = [&](TicketSet tickets) {
            for (TicketNumber ticket = 0; ticket < kTickets; ++ticket)
                numbers.add(tickets >> ticket & 1);
        };
        constexpr int steps = static_cast<int>(Step::keep) - static_cast<int>(Step::start) + 1;
        numbers.add_one_of(steps, static_cast<int>(view.step) - static_cast<int>(Step::start));
        numbers.add(view.done);
        numbers.add(view.deck_cards);
        numbers.add(ticket_deck_size(view));
        numbers.add(view.turns_left < 0 ? 0 : view.turns_left);
        add_cards(hand_of(view, seat));
        Cards row;
        for (const Colour card : view.row) {
            if (card != kNoColour) row.add(card);
        }
        add_cards(row);
        add_cards(view.discards);
        const TicketSet held = view.hidden.held[index(seat)];
        add_tickets(held);
        add_tickets(Connections(view.seats[index(seat)].tracks).completed(held));
        add_tickets(view.turn_of() == seat ? view.hidden.offered : 0);
        const PerSeat points = Game::scores(view);
        for (int player = 0; player < seats_; ++player) {
            const int at = (seat + player) % seats_;
            const Seat& each = view.seats[index(at)];
            numbers.add(points[index(at)]);
            numbers.add(each.trains);
            numbers.add(hand_size(view, at));
            numbers.add(each.tickets);
            add_cards(each.known);
            for (TrackNumber track = 0; track < kTracks; ++track)
                numbers.add(each.tracks.has(track));
        }
        numbers.add_player(seats_, Game::to_move(view), seat);
    }

  private:
    static constexpr int kBlind = ticket_to_ride::kKinds;
    /// Which of the tickets that are offered, in their order, are kept: as bits.
    static constexpr int kKeep = kBlind + 4;
    static constexpr int kClaims = kKeep + 8;

    /// The number of payments of all tracks before each, and at last of all: a locomotive more or
    /// less for each colour that can pay, and locomotives alone.
    static constexpr auto kPayments = [] {
        using namespace ticket_to_ride;
        std::array<int, kTracks + 1> before{};
        for (TrackNumber track = 0; track < kTracks; ++track) {
            const int colours = kTrackTable[track].colour == kNoColour ? kColours : 1;
            before[track + 1U] = before[track] + colours * kTrackTable[track].length + 1;
        }
        return before;
    }();

    static std::int32_t number_of(Move move, ticket_to_ride::TicketSet offered) {
        using namespace ticket_to_ride;
        switch (move.what()) {
            case What::take:
                return move.colour();
            case What::blind:
                return kBlind;
            case What::tickets:
                return kBlind + 1;
            case What::pass:
                return kBlind + 2;
            case What::stop:
                return kBlind + 3;
            case What::keep: {
                int places = 0, place = 0;
                for_each_ticket(offered, [&](TicketNumber ticket) {
                    places |= static_cast<int>(move.tickets() >> ticket & 1) << place++;
                });
                return kKeep + places;
            }
            default: {
                const Track& track = kTrackTable[move.track()];
                const int first = kClaims + kPayments[move.track()];
                if (move.coloured() == 0) return first;
                const int colour = track.colour == kNoColour ? move.colour() : 0;
                return first + 1 + colour * track.length + move.locos();
            }
        }
    }

    int seats_;
};

static_assert(EncodedGame<ticket_to_ride::TicketToRide>);

}  // namespace carcbot
