// Compiled for size: a small game, there to be learned from and to be solved whole.
#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/hoard/encoded.hpp"

namespace carcbot::bindings {

void register_hoard(nb::module_& module) {
    bind_whole_game<hoard::Hoard>(module, "Hoard, a small card game with secrets.");
}

}  // namespace carcbot::bindings
