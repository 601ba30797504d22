// What follows a tile, as playouts and moves share it: put a figure or take the abbot back, score
// what was completed. kRecorded says what is kept up of the Record (digest, figures, score sheet).
#pragma once

#include <algorithm>

#include "digest.hpp"
#include "lay.hpp"

namespace carcbot::carcassonne {

/// The segment that a canonical move's figure stands on, or kNone.
inline std::uint8_t segment_claimed(const Shape& shape, Move move) {
    std::uint8_t claimed = kNone;
    for (std::uint8_t segment = 0; segment < kMaxSegments; ++segment) {
        claimed = move.then && shape.spots[segment] == move.spot() ? segment : claimed;
    }
    return claimed;
}

/// Puts a figure of the seat to move on the tile just laid. `label` is the feature's, or kNone for
/// a cloister or garden.
template <Recorded kRecorded>
void put_figure(State& state, Cell cell, Figure figure, Spot spot, std::uint8_t label) {
    const unsigned seat = state.seat;
    switch (figure) {
        case Figure::small:
            --state.small_supply[seat];
            break;
        case Figure::big:
            state.big_supply = static_cast<std::uint8_t>(state.big_supply & ~(1U << seat));
            break;
        default:
            state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply & ~(1U << seat));
            break;
    }
    if (label != kNone) {
        const std::uint64_t big = figure == Figure::big;
        state.features.tally[label] += (1 + big) << (4 * seat) | big << (tally::kBig + seat);
        lanes::set_byte(state.features.held, label, 0xFF);
    } else {
        state.monk[state.monks++] = {cell, static_cast<std::uint8_t>(neighbours_of(state, cell)),
                                     static_cast<std::uint8_t>(seat & 7U),
                                     static_cast<std::uint8_t>(static_cast<unsigned>(figure) & 3U),
                                     spot == kGardenSpot};
    }
    if constexpr (kRecorded != Recorded::nothing) {
        state.record.figure[state.record.figures++] = {cell, label, state.seat, figure, spot};
    }
    if constexpr (kRecorded == Recorded::all) {
        state.record.digest ^= digest::figure(seat, figure, spot, x_of(cell), y_of(cell));
    }
}

namespace detail {

/// Figures on the record whose place answers to `gone` go home.
template <Recorded kRecorded, typename Gone>
void remove_figures(State& state, Gone gone) {
    Record& record = state.record;
    for (int i = record.figures - 1; i >= 0; --i) {
        const StandingFigure& f = record.figure[i];
        if (!gone(f)) continue;
        if constexpr (kRecorded == Recorded::all) {
            record.digest ^= digest::figure(f.seat, f.figure, f.spot, x_of(f.cell), y_of(f.cell));
        }
        record.figure[i] = record.figure[--record.figures];
    }
}

inline void write_down(State& state, Cell cell, Spot spot, unsigned owners, int points) {
    state.record.sheet[state.record.scored++] = {
        cell, spot, static_cast<std::uint8_t>(state.tiles - 2), static_cast<std::uint8_t>(owners),
        static_cast<std::int16_t>(points)};
}

template <Recorded kRecorded>
void add_points(State& state, unsigned seat, int points) {
    if constexpr (kRecorded == Recorded::all) {
        state.record.digest ^= digest::points(seat, state.points[seat]);
        state.record.digest ^= digest::points(seat, state.points[seat] + points);
    }
    state.points[seat] = static_cast<std::int16_t>(state.points[seat] + points);
}

}  // namespace detail

/// The seats with the most figures in a feature, as a mask; 0 if it holds none.
inline unsigned owners_of(std::uint64_t word, unsigned seats) {
    unsigned most = 0, owners = 0;
    for (unsigned seat = 0; seat < seats; ++seat) {
        const unsigned strength = word >> (4 * seat) & 15;
        owners = strength > most ? 1U << seat : strength == most ? owners | 1U << seat : owners;
        most = std::max(most, strength);
    }
    return most ? owners : 0;
}

/// What a city or road pays when it is complete.
inline int completed_value(std::uint64_t word, const Options& options) {
    const int tiles = tally::tiles(word);
    if ((word & tally::kType) == tally::kRoad) return tally::has_inn(word) ? 2 * tiles : tiles;
    const int base = tiles + tally::pennants(word);
    if (options.two_tile_city == 2 && tiles == 2) return base;
    return base * (tally::has_cathedral(word) ? 3 : 2);
}

/// What a city or road pays at the end when it is not.
inline int incomplete_value(std::uint64_t word) {
    if (tally::has_inn(word) || tally::has_cathedral(word)) return 0;
    return tally::tiles(word) + tally::pennants(word);
}

namespace detail {

/// Pays a complete city or road and sends its figures home.
template <Recorded kRecorded>
void score_feature(State& state, Cell cell, Spot spot, std::uint8_t root) {
    Features& features = state.features;
    const unsigned seats = state.rules->options.seats;
    const std::uint64_t word = features.tally[root];
    features.tally[root] = (word & ~tally::kFigures) | tally::kDone;
    if ((word & tally::kFigures) == 0) return;
    lanes::set_byte(features.held, root, 0);
    const int value = completed_value(word, state.rules->options);
    const unsigned owners = owners_of(word, seats);
    for (unsigned seat = 0; seat < seats; ++seat) {
        const unsigned big = word >> (tally::kBig + seat) & 1;
        const unsigned strength = word >> (4 * seat) & 15;
        state.small_supply[seat] =
            static_cast<std::uint8_t>(state.small_supply[seat] + strength - 2 * big);
        state.big_supply = static_cast<std::uint8_t>(state.big_supply | big << seat);
        add_points<kRecorded>(state, seat, owners >> seat & 1 ? value : 0);
    }
    if constexpr (kRecorded != Recorded::nothing) {
        write_down(state, cell, spot, owners, value);
        remove_figures<kRecorded>(state, [&](const StandingFigure& f) {
            return f.label != kNone && features.root[f.label] == root;
        });
    }
}

}  // namespace detail

/// Scores every feature the last tile completed and sends its figures home.
template <Recorded kRecorded>
void score_completed(State& state, Cell cell, const Shape& shape, const Join& join) {
    unsigned completed = 0;
    for (unsigned segment = 0; segment < kMaxClosable; ++segment) {
        completed |= unsigned{tally::open(state.features.tally[join.root.at[segment]]) == 0}
                     << segment;
    }
    completed &= ((1U << shape.closable) - 1) & ~join.doubled;
    for (; completed; completed &= completed - 1) {
        const auto segment = static_cast<unsigned>(std::countr_zero(completed));
        detail::score_feature<kRecorded>(state, cell, shape.spots[segment], join.root.at[segment]);
    }
    for (int i = state.monks - 1; i >= 0; --i) {
        if (state.monk[i].neighbours < 8) continue;
        const Monk monk = state.monk[i];
        state.monk[i] = state.monk[--state.monks];
        const unsigned seat = monk.seat;
        switch (static_cast<Figure>(monk.figure)) {
            case Figure::small:
                ++state.small_supply[seat];
                break;
            case Figure::big:
                state.big_supply = static_cast<std::uint8_t>(state.big_supply | 1U << seat);
                break;
            default:
                state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply | 1U << seat);
                break;
        }
        detail::add_points<kRecorded>(state, seat, 9);
        if constexpr (kRecorded != Recorded::nothing) {
            detail::write_down(state, monk.cell, monk.on_garden ? kGardenSpot : kCloisterSpot,
                               1U << seat, 9);
            detail::remove_figures<kRecorded>(state, [&](const StandingFigure& f) {
                return f.label == kNone && f.cell == monk.cell;
            });
        }
    }
}

/// Index of the mover's abbot among the monks if it stands on something incomplete, or -1.
inline int returnable_abbot(const State& state) {
    if (!state.rules->options.abbot || (state.abbot_supply >> state.seat & 1)) return -1;
    for (int i = 0; i < state.monks; ++i) {
        if (state.monk[i].seat == state.seat &&
            state.monk[i].figure == static_cast<unsigned>(Figure::abbot)) {
            return state.monk[i].neighbours < 8 ? i : -1;
        }
    }
    return -1;
}

template <Recorded kRecorded>
void take_abbot_back(State& state, int index) {
    const Monk monk = state.monk[index];
    state.monk[index] = state.monk[--state.monks];
    const unsigned seat = monk.seat;
    const int points = 1 + monk.neighbours;
    state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply | 1U << seat);
    detail::add_points<kRecorded>(state, seat, points);
    if constexpr (kRecorded != Recorded::nothing) {
        detail::write_down(state, monk.cell, monk.on_garden ? kGardenSpot : kCloisterSpot,
                           1U << seat, points);
        detail::remove_figures<kRecorded>(state, [&](const StandingFigure& f) {
            return f.label == kNone && f.cell == monk.cell;
        });
    }
}

/// The digest's fact of whose turn it is for what.
inline std::uint64_t turn_fact(const State& state) {
    return digest::turn(static_cast<int>(state.phase), state.seat, state.hand);
}

/// For make_move(), where nobody watches.
struct Unwatched {
    void before(const State&, const Shape&, const Join&) const {}
    void after(const State&, const Shape&, const Join&) const {}
};

/// What apply() does. `watch` is told before the tile is laid, and when all that follows is done
/// but for whose turn it is.
template <Recorded kRecorded, typename Watch>
void make_move(State& state, Move move, Watch&& watch) {
    if constexpr (kRecorded == Recorded::all) state.record.digest ^= turn_fact(state);
    const Cell cell = cell_at(move.x, move.y);
    const int slot = detail::find_cell(state.frontier, cell);
    const Shape& shape = state.rules->shapes->of[state.hand][move.rotation];
    const Join join = join_at(state, slot, shape);
    watch.before(state, shape, join);
    lay_tile<kRecorded>(state, slot, shape, join);
    if (move.then == Move::kTakeAbbotBack) {
        take_abbot_back<kRecorded>(state, returnable_abbot(state));
    } else if (move.then != 0) {
        const std::uint8_t segment = segment_claimed(shape, move);
        const std::uint8_t label = segment == kNone ? kNone : join.root.at[segment];
        put_figure<kRecorded>(state, cell, move.figure(), move.spot(), label);
    }
    score_completed<kRecorded>(state, cell, shape, join);
    watch.after(state, shape, join);
    state.seat = static_cast<std::uint8_t>((state.seat + 1) % state.rules->options.seats);
    state.hand = kNone;
    state.phase = tiles_left(state) ? Phase::draw : Phase::end;
    if constexpr (kRecorded == Recorded::all) state.record.digest ^= turn_fact(state);
}

}  // namespace carcbot::carcassonne
