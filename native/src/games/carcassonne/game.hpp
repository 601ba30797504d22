// Carcassonne as a game of the house: the contract of carcbot/game.hpp over the rules.
#pragma once

#include "carcbot/error.hpp"
#include "carcbot/game.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {

struct Carcassonne {
    using State = carcassonne::State;
    using Move = carcassonne::Move;
    using Outcome = std::uint8_t;  ///< a tile kind
    static constexpr std::string_view kName = "carcassonne";

    static State new_game(std::string_view options) {
        return carcassonne::new_game(Options::parse(options));
    }
    static std::string options(const State& state) { return options_of(state).text(); }
    static int seats(const State& state) { return state.rules->options.seats; }
    static int to_move(const State& state) {
        return state.phase == Phase::end    ? kOver
               : state.phase == Phase::draw ? kChance
                                            : state.seat;
    }
    static std::vector<Move> legal_moves(const State& state) {
        return carcassonne::legal_moves(state);
    }
    static void legal_moves(const State& state, std::vector<Move>& moves) {
        MoveList list;
        carcassonne::legal_moves(state, list);
        moves.assign(list.begin(), list.end());
    }
    static void apply(State& state, Move move) { carcassonne::apply(state, move); }
    static PerSeat scores(const State& state) { return carcassonne::scores(state); }
    static PerSeat ranking(const State& state) { return carcassonne::ranking(state); }
    static std::uint64_t digest(const State& state) { return state.record.digest; }
    static int turns_left(const State& state, int seat) {
        return carcassonne::turns_left(state, seat);
    }
    static std::pair<int, int> value_bounds(const State& state, int seat) {
        return carcassonne::value_bounds(state, seat);
    }
    static Turn turn(const State& state) {
        if (state.phase == Phase::end) return {state.tiles - 1, kNoStep};
        return {state.tiles, state.phase == Phase::place ? "move" : kNoStep};
    }
    static std::string move_text(Move move) { return carcassonne::move_text(move); }
    static Move parse_move(const State& state, std::string_view text) {
        return canonical_move(state, carcassonne::parse_move(text));
    }
    static std::string position_text(const State& state) {
        return carcassonne::position_text(state);
    }
    static State parse_position(std::string_view text) { return carcassonne::parse_position(text); }

    static std::vector<std::pair<Outcome, int>> outcomes(const State& state) {
        return carcassonne::outcomes(state);
    }
    static void draw(State& state, Outcome kind) { carcassonne::draw(state, kind); }
    static std::string outcome_text(Outcome kind) { return tile_kinds()[kind].name; }
    static Outcome parse_outcome(std::string_view text) {
        const int kind = find_kind(text);
        if (kind < 0) {
            throw InputError(Fault::notation, quote(text) + " is not a tile", "a draw",
                             "a tile such as A, Eg, EB or RL");
        }
        return static_cast<Outcome>(kind);
    }
};

static_assert(ChanceGame<Carcassonne>);

}  // namespace carcbot::carcassonne
