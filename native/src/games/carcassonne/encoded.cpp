#include "encoded.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "draw.hpp"
#include "listing.hpp"
#include "rules.hpp"
#include "turn.hpp"

namespace carcbot {

using namespace carcassonne;

namespace {

/// How many words are worked on together: one where vectors cannot multiply or compare them.
#if defined(__AVX2__)
constexpr std::size_t kMovesAtOnce = 16;
#else
constexpr std::size_t kMovesAtOnce = 1;
#endif
using MoveWords [[gnu::vector_size(4 * kMovesAtOnce)]] = std::uint32_t;
using SignedMoveWords [[gnu::vector_size(4 * kMovesAtOnce)]] = std::int32_t;

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
    window_ = std::find_if(windows.begin(), windows.end(), fits)->side;
    follows_ = 1;
    const auto number = [&](std::uint8_t then, int count) {
        follow_[then >> kSpotBits] = follows_ - static_cast<int>(then & kSpots);
        follows_ += count;
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

void Encoded<Carcassonne>::list(const State& state, Choices<Move>& choices) const {
    list(state, keep(state), choices);
}

void Encoded<Carcassonne>::list(const State& state, const Kept& kept,
                                Choices<Move>& choices) const {
    if (state.phase != Phase::place) {
        choices.clear();
        return;
    }
    MoveList found;
    list_places(state, kept.fits, found);
    const auto count = static_cast<std::size_t>(found.count);
    choices.moves.assign(found.moves, found.moves + count);
    choices.actions.resize(count + kMovesAtOnce);  // whole vectors are written
    const Corner corner = kept.bounds.corner(window_);
    for (std::size_t i = 0; i < count; i += kMovesAtOnce) {
        MoveWords move;
        std::memcpy(&move, found.moves + i, sizeof move);
        // x and y are the two lower bytes, with their signs
        const SignedMoveWords x = reinterpret_cast<SignedMoveWords>(move << 24) >> 24;
        const SignedMoveWords y = reinterpret_cast<SignedMoveWords>(move << 16) >> 24;
        const MoveWords column = reinterpret_cast<MoveWords>(x - corner.left);
        const MoveWords row = reinterpret_cast<MoveWords>(y - corner.top);
        const MoveWords rotation = move >> 16 & 0xFF;
        const MoveWords then = move >> 24;
        MoveWords follow = then & kSpots;
        for (unsigned put = 1; put < follow_.size(); ++put) {
            follow += (then >> kSpotBits == put) & static_cast<unsigned>(follow_[put]);
        }
        const auto window = static_cast<unsigned>(window_);
        const auto follows = static_cast<unsigned>(follows_);
        const MoveWords number = ((row * window + column) * 4 + rotation) * follows + follow;
        // a comparison has all bits where it holds, as kOutside has
        const MoveWords action = number | (column >= window) | (row >= window);
        std::memcpy(choices.actions.data() + i, &action, sizeof action);
    }
    choices.actions.resize(count);
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
