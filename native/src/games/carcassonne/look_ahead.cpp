#include "look_ahead.hpp"

#include <array>

#include "final.hpp"
#include "judge_ahead.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

/// The place of a tile that was just laid and scored with no figure on it.
struct Laid {
    const Shape& shape;
    Join join;
    Cell cell;
};

/// The move as it is made, when nothing is known that would make it quicker.
After after_one(const State& state, Move move, const Worth& weights, State& scratch) {
    scratch = state;
    apply(scratch, move);
    return {worth_of(scratch, weights), scratch.phase == Phase::end};
}

/// Takes the tile from `laid` again, which was a copy of `before` until it was laid and scored
/// there: features that it did not join are as they were.
void take_back(State& laid, const State& before, const Join& join) {
    laid.copy_worth_around(before);
    const auto restore = [&](std::uint8_t label) {
        if (label >= before.features.labels) return;
        laid.features.tally[label] = before.features.tally[label];
        laid.features.cities[label] = before.features.cities[label];
    };
    for (unsigned segment = 0; segment < kMaxSegments; ++segment) restore(join.root.at[segment]);
    for (unsigned m = 0; m < join.merges; ++m) {
        restore(join.winner[m]);
        restore(join.loser[m]);
    }
}

/// Adds the cities that the tile just laid has completed.
void add_completed(const State& after, const Laid& laid, Cities& cities) {
    for (unsigned segment = 0; segment < laid.shape.cities; ++segment) {
        const std::uint8_t label = laid.join.root.at[segment];
        if (laid.join.doubled >> segment & 1) continue;
        if (is_complete_city(after.features.tally[label])) cities.at[cities.count++] = label;
    }
}

/// Prices the figures that may be put on the tile just laid.
class Prices {
  public:
    Prices(const State& after, const Laid& laid, const Cities& cities, const Worth& weights)
        : after_(after),
          laid_(laid),
          cities_(cities),
          weights_(weights),
          over_(after.phase == Phase::end) {}

    /// What the mover's worth gains when it puts a figure there.
    [[nodiscard]] int of(Move move) const {
        if (move.spot() == kCloisterSpot || move.spot() == kGardenSpot) {
            const int neighbours = neighbours_of(after_, laid_.cell);
            return neighbours == 8 ? 9 * weights_.score : standing((1 + neighbours) * open());
        }
        const std::uint8_t label = laid_.join.root.at[segment_claimed(laid_.shape, move)];
        const std::uint64_t word = after_.features.tally[label];
        if ((word & tally::kType) == tally::kField) return of_field(label);
        if (word & tally::kDone) {
            return completed_value(word, after_.rules->options) * weights_.score;
        }
        const bool city = (word & tally::kType) == tally::kCity;
        const int each = city && !over_ ? weights_.incomplete_city : open();
        return standing(incomplete_value(word) * each);
    }

  private:
    [[nodiscard]] int of_field(std::uint8_t label) const {
        const int touched = touched_of(after_.features, label, cities_);
        const int poor = touched < 3 && !over_ ? weights_.poor_field : 0;
        return standing(3 * touched * open() + poor);
    }

    /// With the figure gone from the supply.
    [[nodiscard]] int standing(int gain) const { return gain - (over_ ? 0 : weights_.meeples); }

    /// A point that the final scoring would pay.
    [[nodiscard]] int open() const { return over_ ? weights_.score : weights_.incomplete; }

    const State& after_;
    const Laid& laid_;
    const Cities& cities_;
    const Worth& weights_;
    bool over_;
};

/// The worth of positions after a tile, from what was worth something before it: only features that
/// the tile touches change, and farms that touch a city it completes.
class Changes {
  public:
    Changes(const State& before, const Cities& cities, const Worth& weights)
        : before_(before),
          weights_(weights),
          around_before_(around(before)),
          rest_(around_before_) {
        const Features& features = before.features;
        for (int label = lanes::next_marked(features.held, 0); label < features.labels;
             label = lanes::next_marked(features.held, label + 1)) {
            value_[label] = value_of(features, label, cities);
            owners_[label] = owners_at(features, label);
            add(rest_, owners_[label], value_[label]);
        }
    }

    /// `cities` are those complete by now, of which `complete_before` were before.
    [[nodiscard]] PerSeat worth(const State& after, const Laid& laid, int slot,
                                const Cities& cities, int complete_before) const {
        PerSeat worth = rest_;
        const PerSeat around_after = around(after);
        for (unsigned seat = 0; seat < seats(); ++seat) {
            worth[seat] += around_after[seat] - around_before_[seat];
        }
        const Surroundings met = look_around(before_, slot);
        std::array<std::uint64_t, 4> seen{};
        unsigned ports = 0;  // where no segment meets it, a root means nothing
        for (unsigned segment = 0; segment < laid.shape.segments; ++segment) {
            ports |= laid.shape.ports_of[segment];
        }
        for (ports &= met.held; ports; ports &= ports - 1) {
            const std::uint8_t root = met.roots.at[std::countr_zero(ports)];
            if (!mark(seen, root)) add(worth, owners_[root], -value_[root]);
        }
        std::array<std::uint64_t, 4> touched{};
        const Features& features = after.features;
        for (unsigned segment = 0; segment < laid.shape.segments; ++segment) {
            const std::uint8_t root = laid.join.root.at[segment];
            if (mark(touched, root) || !features.held[root]) continue;
            add(worth, owners_at(features, root), value_of(features, root, cities));
        }
        if (cities.count > complete_before) {
            add_to_farms(after, touched, cities, complete_before, worth);
        }
        return worth;
    }

  private:
    [[nodiscard]] unsigned seats() const { return before_.rules->options.seats; }

    [[nodiscard]] unsigned owners_at(const Features& features, int label) const {
        return owners_of(features.tally[label], seats());
    }

    /// Whether the label was marked already; it is from now on.
    static bool mark(std::array<std::uint64_t, 4>& marks, std::uint8_t label) {
        std::uint64_t& word = marks[label >> 6];
        const std::uint64_t bit = 1ULL << (label & 63);
        const bool was = (word & bit) != 0;
        word |= bit;
        return was;
    }

    void add(PerSeat& worth, unsigned owners, int value) const {
        for (unsigned seat = 0; seat < seats(); ++seat)
            worth[seat] += owners >> seat & 1 ? value : 0;
    }

    /// What the owners of a feature get for it at the end.
    [[nodiscard]] int value_of(const Features& features, int label, const Cities& cities) const {
        const std::uint64_t word = features.tally[label];
        const std::uint64_t type = word & tally::kType;
        if (type == tally::kField)
            return 3 * touched_of(features, label, cities) * weights_.incomplete;
        return incomplete_value(word) *
               (type == tally::kCity ? weights_.incomplete_city : weights_.incomplete);
    }

    /// Everything but what lies in features with a label: points, monks and supplies.
    [[nodiscard]] PerSeat around(const State& state) const {
        PerSeat worth{};
        for (unsigned seat = 0; seat < seats(); ++seat) {
            const int figures = state.small_supply[seat] + (state.big_supply >> seat & 1) +
                                (state.abbot_supply >> seat & 1);
            worth[seat] = state.points[seat] * weights_.score + figures * weights_.meeples;
        }
        for (int i = 0; i < state.monks; ++i) {
            const Monk& monk = state.monk[i];
            worth[monk.seat] += (1 + monk.neighbours) * weights_.incomplete;
        }
        return worth;
    }

    /// Farms away from the tile that touch a city which it has completed.
    void add_to_farms(const State& after, std::array<std::uint64_t, 4> touched,
                      const Cities& cities, int complete_before, PerSeat& worth) const {
        const Features& features = after.features;
        for (int label = lanes::next_marked(features.held, 0); label < features.labels;
             label = lanes::next_marked(features.held, label + 1)) {
            if ((features.tally[label] & tally::kType) != tally::kField) continue;
            if (mark(touched, static_cast<std::uint8_t>(label))) continue;
            int more = 0;
            for (int c = complete_before; c < cities.count; ++c) {
                more += touches(features, label, cities.at[c]);
            }
            add(worth, owners_at(features, label), 3 * more * weights_.incomplete);
        }
    }

    const State& before_;
    const Worth& weights_;
    PerSeat around_before_;
    PerSeat rest_;
    std::array<int, kLabelSlots> value_;        ///< of labels that hold a figure before the tile
    std::array<unsigned, kLabelSlots> owners_;  ///< likewise
};

bool is_farmer(Move move) {
    return move.spot() >= kFieldSpot && move.spot() <= kInteriorSpot;
}

}  // namespace

void look_ahead(const State& state, std::span<const Move> moves, const Worth& weights,
                std::vector<After>& out) {
    if (weights.judged) return judge_moves(state, moves, Judge::of(*state.rules), out);
    const auto& rotations = state.rules->shapes->of[state.hand];
    const FarmScoring farms = state.rules->options.farm_scoring;
    const bool prices_farmers = farms == FarmScoring::current || farms == FarmScoring::off;
    State scratch;
    out.clear();
    State laid;
    laid.copy_worth(state);
    Cities cities = complete_cities(state.features);
    const int complete_before = cities.count;
    const bool over = tiles_left(state) == 0;
    const bool changes_little = prices_farmers && !over && weights.poor_field == 0;
    const Changes changes(state, cities, weights);
    for (std::size_t first = 0; first < moves.size();) {
        const Move place = moves[first];
        const Cell cell = cell_at(place.x, place.y);
        const int slot = detail::find_cell(state.frontier, cell);
        const Shape& shape = rotations[place.rotation];
        const Laid at{shape, join_at(state, slot, shape), cell};
        let_features_grow<Recorded::nothing>(laid, cell, state.frontier.known[slot], shape,
                                             at.join);
        score_completed<Recorded::nothing>(laid, cell, shape, at.join);
        laid.phase = over ? Phase::end : Phase::draw;
        cities.count = complete_before;
        add_completed(laid, at, cities);
        const After bare{changes_little ? changes.worth(laid, at, slot, cities, complete_before)
                                        : worth_of(laid, weights, cities),
                         over};
        const Prices prices(laid, at, cities, weights);
        std::size_t next = first;
        for (; next < moves.size(); ++next) {
            const Move move = moves[next];
            if (move.x != place.x || move.y != place.y || move.rotation != place.rotation) break;
            if (move.then == Move::kTakeAbbotBack ||
                (move.then && is_farmer(move) && !prices_farmers)) {
                out.push_back(after_one(state, move, weights, scratch));
                continue;
            }
            out.push_back(bare);
            if (move.then) out.back().worth[state.seat] += prices.of(move);
        }
        take_back(laid, state, at.join);
        first = next;
    }
}

}  // namespace carcbot::carcassonne
