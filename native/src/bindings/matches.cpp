// Players, chance and what is told of a game, as Python sees them.

#include "matches.hpp"

#include <nanobind/stl/string.h>

#include <cstdint>
#include <limits>
#include <numeric>

#include "budget.hpp"
#include "topics.hpp"

namespace carcbot::bindings {

using namespace matches;

void register_matches(nb::module_& parent) {
    nb::module_ module =
        parent.def_submodule("matches", "Whole games between searches: what all games share.");

    nb::class_<MirroredChance>(module, "Chance",
                               "Draws that are the same again in a game with other seats.")
        .def(nb::init<std::uint64_t, bool>(), nb::arg("seed"), nb::kw_only(), nb::arg("one_deck"))
        .def(
            "pick",
            [](MirroredChance& chance, const std::vector<int>& weights, int mover) {
                if (weights.empty() || *std::min_element(weights.begin(), weights.end()) <= 0) {
                    throw InputError(Fault::options, "there is nothing to draw", "the weights",
                                     "positive numbers");
                }
                const std::int64_t sum =
                    std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
                if (sum > std::numeric_limits<int>::max()) {
                    throw InputError(Fault::options, "they are too many together", "the weights",
                                     "positive numbers with a sum below 2^31");
                }
                if (mover < kNobodyMoved || mover >= static_cast<int>(kMostSeats)) {
                    throw InputError(Fault::options, "there is no seat " + std::to_string(mover),
                                     "the mover", "a seat, or -1 before the first move");
                }
                return chance.pick(weights, mover);
            },
            nb::arg("weights"), nb::arg("mover"),
            "Which of outcomes with these weights comes, after a move of this seat (-1: of none).");

    nb::class_<Player>(module, "Player", "Who plays a seat, and what a decision may cost.")
        .def(
            "__init__",
            [](Player* player, search::Searcher& searcher, const search::Budget& budget) {
                new (player) Player{&searcher, budget};
            },
            nb::arg("searcher"), nb::arg("budget"), nb::keep_alive<1, 2>());

    nb::class_<Effort>(module, "Effort", "What a seat's decisions have cost.")
        .def_ro("decisions", &Effort::decisions, "How many there were.")
        .def_ro("nodes", &Effort::nodes, "Positions stored or looked at.")
        .def_ro("simulations", &Effort::simulations, "Random games begun from the tree.")
        .def_ro("thinking_ns", &Effort::thinking, "Nanoseconds of all decisions.")
        .def_ro("longest_ns", &Effort::longest, "Nanoseconds of the longest one.");

    nb::class_<Played>(module, "Played", "A game that was played.")
        .def_ro("plies", &Played::plies, "Draws and moves, with spaces between them.")
        .def_ro("scores", &Played::scores, "Points of each seat.")
        .def_ro("ranking", &Played::ranking, "The place of each seat.")
        .def_ro("efforts", &Played::efforts, "What each seat's decisions have cost.")
        .def_ro("late", &Played::late, "The seat that took too long; -1 if none did.")
        .def_ro("over_ns", &Played::over, "By how much it did.");
}

}  // namespace carcbot::bindings
