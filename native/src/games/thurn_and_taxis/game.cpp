#include "game.hpp"

#include <algorithm>

#include "lots.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace carcbot::thurn_and_taxis {

int ThurnAndTaxis::to_move(const Table& table) {
    switch (table.step) {
        case Step::over:
            return kOver;
        case Step::open:
        case Step::card:
            return kChance;
        default:
            return table.turn_of();
    }
}

Turn ThurnAndTaxis::turn(const Table& table) {
    constexpr std::array<std::string_view, 10> steps = {kNoStep, kNoStep,  "official", "draw",
                                                        "place", "finish", "houses",   "cartwright",
                                                        "keep",  kNoStep};
    return {table.done + (table.step == Step::over ? 0 : 1),
            steps[static_cast<std::size_t>(table.step)]};
}

PerSeat ThurnAndTaxis::scores(const Table& table) {
    PerSeat scores{};
    for (std::size_t seat = 0; seat < table.options.seats; ++seat) {
        const Seat& each = table.seats[seat];
        scores[seat] = kCarriagePoints[each.level] + each.tiles - each.houses_left();
    }
    return scores;
}

PerSeat ThurnAndTaxis::ranking(const Table& table) {
    const PerSeat points = scores(table);
    const int seats = table.options.seats;
    const auto after_holder = [&](int seat) { return (seat - table.end_holder + seats) % seats; };
    const bool breaks_ties = !table.options.ties_shared && table.end_holder != kNoSeat;
    PerSeat places{};
    for (int seat = 0; seat < seats; ++seat) {
        places[index(seat)] = 1;
        for (int other = 0; other < seats; ++other) {
            const bool is_before = points[index(other)] > points[index(seat)] ||
                                   (breaks_ties && points[index(other)] == points[index(seat)] &&
                                    after_holder(other) < after_holder(seat));
            places[index(seat)] += is_before;
        }
    }
    return places;
}

int ThurnAndTaxis::turns_left(const Table& table, int seat) {
    if (table.step == Step::over) return 0;
    const int seats = table.options.seats;
    const int round_left = seats - table.done % seats;  // turns of this round, this one included
    const auto own_turns = [&](int turns) {             // of so many turns that are to come
        return turns / seats + (turns % seats >= (seat - table.turn_of() + seats) % seats + 1);
    };
    if (table.end_holder != kNoSeat) return own_turns(round_left);
    // purposeful players need thirty to forty turns each; who has played on has a few more to come
    constexpr int usual = 36, least = 6;
    const int over = (table.done - seat + seats - 1) / seats;  // own turns that are over
    int left = std::max(usual - over, least);
    if (table.options.cut)
        left = std::min(left, own_turns(std::max(0, table.options.cut - table.done)));
    return left;
}

std::pair<int, int> ThurnAndTaxis::value_bounds(const Table& table, int seat) {
    const int points = scores(table)[index(seat)];
    if (table.step == Step::over) return {points, points};
    // houses, carriages and tiles only come, and never more than all that are left
    const Seat& own = table.seats[index(seat)];
    int most = own.houses_left() + kCarriagePoints[kLastLevel] - kCarriagePoints[own.level];
    for (std::size_t stack = 0; stack < kStacks; ++stack) {
        const int left = table.stacks[stack];
        if (left == 0) continue;
        const int top = kLowestTile[stack] + left - 1;
        const int sum = left * (kLowestTile[stack] + top) / 2;
        most += stack < kRoute5 ? top : sum;
    }
    return {points, points + most + (table.end_holder == kNoSeat)};
}

std::vector<Move> ThurnAndTaxis::legal_moves(const State& state) {
    std::vector<Move> moves;
    legal_moves(state, moves);
    return moves;
}

void ThurnAndTaxis::legal_moves(const State& state, std::vector<Move>& moves) {
    list_moves(state, hand_of(state, state.turn_of()), moves);
}

void ThurnAndTaxis::apply(State& state, Move move) {
    const Cards hand = hand_of(state, state.turn_of());
    make_move(state, move, carrier_fails(state, hand, move));
    if (move.what() != What::keep) return;
    Cards gone = hand;
    gone.take(move.cards());
    discard_cards(state, gone);
}

std::vector<std::pair<City, int>> ThurnAndTaxis::outcomes(const State& state) {
    std::vector<std::pair<City, int>> outcomes;
    if (to_move(state) != kChance) return outcomes;
    const Cards& cards = cards_to_come(state);
    for_each_city(cards.cities(), [&](City city) { outcomes.emplace_back(city, cards.of(city)); });
    return outcomes;
}

void ThurnAndTaxis::draw(State& state, City city) {
    if (to_move(state) != kChance) {
        throw InputError(Fault::out_of_turn, "no card is to be drawn now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a move");
    }
    const Cards& cards = cards_to_come(state);
    if (city >= kCities || !cards.has(city)) {
        throw InputError(Fault::illegal_move, "that card cannot come", position_text(state),
                         "one of " + cards_text(cards));
    }
    draw_card(state, city);
}

City ThurnAndTaxis::parse_outcome(std::string_view text) {
    const City city = city_named(text);
    if (city == kNoCity) {
        throw InputError(Fault::notation, quote(text) + " is not a card", "a draw",
                         "the three letters of a city, as in Ulm");
    }
    return city;
}

std::uint64_t ThurnAndTaxis::digest(const State& state) {
    return digest_of_text(position_text(state));
}

// ---------------------------------------------------------------- views

View ThurnAndTaxis::view(const State& state, int seat) {
    View view;
    static_cast<Table&>(view) = state;
    view.viewer = static_cast<std::int8_t>(seat);
    for (std::size_t i = 0; i < state.lot_count; ++i) {
        if (state.lots[i].seat == seat) view.hidden.lot_cards[i] = state.hidden.lot_cards[i];
    }
    for (std::size_t i = 0; i < state.open_count; ++i) {
        if (state.open[i].seat == seat) view.hidden.open_lot[i] = state.hidden.open_lot[i];
    }
    return view;
}

State ThurnAndTaxis::determinize(const View& view, Random& random) {
    return fill_up(view, random);
}

std::vector<Move> ThurnAndTaxis::legal_moves(const View& view) {
    std::vector<Move> moves;
    if (view.turn_of() == view.viewer) list_moves(view, hand_of(view, view.viewer), moves);
    return moves;
}

std::uint64_t ThurnAndTaxis::digest(const View& view) {
    return digest_of_text(position_text(view));
}

}  // namespace carcbot::thurn_and_taxis
