// One turn, step by step, as playouts and moves share it: lay the tile, put a figure or take the abbot
// back, score what was completed. With kRecorded the Record (digest, figures, score sheet) is kept.
#pragma once

#include <algorithm>

#include "digest.hpp"
#include "join.hpp"

namespace carcbot::carcassonne {

inline bool touching(Cell a, Cell b) {
    const int dx = x_of(a) - x_of(b), dy = y_of(a) - y_of(b);
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/// How many of the eight cells around hold a tile.
inline int neighbours_of(const State& state, Cell cell) {
    int count = 0;
    for (int i = 0; i < state.tiles; ++i) count += touching(state.placed[i].cell, cell);
    return count - 1;  // the tile itself
}

/// Side on which the river enters cell slot, or -1.
inline int river_side(const Frontier& frontier, int slot) {
    for (int side = 0; side < 4; ++side) {
        const bool known = frontier.known[slot] >> (2 * side) & 3;
        const bool code = frontier.edges[slot] >> (2 * side) & 3;
        if (known && !code) return side;
    }
    return -1;
}

/// Which way a river tile turns when entered from `enter`: -1 left, +1 right, 0 straight on or an end.
inline int river_turn(const Shape& shape, int enter) {
    const unsigned leave = shape.river & ~(1U << enter);
    if (leave == 0) return 0;
    switch ((std::countr_zero(leave) - enter) & 3) {
        case 1: return -1;  // enters from the south, leaves to the west
        case 3: return 1;
        default: return 0;
    }
}

namespace detail {

inline void relabel(Features& features, std::uint8_t from, std::uint8_t to) {
    for (std::uint8_t& root : features.root) root = root == from ? to : root;
}

inline void merge(Features& features, std::uint8_t winner, std::uint8_t loser) {
    features.tally[winner] += features.tally[loser] & ~tally::kType;
    features.tally[loser] = 0;
    features.cities_low[winner] |= features.cities_low[loser];
    features.cities_high[winner] |= features.cities_high[loser];
    relabel(features, loser, winner);
}

/// The frontier slot of a cell, or count if it has none.
inline int find_cell(const Frontier& frontier, Cell cell) {
#if defined(__AVX512BW__)
    const __m512i wanted = _mm512_set1_epi16(static_cast<short>(cell));
    for (int i = 0; i < frontier.count; i += 32) {
        const __m512i some = _mm512_load_si512(frontier.cells + i);
        const unsigned found = _mm512_cmpeq_epi16_mask(some, wanted);
        if (found) return std::min(frontier.count, i + std::countr_zero(found));
    }
    return frontier.count;
#else
    int at = frontier.count;
    for (int i = frontier.count - 1; i >= 0; --i) at = frontier.cells[i] == cell ? i : at;
    return at;
#endif
}

}  // namespace detail

/// Puts the tile on frontier cell `slot`. `join` is join_at() of the same place.
template <bool kRecorded>
void lay_tile(State& state, int slot, const Shape& shape, const Join& join) {
    Features& features = state.features;
    Frontier& frontier = state.frontier;
    const Cell cell = frontier.cells[slot];
    const std::uint8_t known = frontier.known[slot];

    if (shape.river) {
        const int enter = river_side(frontier, slot);
        if (enter >= 0) {
            const int turn = river_turn(shape, enter);
            state.last_turn = static_cast<std::int8_t>(turn);
            if (turn) state.last_bend = static_cast<std::int8_t>(turn);
        }
    }

    // Features: join the old, begin the new, add what the tile brings.
    for (unsigned m = 0; m < join.merges; ++m) {
        detail::merge(features, join.winner[m], join.loser[m]);
    }
    const unsigned centres = known_ports(known) & 0x2222U;
    for (unsigned segment = 0; segment < shape.segments; ++segment) {
        const std::uint8_t root = join.root[segment];
        if (root >= features.labels) {
            features.root[root] = root;
            features.tally[root] = shape.starts[segment];
            const bool city = segment < shape.cities;
            const bool high = features.city_bits >= 64;
            const std::uint64_t bit = std::uint64_t{city} << (features.city_bits & 63);
            features.cities_low[root] = high ? 0 : bit;
            features.cities_high[root] = high ? bit : 0;
            features.city_bits += city;
            if constexpr (kRecorded) state.record.origin[root] = {cell, shape.spots[segment]};
        }
        const auto met = static_cast<std::uint64_t>(std::popcount(shape.ports_of[segment] & centres));
        const std::uint64_t again = std::uint64_t{(join.doubled >> segment & 1U) != 0} << tally::kTiles;
        const bool closable = segment < shape.closable;
        features.tally[root] +=
            closable ? shape.adds[segment] - (2 * met << tally::kOpen) - again : 0;
    }
    features.labels += join.fresh;
    for (unsigned field = shape.closable; field < shape.segments; ++field) {
        const std::uint8_t root = join.root[field];
        for (unsigned touched = shape.field_cities[field - shape.closable]; touched;
             touched &= touched - 1) {
            const std::uint8_t city = join.root[std::countr_zero(touched)];
            features.cities_low[root] |= features.cities_low[city];
            features.cities_high[root] |= features.cities_high[city];
        }
    }

    // Frontier: the cell leaves it, its empty neighbours learn an edge.
    const int last = --frontier.count;
    frontier.cells[slot] = frontier.cells[last];
    frontier.edges[slot] = frontier.edges[last];
    frontier.known[slot] = frontier.known[last];
    std::memcpy(frontier.labels[slot], frontier.labels[last], kPorts);
    frontier.cells[last] = 0;
    frontier.known[last] = 0;
    frontier.edges[last] = 0;
    const auto label_at = [&](int port) {
        const std::uint8_t segment = shape.segment_at[port];
        return segment == kNone ? kNone : join.root[segment];
    };
    for (int side = 0; side < 4; ++side) {
        if (known >> (2 * side) & 3) continue;
        const Cell next = beside(cell, side);
        const int at = detail::find_cell(frontier, next);
        if (at == frontier.count) {
            frontier.cells[at] = next;
            frontier.edges[at] = 0;
            frontier.known[at] = 0;
            ++frontier.count;
        }
        const int back = (side + 2) & 3;
        frontier.known[at] = static_cast<std::uint8_t>(frontier.known[at] | 3U << (2 * back));
        frontier.edges[at] = static_cast<std::uint8_t>(
            frontier.edges[at] | (shape.edges >> (2 * side) & 3U) << (2 * back));
        std::uint8_t* labels = frontier.labels[at] + 4 * back;
        labels[kLeft] = label_at(4 * side + kRight);
        labels[kCentre] = label_at(4 * side + kCentre);
        labels[kRight] = label_at(4 * side + kLeft);
    }

    state.placed[state.tiles++] = {cell, shape.kind, shape.rotation};
    for (int i = 0; i < state.monks; ++i) {
        state.monk[i].neighbours =
            static_cast<std::uint8_t>(state.monk[i].neighbours + touching(state.monk[i].cell, cell));
    }
    if constexpr (kRecorded) {
        state.record.digest ^= digest::tile(shape.kind, shape.rotation, x_of(cell), y_of(cell));
    }
}

/// Puts a figure of the seat to move on the tile just laid. `label` is the feature's, or kNone for a
/// cloister or garden.
template <bool kRecorded>
void put_figure(State& state, Cell cell, Figure figure, Spot spot, std::uint8_t label) {
    const unsigned seat = state.seat;
    switch (figure) {
        case Figure::small: --state.small_supply[seat]; break;
        case Figure::big: state.big_supply = static_cast<std::uint8_t>(state.big_supply & ~(1U << seat)); break;
        default: state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply & ~(1U << seat)); break;
    }
    if (label != kNone) {
        const std::uint64_t big = figure == Figure::big;
        state.features.tally[label] += (1 + big) << (4 * seat) | big << (tally::kBig + seat);
    } else {
        state.monk[state.monks++] = {cell, static_cast<std::uint8_t>(neighbours_of(state, cell)),
                                     static_cast<std::uint8_t>(seat & 7U),
                                     static_cast<std::uint8_t>(static_cast<unsigned>(figure) & 3U),
                                     spot == kGardenSpot};
    }
    if constexpr (kRecorded) {
        state.record.figure[state.record.figures++] = {cell, label, state.seat, figure, spot};
        state.record.digest ^= digest::figure(seat, figure, spot, x_of(cell), y_of(cell));
    }
}

namespace detail {

/// Figures on the record whose place answers to `gone` go home.
template <typename Gone>
void remove_figures(State& state, Gone gone) {
    Record& record = state.record;
    for (int i = record.figures - 1; i >= 0; --i) {
        const StandingFigure& f = record.figure[i];
        if (!gone(f)) continue;
        record.digest ^= digest::figure(f.seat, f.figure, f.spot, x_of(f.cell), y_of(f.cell));
        record.figure[i] = record.figure[--record.figures];
    }
}

inline void write_down(State& state, Cell cell, Spot spot, unsigned owners, int points) {
    state.record.sheet[state.record.scored++] = {cell, spot,
                                                 static_cast<std::uint8_t>(state.tiles - 2),
                                                 static_cast<std::uint8_t>(owners),
                                                 static_cast<std::int16_t>(points)};
}

template <bool kRecorded>
void add_points(State& state, unsigned seat, int points) {
    if constexpr (kRecorded) {
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
    if (tiles == 2 && options.two_tile_city == 2) return base;
    return base * (tally::has_cathedral(word) ? 3 : 2);
}

/// What a city or road pays at the end when it is not.
inline int incomplete_value(std::uint64_t word) {
    if (tally::has_inn(word) || tally::has_cathedral(word)) return 0;
    return tally::tiles(word) + tally::pennants(word);
}

/// Scores every feature the last tile completed and sends its figures home.
template <bool kRecorded>
void score_completed(State& state, Cell cell, const Shape& shape, const Join& join) {
    Features& features = state.features;
    const unsigned seats = state.rules->options.seats;
    for (unsigned segment = 0; segment < shape.closable; ++segment) {
        const std::uint8_t root = join.root[segment];
        const std::uint64_t word = features.tally[root];
        if (tally::open(word) != 0 || (word & tally::kDone)) continue;
        features.tally[root] = (word & ~tally::kFigures) | tally::kDone;
        if ((word & tally::kFigures) == 0) continue;
        const int value = completed_value(word, state.rules->options);
        const unsigned owners = owners_of(word, seats);
        for (unsigned seat = 0; seat < seats; ++seat) {
            const unsigned big = word >> (tally::kBig + seat) & 1;
            const unsigned strength = word >> (4 * seat) & 15;
            state.small_supply[seat] = static_cast<std::uint8_t>(state.small_supply[seat] + strength - 2 * big);
            state.big_supply = static_cast<std::uint8_t>(state.big_supply | big << seat);
            if (owners >> seat & 1) detail::add_points<kRecorded>(state, seat, value);
        }
        if constexpr (kRecorded) {
            detail::write_down(state, cell, shape.spots[segment], owners, value);
            detail::remove_figures(state, [&](const StandingFigure& f) {
                return f.label != kNone && features.root[f.label] == root;
            });
        }
    }
    for (int i = state.monks - 1; i >= 0; --i) {
        if (state.monk[i].neighbours < 8) continue;
        const Monk monk = state.monk[i];
        state.monk[i] = state.monk[--state.monks];
        const unsigned seat = monk.seat;
        switch (static_cast<Figure>(monk.figure)) {
            case Figure::small: ++state.small_supply[seat]; break;
            case Figure::big: state.big_supply = static_cast<std::uint8_t>(state.big_supply | 1U << seat); break;
            default: state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply | 1U << seat); break;
        }
        detail::add_points<kRecorded>(state, seat, 9);
        if constexpr (kRecorded) {
            detail::write_down(state, monk.cell, monk.on_garden ? kGardenSpot : kCloisterSpot, 1U << seat, 9);
            detail::remove_figures(state, [&](const StandingFigure& f) {
                return f.label == kNone && f.cell == monk.cell;
            });
        }
    }
}

/// Index of the mover's abbot among the monks if it stands on something incomplete, or -1.
inline int returnable_abbot(const State& state) {
    if (!state.rules->options.abbot || (state.abbot_supply >> state.seat & 1)) return -1;
    for (int i = 0; i < state.monks; ++i) {
        if (state.monk[i].seat == state.seat && state.monk[i].figure == static_cast<unsigned>(Figure::abbot)) {
            return state.monk[i].neighbours < 8 ? i : -1;
        }
    }
    return -1;
}

template <bool kRecorded>
void take_abbot_back(State& state, int index) {
    const Monk monk = state.monk[index];
    state.monk[index] = state.monk[--state.monks];
    const unsigned seat = monk.seat;
    const int points = 1 + monk.neighbours;
    state.abbot_supply = static_cast<std::uint8_t>(state.abbot_supply | 1U << seat);
    detail::add_points<kRecorded>(state, seat, points);
    if constexpr (kRecorded) {
        detail::write_down(state, monk.cell, monk.on_garden ? kGardenSpot : kCloisterSpot, 1U << seat, points);
        detail::remove_figures(state, [&](const StandingFigure& f) {
            return f.label == kNone && f.cell == monk.cell;
        });
    }
}

}  // namespace carcbot::carcassonne
