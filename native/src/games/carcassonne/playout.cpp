// Random games at speed: the same steps as apply(), without the Record and without lists where one
// random element is all that is needed.
#include "final.hpp"
#include "listing.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

struct Choice {
    int slot;
    int rotation;
    std::uint8_t then;
    Join join;
};

Choice pick_placement_then_option(const State& state, const Hand& hand, const Fits& fits, Random& random) {
    const auto place = fits.nth(random.below(fits.total()));
    const Shape& shape = state.rules->shapes->of[state.hand][static_cast<std::size_t>(place.rotation)];
    const Join join = join_at(state, place.slot, shape);
    const bool back = may_return(state, hand, state.frontier.cells[place.slot]);
    const unsigned options = options_at(hand, shape, join.free, back);
    return {place.slot, place.rotation, option_at(hand, shape, join.free, random.below(options)), join};
}

/// Every move has the same chance: a place is drawn, then one of as many options as the richest place
/// could have; if this place has fewer and the number falls beyond them, both are drawn again.
Choice pick_uniform(const State& state, const Hand& hand, const Fits& fits, Random& random) {
    const auto& rotations = state.rules->shapes->of[state.hand];
    const unsigned most = options_at(hand, rotations[0], 0xFF & ((1U << rotations[0].segments) - 1),
                                     hand.returning >= 0);
    for (;;) {
        const auto place = fits.nth(random.below(fits.total()));
        const Shape& shape = rotations[static_cast<std::size_t>(place.rotation)];
        const unsigned n = random.below(most);
        const Join join = join_at(state, place.slot, shape);
        const bool back = may_return(state, hand, state.frontier.cells[place.slot]);
        if (n < options_at(hand, shape, join.free, back)) {
            return {place.slot, place.rotation, option_at(hand, shape, join.free, n), join};
        }
    }
}

Choice pick_from_list(const State& state, const Fits& fits, Random& random) {
    MoveList list;
    list_moves(state, fits, list);
    const Move move = list.moves[random.below(static_cast<std::uint32_t>(list.count))];
    const int slot = detail::find_cell(state.frontier, cell_at(move.x, move.y));
    return {slot, move.rotation, move.then,
            join_at(state, slot, state.rules->shapes->of[state.hand][move.rotation])};
}

void make(State& state, const Choice& choice) {
    const Shape& shape = state.rules->shapes->of[state.hand][static_cast<std::size_t>(choice.rotation)];
    const Cell cell = state.frontier.cells[choice.slot];
    lay_tile<false>(state, choice.slot, shape, choice.join);
    if (choice.then == Move::kTakeAbbotBack) {
        take_abbot_back<false>(state, returnable_abbot(state));
    } else if (choice.then != 0) {
        const Spot spot = choice.then & 31;
        std::uint8_t label = kNone;
        for (unsigned segment = 0; segment < shape.segments; ++segment) {
            if (shape.spots[segment] == spot) label = choice.join.root[segment];
        }
        put_figure<false>(state, cell, static_cast<Figure>(choice.then >> 5 & 3), spot, label);
    }
    score_completed<false>(state, cell, shape, choice.join);
    state.seat = static_cast<std::uint8_t>(state.seat + 1 == state.rules->options.seats ? 0 : state.seat + 1);
    state.hand = kNone;
    state.phase = tiles_left(state) ? Phase::draw : Phase::end;
}

}  // namespace

int playout(State& state, Random& random, Sampler sampler) {
    int moves = 0;
    while (state.phase != Phase::end) {
        if (state.phase == Phase::draw) draw_random(state, random);
        if (state.phase != Phase::place) continue;
        const Fits fits = legal_places(state, state.hand);
        const Hand hand = hand_of(state, state.rules->shapes->of[state.hand][0]);
        switch (sampler) {
            case Sampler::placement_then_meeple:
                make(state, pick_placement_then_option(state, hand, fits, random));
                break;
            case Sampler::all_moves: make(state, pick_uniform(state, hand, fits, random)); break;
            case Sampler::all_moves_listed: make(state, pick_from_list(state, fits, random)); break;
        }
        ++moves;
    }
    return moves;
}

}  // namespace carcbot::carcassonne
