// Pot: a toy with chance, small enough to be solved by looking at every game.
//
// A bag holds chips of 1, 2 and 3. The seat to move draws one and does one of four things with it:
//   take    it is worth its points to the seat
//   throw   the next seat loses its points
//   stack   it goes on the pot
//   sweep   the seat gets the whole pot and the chip leaves the game (only if the pot is not empty)
// When the bag is empty the game is over; what is left in the pot belongs to nobody. Most points
// win, equal points share the place.
#pragma once

#include <array>
#include <cstdint>

#include "carcbot/game.hpp"

namespace carcbot::pot {

struct Pot {
    static constexpr std::string_view kName = "pot";
    enum class Move : std::uint8_t { take, throw_away, stack, sweep };
    using Outcome = std::uint8_t;  ///< the chip's value, 1 to 3

    struct State {
        std::int8_t seats = 2;
        std::int8_t seat = 0;
        std::int8_t chip = 0;  ///< in hand, 0 before the draw
        std::int16_t pot = 0;
        std::array<std::int8_t, 4> bag{};  ///< copies left of each value; [0] unused
        std::array<std::int8_t, 4> full_bag{};
        std::array<std::int16_t, kMostSeats> points{};
        bool operator==(const State&) const = default;
    };

    /// Options: seats=2..4, and ones, twos, threes (copies of each chip, 0 to 9; by default 3, 2,
    /// 1).
    static State new_game(std::string_view options);
    static std::string options(const State& state);
    static int seats(const State& state) { return state.seats; }
    static int to_move(const State& state);
    static std::vector<Move> legal_moves(const State& state);
    static void apply(State& state, Move move);
    static PerSeat scores(const State& state);
    static PerSeat ranking(const State& state);
    static std::uint64_t digest(const State& state);
    static int turns_left(const State& state, int seat);
    static std::pair<int, int> value_bounds(const State& state, int seat);
    static Turn turn(const State& state);
    static std::string move_text(Move move);
    static Move parse_move(const State& state, std::string_view text);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome chip);
    static std::string outcome_text(Outcome chip) { return std::to_string(chip); }
    static Outcome parse_outcome(std::string_view text);
};

static_assert(ChanceGame<Pot>);

}  // namespace carcbot::pot
