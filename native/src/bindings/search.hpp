// The searches of one game, and the names of what only the game knows.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "search/families.hpp"

namespace carcbot::bindings {

namespace nb = nanobind;

template <ChanceGame G>
void bind_searches(nb::module_& module) {
    module.def(
        "check_settings",
        [](const search::Settings& settings, std::string_view game) {
            search::need_family_for<G>(settings, game);
        },
        nb::arg("settings"), nb::arg("game"),
        "Raises AgentError, with the game's name, if searches with these settings do not play it.");
    module.def("make_searcher", &search::make_searcher<G>, nb::arg("settings"), nb::arg("view"),
               nb::arg("seed"), "A search with these settings about what a seat knows.");
    const auto list = [&](const char* name, const auto& names, const char* what) {
        module.def(
            name, [&names] { return std::vector<std::string>(names.begin(), names.end()); }, what);
    };
    list("policies", Searchable<G>::kPolicies, "Ways to pick moves; the first is the usual one.");
    list("orders", Searchable<G>::kOrders, "Orders of moves; the first is the usual one.");
    list("evaluations", Searchable<G>::kEvaluations, "Evaluations; the first is the usual one.");
    list("guesses", Searchable<G>::kGuesses, "Ways to guess; the first is the usual one.");
    module.def(
        "worth",
        [](const typename G::State& state, std::string_view evaluation) {
            const PerSeat worth =
                Searchable<G>::worth(state, Searchable<G>::Worth::named(evaluation));
            return std::vector<int>(worth.begin(), worth.begin() + G::seats(state));
        },
        nb::arg("state"), nb::arg("evaluation"),
        "What the position is worth to each seat, in thousandths of a point.");
}

}  // namespace carcbot::bindings
