// Games between searches, for each game: one call plays a whole one.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <set>
#include <vector>

#include "matches/playing.hpp"

namespace carcbot::bindings {

namespace nb = nanobind;

template <ChanceGame G>
void bind_matches(nb::module_& module) {
    using namespace matches;
    module.def(
        "play_game",
        [](const typename G::State& start, std::vector<Player*> players,
           const MirroredChance& chance, std::int64_t grace_ns) {
            if (players.size() != static_cast<std::size_t>(G::seats(start))) {
                throw InputError(Fault::options, std::to_string(players.size()) + " players",
                                 "the players", "one for each seat");
            }
            std::vector<Player> seated;
            for (const Player* player : players) {
                if (!player)
                    throw InputError(Fault::options, "nobody plays a seat", "the players",
                                     "one for each seat");
                seated.push_back(*player);
            }
            const typename G::State mine = start;
            const nb::gil_scoped_release unlocked;
            // each once, and all in one order, so that two games never wait for each other
            std::set<search::Searcher*> searchers;
            for (const Player& player : seated) searchers.insert(player.searcher);
            std::vector<std::unique_lock<std::mutex>> turns;
            for (search::Searcher* each : searchers) turns.emplace_back(each->one_at_a_time);
            return play<G>(mine, seated, chance, grace_ns);
        },
        nb::arg("start"), nb::arg("players"), nb::arg("chance"), nb::arg("grace_ns"),
        "Plays a game to its end between searches that stand at `start`. Who takes longer than its "
        "time by more than `grace_ns` ends it.");
}

}  // namespace carcbot::bindings
