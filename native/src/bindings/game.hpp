// The part of a game's Python face that every game has, from the contract in carcbot/game.hpp.
// Text goes in and out; what Python passes is checked here or in the game before anything changes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "carcbot/game.hpp"

namespace carcbot::bindings {

namespace nb = nanobind;

/// The first `seats` of a number a seat, as a list.
inline std::vector<int> for_seats(const PerSeat& values, int seats) {
    return {values.begin(), values.begin() + seats};
}

template <ChanceGame G, typename Place>
int checked_seat(const Place& place, int seat) {
    if (seat >= 0 && seat < G::seats(place)) return seat;
    throw InputError(Fault::options, "there is no seat " + std::to_string(seat),
                     G::position_text(place),
                     "a seat from 0 to " + std::to_string(G::seats(place) - 1));
}

/// A seat of the game, or kNoSeat for None: what everybody at the table sees.
template <ChanceGame G>
int checked_viewer(const typename G::State& state, std::optional<int> seat) {
    return seat ? checked_seat<G>(state, *seat) : kNoSeat;
}

/// Of a State or a View.
template <ChanceGame G, typename Place>
std::vector<std::string> move_texts(const Place& place) {
    std::vector<std::string> texts;
    for (const auto move : G::legal_moves(place)) texts.push_back(G::move_text(move));
    return texts;
}

template <ChanceGame G>
std::vector<std::pair<std::string, int>> outcome_texts(const typename G::State& state) {
    std::vector<std::pair<std::string, int>> texts;
    for (const auto& [outcome, weight] : G::outcomes(state))
        texts.emplace_back(G::outcome_text(outcome), weight);
    return texts;
}

template <ChanceGame G>
std::uint64_t count_sequences(const typename G::State& state, const std::vector<std::string>& draws,
                              int depth) {
    std::vector<typename G::Outcome> outcomes;
    for (const auto& draw : draws) outcomes.push_back(G::parse_outcome(draw));
    if (depth < 0) throw InputError(Fault::options, "the depth is negative", "perft", "0 or more");
    auto mine = state;  // another thread may change the State while this one counts
    const nb::gil_scoped_release unlocked;
    return perft<G>(std::move(mine), outcomes, 0, depth);
}

/// What a State and a View have in common: all that playing needs.
template <ChanceGame G, typename Place>
void bind_place(nb::class_<Place>& place) {
    place
        .def_prop_ro(
            "options", [](const Place& p) { return G::options(p); }, "The game's options as text.")
        .def_prop_ro(
            "seats", [](const Place& p) { return G::seats(p); }, "How many seats play.")
        .def_prop_ro(
            "to_move", [](const Place& p) { return G::to_move(p); },
            "The seat to move, CHANCE (-1) or OVER (-2).")
        .def_prop_ro(
            "over", [](const Place& p) { return G::to_move(p) == kOver; },
            "Whether the game is over.")
        .def_prop_ro(
            "turn", [](const Place& p) { return G::turn(p).number; },
            "The number of the turn, from 1; at the end that of the last one.")
        .def_prop_ro(
            "step", [](const Place& p) { return std::string(G::turn(p).step); },
            "The decision that is due; empty at chance nodes and at the end.")
        .def("legal_moves", &move_texts<G, Place>,
             "Every legal move once; empty where its seat, or any, has nothing to decide.")
        .def(
            "canonical_move",
            [](const Place& p, std::string_view text) {
                return G::move_text(G::parse_move(p, text));
            },
            nb::arg("text"), "The one way in which legal_moves() writes this move.")
        .def(
            "copy", [](const Place& p) { return Place(p); }, "An independent copy.")
        .def("__copy__", [](const Place& p) { return Place(p); })
        .def(
            "__deepcopy__", [](const Place& p, const nb::object&) { return Place(p); },
            nb::arg("memo"))
        .def(
            "scores", [](const Place& p) { return for_seats(G::scores(p), G::seats(p)); },
            "Points of each seat; final ones when the game is over.")
        .def_prop_ro(
            "digest", [](const Place& p) { return G::digest(p); },
            "64 bits: equal positions have equal digests.")
        .def(
            "turns_left",
            [](const Place& p, int seat) { return G::turns_left(p, checked_seat<G>(p, seat)); },
            nb::arg("seat"), "An estimate of the turns that the seat still has.")
        .def_prop_ro(
            "text", [](const Place& p) { return G::position_text(p); }, "All of it in one line.")
        .def("__repr__", [](const Place& p) { return "<" + G::position_text(p) + ">"; });
}

/// Goes to another process, or a file, as its text.
template <ChanceGame G, typename Place>
void bind_pickle(nb::class_<Place>& place, Place (*parse)(std::string_view)) {
    place.def("__getstate__", [](const Place& p) { return G::position_text(p); })
        .def("__setstate__",
             [parse](Place& p, const std::string& text) { new (&p) Place(parse(text)); });
}

/// Registers G's State class with what all games share, and the two ways to make one.
template <ChanceGame G>
nb::class_<typename G::State> bind_game(nb::module_& module) {
    using State = typename G::State;
    module.def(
        "new_game", [](std::string_view options) { return G::new_game(options); },
        nb::arg("options"), "The position before the first draw.");
    module.def(
        "parse_position", [](std::string_view text) { return G::parse_position(text); },
        nb::arg("text"), "The position that State.text wrote.");

    nb::class_<State> state(module, "State", "A position. Cheap to copy; changed only by apply().");
    bind_place<G>(state);
    bind_pickle<G>(state, &G::parse_position);
    state.def("outcomes", &outcome_texts<G>, "What chance can do, with weights; empty elsewhere.")
        .def("apply", &apply_text<G>, nb::arg("text"), "Makes a move, or at a chance node a draw.")
        .def(
            "ranking", [](const State& s) { return for_seats(G::ranking(s), G::seats(s)); },
            "Place of each seat, 1 the best; ties share a place.")
        .def(
            "value_bounds",
            [](const State& s, int seat) { return G::value_bounds(s, checked_seat<G>(s, seat)); },
            nb::arg("seat"), "Bounds of the seat's final score.")
        .def("perft", &count_sequences<G>, nb::arg("draws"), nb::arg("depth"),
             "The number of sequences of `depth` moves when chance gives these draws.")
        .def(
            "play_randomly",
            [](State& s, std::uint64_t seed) {
                Random random(seed);
                State mine = s;  // another thread may use the State while this one plays
                {
                    const nb::gil_scoped_release unlocked;
                    play_randomly<G>(mine, random);
                }
                s = mine;
            },
            nb::arg("seed"), "Plays to the end with random draws and moves.");
    return state;
}

/// What a game with secrets adds.
template <HiddenInfoGame G>
void bind_views(nb::module_& module, nb::class_<typename G::State>& state) {
    using State = typename G::State;
    using View = typename G::View;
    module.def(
        "parse_view", [](std::string_view text) { return G::parse_view(text); }, nb::arg("text"),
        "The view that View.text wrote.");
    nb::class_<View> view(module, "View", "What one seat may know, or everybody at the table.");
    bind_place<G>(view);
    bind_pickle<G>(view, &G::parse_view);
    view.def_prop_ro(
            "seat",
            [](const View& v) {
                const int seat = G::seat(v);
                return seat == kNoSeat ? std::nullopt : std::optional(seat);
            },
            "Whose view it is; None: what everybody sees.")
        .def(
            "apply", [](View& v, std::string_view text) { G::see(v, text); }, nb::arg("text"),
            "Takes in what State.seen told of a draw or a move.")
        .def(
            "determinize",
            [](const View& v, std::uint64_t seed) {
                Random random(seed);
                return G::determinize(v, random);
            },
            nb::arg("seed"), "A position that has this view, drawn with its right probability.");
    state
        .def(
            "seen",
            [](const State& s, std::string_view text, std::optional<int> seat) {
                return G::seen(s, checked_viewer<G>(s, seat), text);
            },
            nb::arg("text"), nb::arg("seat").none(),
            "What this seat sees of a draw or a move that is about to be made.")
        .def(
            "view",
            [](const State& s, std::optional<int> seat) {
                return G::view(s, checked_viewer<G>(s, seat));
            },
            nb::arg("seat").none(), "What this seat may know; for None what everybody sees.");
}

}  // namespace carcbot::bindings
