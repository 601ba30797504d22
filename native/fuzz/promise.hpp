// What every fuzz target promises: input is accepted or refused with carcbot::InputError that says
// what was wrong and what was expected, and what is accepted is a position that can be played on.
#pragma once

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>

#include "../tests/invariants.hpp"
#include "carcbot/error.hpp"
#include "games/carcassonne/game.hpp"

namespace promise {

using namespace carcbot;
using carcassonne::Carcassonne;
using carcassonne::State;

/// A broken promise ends the process, which is how a fuzzer learns of it.
inline void that(bool holds, const std::string& what) {
    if (holds) return;
    std::cerr << "broken promise: " << what << '\n';
    std::abort();
}

/// What f returns, or nothing if it refuses its input as it should.
template <typename F>
auto accepted(F f) -> std::optional<decltype(f())> {
    try {
        return f();
    } catch (const InputError& error) {
        that(*error.what() != '\0' && !error.where.empty() && !error.expected.empty(),
             "an error says what, where and what was expected");
        return std::nullopt;
    }
}

inline void sound(const State& state) {
    const std::string wrong = invariants::broken(state);
    that(wrong.empty(), wrong + ": " + Carcassonne::position_text(state));
}

/// The position's own text gives it back.
inline void round_trips(const State& state) {
    const std::string text = Carcassonne::position_text(state);
    const State again = Carcassonne::parse_position(text);
    that(Carcassonne::position_text(again) == text,
         "a text that was written is read and written alike: " + text);
    that(Carcassonne::digest(again) == Carcassonne::digest(state),
         "a position read back has its digest: " + text);
    that(Carcassonne::legal_moves(again) == Carcassonne::legal_moves(state),
         "a position read back has its moves: " + text);
}

/// A random game from here ends, and stays sound.
inline void can_be_played(State state) {
    Random random(Carcassonne::digest(state));
    play_randomly<Carcassonne>(state, random);
    sound(state);
    that(Carcassonne::to_move(state) == kOver, "a game that is played ends");
}

}  // namespace promise
