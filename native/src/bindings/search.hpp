// The searches of one game: a function for each family that makes a Searcher. Every setting is an
// argument by name; what names and ranges are possible is checked in carcbot.search, and here again
// only as far as memory is at stake.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "search/flat.hpp"
#include "search/maxn.hpp"
#include "search/mcts.hpp"
#include "search/random_choice.hpp"
#include "search/star.hpp"

namespace carcbot::bindings {

namespace nb = nanobind;

template <typename Enum, std::size_t N>
Enum named(std::string_view name, const std::array<std::string_view, N>& names, const char* what) {
    return static_cast<Enum>(index_of_name(name, names, what));
}

/// A worth in points as the searches count it.
inline search::Value in_thousandths(double points) {
    return static_cast<search::Value>(std::llround(points * kWorthOfAPoint));
}

/// Those that need to see the whole position.
template <ChanceGame G>
void bind_searches_of_open_games(nb::module_& module) {
    using namespace search;
    using Made = std::unique_ptr<Searcher>;
    module.def(
        "mcts_search",
        [](std::string_view position, std::uint64_t seed, double c, int rollouts, int expand_after,
           std::string_view reward, std::string_view rivals, std::string_view final,
           double secure_a, bool rave, double rave_bias, std::string policy,
           int megabytes) -> Made {
            MctsSettings settings;
            settings.c = c;
            settings.rollouts = std::max(rollouts, 1);
            settings.expand_after = expand_after;
            settings.reward = named<Reward>(reward, kRewards, "the reward");
            settings.rivals = named<Rivals>(rivals, kRivals, "the rivals");
            settings.final = named<Final>(final, kFinals, "the final choice");
            settings.secure_a = secure_a;
            settings.rave = rave;
            settings.rave_bias = rave_bias;
            settings.policy = std::move(policy);
            settings.memory = std::int64_t{megabytes} << 20;
            return std::make_unique<Mcts<G>>(position, seed, settings);
        },
        nb::arg("position"), nb::arg("seed"), nb::kw_only(), nb::arg("c"), nb::arg("rollouts"),
        nb::arg("expand_after"), nb::arg("reward"), nb::arg("rivals"), nb::arg("final"),
        nb::arg("secure_a"), nb::arg("rave"), nb::arg("rave_bias"), nb::arg("policy"),
        nb::arg("megabytes"), "Monte-Carlo tree search, with RAVE if wanted.");
    module.def(
        "star_search",
        [](std::string_view position, std::uint64_t seed, std::string_view pruning, int probe,
           int depth, bool deepening, double bound, bool centred, std::string_view rivals,
           bool likely_first, int table_megabytes, std::string order, std::string worth) -> Made {
            StarSettings settings;
            settings.pruning = named<Pruning>(pruning, kPrunings, "the pruning");
            settings.probe = probe;
            settings.depth = depth;
            settings.deepening = deepening;
            settings.bound = in_thousandths(bound);
            settings.centred = centred;
            settings.rivals = named<Rivals>(rivals, kRivals, "the rivals");
            settings.likely_first = likely_first;
            settings.table_megabytes = table_megabytes;
            settings.order = std::move(order);
            settings.worth = std::move(worth);
            return std::make_unique<Star<G>>(position, seed, settings);
        },
        nb::arg("position"), nb::arg("seed"), nb::kw_only(), nb::arg("pruning"), nb::arg("probe"),
        nb::arg("depth"), nb::arg("deepening"), nb::arg("bound"), nb::arg("centred"),
        nb::arg("rivals"), nb::arg("likely_first"), nb::arg("table_megabytes"), nb::arg("order"),
        nb::arg("worth"), "Expectimax and its pruned forms Star1, Star2 and Star2.5.");
    module.def(
        "maxn_search",
        [](std::string_view position, std::uint64_t seed, int depth, std::string_view rivals,
           std::string worth) -> Made {
            return std::make_unique<Maxn<G>>(
                position, seed,
                MaxnSettings{depth, named<Rivals>(rivals, kRivals, "the rivals"),
                             std::move(worth)});
        },
        nb::arg("position"), nb::arg("seed"), nb::kw_only(), nb::arg("depth"), nb::arg("rivals"),
        nb::arg("worth"), "Expectimax in which each seat wants the best for itself.");
}

template <ChanceGame G>
void bind_searches(nb::module_& module) {
    using namespace search;
    using Made = std::unique_ptr<Searcher>;
    module.def(
        "random_search",
        [](std::string_view position, std::uint64_t seed, std::string_view policy) -> Made {
            return std::make_unique<RandomChoice<G>>(position, seed, policy);
        },
        nb::arg("position"), nb::arg("seed"), nb::kw_only(), nb::arg("policy"),
        "An agent that guesses.");
    module.def(
        "flat_search",
        [](std::string_view position, std::uint64_t seed, std::string_view reward,
           std::string_view rivals, std::string policy) -> Made {
            return std::make_unique<Flat<G>>(
                position, seed,
                FlatSettings{named<Reward>(reward, kRewards, "the reward"),
                             named<Rivals>(rivals, kRivals, "the rivals"), std::move(policy)});
        },
        nb::arg("position"), nb::arg("seed"), nb::kw_only(), nb::arg("reward"), nb::arg("rivals"),
        nb::arg("policy"), "Flat Monte Carlo.");
    if constexpr (!HiddenInfoGame<G>) bind_searches_of_open_games<G>(module);
    const auto list = [&](const char* name, const auto& names, const char* what) {
        module.def(
            name, [&names] { return std::vector<std::string>(names.begin(), names.end()); }, what);
    };
    list("policies", Searchable<G>::kPolicies, "Ways to pick moves; the first is the usual one.");
    list("orders", Searchable<G>::kOrders, "Orders of moves; the first is the usual one.");
    list("evaluations", Searchable<G>::kEvaluations, "Evaluations; the first is the usual one.");
    module.def(
        "worth",
        [](const typename G::State& state, std::string_view evaluation) {
            const PerSeat worth =
                Searchable<G>::worth(state, Searchable<G>::Worth::named(evaluation));
            return std::vector<int>(worth.begin(), worth.begin() + G::seats(state));
        },
        nb::arg("state"), nb::arg("evaluation"),
        "What the position is worth to each seat, in thousandths of a point.");
    module.def(
        "random_move",
        [](const typename G::State& state, std::uint64_t seed, std::string_view policy) {
            need_decision<G>(view_of<G>(state, std::max(G::to_move(state), 0)));
            Random random(seed);
            return G::move_text(Searchable<G>::random_move(
                state, random, index_of_name(policy, Searchable<G>::kPolicies, "the policy")));
        },
        nb::arg("state"), nb::arg("seed"), nb::arg("policy"),
        "A move as random games of this policy would make it.");
}

}  // namespace carcbot::bindings
