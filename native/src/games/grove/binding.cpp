// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/grove/encoded.hpp"

namespace carcbot::bindings {

void register_grove(nb::module_& module) {
    bind_whole_game<grove::Grove>(module, "Grove, random trees to try searches on.");
}

}  // namespace carcbot::bindings
