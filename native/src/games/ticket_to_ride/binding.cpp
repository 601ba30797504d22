#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/topics.hpp"
#include "games/ticket_to_ride/encoded.hpp"
#include "games/ticket_to_ride/network.hpp"
#include "games/ticket_to_ride/searchable.hpp"

namespace carcbot::bindings {

void register_ticket_to_ride(nb::module_& module) {
    using Game = ticket_to_ride::TicketToRide;
    nb::module_ own = module.def_submodule("ticket_to_ride", "Ticket to Ride.");
    auto states = bind_game<Game>(own);
    bind_views<Game>(own, states);
    bind_searches<Game>(own);
    bind_matches<Game>(own);
    bind_batches<Game>(own);
    own.attr("STATE_BYTES") = sizeof(ticket_to_ride::State);
    own.def(
        "longest_path",
        [](std::string_view tracks) {
            Reader reader(tracks);
            ticket_to_ride::TrackSet set;
            do {
                set.add(ticket_to_ride::read_track(reader));
            } while (reader.take('.'));
            reader.need_end("the tracks");
            return ticket_to_ride::longest_path(set);
        },
        nb::arg("tracks"), "The most trains on a path over these tracks, as in 'DalHou.ElpHou'.");
    own.def(
        "play_games",
        [](const ticket_to_ride::State& state, std::int64_t games, std::uint64_t seed) {
            Random random(seed);
            const ticket_to_ride::State mine = state;
            const nb::gil_scoped_release unlocked;
            return ticket_to_ride::play_games(mine, games, random);
        },
        nb::arg("state"), nb::arg("games"), nb::arg("seed"),
        "Plays so many random games from here to the end; returns how many turns were played.");
    own.def(
        "determinize_repeatedly",
        [](const ticket_to_ride::View& view, std::int64_t times, std::uint64_t seed) {
            Random random(seed);
            const ticket_to_ride::View mine = view;
            const nb::gil_scoped_release unlocked;
            std::int64_t cards = 0;
            for (std::int64_t i = 0; i < times; ++i)
                cards += Game::determinize(mine, random).deck.count();
            return cards;
        },
        nb::arg("view"), nb::arg("times"), nb::arg("seed"),
        "View.determinize so many times in one call, for timings; the cards of all their decks.");
}

}  // namespace carcbot::bindings
