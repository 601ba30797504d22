// What is kept beside a game of a batch, so that neither lists nor observations have to look at the
// whole position: carcbot/encoded.hpp says more. Each part can be found anew from a position.
#pragma once

#include <array>
#include <cstdint>

#include "all_areas.hpp"
#include "bounds.hpp"
#include "held_areas.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {

/// How many tiles of each kind are left, by the place that Compact gives the kind.
struct LeftByPlace {
    int tiles = -1;  ///< in all
    std::array<int, kKinds> of = {};
    std::array<float, kKinds> told = {};  ///< as an observation tells it
};

struct Kept {
    explicit Kept(const State& state) : areas(state), held(state, areas), bounds(state) {
        if (state.phase == Phase::place) find_legal_places(state, state.hand, fits);
    }

    AllAreas areas;
    HeldAreas held;
    Bounds bounds;
    LeftByPlace left;  ///< counted by Compact
    Fits fits;         ///< of the tile in hand
};

}  // namespace carcbot::carcassonne
