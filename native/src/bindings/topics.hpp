// The topics that make up carcbot._native, each registered by the file of its name, and the games,
// each registered by the binding.cpp in its folder.
#pragma once

#include <nanobind/nanobind.h>

namespace carcbot::bindings {

void register_errors();
#define CARCBOT_GAME(game) void register_##game(nanobind::module_& module);
#include "every_game.inc"
#undef CARCBOT_GAME
void register_outside(nanobind::module_& module);
void register_net(nanobind::module_& module);
void register_search(nanobind::module_& module);
void register_matches(nanobind::module_& module);

}  // namespace carcbot::bindings
