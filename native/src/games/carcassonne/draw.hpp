// What draws and playouts share about the tiles that are left.
#pragma once

#include <algorithm>

#include "carcbot/random.hpp"
#include "lanes.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

inline bool is_river(std::uint8_t kind, const State& state) {
    return state.rules->shapes->of[kind][0].river != 0;
}

inline int copies_in_bag(const State& state, std::uint8_t kind) {
    return lanes::count_equal(state.bag, state.bag_count, kind);
}

/// The part of the bag that the next draw comes from: [from, bag_count).
inline int first_drawable(const State& state) {
    if (state.river_left > 1) return state.bag_count - (state.river_left - 1);
    if (state.river_left == 1) return state.bag_count - 1;
    return 0;
}

/// A kind as a referee draws it. There are tiles left.
inline std::uint8_t any_drawable(const State& state, Random& random) {
    if (state.bag_count == 0) return state.bottom[0];
    const int from = first_drawable(state);
    const auto drawable = static_cast<std::uint32_t>(state.bag_count - from);
    return state.bag[from + static_cast<int>(random.below(drawable))];
}

/// An unplaceable tile was drawn and is out of the bag and the queue: the rules' event happens.
void set_aside(State& state, std::uint8_t kind);

/// Takes a random tile from where the next draw comes, without keeping the Record.
inline std::uint8_t take_random(State& state, Random& random) {
    if (state.bag_count == 0) [[unlikely]] {
        const std::uint8_t kind = state.bottom[0];
        std::memmove(state.bottom, state.bottom + 1, --state.bottom_count);
        return kind;
    }
    const int from = first_drawable(state);
    const int index =
        from + static_cast<int>(random.below(static_cast<std::uint32_t>(state.bag_count - from)));
    const std::uint8_t kind = state.bag[index];
    state.bag[index] = state.bag[--state.bag_count];
    state.river_left = static_cast<std::uint8_t>(state.river_left - (state.river_left != 0));
    return kind;
}

}  // namespace carcbot::carcassonne
