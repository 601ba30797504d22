// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "games/grove/encoded.hpp"

#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"

namespace carcbot::bindings {

void register_grove(nb::module_& module) {
    nb::module_ grove = module.def_submodule("grove", "Grove, random trees to try searches on.");
    bind_game<grove::Grove>(grove);
    bind_searches<grove::Grove>(grove);
    bind_matches<grove::Grove>(grove);
    bind_batches<grove::Grove>(grove);
}

}  // namespace carcbot::bindings
