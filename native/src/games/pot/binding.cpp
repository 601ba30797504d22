// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"
#include "games/pot/encoded.hpp"

namespace carcbot::bindings {

void register_pot(nb::module_& module) {
    nb::module_ pot = module.def_submodule("pot", "Pot, a toy with chance.");
    bind_game<pot::Pot>(pot);
    bind_searches<pot::Pot>(pot);
    bind_matches<pot::Pot>(pot);
    bind_batches<pot::Pot>(pot);
}

}  // namespace carcbot::bindings
