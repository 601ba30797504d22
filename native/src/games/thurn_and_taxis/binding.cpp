#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"
#include "games/thurn_and_taxis/encoded.hpp"
#include "games/thurn_and_taxis/searchable.hpp"

namespace carcbot::bindings {

void register_thurn_and_taxis(nb::module_& module) {
    using Game = thurn_and_taxis::ThurnAndTaxis;
    nb::module_ own = module.def_submodule("thurn_and_taxis", "Thurn and Taxis.");
    auto state = bind_game<Game>(own);
    bind_views<Game>(own, state);
    bind_searches<Game>(own);
    bind_matches<Game>(own);
    bind_batches<Game>(own);
    own.attr("STATE_BYTES") = sizeof(thurn_and_taxis::State);
    own.def(
        "play_samples",
        [](const thurn_and_taxis::View& view, std::int64_t samples, int turns, std::uint64_t seed) {
            if (samples < 0 || turns < 0) {
                throw InputError(Fault::options, "a number is negative", "the samples and turns",
                                 "0 or more");
            }
            Random random(seed);
            PerSeat points{};
            const thurn_and_taxis::View mine = view;
            const nb::gil_scoped_release unlocked;
            return thurn_and_taxis::play_samples(mine, samples, turns, random, points);
        },
        nb::arg("view"), nb::arg("samples"), nb::arg("turns"), nb::arg("seed"),
        "Plays so many random games of so many turns from what a seat knows, each from another "
        "state that it may be; returns how many turns were played.");
    own.def(
        "determinize_repeatedly",
        [](const thurn_and_taxis::View& view, std::int64_t times, std::uint64_t seed) {
            Random random(seed);
            const thurn_and_taxis::View mine = view;
            const nb::gil_scoped_release unlocked;
            std::int64_t cards = 0;
            for (std::int64_t i = 0; i < times; ++i)
                cards += Game::determinize(mine, random).supply.count();
            return cards;
        },
        nb::arg("view"), nb::arg("times"), nb::arg("seed"),
        "View.determinize so many times in one call, for timings; the cards of all their "
        "supplies.");
}

}  // namespace carcbot::bindings
