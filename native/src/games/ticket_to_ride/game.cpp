#include "game.hpp"

#include <algorithm>

#include "lots.hpp"
#include "rules.hpp"
#include "scoring.hpp"
#include "text.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

template <typename Place>
PerSeat points_of(const Place& place) {
    if (place.step == Step::over) return result_of(place, place.hidden.held).points;
    PerSeat points{};
    for (std::size_t seat = 0; seat < place.options.seats; ++seat)
        points[seat] = place.seats[seat].points;
    return points;
}

/// Whose tickets are shown now: the first who has some that are not.
int shower_of(const State& state) {
    int seat = 0;
    while (!(state.hidden.held[index(seat)] & ~state.shown)) ++seat;
    return seat;
}

void list_cards(const Cards& cards, std::vector<std::pair<Outcome, int>>& outcomes) {
    for (Colour kind = 0; kind < kKinds; ++kind) {
        if (cards.of(kind)) outcomes.emplace_back(Outcome::card(kind), cards.of(kind));
    }
}

}  // namespace

int TicketToRide::to_move(const Table& table) {
    if (table.step == Step::over) return kOver;
    return table.step < Step::start ? kChance : table.turn_of();
}

Turn TicketToRide::turn(const Table& table) {
    const int number = table.done + !is_decided(table);
    switch (table.step) {
        case Step::start:
            return {number, "start"};
        case Step::turn:
            return {number, "turn"};
        case Step::second:
            return {number, "second"};
        case Step::keep:
            return {number, "keep"};
        default:
            return {number, kNoStep};
    }
}

int TicketToRide::turns_left(const Table& table, int seat) {
    return estimated_turns(table, seat);
}

PerSeat TicketToRide::scores(const State& state) {
    return points_of(state);
}

PerSeat TicketToRide::ranking(const State& state) {
    return places(state);
}

std::pair<int, int> TicketToRide::value_bounds(const State& state, int seat) {
    return bounds(state, seat);
}

std::vector<Move> TicketToRide::legal_moves(const State& state) {
    std::vector<Move> moves;
    legal_moves(state, moves);
    return moves;
}

void TicketToRide::legal_moves(const State& state, std::vector<Move>& moves) {
    const int seat = state.turn_of();
    list_moves(state, hand_of(state, seat), state.hidden.held[index(seat)], state.hidden.offered,
               moves);
}

void TicketToRide::apply(State& state, Move move) {
    make_move(state, move);
}

std::vector<std::pair<Outcome, int>> TicketToRide::outcomes(const State& state) {
    std::vector<std::pair<Outcome, int>> outcomes;
    switch (state.step) {
        case Step::first:
            for (int seat = 0; seat < state.options.seats; ++seat)
                outcomes.emplace_back(Outcome::seat(seat), 1);
            break;
        case Step::hand:
        case Step::row:
        case Step::blind:
            list_cards(state.deck, outcomes);
            break;
        case Step::ticket:
            for_each_ticket(next_tickets(state), [&](TicketNumber ticket) {
                outcomes.emplace_back(Outcome::ticket(ticket), 1);
            });
            break;
        case Step::count:
            outcomes.emplace_back(Outcome::kept(state.seats[state.made].tickets), 1);
            break;
        case Step::show:
            for_each_ticket(
                state.hidden.held[index(shower_of(state))] & ~state.shown,
                [&](TicketNumber ticket) { outcomes.emplace_back(Outcome::ticket(ticket), 1); });
            break;
        default:
            break;
    }
    return outcomes;
}

void TicketToRide::draw(State& state, Outcome outcome) {
    if (to_move(state) != kChance) {
        throw InputError(Fault::out_of_turn, "nothing is to be drawn now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a move");
    }
    std::string expected;
    for (const auto& [each, weight] : outcomes(state)) {
        if (each == outcome) {
            make_draw(state, outcome);
            return;
        }
        expected += (expected.empty() ? "one of " : " ") + outcome_text(each);
    }
    throw InputError(Fault::illegal_move, outcome_text(outcome) + " cannot come now",
                     position_text(state), expected);
}

std::uint64_t TicketToRide::digest(const State& state) {
    return digest_of_text(position_text(state));
}

// ---------------------------------------------------------------- views

View TicketToRide::view(const State& state, int seat) {
    View view;
    static_cast<Table&>(view) = state;
    view.viewer = static_cast<std::int8_t>(seat);
    TicketSet known = state.shown;
    for (TicketNumber ticket = 0; seat != kNoSeat && ticket < kTickets; ++ticket) {
        if (state.known_to[ticket] >> seat & 1) known |= ticket_bit(ticket);
    }
    for (int each = 0; each < state.options.seats; ++each) {
        const TicketSet held = state.hidden.held[index(each)];
        view.hidden.held[index(each)] = each == seat ? held : held & known;
    }
    if (seat == state.turn_of()) {
        view.hidden.offered = state.hidden.offered;
    } else if (state.step != Step::ticket) {
        view.hidden.offered = state.hidden.offered & known;
    }
    for (std::size_t i = 0; i < state.queue_length; ++i) {
        const TicketNumber ticket = state.hidden.queue[i];
        view.hidden.queue[i] = known & ticket_bit(ticket) ? ticket : kNoTicket;
    }
    hide_counts(view);
    if (seat == kNoSeat) return view;
    view.hidden.lots[index(seat)] = state.hidden.lots[index(seat)];
    for (std::size_t i = 0; i < state.open_count; ++i) {
        if (state.open[i].seat == seat) view.hidden.open_old[i] = state.hidden.open_old[i];
    }
    return view;
}

namespace {

/// Whether the row would have been reset before anybody had to decide here. Where all cards of row
/// and deck may just have changed places it was, and lies as it would lie for ever. Where a limit
/// ends the resets, nothing hidden tells whether there has to be one.
bool contradicts_row(const State& state) {
    const Options& options = state.options;
    const bool may_have_changed =
        !options.shuffle_late && state.deck_cards == kRow && state.discards.empty();
    return !options.three_resets && TicketToRide::to_move(state) >= 0 && !may_have_changed &&
           has_to_reset(state);
}

}  // namespace

State TicketToRide::determinize(const View& view, Random& random) {
    constexpr int kTries = 1000;  // far more than it ever took
    State state;
    for (int tries = 0; tries < kTries; ++tries) {
        state = {};
        static_cast<Table&>(state) = view;
        state.hidden = view.hidden;
        deal_hidden_cards(view, random, state);
        if (!contradicts_row(state)) break;
    }
    deal_hidden_tickets(view, random, state);
    return state;
}

PerSeat TicketToRide::scores(const View& view) {
    return points_of(view);
}

std::vector<Move> TicketToRide::legal_moves(const View& view) {
    std::vector<Move> moves;
    const int seat = view.turn_of();
    if (seat == view.viewer) {
        list_moves(view, hand_of(view, seat), view.hidden.held[index(seat)], view.hidden.offered,
                   moves);
    }
    return moves;
}

std::uint64_t TicketToRide::digest(const View& view) {
    return digest_of_text(position_text(view));
}

}  // namespace carcbot::ticket_to_ride
