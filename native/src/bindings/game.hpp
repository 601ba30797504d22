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

template <ChanceGame G>
int checked_seat(const typename G::State& state, int seat) {
    if (seat >= 0 && seat < G::seats(state)) return seat;
    throw InputError(Fault::options, "there is no seat " + std::to_string(seat),
                     G::position_text(state),
                     "a seat from 0 to " + std::to_string(G::seats(state) - 1));
}

template <ChanceGame G>
std::vector<std::string> move_texts(const typename G::State& state) {
    std::vector<std::string> texts;
    for (const auto move : G::legal_moves(state)) texts.push_back(G::move_text(move));
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
    state
        .def_prop_ro(
            "options", [](const State& s) { return G::options(s); }, "The game's options as text.")
        .def_prop_ro(
            "seats", [](const State& s) { return G::seats(s); }, "How many seats play.")
        .def_prop_ro(
            "to_move", [](const State& s) { return G::to_move(s); },
            "The seat to move, CHANCE (-1) or OVER (-2).")
        .def_prop_ro(
            "over", [](const State& s) { return G::to_move(s) == kOver; },
            "Whether the game is over.")
        .def("legal_moves", &move_texts<G>,
             "Every legal move once; empty at chance nodes and at the end.")
        .def("outcomes", &outcome_texts<G>, "What chance can do, with weights; empty elsewhere.")
        .def("apply", &apply_text<G>, nb::arg("text"), "Makes a move, or at a chance node a draw.")
        .def(
            "copy", [](const State& s) { return State(s); }, "An independent copy.")
        .def("__copy__", [](const State& s) { return State(s); })
        .def(
            "__deepcopy__", [](const State& s, const nb::object&) { return State(s); },
            nb::arg("memo"))
        .def(
            "scores", [](const State& s) { return for_seats(G::scores(s), G::seats(s)); },
            "Points of each seat; final ones when the game is over.")
        .def(
            "ranking", [](const State& s) { return for_seats(G::ranking(s), G::seats(s)); },
            "Place of each seat, 1 the best; ties share a place.")
        .def_prop_ro(
            "digest", [](const State& s) { return G::digest(s); },
            "64 bits: equal positions have equal digests.")
        .def(
            "turns_left",
            [](const State& s, int seat) { return G::turns_left(s, checked_seat<G>(s, seat)); },
            nb::arg("seat"), "An estimate of the decisions that the seat still has.")
        .def(
            "value_bounds",
            [](const State& s, int seat) { return G::value_bounds(s, checked_seat<G>(s, seat)); },
            nb::arg("seat"), "Bounds of the seat's final score.")
        .def_prop_ro(
            "text", [](const State& s) { return G::position_text(s); }, "The position in one line.")
        .def("__repr__", [](const State& s) { return "<" + G::position_text(s) + ">"; })
        .def(
            "canonical_move",
            [](const State& s, std::string_view text) {
                return G::move_text(G::parse_move(s, text));
            },
            nb::arg("text"), "The one way in which legal_moves() writes this move.")
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
    nb::class_<View>(module, "View", "What one seat may know.")
        .def_prop_ro(
            "to_move", [](const View& v) { return G::view_to_move(v); },
            "The seat to move, CHANCE (-1) or OVER (-2).")
        .def_prop_ro(
            "over", [](const View& v) { return G::view_to_move(v) == kOver; },
            "Whether the game is over.")
        .def(
            "scores", [](const View& v) { return for_seats(G::view_scores(v), G::view_seats(v)); },
            "Points of each seat; final ones when the game is over.")
        .def_prop_ro(
            "text", [](const View& v) { return G::view_text(v); }, "The view in one line.")
        .def_prop_ro(
            "digest", [](const View& v) { return G::view_digest(v); },
            "64 bits: equal views have equal digests.")
        .def(
            "copy", [](const View& v) { return View(v); }, "An independent copy.")
        .def(
            "apply", [](View& v, std::string_view text) { G::see(v, text); }, nb::arg("text"),
            "Takes in what State.seen told of a draw or a move.");
    state
        .def(
            "seen",
            [](const State& s, std::string_view text, int seat) {
                return G::seen(s, checked_seat<G>(s, seat), text);
            },
            nb::arg("text"), nb::arg("seat"),
            "What this seat sees of a draw or a move that is about to be made.")
        .def(
            "view", [](const State& s, int seat) { return G::view(s, checked_seat<G>(s, seat)); },
            nb::arg("seat"), "What this seat may know.")
        .def(
            "determinize",
            [](const State& s, int seat, std::uint64_t seed) {
                Random random(seed);
                return G::determinize(s, checked_seat<G>(s, seat), random);
            },
            nb::arg("seat"), nb::arg("seed"),
            "A position drawn uniformly from those that the seat cannot tell from this one.");
}

}  // namespace carcbot::bindings
