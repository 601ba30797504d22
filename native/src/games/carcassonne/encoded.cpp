#include "encoded.hpp"

#include <algorithm>
#include <numeric>

#include "draw.hpp"
#include "listing.hpp"
#include "rules.hpp"
#include "survey.hpp"
#include "turn.hpp"

namespace carcbot {

using namespace carcassonne;

namespace {

/// What is kept, kept up while a move is made.
struct KeepingUp {
    Kept& kept;

    void before(const State& state, const Shape& shape, const Join& join) const {
        kept.areas.leave(state.features, shape, join);
        kept.held.leave(join);
    }
    void after(const State& state, const Shape& shape, const Join& join) const {
        kept.areas.enter(state.features, shape, join);
        kept.held.enter(state.features, shape, join, kept.areas);
        kept.bounds.add(state.placed[state.tiles - 1].cell);
    }
};

}  // namespace

Encoded<Carcassonne>::Encoded(const State& first, int observation, int version)
    : compact_(*first.rules), planes_(observation == 1) {
    const Rules& rules = *first.rules;
    const int box = std::accumulate(rules.copies.begin(), rules.copies.end(), 0);
    const auto& windows = kWindows[static_cast<std::size_t>(version)];
    const auto fits = [box](const Window& window) { return box <= window.box; };
    numbering_.window = std::find_if(windows.begin(), windows.end(), fits)->side;
    numbering_.follows = 1;
    const auto number = [&](std::uint8_t then, int count) {
        const auto spot = static_cast<int>(then & Numbering::kSpots);
        numbering_.added[then >> Numbering::kSpotBits] = numbering_.follows - spot;
        numbering_.follows += count;
    };
    number(Move::put(Figure::small, 0), kCloisterSpot + 1);
    if (rules.options.inns) number(Move::put(Figure::big, 0), kCloisterSpot + 1);
    if (rules.options.abbot) {
        number(Move::put(Figure::abbot, kCloisterSpot), 2);
        number(Move::kTakeAbbotBack, 1);
    }
}

std::vector<std::size_t> Encoded<Carcassonne>::shape() const {
    if (!planes_) return {static_cast<std::size_t>(compact_.count())};
    return {static_cast<std::size_t>(planes_for(compact_.seats())), kPlaneSide, kPlaneSide};
}

std::vector<std::string> Encoded<Carcassonne>::names() const {
    return planes_ ? plane_names(compact_.seats()) : compact_.names();
}

Kept Encoded<Carcassonne>::keep(const State& state) const {
    Kept kept(state);
    compact_.recount(state, kept.left);
    return kept;
}

void Encoded<Carcassonne>::apply(State& state, Move move, Kept& kept) const {
    make_move<Recorded::all_but_digest>(state, move, KeepingUp{kept});
}

void Encoded<Carcassonne>::draw_any(State& state, Random& random, Kept& kept) const {
    draw<Recorded::all_but_digest>(state, any_drawable(state, random), kept.fits);
    compact_.recount(state, kept.left);
}

void Encoded<Carcassonne>::complete(State& state) const {
    state.record.digest = digest_of(state);
}

PerSeat Encoded<Carcassonne>::scores(const State& state, const Kept& kept) const {
    if (state.phase != Phase::end) return carcassonne::scores(state);
    PerSeat points{};
    find_final_points(state, kept.held, points.data());
    return points;
}

void Encoded<Carcassonne>::list(const State& state, Choices<Move>& choices) const {
    list(state, keep(state), choices);
}

void Encoded<Carcassonne>::list(const State& state, const Kept& kept,
                                Choices<Move>& choices) const {
    choices.clear();
    if (state.phase != Phase::place) return;
    // whole vectors are written
    const auto room = choices.room(most_moves(state, kept.fits.total()) + 15);
    NumberedList list{room.moves,
                      Numbers(numbering_, kept.bounds.corner(numbering_.window), room.actions)};
    list_places(state, kept.fits, list);
    choices.hold(static_cast<std::size_t>(list.count), list.numbers.may_lie_outside());
}

void Encoded<Carcassonne>::observe(const State& state, int seat, float* out) const {
    observe(state, seat, keep(state), out);
}

void Encoded<Carcassonne>::observe(const State& state, int seat, const Kept& kept,
                                   float* out) const {
    if (planes_) {
        write_planes(state, nullptr, seat, out);
    } else {
        compact_.write(state, seat, kept, out);
    }
}

}  // namespace carcbot
