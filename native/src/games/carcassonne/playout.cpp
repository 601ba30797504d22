// Random games at speed: the same steps as apply(), without the Record and without lists where one
// random element is all that is needed.
#include "draw.hpp"
#include "listing.hpp"
#include "rules.hpp"
#include "whereabouts.hpp"

namespace carcbot::carcassonne {
namespace {

struct Choice {
    int slot;
    int rotation;
    Claim claim;
    Join join;
};

/// How many moves lay the tile in one place, and the n-th of them: options_at() and option_at() of
/// listing.hpp, or the same for games with small meeples only, where no step has to be guessed.
template <bool kSmallOnly>
struct Menu {
    const Hand& hand;
    const Shape& shape;
    unsigned free;
    bool back;

    [[nodiscard]] CARCBOT_HOT unsigned count() const {
        if constexpr (!kSmallOnly) return options_at(hand, shape, free, back);
        const auto segments = count_bits(free & hand.claimable);
        return 1 + unsigned{hand.small} * (segments + shape.cloister);
    }

    [[nodiscard]] CARCBOT_HOT Claim at(unsigned n) const {
        if constexpr (!kSmallOnly) return option_at(hand, shape, free, n);
        // The cloister follows the segments: as a ninth that is always free.
        const unsigned places = (free & hand.claimable) | 1U << kMaxSegments;
        const int place = nth_bit(places, n - (n != 0));
        const bool cloister = place == kMaxSegments;
        const Spot spot = select(cloister, kCloisterSpot, shape.spots[place & (kMaxSegments - 1)]);
        const std::uint8_t segment =
            select(cloister | (n == 0), kNone, static_cast<std::uint8_t>(place));
        return {select(n == 0, std::uint8_t{0}, Move::put(Figure::small, spot)), segment};
    }
};

template <bool kSmallOnly>
CARCBOT_HOT Choice pick_placement_then_option(const State& state, const Fits& fits,
                                              Random& random) {
    const auto place = fits.nth(random.below(fits.total()));
    const Shape& shape =
        state.rules->shapes->of[state.hand][static_cast<std::size_t>(place.rotation)];
    // Here as below the choice is made where it will be: the CPU would wait for a Join, just
    // written part by part, before it copies it whole.
    Choice choice{place.slot, place.rotation, {}, join_at(state, place.slot, shape)};
    const Hand hand = hand_of(state, shape);
    const bool back = may_return(state, hand, state.frontier.cells[place.slot]);
    const Menu<kSmallOnly> menu{hand, shape, choice.join.free, back};
    choice.claim = menu.at(random.below(menu.count()));
    return choice;
}

/// Every move has the same chance: a place is drawn, then one of as many options as the richest
/// place could have; if this place has fewer and the number falls beyond them, both are drawn
/// again.
template <bool kSmallOnly>
CARCBOT_HOT Choice pick_uniform(const State& state, const Fits& fits, Random& random) {
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Hand hand = hand_of(state, rotations[0]);
    const unsigned all = (1U << rotations[0].segments) - 1;
    const unsigned most = Menu<kSmallOnly>{hand, rotations[0], all, hand.returning >= 0}.count();
    for (;;) {
        const auto place = fits.nth(random.below(fits.total()));
        const Shape& shape = rotations[static_cast<std::size_t>(place.rotation)];
        const unsigned option = random.below(most);
        Choice choice{place.slot, place.rotation, {}, join_at(state, place.slot, shape)};
        const bool back = may_return(state, hand, state.frontier.cells[place.slot]);
        const Menu<kSmallOnly> menu{hand, shape, choice.join.free, back};
        if (option >= menu.count()) continue;
        choice.claim = menu.at(option);
        return choice;
    }
}

/// From the full list, as a search that wants all moves would.
CARCBOT_HOT Choice pick_from_list(const State& state, const Fits& fits, Random& random) {
    MoveList list;
    list_places(state, fits, list);
    const Move move = list.moves[random.below(static_cast<std::uint32_t>(list.count))];
    const int slot = detail::find_cell(state.frontier, cell_at(move.x, move.y));
    const Shape& shape = state.rules->shapes->of[state.hand][move.rotation];
    return {slot,
            move.rotation,
            {move.then, segment_claimed(shape, move)},
            join_at(state, slot, shape)};
}

/// In a game with small meeples only. The figure that is not put goes to the label for nothing, so
/// that the CPU need not guess.
CARCBOT_HOT void put_small_or_none(State& state, Cell cell, const Choice& choice) {
    if (choice.claim.then == Move::put(Figure::small, kCloisterSpot)) [[unlikely]] {
        put_figure<Recorded::nothing>(state, cell, Figure::small, kCloisterSpot, kNone);
        return;
    }
    const bool put = choice.claim.segment != kNone;
    const std::uint8_t root = choice.join.root.at[choice.claim.segment & (kMaxSegments - 1)];
    const std::uint8_t label = select(put, root, kNone);
    state.features.tally[label] += 1ULL << (4 * state.seat);
    lanes::set_byte(state.features.held, label, 0xFF);
    state.small_supply[state.seat] =
        static_cast<std::uint8_t>(state.small_supply[state.seat] - put);
}

void put_any(State& state, Cell cell, const Choice& choice) {
    if (choice.claim.then == 0) return;
    if (choice.claim.then == Move::kTakeAbbotBack) {
        take_abbot_back<Recorded::nothing>(state, returnable_abbot(state));
        return;
    }
    const Move move{0, 0, 0, choice.claim.then};
    const bool labelled = choice.claim.segment != kNone;
    const std::uint8_t label = labelled ? choice.join.root.at[choice.claim.segment] : kNone;
    put_figure<Recorded::nothing>(state, cell, move.figure(), move.spot(), label);
}

template <bool kSmallOnly>
CARCBOT_HOT void make(State& state, const Choice& choice, Whereabouts& where) {
    const Shape& shape =
        state.rules->shapes->of[state.hand][static_cast<std::size_t>(choice.rotation)];
    const Cell cell = state.frontier.cells[choice.slot];
    lay_tile<Recorded::nothing>(state, choice.slot, shape, choice.join, where);
    if constexpr (kSmallOnly) {
        put_small_or_none(state, cell, choice);
    } else {
        put_any(state, cell, choice);
    }
    score_completed<Recorded::nothing>(state, cell, shape, choice.join);
    state.seat = static_cast<std::uint8_t>(
        state.seat + 1 == state.rules->options.seats ? 0 : state.seat + 1);
    state.hand = kNone;
}

template <Sampler kSampler, bool kSmallOnly>
CARCBOT_HOT Choice pick(const State& state, const Fits& fits, Random& random) {
    if constexpr (kSampler == Sampler::all_moves_listed) return pick_from_list(state, fits, random);
    if constexpr (kSampler == Sampler::all_moves) {
        return pick_uniform<kSmallOnly>(state, fits, random);
    } else {
        return pick_placement_then_option<kSmallOnly>(state, fits, random);
    }
}

template <Sampler kSampler, bool kSmallOnly, bool kNoted>
int play_out(State& state, Random& random, std::uint8_t* claims) {
    int moves = 0;
    Whereabouts where(state);
    while (state.phase != Phase::end) {
        if (state.phase == Phase::draw) state.hand = take_random(state, random);
        const Fits fits = legal_places(state, state.hand);
        if (fits.total() == 0) [[unlikely]] {
            const std::uint8_t kind = state.hand;
            state.hand = kNone;
            set_aside(state, kind);
            continue;
        }
        const Choice choice = pick<kSampler, kSmallOnly>(state, fits, random);
        if constexpr (kNoted) claims[moves] = choice.claim.then;
        make<kSmallOnly>(state, choice, where);
        state.phase = tiles_left(state) ? Phase::draw : Phase::end;
        ++moves;
    }
    return moves;
}

template <Sampler kSampler, bool kSmallOnly>
int play_out(State& state, Random& random, std::uint8_t* claims) {
    if (claims) return play_out<kSampler, kSmallOnly, true>(state, random, claims);
    return play_out<kSampler, kSmallOnly, false>(state, random, claims);
}

template <bool kSmallOnly>
int play_out(State& state, Random& random, Sampler sampler, std::uint8_t* claims) {
    switch (sampler) {
        case Sampler::all_moves:
            return play_out<Sampler::all_moves, kSmallOnly>(state, random, claims);
        case Sampler::all_moves_listed:
            return play_out<Sampler::all_moves_listed, kSmallOnly>(state, random, claims);
        default:
            return play_out<Sampler::placement_then_meeple, kSmallOnly>(state, random, claims);
    }
}

}  // namespace

int playout(State& state, Random& random, Sampler sampler, std::uint8_t* claims) {
    const Options& options = state.rules->options;
    if (options.inns || options.abbot) return play_out<false>(state, random, sampler, claims);
    return play_out<true>(state, random, sampler, claims);
}

Move random_move(const State& state, Random& random, Sampler sampler) {
    const Fits fits = legal_places(state, state.hand);
    Choice choice;
    if (sampler == Sampler::placement_then_meeple) {
        choice = pick<Sampler::placement_then_meeple, false>(state, fits, random);
    } else {
        choice = pick<Sampler::all_moves, false>(state, fits, random);
    }
    const Cell cell = state.frontier.cells[choice.slot];
    return {static_cast<std::int8_t>(x_of(cell)), static_cast<std::int8_t>(y_of(cell)),
            static_cast<std::uint8_t>(choice.rotation), choice.claim.then};
}

}  // namespace carcbot::carcassonne
