#include "judge_ahead.hpp"

#include <algorithm>
#include <cstdlib>

#include "facts.hpp"
#include "index_set.hpp"
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

bool is_field(std::uint64_t word) {
    return (word & tally::kType) == tally::kField;
}

/// What stands on the board before a tile is laid, and what it tells.
struct Before {
    Before(const State& state, const Gaps& gaps, const Cities& complete, const Cities& open,
           const Judge::Weights& weights)
        : labels(state.features.labels), monks(state.monks), reaches(state, gaps) {
        const Features& features = state.features;
        for (int slot = 0; slot < state.frontier.count; ++slot) {
            const Gap& gap = gaps.at(slot);
            for (int i = 0; i < gap.areas; ++i) slots[gap.area[i]].add(slot);
        }
        for (int label = lanes::next_marked(features.held, 0); label < labels;
             label = lanes::next_marked(features.held, label + 1)) {
            const std::uint64_t word = features.tally[label];
            held.add(label);
            if (is_field(word)) fields.add(label);
            of_area[label] = {};
            detail::tell_area(state, label, word, reaches.of[label], complete, open,
                              Weighing{weights, of_area[label]});
            add(all, of_area[label]);
        }
        for (int i = 0; i < monks; ++i) {
            monk[i] = state.monk[i].cell;
            of_monk[i] = {};
            detail::tell_monk(state, gaps, state.monk[i], Weighing{weights, of_monk[i]});
            add(all, of_monk[i]);
        }
    }

    static void add(PerSeat& worth, const PerSeat& more) {
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat) worth[seat] += more[seat];
    }
    static void take(PerSeat& worth, const PerSeat& less) {
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat) worth[seat] -= less[seat];
    }

    int labels;
    int monks;
    IndexSet held;
    IndexSet fields;              ///< those that are held
    IndexSet slots[kLabelSlots];  ///< of the empty cells where an area ends
    detail::Reaches reaches;
    PerSeat of_area[kLabelSlots];  ///< of those that are held
    Cell monk[kMaxMonks];
    PerSeat of_monk[kMaxMonks];
    PerSeat all{};  ///< areas and monks together
};

/// A position after a tile that was laid and scored with no figure on it, as the judge sees it.
///
/// What does not feel the tile tells what it told before. It is felt by the areas that it touches;
/// by those that end at a cell beside it, and those that end where one ends which gained figures;
/// by fields at its cities, and by monks at most two cells away. The last slot of the frontier
/// takes the place of the one that is filled, and what ends there is looked at again, too.
class Laid {
  public:
    /// Of a state whose next seat is set already; `gaps` are its own, and `open` its open cities.
    Laid(const State& state, Cell cell, const Shape& shape, const Join& join, const Before& before,
         const Gaps& gaps, const Cities& complete, const Cities& open,
         const Judge::Weights& weights)
        : state_(state),
          cell_(cell),
          shape_(shape),
          join_(join),
          before_(before),
          gaps_(gaps),
          complete_(complete),
          open_(open),
          weights_(weights),
          held_(IndexSet::marked(state.features.held)),
          worth_(before.all) {
        const Weighing tell = teller(worth_);
        for (unsigned seat = 0; seat < seats(); ++seat) {
            worth_[seat] += state.points[seat] * kPoint;
        }
        detail::tell_seats(state, tell);
        IndexSet same = IndexSet::first(state.frontier.count);  // slots
        for (const int slot : gaps.changed()) same.remove(slot);
        find_touched();
        find_changed(same);
        look_again(same);
        tell_areas_again(tell);
        tell_monks_again(tell);
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
        tell_area(label, word, teller(worth));
        tell_fears(label, mover, static_cast<unsigned>(1 + big), worth);
        return worth;
    }

    /// With the abbot of the mover taken back, as it may be.
    [[nodiscard]] PerSeat worth_without_abbot(unsigned mover) const {
        PerSeat worth = worth_;
        const Weighing tell = teller(worth);
        const auto untell = [&](unsigned seat, int what, int amount) { tell(seat, what, -amount); };
        for (int i = 0; i < state_.monks; ++i) {
            const Monk& monk = state_.monk[i];
            if (monk.seat != mover || monk.figure != static_cast<unsigned>(Figure::abbot)) continue;
            detail::tell_monk(state_, gaps_, monk, untell);
            worth[mover] += (1 + monk.neighbours) * kPoint;
        }
        tell(mover, fact::kAbbot, 1);
        return worth;
    }

  private:
    [[nodiscard]] const Options& options() const { return state_.rules->options; }
    [[nodiscard]] unsigned seats() const { return options().seats; }

    [[nodiscard]] Weighing teller(PerSeat& worth) const { return {weights_, worth}; }

    /// What areas went by before may be part of others now.
    [[nodiscard]] int now(int label) const { return state_.features.root[label]; }

    [[nodiscard]] const detail::Reach& reach(int label) const {
        return changed_.has(label) ? reach_[label] : before_.reaches.of[label];
    }

    /// The areas of the tile, where they ended, and which of them gained figures.
    void find_touched() {
        std::uint8_t count = 0;
        for (unsigned segment = 0; segment < shape_.segments; ++segment) {
            const std::uint8_t root = join_.root.at[segment];
            if (touched_.has(root)) continue;
            touched_.add(root);
            number_[root] = count;
            slots_[count++] = root < before_.labels ? before_.slots[root] : IndexSet{};
        }
        for (unsigned m = 0; m < join_.merges; ++m) {
            const int winner = join_.winner[m], loser = join_.loser[m];
            if (winner == loser) continue;
            const int root = now(winner);
            slots_[number_[root]].add_all(before_.slots[loser]);
            if (before_.held.has(winner) || before_.held.has(loser)) stronger_.add(root);
        }
        watched_ = held_;
        watched_.add_all(touched_);
    }

    /// The areas that may end elsewhere than before, or beside others; and what is told again.
    void find_changed(const IndexSet& same) {
        const auto add_areas = [&](int slot) {
            const Gap& gap = gaps_.at(slot);
            for (int i = 0; i < gap.areas; ++i) changed_.add(now(gap.area[i]));
        };
        changed_ = touched_;
        for (const int slot : gaps_.changed()) add_areas(slot);
        stronger_.each([&](int label) {
            IndexSet slots = slots_[number_[label]];
            slots.keep(same);
            slots.each(add_areas);
        });
        changed_.keep(watched_);
        told_again_ = changed_;
        told_again_.keep(held_);
        if (shape_.cities == 0) return;
        before_.fields.each([&](int field) {
            const int label = now(field);
            for (unsigned segment = 0; segment < shape_.cities; ++segment) {
                if (!touches(state_.features, label, join_.root.at[segment])) continue;
                told_again_.add(label);
                return;
            }
        });
    }

    /// Finds how the changed areas are reached.
    void look_again(const IndexSet& same) {
        changed_.each([&](int label) {
            reach_[label] = {0, 0xFF, 0xFF, {}};
            IndexSet slots = touched_.has(label) ? slots_[number_[label]] : before_.slots[label];
            slots.keep(same);
            slots.each([&](int slot) { look(slot, label); });
        });
        for (const int slot : gaps_.changed()) {
            const Gap& gap = gaps_.at(slot);
            IndexSet areas;
            for (int i = 0; i < gap.areas; ++i) areas.add(now(gap.area[i]));
            areas.keep(watched_);
            areas.each([&](int label) { look(slot, label); });
        }
    }

    /// At one slot where an area ends.
    void look(int slot, int label) {
        const Features& features = state_.features;
        const Gap& gap = gaps_.at(slot);
        detail::Reach& reach = reach_[label];
        reach.cells = static_cast<std::uint8_t>(std::min(reach.cells + 1, 0xFF));
        reach.fits = std::min(reach.fits, gap.fits);
        const std::uint64_t type = features.tally[label] & tally::kType;
        for (int i = 0; i < gap.areas; ++i) {
            const int other = now(gap.area[i]);
            if (other == label) {
                reach.ends = std::min(reach.ends, gap.ends[i]);
            } else if (features.held[other] && (features.tally[other] & tally::kType) == type) {
                reach.add_near(features.tally[other]);
                if (touched_.has(label)) beside_[number_[label]].add(other);
            }
        }
    }

    void tell_areas_again(const Weighing& tell) {
        before_.held.each([&](int label) {
            const int root = now(label);
            const bool is_scored = !held_.has(root);
            if (is_scored || told_again_.has(root)) Before::take(worth_, before_.of_area[label]);
        });
        told_again_.each([&](int label) { tell_area(label, state_.features.tally[label], tell); });
    }

    /// `word` is the area's tally, or what that will be.
    void tell_area(int label, std::uint64_t word, const Weighing& tell) const {
        detail::tell_area(state_, label, word, reach(label), complete_, open_, tell);
    }

    /// A monk is told by the empty cells around it, which feel a tile beside them.
    void tell_monks_again(const Weighing& tell) {
        const auto feels = [&](Cell monk) {
            return std::abs(x_of(monk) - x_of(cell_)) <= 2 &&
                   std::abs(y_of(monk) - y_of(cell_)) <= 2;
        };
        for (int i = 0; i < before_.monks; ++i) {
            if (feels(before_.monk[i])) Before::take(worth_, before_.of_monk[i]);
        }
        for (int i = 0; i < state_.monks; ++i) {
            const Monk& monk = state_.monk[i];
            if (feels(monk.cell)) detail::tell_monk(state_, gaps_, monk, tell);
        }
    }

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
        const Features& features = state_.features;
        beside_[number_[claimed]].each([&](int label) {
            const std::uint64_t word = features.tally[label];
            for (unsigned seat = 0; seat < seats(); ++seat) {
                if (seat == mover || detail::strength_of(word, seat) == 0) continue;
                const unsigned before = detail::rival_near(reach(label), seat);
                if (before >= strength) continue;
                if (!is_field(word)) {
                    detail::tell_threat(word, options(), seat, before, untell);
                    detail::tell_threat(word, options(), seat, strength, tell);
                } else if (before == 0) {
                    detail::tell_field_beside_rival(
                        word, detail::points_of_field(features, label, complete_), options(), seat,
                        tell);
                }
            }
        });
    }

    const State& state_;
    Cell cell_;
    const Shape& shape_;
    const Join& join_;
    const Before& before_;
    const Gaps& gaps_;
    const Cities& complete_;
    const Cities& open_;
    const Judge::Weights& weights_;
    IndexSet held_;        ///< the areas that hold a figure
    IndexSet touched_;     ///< those of the tile
    IndexSet watched_;     ///< both: where figures are, or may come now
    IndexSet stronger_;    ///< those of the tile that joined others with figures
    IndexSet changed_;     ///< watched ones that feel the tile, but for fields that see its cities
    IndexSet told_again_;  ///< held ones of them, and those fields
    std::uint8_t number_[kLabelSlots];  ///< of those that are touched, from 0 on
    IndexSet slots_[kMaxSegments];      ///< by number: where they ended before, in slots of then
    IndexSet beside_[kMaxSegments];  ///< by number: held areas of the type that end where it does
    detail::Reach reach_[kLabelSlots];  ///< of those that changed
    PerSeat worth_;
};

/// Of the cities that were open, those that are after the tile, and those that it completed.
void sort_cities(const State& laid, const Shape& shape, const Join& join, const Cities& was_open,
                 Cities& complete, Cities& open) {
    const Features& features = laid.features;
    open.count = 0;
    const auto add = [](Cities& cities, std::uint8_t label) { cities.at[cities.count++] = label; };
    IndexSet touched;
    for (unsigned segment = 0; segment < shape.cities; ++segment) {
        const std::uint8_t root = join.root.at[segment];
        if (touched.has(root)) continue;
        touched.add(root);
        add(is_complete_city(features.tally[root]) ? complete : open, root);
    }
    for (int i = 0; i < was_open.count; ++i) {
        const std::uint8_t label = was_open.at[i];
        if (features.root[label] == label && !touched.has(label)) add(open, label);
    }
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
    const Before before(laid, gaps, complete, open_before, weights);
    out.clear();
    for (std::size_t first = 0; first < moves.size();) {
        const Move place = moves[first];
        const Cell cell = cell_at(place.x, place.y);
        const int slot = detail::find_cell(state.frontier, cell);
        const Shape& shape = rotations[place.rotation];
        const Join join = join_at(state, slot, shape);
        if (first) laid.copy_judged(state);
        laid.hand = kNone;
        lay_tile<Recorded::nothing>(laid, slot, shape, join);
        score_completed<Recorded::nothing>(laid, cell, shape, join);
        laid.seat = next;
        gaps.follow(laid, left, slot, cell);
        complete.count = complete_before;
        sort_cities(laid, shape, join, open_before, complete, open);
        const Laid at(laid, cell, shape, join, before, gaps, complete, open, weights);
        for (; first < moves.size(); ++first) {
            const Move move = moves[first];
            if (move.x != place.x || move.y != place.y || move.rotation != place.rotation) break;
            out.push_back({move.then == 0                      ? at.worth()
                           : move.then == Move::kTakeAbbotBack ? at.worth_without_abbot(state.seat)
                                                               : at.worth_with(state.seat, move),
                           false});
        }
        gaps.restore();
    }
}

}  // namespace carcbot::carcassonne
