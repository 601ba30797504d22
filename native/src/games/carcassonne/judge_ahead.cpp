#include "judge_ahead.hpp"

#include <bitset>

#include "facts.hpp"
#include "look_ahead.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr int kPoint = 1000;  ///< a point, in thousandths

/// Adds what facts weigh to the worth of seats.
struct Weighing {
    const Judge::Weights& weights;
    PerSeat& worth;

    void operator()(unsigned seat, int what, int amount) const {
        worth[seat] += weights[static_cast<std::size_t>(what)] * amount;
    }
};

/// A position after a tile that was laid and scored with no figure on it, as the judge sees it.
class Laid {
  public:
    /// Of a state whose next seat is set already; `gaps` are its own, and `open` its open cities.
    Laid(const State& state, Cell cell, const Shape& shape, const Join& join, const Gaps& gaps,
         const Cities& complete, const Cities& open, const Judge::Weights& weights)
        : state_(state),
          cell_(cell),
          shape_(shape),
          join_(join),
          gaps_(gaps),
          complete_(complete),
          open_(open),
          weights_(weights),
          watched_(state.features, shape, join),
          reaches_(state, gaps, watched_.marks, [&](int one, int other) {
              if (watched_.number[one]) beside_[watched_.number[one] - 1].set(other);
          }) {
        const Weighing tell = teller(worth_);
        for (unsigned seat = 0; seat < seats(); ++seat) {
            worth_[seat] += state.points[seat] * kPoint;
        }
        detail::tell_seats(state, tell);
        detail::tell_held(state, gaps, reaches_, complete_, open_, tell);
    }

    /// With no figure.
    [[nodiscard]] const PerSeat& worth() const { return worth_; }

    /// With the figure that the mover puts there.
    [[nodiscard]] PerSeat worth_with(unsigned mover, Move move) const {
        PerSeat worth = worth_;
        if (move.spot() == kCloisterSpot || move.spot() == kGardenSpot) {
            const auto neighbours = static_cast<std::uint8_t>(neighbours_of(state_, cell_));
            if (neighbours == 8) {
                worth[mover] += 9 * kPoint;
                return worth;
            }
            const Monk monk{cell_, neighbours, static_cast<std::uint8_t>(mover & 7U),
                            static_cast<std::uint8_t>(static_cast<unsigned>(move.figure()) & 3U),
                            move.spot() == kGardenSpot};
            detail::tell_monk(state_, gaps_, monk, teller(worth));
            take_from_supply(mover, move.figure(), worth);
            return worth;
        }
        const std::uint8_t label = join_.root.at[segment_claimed(shape_, move)];
        const std::uint64_t free = state_.features.tally[label];
        if (free & tally::kDone) {
            worth[mover] += completed_value(free, options()) * kPoint;
            return worth;
        }
        take_from_supply(mover, move.figure(), worth);
        const std::uint64_t big = move.figure() == Figure::big;
        const std::uint64_t word =
            free + ((1 + big) << (4 * mover)) + (big << (tally::kBig + mover));
        if ((word & tally::kType) == tally::kField) {
            detail::tell_field(state_, label, word, reaches_.of[label], complete_, open_,
                               teller(worth));
        } else {
            detail::tell_closable(state_, word, reaches_.of[label], teller(worth));
        }
        tell_fears(label, mover, static_cast<unsigned>(1 + big), worth);
        return worth;
    }

  private:
    /// The areas that are watched: those with a figure, and those of the tile, where one may come.
    struct Watched {
        alignas(64) std::uint8_t marks[kLabelSlots];
        std::uint8_t number[kLabelSlots] = {};  ///< from 1 on, of the areas of the tile

        Watched(const Features& features, const Shape& shape, const Join& join) {
            std::copy_n(features.held, kLabelSlots, marks);
            std::uint8_t count = 0;
            for (unsigned segment = 0; segment < shape.segments; ++segment) {
                const std::uint8_t root = join.root.at[segment];
                if (number[root]) continue;
                number[root] = ++count;
                marks[root] = 0xFF;
            }
        }
    };

    [[nodiscard]] const Options& options() const { return state_.rules->options; }
    [[nodiscard]] unsigned seats() const { return options().seats; }

    [[nodiscard]] Weighing teller(PerSeat& worth) const { return {weights_, worth}; }

    void take_from_supply(unsigned mover, Figure figure, PerSeat& worth) const {
        const Weighing tell = teller(worth);
        if (figure == Figure::small) {
            const int supply = state_.small_supply[mover];
            tell(mover, fact::kSmall + supply, -1);
            tell(mover, fact::kSmall + supply - 1, 1);
        } else {
            tell(mover, figure == Figure::big ? fact::kBig : fact::kAbbot, -1);
        }
    }

    /// What changes for those who stand beside the area that is claimed with so many figures.
    void tell_fears(std::uint8_t claimed, unsigned mover, unsigned strength, PerSeat& worth) const {
        const Weighing tell = teller(worth);
        const auto untell = [&](unsigned seat, int what, int amount) { tell(seat, what, -amount); };
        const auto& beside = beside_[watched_.number[claimed] - 1];
        if (beside.none()) return;
        const Features& features = state_.features;
        for (int label = lanes::next_marked(features.held, 0); label < features.labels;
             label = lanes::next_marked(features.held, label + 1)) {
            if (!beside[static_cast<std::size_t>(label)]) continue;
            const std::uint64_t word = features.tally[label];
            for (unsigned seat = 0; seat < seats(); ++seat) {
                if (seat == mover || detail::strength_of(word, seat) == 0) continue;
                const unsigned before = detail::rival_near(reaches_.of[label], seat);
                if (before >= strength) continue;
                if ((word & tally::kType) != tally::kField) {
                    detail::tell_threat(word, options(), seat, before, untell);
                    detail::tell_threat(word, options(), seat, strength, tell);
                } else if (before == 0) {
                    detail::tell_field_beside_rival(state_, label, word, complete_, seat, tell);
                }
            }
        }
    }

    const State& state_;
    Cell cell_;
    const Shape& shape_;
    const Join& join_;
    const Gaps& gaps_;
    const Cities& complete_;
    const Cities& open_;
    const Judge::Weights& weights_;
    Watched watched_;
    std::array<std::bitset<kLabelSlots>, kMaxSegments> beside_;  ///< by number, less 1
    detail::Reaches reaches_;
    PerSeat worth_{};
};

/// Of the cities that were open, those that are after the tile, and those that it completed.
void sort_cities(const State& laid, const Shape& shape, const Join& join, const Cities& was_open,
                 Cities& complete, Cities& open) {
    const Features& features = laid.features;
    open.count = 0;
    const auto add = [](Cities& cities, std::uint8_t label) { cities.at[cities.count++] = label; };
    std::uint64_t touched[kLabelSlots / 64] = {};
    for (unsigned segment = 0; segment < shape.cities; ++segment) {
        const std::uint8_t root = join.root.at[segment];
        std::uint64_t& word = touched[root / 64];
        if (word >> (root & 63) & 1) continue;
        word |= 1ULL << (root & 63);
        add(is_complete_city(features.tally[root]) ? complete : open, root);
    }
    for (int i = 0; i < was_open.count; ++i) {
        const std::uint8_t label = was_open.at[i];
        if (features.root[label] != label || (touched[label / 64] >> (label & 63) & 1)) continue;
        add(open, label);
    }
}

/// The move as it is made.
After after_one(const State& state, Move move, const Judge& judge) {
    State after = state;
    apply(after, move);
    return {judge.worth(after), after.phase == Phase::end};
}

}  // namespace

void judge_moves(const State& state, std::span<const Move> moves, const Judge& judge,
                 std::vector<After>& out) {
    if (tiles_left(state) == 0) return look_ahead(state, moves, Worth{}, out);  // points count
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Judge::Weights& weights = judge.weights(tiles_left(state));
    const auto next = static_cast<std::uint8_t>((state.seat + 1U) % state.rules->options.seats);
    State laid = state;
    laid.hand = kNone;
    const TilesLeft left = count_left(laid);
    Gaps gaps(laid, left);
    Cities complete = complete_cities(state.features);
    const int complete_before = complete.count;
    const Cities open_before = detail::open_cities(state.features);
    Cities open;
    out.clear();
    for (std::size_t first = 0; first < moves.size();) {
        const Move place = moves[first];
        const Cell cell = cell_at(place.x, place.y);
        const int slot = detail::find_cell(state.frontier, cell);
        const Shape& shape = rotations[place.rotation];
        const Join join = join_at(state, slot, shape);
        if (first) laid.copy_judged(state);
        lay_tile<Recorded::nothing>(laid, slot, shape, join);
        score_completed<Recorded::nothing>(laid, cell, shape, join);
        laid.seat = next;
        gaps.follow(laid, left, state.frontier);
        complete.count = complete_before;
        sort_cities(laid, shape, join, open_before, complete, open);
        const Laid at(laid, cell, shape, join, gaps, complete, open, weights);
        for (; first < moves.size(); ++first) {
            const Move move = moves[first];
            if (move.x != place.x || move.y != place.y || move.rotation != place.rotation) break;
            if (move.then == Move::kTakeAbbotBack) {
                out.push_back(after_one(state, move, judge));
            } else {
                out.push_back({move.then ? at.worth_with(state.seat, move) : at.worth(), false});
            }
        }
        gaps.restore();
    }
}

}  // namespace carcbot::carcassonne
