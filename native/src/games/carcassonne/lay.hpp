// Laying a tile: features join, begin and grow, the frontier moves on. kRecorded says what is kept
// up of the Record.
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
    const std::uint64_t both = features.cities[winner].high & features.cities[loser].high;
    const auto twice = std::uint64_t{count_bits(both & kForkedTiles)};
    const std::uint64_t part = features.tally[loser];
    features.tally[loser] = part & same;
    features.tally[winner] += ((part & ~tally::kType) - (twice << tally::kTiles)) & ~same;
    features.cities[winner].low |= features.cities[loser].low;
    features.cities[winner].high |= features.cities[loser].high;
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

/// The features of the tile just laid begin, or gain what its segments add.
template <Recorded kRecorded>
CARCBOT_HOT void extend_features(State& state, Cell cell, const Shape& shape, const Join& join,
                                 unsigned sides) {
    Features& features = state.features;
    for (unsigned m = 0; m < join.merges; ++m) merge(features, join.winner[m], join.loser[m]);
    // As many labels as a tile can use begin anew, whether or not this one does.
    static_assert(kMaxLabels + kMaxSegments <= kLabelSlots);
    const auto labels = static_cast<unsigned>(features.labels);
    for (unsigned i = 0; i < kMaxSegments; ++i) features.tally[labels + i] = 0;
    for (unsigned i = 0; i < kMaxSegments; ++i) features.cities[labels + i] = {};
    features.labels += static_cast<int>(count_bits(join.begun));
    // Behind the last segment labels are kNone: all at once spare the CPU guessing how many.
    const std::uint64_t roots = lanes::first_eight(join.root);
    const auto root_of = [&](unsigned segment) { return roots >> (8 * segment) & 0xFF; };
    for (unsigned segment = 0; segment < kMaxSegments; ++segment) {
        features.tally[root_of(segment)] += shape.gains[sides][segment];
    }
    const unsigned closable = (1U << shape.closable) - 1;
    for (unsigned again = join.doubled & closable; again; again &= again - 1) {
        const auto segment = static_cast<unsigned>(std::countr_zero(again));
        features.tally[root_of(segment)] -= 1ULL << tally::kTiles;
    }
    // Most tiles begin one city or none, which is all the same to the CPU.
    unsigned cities = shape.fresh[sides] & ((1U << shape.cities) - 1);
    do {
        const auto segment = static_cast<unsigned>(std::countr_zero(cities | 1U << kMaxClosable));
        CityBits& bits = features.cities[root_of(segment)];
        const std::uint64_t bit = std::uint64_t{cities != 0} << (features.city_bits & 63);
        const bool high = features.city_bits >= 64;
        bits.low |= select(high, std::uint64_t{0}, bit);
        bits.high |= select(high, bit, std::uint64_t{0});
        features.city_bits += cities != 0;
        cities &= cities - 1;
    } while (cities);
    if (shape.forked) {
        const std::uint64_t bit = 1ULL << (32 + features.forked_bits++);
        for (unsigned segment = 0; segment < kMaxClosable; ++segment) {
            features.cities[root_of(segment)].high |= bit * (closable >> segment & 1);
        }
    }
    if constexpr (kRecorded != Recorded::nothing) {
        for (unsigned begun = join.begun; begun; begun &= begun - 1) {
            const auto segment = static_cast<unsigned>(std::countr_zero(begun));
            state.record.origin[root_of(segment)] = {cell, shape.spots[segment]};
        }
    }
    const auto touch = [&](unsigned pair) {
        const auto field = root_of(shape.touching_field[pair]);
        const auto city = root_of(shape.touching_city[pair]);
        features.cities[field].low |= features.cities[city].low;
        features.cities[field].high |= features.cities[city].high & ~kForkedTiles;
    };
    touch(0);
    touch(1);
    for (unsigned pair = 2; pair < shape.touching; ++pair) touch(pair);
}

/// Finds the frontier slots that change when the cell of one leaves, whose place the last one
/// takes: those of its empty neighbours, new ones where they had none; kNoSlot for the others. The
/// frontier's count is then what it will be, the rest of it is as it was.
struct BySearch {
    CARCBOT_HOT Slots next_slots(Frontier& frontier, int slot, const Cell* around4) const {
        const std::uint8_t known = frontier.known[slot];
        const Slots slots = find_cells(frontier, around4);
        const int absent = frontier.count;
        const int last = --frontier.count;
        Slots next;
        for (int side = 0; side < 4; ++side) {
            const bool empty = (known >> (2 * side) & 3) == 0;
            const bool found = slots.at[side] != absent;
            const int moved = select(slots.at[side] == last, slot, slots.at[side]);
            next.at[side] = select(empty, select(found, moved, frontier.count), kNoSlot);
            frontier.count += static_cast<int>(empty & !found);
        }
        return next;
    }
};

/// The cell leaves the frontier, its empty neighbours learn an edge.
template <typename Where>
CARCBOT_HOT void advance_frontier(Frontier& frontier, int slot, const Shape& shape,
                                  const Join& join, Where& where) {
    const Cell cell = frontier.cells[slot];
    const Cell around[4] = {beside(cell, 0), beside(cell, 1), beside(cell, 2), beside(cell, 3)};
    const int last = frontier.count - 1;
    const Slots next = where.next_slots(frontier, slot, around);
    frontier.cells[slot] = frontier.cells[last];
    std::memcpy(frontier.labels[slot], frontier.labels[last], kPorts);
    const lanes::Bytes16 labels = lanes::shuffle(join.root, shape.facing);
    std::uint8_t learned_known[4], learned_edges[4];
    for (int side = 0; side < 4; ++side) {
        const int back = (side + 2) & 3;
        frontier.cells[next.at[side]] = around[side];
        learned_known[side] = static_cast<std::uint8_t>(3U << (2 * back));
        learned_edges[side] =
            static_cast<std::uint8_t>((shape.edges >> (2 * side) & 3U) << (2 * back));
        std::memcpy(frontier.labels[next.at[side]] + 4 * back, labels.at + 4 * side, 4);
    }
    lanes::move_and_or(frontier.known, last, slot, next.at, learned_known);
    lanes::move_and_or(frontier.edges, last, slot, next.at, learned_edges);
}

}  // namespace detail

/// What a tile on this cell changes but for the frontier; `known` is what the cell knew of its
/// edges.
template <Recorded kRecorded>
CARCBOT_HOT void let_features_grow(State& state, Cell cell, std::uint8_t known, const Shape& shape,
                                   const Join& join) {
    detail::extend_features<kRecorded>(state, cell, shape, join, known_sides(known));
    state.placed[state.tiles++] = {cell, shape.kind, shape.rotation};
    for (int i = 0; i < state.monks; ++i) {
        state.monk[i].neighbours = static_cast<std::uint8_t>(state.monk[i].neighbours +
                                                             touching(state.monk[i].cell, cell));
    }
}

/// Puts the tile on frontier cell `slot`. `join` is join_at() of the same place; `where` finds
/// cells of the frontier.
template <Recorded kRecorded, typename Where = detail::BySearch>
CARCBOT_HOT void lay_tile(State& state, int slot, const Shape& shape, const Join& join,
                          Where&& where = {}) {
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
    detail::advance_frontier(state.frontier, slot, shape, join, where);
    if constexpr (kRecorded == Recorded::all) {
        state.record.digest ^= digest::tile(shape.kind, shape.rotation, x_of(cell), y_of(cell));
    }
}

}  // namespace carcbot::carcassonne
