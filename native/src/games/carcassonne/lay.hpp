// Laying a tile: features join, begin and grow, the frontier moves on. With kRecorded the Record is
// kept.
#pragma once

#include <algorithm>

#include "digest.hpp"
#include "join.hpp"

namespace carcbot::carcassonne {

inline bool touching(Cell a, Cell b) {
    const int dx = x_of(a) - x_of(b), dy = y_of(a) - y_of(b);
    return (static_cast<unsigned>(dx + 1) <= 2U) & (static_cast<unsigned>(dy + 1) <= 2U);
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

/// Which way a river tile turns when entered from `enter`: -1 left, +1 right, 0 straight on or an
/// end.
inline int river_turn(const Shape& shape, int enter) {
    const unsigned leave = shape.river & ~(1U << enter);
    if (leave == 0) return 0;
    switch ((std::countr_zero(leave) - enter) & 3) {
        case 1:
            return -1;  // enters from the south, leaves to the west
        case 3:
            return 1;
        default:
            return 0;
    }
}

namespace detail {

/// `loser` becomes part of `winner`; nothing happens if they are the same.
CARCBOT_HOT void merge(Features& features, std::uint8_t winner, std::uint8_t loser) {
    const std::uint64_t same = -std::uint64_t{winner == loser};
    Feature& whole = features.of[winner];
    Feature& part = features.of[loser];
    const auto twice =
        std::uint64_t{count_bits(whole.cities_high & part.cities_high & kForkedTiles)};
    const std::uint64_t gain = ((part.tally & ~tally::kType) - (twice << tally::kTiles)) & ~same;
    part.tally &= same;
    whole.tally += gain;
    whole.cities_low |= part.cities_low;
    whole.cities_high |= part.cities_high;
    const std::uint8_t held = features.held[loser];
    lanes::set_byte(features.held, winner, features.held[winner] | held);
    lanes::set_byte(features.held, loser, held & static_cast<std::uint8_t>(same));
    lanes::replace_all(features.root, loser, winner);
}

/// Frontier slots of up to four cells; the frontier's count for those that are not on it.
struct Slots {
    int at[4];
};

#if defined(__SSE2__)
/// Bit n of found4[i]: cell n of the frontier is cells4[i]; bits from its count on mean nothing.
/// The frontier has at most 64 cells.
CARCBOT_HOT void compare_cells(const Frontier& frontier, const Cell* cells4,
                               std::uint64_t* found4) {
#if defined(__AVX512BW__)
    const __m512i low = _mm512_load_si512(frontier.cells);
    const __m512i high = _mm512_load_si512(frontier.cells + 32);
    for (int i = 0; i < 4; ++i) {
        const __m512i wanted = _mm512_set1_epi16(static_cast<short>(cells4[i]));
        found4[i] = _mm512_cmpeq_epi16_mask(low, wanted) |
                    std::uint64_t{_mm512_cmpeq_epi16_mask(high, wanted)} << 32;
    }
#else
    for (int i = 0; i < 4; ++i) found4[i] = 0;
    for (int from = 0; from < frontier.count; from += 16) {
        const auto* const cells = reinterpret_cast<const __m128i*>(frontier.cells + from);
        const __m128i low = _mm_load_si128(cells), high = _mm_load_si128(cells + 1);
        for (int i = 0; i < 4; ++i) {
            const __m128i wanted = _mm_set1_epi16(static_cast<short>(cells4[i]));
            const __m128i equal =
                _mm_packs_epi16(_mm_cmpeq_epi16(low, wanted), _mm_cmpeq_epi16(high, wanted));
            found4[i] |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(equal))} << from;
        }
    }
#endif
}
#endif

CARCBOT_HOT Slots find_cells(const Frontier& frontier, const Cell* cells4) {
    Slots slots;
#if defined(__SSE2__)
    if (frontier.count <= 64) [[likely]] {
        std::uint64_t found[4];
        compare_cells(frontier, cells4, found);
        const std::uint64_t inside = ~0ULL >> (64 - frontier.count);
        for (int i = 0; i < 4; ++i) {
            const int at = std::countr_zero(found[i] & inside);
            slots.at[i] = select((found[i] & inside) != 0, at, frontier.count);
        }
        return slots;
    }
#endif
    for (int i = 0; i < 4; ++i) slots.at[i] = frontier.count;
    for (int slot = 0; slot < frontier.count; ++slot) {
        for (int i = 0; i < 4; ++i)
            slots.at[i] = frontier.cells[slot] == cells4[i] ? slot : slots.at[i];
    }
    return slots;
}

/// The frontier slot of a cell, or count if it has none.
CARCBOT_HOT int find_cell(const Frontier& frontier, Cell cell) {
    const Cell cells[4] = {cell, cell, cell, cell};
    return find_cells(frontier, cells).at[0];
}

/// How many sides have their centre among these ports.
CARCBOT_HOT unsigned count_sides(unsigned centres) {
    return (centres >> kCentre) * 0x1111U >> 12 & 0xF;
}

/// One segment of the tile just laid: its feature begins, or gains what the segment adds.
template <bool kRecorded>
CARCBOT_HOT void extend_feature(State& state, Cell cell, const Shape& shape, const Join& join,
                                unsigned segment, unsigned centres, std::uint64_t forked_bit,
                                int labels) {
    Features& features = state.features;
    const std::uint8_t root = join.root.at[segment];
    const bool fresh = root >= labels;
    const bool new_city = (segment < shape.cities) & fresh;
    const bool closable = segment < shape.closable;
    const std::uint64_t keep = std::uint64_t{fresh} - 1;
    const std::uint64_t met = count_sides(shape.ports_of[segment] & centres);
    const std::uint64_t again = std::uint64_t{(join.doubled >> segment & 1U) & unsigned{closable}};
    Feature& feature = features.of[root];
    feature.tally = (feature.tally & keep) + (shape.starts[segment] & ~keep) + shape.adds[segment] -
                    (2 * met << tally::kOpen) - (again << tally::kTiles);
    const std::uint64_t bit = std::uint64_t{new_city} << (features.city_bits & 63);
    const std::uint64_t high = -static_cast<std::uint64_t>(features.city_bits >> 6);
    feature.cities_low = (feature.cities_low & keep) | (bit & ~high);
    feature.cities_high =
        (feature.cities_high & keep) | (bit & high) | (forked_bit & -std::uint64_t{closable});
    features.city_bits += new_city;
    if constexpr (kRecorded) {
        if (fresh && root != kNone) state.record.origin[root] = {cell, shape.spots[segment]};
    }
}

CARCBOT_HOT void extend_features(State& state, Cell cell, const Shape& shape, const Join& join,
                                 unsigned centres, auto recorded) {
    Features& features = state.features;
    for (unsigned m = 0; m < join.merges; ++m) merge(features, join.winner[m], join.loser[m]);
    const std::uint64_t forked_bit = std::uint64_t{shape.forked} << (32 + features.forked_bits);
    features.forked_bits += shape.forked;
    const int labels = features.labels;
    features.labels += static_cast<int>(join.fresh);
    const auto extend = [&](unsigned segment) {
        extend_feature<decltype(recorded)::value>(state, cell, shape, join, segment, centres,
                                                  forked_bit, labels);
    };
    // Most tiles have up to four segments; four at once spare the CPU guessing how many.
    for (unsigned segment = 0; segment < 4; ++segment) extend(segment);
    for (unsigned segment = 4; segment < shape.segments; ++segment) extend(segment);
    const auto touch = [&](unsigned pair) {
        const std::uint8_t field = join.root.at[shape.touching_field[pair]];
        const std::uint8_t city = join.root.at[shape.touching_city[pair]];
        features.of[field].cities_low |= features.of[city].cities_low;
        features.of[field].cities_high |= features.of[city].cities_high & ~kForkedTiles;
    };
    touch(0);
    touch(1);
    for (unsigned pair = 2; pair < shape.touching; ++pair) touch(pair);
}

/// The cell leaves the frontier, its empty neighbours learn an edge.
CARCBOT_HOT void advance_frontier(Frontier& frontier, int slot, const Shape& shape,
                                  const Join& join) {
    const Cell cell = frontier.cells[slot];
    const std::uint8_t known = frontier.known[slot];
    const Cell around[4] = {beside(cell, 0), beside(cell, 1), beside(cell, 2), beside(cell, 3)};
    const Slots slots = find_cells(frontier, around);
    const int absent = frontier.count;
    const int last = --frontier.count;
    frontier.cells[slot] = frontier.cells[last];
    std::memcpy(frontier.labels[slot], frontier.labels[last], kPorts);
    const lanes::Bytes16 labels = lanes::shuffle(join.root, shape.facing);
    int at[4];
    std::uint8_t learned_known[4], learned_edges[4];
    for (int side = 0; side < 4; ++side) {
        const bool empty = (known >> (2 * side) & 3) == 0;
        const bool found = slots.at[side] != absent;
        const int moved = select(slots.at[side] == last, slot, slots.at[side]);
        at[side] = select(empty, select(found, moved, frontier.count), kNoSlot);
        frontier.count += static_cast<int>(empty & !found);
        const int back = (side + 2) & 3;
        frontier.cells[at[side]] = around[side];
        learned_known[side] = static_cast<std::uint8_t>(3U << (2 * back));
        learned_edges[side] =
            static_cast<std::uint8_t>((shape.edges >> (2 * side) & 3U) << (2 * back));
        std::memcpy(frontier.labels[at[side]] + 4 * back, labels.at + 4 * side, 4);
    }
    lanes::move_and_or(frontier.known, last, slot, at, learned_known);
    lanes::move_and_or(frontier.edges, last, slot, at, learned_edges);
}

}  // namespace detail

/// What a tile on this cell changes but for the frontier; `known` is what the cell knew of its
/// edges.
template <bool kRecorded>
CARCBOT_HOT void let_features_grow(State& state, Cell cell, std::uint8_t known, const Shape& shape,
                                   const Join& join) {
    const unsigned centres = ports_of_sides(known_sides(known)) & 0x2222U;
    detail::extend_features(state, cell, shape, join, centres, std::bool_constant<kRecorded>{});
    state.placed[state.tiles++] = {cell, shape.kind, shape.rotation};
    for (int i = 0; i < state.monks; ++i) {
        state.monk[i].neighbours = static_cast<std::uint8_t>(state.monk[i].neighbours +
                                                             touching(state.monk[i].cell, cell));
    }
}

/// Puts the tile on frontier cell `slot`. `join` is join_at() of the same place.
template <bool kRecorded>
CARCBOT_HOT void lay_tile(State& state, int slot, const Shape& shape, const Join& join) {
    const Cell cell = state.frontier.cells[slot];
    const std::uint8_t known = state.frontier.known[slot];
    if (shape.river) {
        const int enter = river_side(state.frontier, slot);
        if (enter >= 0) {
            const int turn = river_turn(shape, enter);
            state.last_turn = static_cast<std::int8_t>(turn);
            if (turn) state.last_bend = static_cast<std::int8_t>(turn);
        }
    }
    let_features_grow<kRecorded>(state, cell, known, shape, join);
    detail::advance_frontier(state.frontier, slot, shape, join);
    if constexpr (kRecorded) {
        state.record.digest ^= digest::tile(shape.kind, shape.rotation, x_of(cell), y_of(cell));
    }
}

}  // namespace carcbot::carcassonne
