#include "random_play.hpp"

#include "game.hpp"
#include "rules.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

Colour any_card(const Cards& cards, int count, Random& random) {
    auto ticket = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    Colour kind = 0;
    while ((ticket -= cards.of(kind)) >= 0) ++kind;
    return kind;
}

TicketNumber any_ticket(TicketSet tickets, Random& random) {
    std::uint32_t skip = random.below(count_bits(tickets));
    for (; skip > 0; --skip) tickets &= tickets - 1;
    return static_cast<TicketNumber>(std::countr_zero(tickets));
}

Outcome any_outcome(const State& state, Random& random) {
    switch (state.step) {
        case Step::hand:
        case Step::row:
        case Step::blind:
            return Outcome::card(any_card(state.deck, state.deck_cards, random));
        case Step::ticket:
            return Outcome::ticket(any_ticket(next_tickets(state), random));
        default: {
            const auto outcomes = TicketToRide::outcomes(state);
            return outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].first;
        }
    }
}

}  // namespace

Outcome draw_any(State& state, Random& random) {
    const Outcome outcome = any_outcome(state, random);
    make_draw(state, outcome);
    return outcome;
}

Move any_move(const State& state, Random& random, std::vector<Move>& moves, TicketDraws draws) {
    if (state.step == Step::turn || state.step == Step::second) {
        const int seat = state.turn_of();
        const TicketSet held = state.hidden.held[index(seat)];
        return Offer(state, hand_of(state, seat), held, draws).pick(random);
    }
    TicketToRide::legal_moves(state, moves);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

void play_to_the_end(State& state, Random& random) {
    std::vector<Move> moves;
    while (state.step != Step::over) {
        if (state.step < Step::start) {
            draw_any(state, random);
            continue;
        }
        make_move(state, any_move(state, random, moves));
    }
}

std::int64_t play_games(const State& first, std::int64_t games, Random& random) {
    std::int64_t turns = 0;
    for (std::int64_t i = 0; i < games; ++i) {
        State state = first;
        play_to_the_end(state, random);
        turns += state.done - first.done;
    }
    return turns;
}

}  // namespace carcbot::ticket_to_ride
