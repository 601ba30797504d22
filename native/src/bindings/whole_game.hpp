// All that Python sees of any game, in one call.
#pragma once

#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"

namespace carcbot::bindings {

/// A module of the game's name with its positions, views, searches, matches and batches, to which a
/// game adds what it alone has.
template <EncodedGame G>
nb::module_ bind_whole_game(nb::module_& parent, const char* what) {
    nb::module_ module = parent.def_submodule(G::kName.data(), what);
    auto state = bind_game<G>(module);
    if constexpr (HiddenInfoGame<G>) bind_views<G>(module, state);
    bind_searches<G>(module);
    bind_matches<G>(module);
    bind_batches<G>(module);
    return module;
}

}  // namespace carcbot::bindings
