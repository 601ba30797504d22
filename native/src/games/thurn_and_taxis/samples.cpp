#include "samples.hpp"

#include <limits>
#include <optional>

#include "lots.hpp"
#include "rules.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

/// What the seat has after the turn, by the best of the choices that chance has no part in: where
/// the houses go, and whether the cartwright comes.
int settled(const State& state, int seat, int turn) {
    const bool is_settled = state.done != turn || state.step == Step::over ||
                            (state.step != Step::houses && state.step != Step::cartwright);
    if (is_settled) {
        const PerSeat worth = worth_of(state, Worth{&kOutlook});
        const bool has_tempo = state.done == turn && state.end_holder == kNoSeat;
        return worth[static_cast<std::size_t>(seat)] - (has_tempo ? kOutlook.tempo : 0);
    }
    int most = std::numeric_limits<int>::min();
    for (const Move move : ThurnAndTaxis::legal_moves(state)) {
        State after = state;
        ThurnAndTaxis::apply(after, move);
        most = std::max(most, settled(after, seat, turn));
    }
    return most;
}

/// The move after which the seat has the best outlook; the first of those that are equal.
Move best_move(const State& state, std::span<const Move> moves) {
    Move best = moves.front();
    int most = std::numeric_limits<int>::min();
    for (const Move move : moves) {
        State after = state;
        ThurnAndTaxis::apply(after, move);
        const int worth = settled(after, state.turn_of(), state.done);
        if (worth > most) most = worth, best = move;
    }
    return best;
}

/// Makes a choice of this decision, or any draw.
void play_ply(State& state, Random& random, Policy policy) {
    if (ThurnAndTaxis::to_move(state) == kChance) {
        draw_card(state, cards_to_come(state).pick(random));
    } else {
        ThurnAndTaxis::apply(state, choose_move(state, random, policy));
    }
}

/// Whether a sample ends with the first turn, which was played move by move.
bool ends_with_first(const State& state, const Sample& sample, const Origin& origin) {
    if (state.done == origin.done) return false;
    if (state.done - origin.done >= sample.turns) return true;
    return sample.lead && leads_by_more(origin.points, ThurnAndTaxis::scores(state),
                                        state.options.seats, sample.lead);
}

/// The first turn is played in the state as far as it must be; then at full speed, unless the
/// sample ends there.
std::optional<Quick> quick_part(State& state, Random& random, const Sample& sample) {
    const Origin origin{state.done, sample.lead ? ThurnAndTaxis::scores(state) : PerSeat{}};
    const auto first =
        static_cast<Policy>(sample.policy_turns > 0 ? sample.policy : sample.later_policy);
    while (!Quick::can_go_on_from(state)) play_ply(state, random, first);
    if (ends_with_first(state, sample, origin)) return std::nullopt;
    std::optional<Quick> quick(state);
    quick->play(random, sample, origin);
    return quick;
}

}  // namespace

Move choose_move(const State& state, Random& random, Policy policy) {
    const std::vector<Move> moves = ThurnAndTaxis::legal_moves(state);
    const auto count = static_cast<unsigned>(moves.size());
    if (policy == Policy::uniform) return moves[random.below(count)];
    // an official alone changes nothing that can be seen
    if (policy == Policy::outlook && state.step != Step::official) return best_move(state, moves);
    if (policy == Policy::outlook) policy = Policy::heuristic;
    std::vector<int> merits;
    list_merits(state, moves, merits);
    return moves[pick(policy, count, [&](unsigned i) { return merits[i]; }, random)];
}

std::vector<std::pair<std::string, int>> joined_actions(const State& state) {
    const Player player = player_of(state, state.turn_of());
    const bool can_draw = displayed(state) || can_draw_blind(state);
    const Means means = means_of(state.options, state.official, can_draw);
    const ActionList actions(player, means);
    std::vector<std::pair<std::string, int>> all;
    for (unsigned i = 0; i < actions.size(); ++i)
        all.emplace_back(actions[i].text(), actions.merit(i));
    return all;
}

void play_part(State& state, Random& random, const Sample& sample) {
    if (const auto quick = quick_part(state, random, sample)) quick->leave(state);
}

PerSeat part_worth(State& state, Random& random, const Sample& sample, Worth worth) {
    const auto quick = quick_part(state, random, sample);
    return quick ? quick->worth(worth) : worth_of(state, worth);
}

std::int64_t play_samples(const View& view, std::int64_t samples, const Sample& sample,
                          Random& random, PerSeat& points) {
    bool is_simple = view.open_count == 0;
    for (std::size_t i = 0; i < view.lot_count; ++i) is_simple = is_simple && !view.lots[i].never;
    State known;  // without what this seat does not know
    static_cast<Table&>(known) = view;
    known.hidden = view.hidden;
    is_simple = is_simple && Quick::can_go_on_from(known);
    const Quick base(known);
    const Origin origin{view.done, ThurnAndTaxis::scores(view)};
    const std::array<Cards, kMostDecks> unseen = unseen_cards(view);
    std::int64_t played = 0;
    for (; samples > 0; --samples) {
        if (!is_simple) {
            State state = fill_up(view, random);
            play_part(state, random, sample);
            played += state.done - origin.done;
            const PerSeat scores = ThurnAndTaxis::scores(state);
            for (std::size_t seat = 0; seat < scores.size(); ++seat) points[seat] += scores[seat];
            continue;
        }
        Quick quick = base;
        std::array<Cards, kMostDecks> left = unseen;
        for (std::size_t i = 0; i < view.lot_count; ++i) {
            const Lot& lot = view.lots[i];
            if (lot.seat == view.viewer) continue;
            for (int card = 0; card < lot.cards; ++card) {
                const City city = left[lot.deck].pick(random);
                left[lot.deck].take_city(city);
                quick.deal(lot.seat, city);
            }
        }
        quick.set_supply(left[view.current_deck()]);
        quick.play(random, sample, origin);
        played += quick.done() - origin.done;
        const PerSeat scores = quick.scores();
        for (std::size_t seat = 0; seat < scores.size(); ++seat) points[seat] += scores[seat];
    }
    return played;
}

namespace {

std::uint64_t mixed(std::uint64_t number, const Cards& cards) {
    for (int copies = 1; copies <= kCopies; ++copies) number = mix64(number ^ cards.cities(copies));
    return number;
}

}  // namespace

std::uint64_t seen_move(const State& state, int seat, Move move) {
    const int turn = state.turn_of();
    const Cards hand = hand_of(state, turn);
    if (move.what() == What::keep && seat != turn) {  // others see the cards that go
        Cards gone = hand;
        gone.take(move.cards());
        return mixed(0, gone) | std::uint64_t{1} << 63;  // never that of a move
    }
    return PlainSearchable<ThurnAndTaxis>::bits(move) |
           std::uint64_t{carrier_fails(state, hand, move)} << 32;
}

std::uint64_t seen_draw(const State& state, int seat, City city) {
    return state.step == Step::card && seat != state.turn_of() ? kNoCity : city;
}

std::uint64_t seen_hand(const State& state, int seat) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < state.lot_count; ++i) {
        if (state.lots[i].seat == seat) number = mixed(number, state.hidden.lot_cards[i]);
    }
    for (std::size_t i = 0; i < state.open_count; ++i) {
        if (state.open[i].seat == seat) number = mix64(number ^ state.hidden.open_lot[i]);
    }
    return number;
}

}  // namespace carcbot::thurn_and_taxis
