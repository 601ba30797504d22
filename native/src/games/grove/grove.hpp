// Grove: random trees to try searches on. Nobody would play it.
//
// Chance draws one of a few outcomes, then a seat makes one of a few moves, and so on until enough
// moves were made. The points on the table after each step are random numbers that depend on the
// steps that led there, and are the same for the same seed. So a tree of any shape can be had whose
// values nobody can guess, without its being stored anywhere.
#pragma once

#include <array>
#include <cstdint>

#include "carcbot/game.hpp"

namespace carcbot::grove {

inline constexpr int kMostDecisions = 8;
inline constexpr int kMostMoves = 9;
inline constexpr int kMostOutcomes = 8;

struct Grove {
    static constexpr std::string_view kName = "grove";
    using Move = std::uint8_t;
    using Outcome = std::uint8_t;

    struct Shape {
        std::int8_t seats = 2;
        std::int8_t decisions = 3;  ///< in a whole game
        std::int8_t moves = 3;      ///< at each decision, or the most if ragged
        std::int8_t outcomes = 2;
        std::array<std::uint8_t, kMostOutcomes> weights{2, 1};
        std::int16_t spread = 20;  ///< points lie from -spread to spread
        bool ragged = false;       ///< the number of moves differs from place to place
        bool mixed = false;        ///< who decides differs from place to place
        std::uint32_t seed = 0;
        bool operator==(const Shape&) const = default;
    };

    struct State {
        Shape shape;
        std::int8_t steps = 0;  ///< draws and moves made
        std::array<std::uint8_t, 2 * kMostDecisions> step{};
        std::uint64_t place = 0;  ///< a number for all of the above
        bool operator==(const State&) const = default;
    };

    /// Options: seats=2..4, decisions=1..8, moves=1..9, weights (1 to 8 of them from 1 to 99, as in
    /// 3+2+1), spread=1..1000, ragged=off|on, turns=fixed|mixed, seed.
    static State new_game(std::string_view options);
    static std::string options(const State& state);
    static int seats(const State& state) { return state.shape.seats; }
    static int to_move(const State& state);
    static std::vector<Move> legal_moves(const State& state);
    static void apply(State& state, Move move);
    static PerSeat scores(const State& state);
    static PerSeat ranking(const State& state);
    static std::uint64_t digest(const State& state) { return state.place; }
    static int turns_left(const State& state, int seat);
    static std::pair<int, int> value_bounds(const State& state, int seat);
    static Turn turn(const State& state);
    static std::string move_text(Move move) { return "m" + std::to_string(move); }
    static Move parse_move(const State& state, std::string_view text);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome outcome);
    static std::string outcome_text(Outcome outcome) { return "o" + std::to_string(outcome); }
    static Outcome parse_outcome(std::string_view text);
};

static_assert(ChanceGame<Grove>);

}  // namespace carcbot::grove
