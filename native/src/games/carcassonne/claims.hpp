// Which segments of a tile a figure may claim on a given cell: what Join::free says, for all four
// rotations at once and without joining anything.
//
// A segment may be claimed if its feature will hold no figure, and only the lowest of several
// segments in one feature is named. Segments share a feature where they meet the same one on the
// board, so all that matters is which ports of the cell hold figures and which are one feature.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "carcbot/hot.hpp"
#include "fit.hpp"
#include "join.hpp"

namespace carcbot::carcassonne {

/// Sets of ports, in each of which all belong to one feature. There are no more than twelve ports.
struct SamePorts {
    unsigned count = 0;
    unsigned ports[6];
    constexpr void add(unsigned set) { ports[count++] = set; }
};

/// The segments of the tile that a figure may claim where these ports hold figures.
CARCBOT_HOT unsigned claimable(unsigned held, const SamePorts& same, const Shape& shape) {
    unsigned taken = lanes::any_common(shape.ports_of, held);
    unsigned doubled = 0;
    unsigned joined[6];  // segments in one feature; no two sets have one in common
    for (unsigned i = 0; i < same.count; ++i) {
        joined[i] = lanes::any_common(shape.ports_of, same.ports[i]);
        for (unsigned before = 0; before < i; ++before) {
            const unsigned whole = -unsigned{(joined[i] & joined[before]) != 0};
            joined[i] |= joined[before] & whole;
            joined[before] &= ~whole;
        }
    }
    for (unsigned i = 0; i < same.count; ++i) {
        taken |= joined[i] & -unsigned{(joined[i] & taken) != 0};
        doubled |= joined[i] & (joined[i] - 1);
    }
    return ((1U << shape.segments) - 1) & ~taken & ~doubled;
}

namespace detail {

/// By the codes of four edges: the ports where a feature ends that a tile has to join. Of a field
/// the left half stands for both.
constexpr std::array<std::uint16_t, 256> make_ends() {
    // river: the fields on either side; city; road with its fields; field
    constexpr unsigned of_edge[4] = {1U << kLeft | 1U << kRight, 1U << kCentre,
                                     1U << kLeft | 1U << kCentre | 1U << kRight, 1U << kLeft};
    std::array<std::uint16_t, 256> ends{};
    for (unsigned edges = 0; edges < 256; ++edges) {
        for (unsigned side = 0; side < 4; ++side) {
            const unsigned ports = of_edge[edges >> (2 * side) & 3] << (4 * side);
            ends[edges] = static_cast<std::uint16_t>(ends[edges] | ports);
        }
    }
    return ends;
}
inline constexpr std::array<std::uint16_t, 256> kEnds = make_ends();

/// Sets of these ports where one feature ends, of two ports or more.
CARCBOT_HOT SamePorts same_ports(const lanes::Bytes16& roots, unsigned ends) {
    SamePorts same;
    for (unsigned left = lanes::repeated(roots, ends); left;) {
        const unsigned alike = lanes::equal_to(roots, roots.at[std::countr_zero(left)]) & ends;
        same.add(alike);
        left &= ~alike;
    }
    return same;
}

/// free(r) in byte r.
template <typename Free>
CARCBOT_HOT std::uint32_t of_rotations(Free free) {
    return free(0) | free(1) << 8 | free(2) << 16 | free(3) << 24;
}

/// On a cell with one neighbour, for which each rotation knows the answers.
CARCBOT_HOT std::uint32_t claimable_beside(const State& state, int slot,
                                           const std::array<Shape, 4>& rotations) {
    const std::uint8_t* const root = state.features.root;
    const std::uint8_t* const held = state.features.held;
    const unsigned side = static_cast<unsigned>(std::countr_zero(state.frontier.known[slot])) / 2;
    const std::uint8_t* const labels = state.frontier.labels[slot] + 4 * side;
    const std::uint8_t left = root[labels[kLeft]], right = root[labels[kRight]];
    const std::uint8_t centre = root[labels[kCentre]];
    const unsigned facts = (held[left] & found::kHeldLeft) | (held[centre] & found::kHeldCentre) |
                           (held[right] & found::kHeldRight) |
                           unsigned{left == right} * found::kLeftIsRight;
    return of_rotations(
        [&](std::size_t r) { return std::uint32_t{rotations[r].free_beside[side][facts]}; });
}

/// On a cell with any neighbours.
CARCBOT_HOT std::uint32_t claimable_among(const State& state, int slot,
                                          const std::array<Shape, 4>& rotations) {
    const Surroundings around = look_around(state, slot);
    const unsigned ends = kEnds[state.frontier.edges[slot]] & around.ports;
    const SamePorts same = same_ports(around.roots, ends);
    return of_rotations(
        [&](std::size_t r) { return std::uint32_t{claimable(around.held, same, rotations[r])}; });
}

}  // namespace detail

/// By slot, where the tile fits: the segments that a figure may claim there, for rotation r in byte
/// r. The byte of a rotation that does not fit means nothing.
struct Claimable {
    std::uint32_t at[kFrontierBytes];

    /// Cells with one neighbour, which most are, come apart from the others: each kind takes
    /// another way, and the CPU need not guess which.
    CARCBOT_HOT Claimable(const State& state, const Fits& fits,
                          const std::array<Shape, 4>& rotations) {
        for (int from = 0; from < state.frontier.count; from += 64) {
            const std::uint64_t slots = fits.slots(from / 64);
            const std::uint64_t beside_one = lanes::one_side(state.frontier.known + from);
            for (std::uint64_t left = slots & beside_one; left; left &= left - 1) {
                const int slot = from + std::countr_zero(left);
                at[slot] = detail::claimable_beside(state, slot, rotations);
            }
            for (std::uint64_t left = slots & ~beside_one; left; left &= left - 1) {
                const int slot = from + std::countr_zero(left);
                at[slot] = detail::claimable_among(state, slot, rotations);
            }
        }
    }
};

}  // namespace carcbot::carcassonne
