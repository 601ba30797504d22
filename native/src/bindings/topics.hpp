// The topics that make up carcbot._native, each registered by the file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace carcbot::bindings {

void register_errors();
void register_carcassonne(nanobind::module_& module);
void register_pot(nanobind::module_& module);
void register_kuhn(nanobind::module_& module);
void register_grove(nanobind::module_& module);
void register_hoard(nanobind::module_& module);
void register_outside(nanobind::module_& module);
void register_net(nanobind::module_& module);
void register_search(nanobind::module_& module);
void register_matches(nanobind::module_& module);

}  // namespace carcbot::bindings
