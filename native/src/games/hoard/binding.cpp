// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"
#include "games/hoard/encoded.hpp"

namespace carcbot::bindings {

void register_hoard(nb::module_& module) {
    nb::module_ hoard = module.def_submodule("hoard", "Hoard, a small card game with secrets.");
    auto state = bind_game<hoard::Hoard>(hoard);
    bind_views<hoard::Hoard>(hoard, state);
    bind_searches<hoard::Hoard>(hoard);
    bind_matches<hoard::Hoard>(hoard);
    bind_batches<hoard::Hoard>(hoard);
}

}  // namespace carcbot::bindings
