// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/kuhn/encoded.hpp"

namespace carcbot::bindings {

void register_kuhn(nb::module_& module) {
    bind_whole_game<kuhn::Kuhn>(module, "Kuhn poker, a toy with a hidden card.");
}

}  // namespace carcbot::bindings
