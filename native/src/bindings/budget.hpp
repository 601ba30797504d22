// The budget of a decision, between Python's face of it and the core.
#pragma once

#include <nanobind/nanobind.h>

#include "search/budget.hpp"

namespace nanobind::detail {

template <>
struct type_caster<carcbot::search::Budget> {
    NB_TYPE_CASTER(carcbot::search::Budget, const_name("carcbot.search.budget.Budget"))

    bool from_python(handle said, uint8_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
        try {
            const auto limit = [&]<typename T>(const char* name, T& to) {
                const object number = said.attr(name);
                to = number.is_none() ? 0 : cast<T>(number);
            };
            limit("soft_s", value.soft_s);
            limit("hard_s", value.hard_s);
            limit("nodes", value.nodes);
            limit("simulations", value.simulations);
            limit("depth", value.depth);
            return true;
        } catch (const std::exception&) {
            PyErr_Clear();
            return false;
        }
    }

    static handle from_cpp(const carcbot::search::Budget& budget, rv_policy /*policy*/,
                           cleanup_list* /*cleanup*/) {
        const auto limit = [](auto number) {
            return number == 0 ? none() : nanobind::cast(number);
        };
        return module_::import_("carcbot.search.budget")
            .attr("Budget")(limit(budget.soft_s), limit(budget.hard_s), limit(budget.nodes),
                            limit(budget.simulations), limit(budget.depth))
            .release();
    }
};

}  // namespace nanobind::detail
