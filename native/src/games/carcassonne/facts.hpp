// What the judge looks at, seat by seat: the facts of a position from which it has learned to tell
// the final points (judge.hpp). Each fact has a number and a name, and an amount that is whole.
//
// A city or road is told by how hard it is to complete: the empty cells that still touch it, the
// copies of tiles left that fit the hardest of them, and those that end it at its hardest end.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "final.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

namespace fact {

/// How a seat stands in an area: alone, with more than others, with as many as the best other, or
/// with fewer.
enum Role { kAlone, kAhead, kTied, kBehind, kRoles };

inline constexpr int kAmounts = 3;    ///< of a city or road: figures, points now, points to come
inline constexpr int kCellsTold = 4;  ///< empty cells around it: 1, 2, 3 or more, 4 or more
inline constexpr int kFitsTold = 7;   ///< tiles that fit the hardest: 0, 1, 2, 4, 8, 15 or more
inline constexpr int kReaches = kCellsTold * kFitsTold;
inline constexpr int kCrowdedReaches = 9;  ///< where others stand, too: three by three
inline constexpr int kMissing = 9;         ///< neighbours that a monk still wants
inline constexpr int kMonkFits = 3;
inline constexpr int kFieldAmounts = 6;
inline constexpr int kEndAmounts = 2;  ///< figures, points now
inline constexpr int kThreats = 4;

// where the facts of each kind begin
inline constexpr int kConst = 0;
inline constexpr int kNext = 1;  ///< the seat moves next
inline constexpr int kMore = 2;  ///< it has a turn more than who moves last
inline constexpr int kSmall = 3;
inline constexpr int kBig = kSmall + kSmallMeeples + 1;
inline constexpr int kAbbot = kBig + 1;
inline constexpr int kOwn = kAbbot + 1;  ///< cities, then roads, held alone
inline constexpr int kCrowded = kOwn + 2 * kReaches * kAmounts;
inline constexpr int kThreatened = kCrowded + 2 * (kRoles - 1) * kCrowdedReaches * kAmounts;
inline constexpr int kMonk = kThreatened + 2 * kThreats;  ///< small or big ones, then abbots
inline constexpr int kField = kMonk + 2 * kMissing * kMonkFits;
inline constexpr int kEnds = kField + kRoles * kFieldAmounts;  ///< of cities, then roads, alone
inline constexpr int kCount = kEnds + 2 * kReaches * kEndAmounts;

}  // namespace fact

/// How many of each kind are left, whatever seat they will come to: the tile in hand included.
struct TilesLeft {
    alignas(64) std::uint8_t of[kKinds];
    std::uint64_t kinds;  ///< a bit for each of which there are some
};
TilesLeft count_left(const State& state);

/// What an empty cell of the frontier tells: how many copies of the tiles left fit there in some
/// rotation, and which areas end there.
struct Gap {
    std::uint8_t fits;
    std::uint8_t areas;
    std::uint8_t area[kPorts - 2];  ///< labels, none twice
    std::uint8_t ends[kPorts - 2];  ///< of a city or road: how many copies can end it here
};

/// The gaps by their slots.
class Gaps {
  public:
    Gaps(const State& state, const TilesLeft& left);

    [[nodiscard]] const Gap& at(int slot) const { return gaps_[slot]; }

    /// Looks again at the slots that are not as they were, for a position that follows by a tile on
    /// this cell, which had this slot.
    void follow(const State& state, const TilesLeft& left, int slot, Cell cell);
    /// Puts these back to what they were.
    void restore();

    /// The slots that follow() looked at again.
    [[nodiscard]] std::span<const int> changed() const {
        return {changed_, static_cast<std::size_t>(changes_)};
    }

  private:
    static constexpr int kMostChanges = 5;  ///< a tile fills one cell and is seen from four

    Gap gaps_[kFrontierBytes];
    int count_;  ///< of slots before a tile
    int changed_[kMostChanges];
    Gap was_[kMostChanges];
    int changes_ = 0;
};

/// The names of the facts, in order.
std::vector<std::string> fact_names();

/// Calls tell(seat, fact, amount) for every amount of a fact that is not 0.
template <typename Tell>
void tell_facts(const State& state, Tell tell);

// ---------------------------------------------------------------- how they are found

namespace detail {

/// What lies around a held area: how many empty cells, how few tiles fit the hardest of them, how
/// few end it at its hardest end, and how strong each seat is in other held areas of its type that
/// a tile there would join to it.
struct Reach {
    std::uint8_t cells;
    std::uint8_t fits;
    std::uint8_t ends;
    std::array<std::uint8_t, kMaxSeats> near;

    void add_near(std::uint64_t word) {
        for (unsigned seat = 0; seat < kMaxSeats; ++seat) {
            const auto strength = static_cast<std::uint8_t>(word >> (4 * seat) & 15);
            near[seat] = std::max(near[seat], strength);
        }
    }
};

/// Of every area that holds a figure.
struct Reaches {
    Reach of[kLabelSlots];

    Reaches(const State& state, const Gaps& gaps) {
        const Features& features = state.features;
        for (int label = lanes::next_marked(features.held, 0); label < features.labels;
             label = lanes::next_marked(features.held, label + 1)) {
            of[label] = {0, 0xFF, 0xFF, {}};
        }
        for (int slot = 0; slot < state.frontier.count; ++slot) {
            const Gap& gap = gaps.at(slot);
            for (int i = 0; i < gap.areas; ++i) {
                const std::uint8_t label = gap.area[i];
                if (!features.held[label]) continue;
                Reach& reach = of[label];
                reach.cells = static_cast<std::uint8_t>(std::min(reach.cells + 1, 0xFF));
                reach.fits = std::min(reach.fits, gap.fits);
                reach.ends = std::min(reach.ends, gap.ends[i]);
                const std::uint64_t type = features.tally[label] & tally::kType;
                for (int j = 0; j < gap.areas; ++j) {
                    const std::uint64_t other = features.tally[gap.area[j]];
                    if (j == i || !features.held[gap.area[j]]) continue;
                    if ((other & tally::kType) == type) reach.add_near(other);
                }
            }
        }
    }
};

inline int bucket_of_fits(int fits) {
    constexpr std::uint8_t bucket[16] = {0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6};
    return bucket[std::min(fits, 15)];
}
inline int reach_number(const Reach& reach, int copies) {
    const int cells = std::clamp<int>(reach.cells, 1, fact::kCellsTold) - 1;
    return cells * fact::kFitsTold + bucket_of_fits(copies);
}
inline int crowded_number(const Reach& reach) {
    const int cells = std::clamp<int>(reach.cells, 1, 3) - 1;
    return cells * 3 + (reach.fits == 0 ? 0 : reach.fits < 3 ? 1 : 2);
}

inline unsigned strength_of(std::uint64_t word, unsigned seat) {
    return static_cast<unsigned>(word >> (4 * seat) & 15);
}

/// How a seat with figures in an area stands there.
inline fact::Role role_of(std::uint64_t word, unsigned seat, unsigned seats) {
    const unsigned own = strength_of(word, seat);
    unsigned best = 0;
    for (unsigned other = 0; other < seats; ++other) {
        if (other != seat) best = std::max(best, strength_of(word, other));
    }
    if (best == 0) return fact::kAlone;
    return own > best ? fact::kAhead : own == best ? fact::kTied : fact::kBehind;
}

/// How strong the best of others is in the areas that a tile could join to this one.
inline unsigned rival_near(const Reach& reach, unsigned seat) {
    unsigned best = 0;
    for (unsigned other = 0; other < kMaxSeats; ++other) {
        if (other != seat) best = std::max(best, unsigned{reach.near[other]});
    }
    return best;
}

/// What a seat with `own` figures in a city or road has to fear from a rival who could join it.
template <typename Tell>
void tell_threat(std::uint64_t word, const Options& options, unsigned seat, unsigned rival,
                 Tell tell) {
    const unsigned own = strength_of(word, seat);
    if (rival == 0 || role_of(word, seat, options.seats) == fact::kBehind) return;
    const int type = (word & tally::kType) == tally::kCity ? 0 : 1;
    const int threat = fact::kThreatened + type * fact::kThreats + (rival > own ? 2 : 0);
    tell(seat, threat, static_cast<int>(own - (word >> (tally::kBig + seat) & 1)));
    tell(seat, threat + 1, completed_value(word, options));
}

template <typename Tell>
void tell_closable(const State& state, std::uint64_t word, const Reach& reach, Tell tell) {
    const Options& options = state.rules->options;
    const int type = (word & tally::kType) == tally::kCity ? 0 : 1;
    const int now = incomplete_value(word);
    const int more = completed_value(word, options) - now;
    for (unsigned seat = 0; seat < options.seats; ++seat) {
        const unsigned own = strength_of(word, seat);
        if (own == 0) continue;
        const int figures = static_cast<int>(own - (word >> (tally::kBig + seat) & 1));
        const fact::Role role = role_of(word, seat, options.seats);
        int at;
        if (role == fact::kAlone) {
            const int kind = type * fact::kReaches;
            const int end =
                fact::kEnds + (kind + reach_number(reach, reach.ends)) * fact::kEndAmounts;
            tell(seat, end, figures);
            tell(seat, end + 1, now);
            at = fact::kOwn + (kind + reach_number(reach, reach.fits)) * fact::kAmounts;
        } else {
            const int kind = (type * (fact::kRoles - 1) + role - 1) * fact::kCrowdedReaches;
            at = fact::kCrowded + (kind + crowded_number(reach)) * fact::kAmounts;
        }
        tell(seat, at, figures);
        tell(seat, at + 1, now);
        tell(seat, at + 2, more);
        tell_threat(word, options, seat, rival_near(reach, seat), tell);
    }
}

/// The cities that are not complete, by their labels.
inline Cities open_cities(const Features& features) {
    Cities cities;
    for (int label = 0; label < features.labels; ++label) {
        cities.at[cities.count] = static_cast<std::uint8_t>(label);
        const std::uint64_t what = features.tally[label] & (tally::kType | tally::kDone);
        cities.count += features.root[label] == label && what == tally::kCity;
    }
    return cities;
}

/// What a seat in a field has to fear from a rival who could join it.
template <typename Tell>
void tell_field_beside_rival(std::uint64_t word, int points, const Options& options, unsigned seat,
                             Tell tell) {
    const fact::Role role = role_of(word, seat, options.seats);
    tell(seat, fact::kField + role * fact::kFieldAmounts + 5, points);
}

/// What a field pays now.
inline int points_of_field(const Features& features, int field, const Cities& complete) {
    return 3 * touched_of(features, field, complete);
}

/// `word` is the field's tally, and tells who stands there.
template <typename Tell>
void tell_field(const State& state, int field, std::uint64_t word, const Reach& reach,
                const Cities& complete, const Cities& open, Tell tell) {
    const Features& features = state.features;
    const Options& options = state.rules->options;
    const int points = points_of_field(features, field, complete);
    int touched = 0, near = 0;
    for (int c = 0; c < open.count; ++c) {
        const int touches_it = touches(features, field, open.at[c]);
        touched += touches_it;
        near += touches_it & (tally::open(features.tally[open.at[c]]) <= 2);
    }
    for (unsigned seat = 0; seat < options.seats; ++seat) {
        const unsigned own = strength_of(word, seat);
        if (own == 0) continue;
        const fact::Role role = role_of(word, seat, options.seats);
        const int at = fact::kField + role * fact::kFieldAmounts;
        tell(seat, at, 1);
        tell(seat, at + 1, points);
        tell(seat, at + 2, touched);
        tell(seat, at + 3, near);
        tell(seat, at + 4, std::min<int>(reach.cells, 15));
        if (rival_near(reach, seat)) tell_field_beside_rival(word, points, options, seat, tell);
    }
}

/// An area of any kind; `word` is its tally, or what that will be.
template <typename Tell>
void tell_area(const State& state, int label, std::uint64_t word, const Reach& reach,
               const Cities& complete, const Cities& open, Tell tell) {
    if ((word & tally::kType) == tally::kField) {
        tell_field(state, label, word, reach, complete, open, tell);
    } else {
        tell_closable(state, word, reach, tell);
    }
}

template <typename Tell>
void tell_monk(const State& state, const Gaps& gaps, const Monk& monk, Tell tell) {
    std::uint8_t hardest = 0xFF;
    for (int slot = 0; slot < state.frontier.count; ++slot) {
        if (touching(monk.cell, state.frontier.cells[slot])) {
            hardest = std::min(hardest, gaps.at(slot).fits);
        }
    }
    const int abbot = monk.figure == static_cast<unsigned>(Figure::abbot);
    const int missing = 8 - monk.neighbours;
    const int fit = hardest == 0 ? 0 : hardest < 3 ? 1 : 2;
    tell(monk.seat, fact::kMonk + (abbot * fact::kMissing + missing) * fact::kMonkFits + fit, 1);
}

/// What a seat has, and whose turn it is.
template <typename Tell>
void tell_seats(const State& state, Tell tell) {
    const unsigned seats = state.rules->options.seats;
    const unsigned tiles = static_cast<unsigned>(tiles_left(state)) + (state.hand != kNone);
    for (unsigned seat = 0; seat < seats; ++seat) {
        tell(seat, fact::kConst, 1);
        tell(seat, fact::kNext, state.seat == seat);
        tell(seat, fact::kMore, (seat + seats - state.seat) % seats < tiles % seats);
        tell(seat, fact::kSmall + state.small_supply[seat], 1);
        tell(seat, fact::kBig, state.big_supply >> seat & 1);
        tell(seat, fact::kAbbot, state.abbot_supply >> seat & 1);
    }
}

/// All areas and monks that hold a figure.
template <typename Tell>
void tell_held(const State& state, const Gaps& gaps, const Reaches& reaches, const Cities& complete,
               const Cities& open, Tell tell) {
    const Features& features = state.features;
    for (int label = lanes::next_marked(features.held, 0); label < features.labels;
         label = lanes::next_marked(features.held, label + 1)) {
        tell_area(state, label, features.tally[label], reaches.of[label], complete, open, tell);
    }
    for (int i = 0; i < state.monks; ++i) tell_monk(state, gaps, state.monk[i], tell);
}

}  // namespace detail

template <typename Tell>
void tell_facts(const State& state, Tell tell_any) {
    const auto tell = [&](unsigned seat, int what, int amount) {
        if (amount) tell_any(seat, what, amount);
    };
    const Features& features = state.features;
    const Gaps gaps(state, count_left(state));
    const detail::Reaches reaches(state, gaps);
    detail::tell_seats(state, tell);
    detail::tell_held(state, gaps, reaches, complete_cities(features),
                      detail::open_cities(features), tell);
}

}  // namespace carcbot::carcassonne
