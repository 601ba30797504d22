// carcbot._native: what Python sees of the core. Each topic registers itself from its own file.

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include "build_info.hpp"
#include "topics.hpp"

NB_MODULE(_native, module) {
    module.doc() = "The native core of carcbot: the rules of the games and the searches over them.";
    module.def("build_info", &carcbot::build_info,
               "How this core was built: compiler, flags, instruction set, sanitizers, version.");
    carcbot::bindings::register_errors();
    carcbot::bindings::register_search(module);
    carcbot::bindings::register_matches(module);
#define CARCBOT_GAME(game) carcbot::bindings::register_##game(module);
#include "every_game.inc"
#undef CARCBOT_GAME
    carcbot::bindings::register_outside(module);
    carcbot::bindings::register_net(module);
}
