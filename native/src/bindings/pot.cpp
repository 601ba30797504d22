#include "games/pot/pot.hpp"
#include "game.hpp"
#include "matches.hpp"
#include "search.hpp"
#include "topics.hpp"

namespace carcbot::bindings {

void register_pot(nb::module_& module) {
    nb::module_ pot = module.def_submodule("pot", "Pot, a toy with chance.");
    bind_game<pot::Pot>(pot);
    bind_searches<pot::Pot>(pot);
    bind_matches<pot::Pot>(pot);
}

}  // namespace carcbot::bindings
