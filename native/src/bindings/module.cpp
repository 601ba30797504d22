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
    carcbot::bindings::register_carcassonne(module);
    carcbot::bindings::register_pot(module);
    carcbot::bindings::register_kuhn(module);
    carcbot::bindings::register_grove(module);
    carcbot::bindings::register_hoard(module);
    carcbot::bindings::register_outside(module);
    carcbot::bindings::register_net(module);
}
