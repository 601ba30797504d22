#include "encoded.hpp"

#include <numeric>

#include "rules.hpp"

namespace carcbot {

using namespace carcassonne;

Encoded<Carcassonne>::Encoded(const State& first, int observation)
    : compact_(*first.rules), planes_(observation == 1), follows_(0) {
    const Rules& rules = *first.rules;
    const int box = std::accumulate(rules.copies.begin(), rules.copies.end(), 0);
    window_ = box <= kSmallBox ? kSmallWindow : kLargeWindow;
    follow_.fill(0);
    const auto number = [&](std::uint8_t then) {
        follow_[then] = static_cast<std::uint8_t>(follows_++);
    };
    number(0);
    for (const Figure figure : {Figure::small, Figure::big}) {
        if (figure == Figure::big && !rules.options.inns) continue;
        for (Spot spot = 0; spot <= kCloisterSpot; ++spot) number(Move::put(figure, spot));
    }
    if (rules.options.abbot) {
        number(Move::put(Figure::abbot, kCloisterSpot));
        number(Move::put(Figure::abbot, kGardenSpot));
        number(Move::kTakeAbbotBack);
    }
}

std::vector<std::size_t> Encoded<Carcassonne>::shape() const {
    if (!planes_) return {static_cast<std::size_t>(compact_.count())};
    return {static_cast<std::size_t>(planes_for(compact_.seats())), kPlaneSide, kPlaneSide};
}

std::vector<std::string> Encoded<Carcassonne>::names() const {
    return planes_ ? plane_names(compact_.seats()) : compact_.names();
}

void Encoded<Carcassonne>::list(const State& state, Choices<Move>& choices) const {
    choices.clear();
    if (state.phase != Phase::place) return;
    MoveList found;
    list_moves(state, found);
    const auto count = static_cast<std::size_t>(found.count);
    choices.moves.assign(found.moves, found.moves + count);
    choices.actions.resize(count);
    const PlaneCorner corner = corner_of(state, nullptr, window_);
    for (std::size_t i = 0; i < count; ++i) {
        const Move move = found.moves[i];
        const int column = move.x - corner.left, row = move.y - corner.top;
        const bool inside = (static_cast<unsigned>(column) < static_cast<unsigned>(window_)) &
                            (static_cast<unsigned>(row) < static_cast<unsigned>(window_));
        const int number =
            ((row * window_ + column) * 4 + move.rotation) * follows_ + follow_[move.then];
        choices.actions[i] = inside ? number : kOutside;
    }
}

void Encoded<Carcassonne>::observe(const State& state, int seat, float* out) const {
    if (planes_) {
        write_planes(state, nullptr, seat, out);
    } else {
        compact_.write(state, seat, out);
    }
}

}  // namespace carcbot
