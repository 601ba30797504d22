// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/pot/encoded.hpp"

namespace carcbot::bindings {

void register_pot(nb::module_& module) {
    bind_whole_game<pot::Pot>(module, "Pot, a toy with chance.");
}

}  // namespace carcbot::bindings
