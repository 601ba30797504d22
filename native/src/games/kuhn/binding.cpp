// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"
#include "games/kuhn/encoded.hpp"

namespace carcbot::bindings {

void register_kuhn(nb::module_& module) {
    nb::module_ kuhn = module.def_submodule("kuhn", "Kuhn poker, a toy with a hidden card.");
    auto state = bind_game<kuhn::Kuhn>(kuhn);
    bind_views<kuhn::Kuhn>(kuhn, state);
    bind_searches<kuhn::Kuhn>(kuhn);
    bind_matches<kuhn::Kuhn>(kuhn);
    bind_batches<kuhn::Kuhn>(kuhn);
}

}  // namespace carcbot::bindings
