// What a tile would connect on a given cell, without touching the position: which feature each of
// its segments becomes part of, which old features it joins, and which segments a meeple may claim.
//
// Hardly a step here depends on a branch: how many neighbours there are, and whether their features
// are the same, is as good as random, and each wrong guess of the CPU costs as much as ten steps.
#pragma once

#include "carcbot/hot.hpp"
#include "lanes.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// The sides with a known edge as four bits.
CARCBOT_HOT unsigned known_sides(std::uint8_t known) {
#if defined(__BMI2__)
    return _pext_u32(known, 0x55);
#else
    unsigned sides = known & 0x55U;
    sides = (sides | sides >> 1) & 0x33U;
    return (sides | sides >> 2) & 0x0FU;
#endif
}

/// All ports of these sides.
CARCBOT_HOT unsigned ports_of_sides(unsigned sides) {
#if defined(__BMI2__)
    return _pdep_u32(sides, 0x1111) * 0xFU;
#else
    return ((sides & 1U) | (sides & 2U) << 3 | (sides & 4U) << 6 | (sides & 8U) << 9) * 0xFU;
#endif
}

/// What the features around an empty cell are, whatever tile comes there.
struct Surroundings {
    lanes::Bytes16 roots;  ///< by port
    unsigned held;         ///< ports whose feature holds a figure
    unsigned sides;        ///< with a known edge
    unsigned ports;        ///< of these sides
};

CARCBOT_HOT Surroundings look_around(const State& state, int slot) {
    Surroundings around;
    around.roots = lanes::look_up(state.features.root, state.frontier.labels[slot]);
    around.held = lanes::top_bits(lanes::look_up(state.features.held, around.roots.at));
    around.sides = known_sides(state.frontier.known[slot]);
    around.ports = ports_of_sides(around.sides);
    around.held &= around.ports;
    return around;
}

struct Join {
    lanes::Bytes16
        root;          ///< label of the feature each segment is part of, afterwards; kNone behind
    unsigned doubled;  ///< segments that share a feature with a lower-numbered one
    unsigned free;     ///< segments whose feature holds no figure, doubled ones left out
    unsigned begun;    ///< segments with a new label; those are numbered from Features::labels on
    unsigned merges;
    /// Features that become one, in this order. Both may be the same: then nothing happens.
    std::uint8_t winner[kPorts], loser[kPorts];
};

namespace detail {

/// Joins `root`, the features that the segments meet first, with those that they meet besides;
/// tells `merge` which old features become one.
template <typename Merge>
CARCBOT_HOT void connect(lanes::Bytes16& root, const Surroundings& around, const Shape& shape,
                         Merge merge) {
    lanes::Bytes16 met = around.roots;
    for (unsigned more = shape.more_ports[around.sides]; more; more &= more - 1) {
        const int port = std::countr_zero(more);
        const std::uint8_t winner = root.at[shape.segment_at[port]];
        const std::uint8_t loser = met.at[port];
        merge(winner, loser);
        lanes::replace(root, loser, winner);
        lanes::replace(met, loser, winner);
    }
}

struct Claims {
    unsigned doubled, free;
};

CARCBOT_HOT Claims claims_of(const Surroundings& around, const Shape& shape,
                             const lanes::Bytes16& root) {
    const unsigned occupied = lanes::any_common(shape.ports_of, around.held);
    const auto [taken, doubled] = lanes::find_equals(lanes::first_eight(root), occupied);
    const unsigned all = (1U << shape.segments) - 1;
    return {doubled & all, all & ~doubled & ~taken};
}

}  // namespace detail

CARCBOT_HOT Join join_at(const State& state, int slot, const Shape& shape) {
    const Surroundings around = look_around(state, slot);
    const unsigned all = (1U << shape.segments) - 1;
    const unsigned begun = shape.fresh[around.sides];
    Join join;
    join.root = lanes::shuffle8(around.roots, shape.first_port[around.sides]);
    lanes::number_members(join.root, begun, static_cast<std::uint8_t>(state.features.labels),
                          0xFF & ~all);
    join.begun = begun;
    join.merges = 0;
    detail::connect(join.root, around, shape, [&](std::uint8_t winner, std::uint8_t loser) {
        join.winner[join.merges] = winner;
        join.loser[join.merges++] = loser;
    });
    const auto [doubled, free] = detail::claims_of(around, shape, join.root);
    join.doubled = doubled;
    join.free = free;
    return join;
}

}  // namespace carcbot::carcassonne
