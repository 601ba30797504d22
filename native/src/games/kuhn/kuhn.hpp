// Kuhn poker: a toy with a hidden card, whose exact solution is known (Kuhn 1950: the first seat
// loses 1/18 of a chip a game against best play).
//
// Each of two seats puts in one chip and is dealt one of the cards J, Q, K. In turn they pass or
// bet one more chip; a bet that is passed loses the pot, otherwise the higher card wins it. Scores
// are chips won.
#pragma once

#include <cstdint>

#include "carcbot/game.hpp"

namespace carcbot::kuhn {

struct Kuhn {
    static constexpr std::string_view kName = "kuhn";
    enum class Move : std::uint8_t { pass, bet };
    using Outcome = std::uint8_t;  ///< a card: 1 J, 2 Q, 3 K

    struct State {
        std::array<std::uint8_t, 2> cards{};  ///< 0: not dealt yet
        std::uint8_t moves = 0;               ///< made so far, at most 3
        std::uint8_t bets = 0;                ///< bit i: the i-th move was a bet
        bool operator==(const State&) const = default;
    };

    /// What one seat knows, or everybody. There is no field for another's card, except as the
    /// showdown reveals it.
    struct View {
        std::int8_t seat;       ///< kNoSeat: what everybody knows
        std::uint8_t own_card;  ///< 0: not dealt yet; for everybody the first seat's, if shown
        std::uint8_t shown;     ///< the other card, if the game ended in a showdown, else 0
        std::uint8_t dealt;     ///< cards dealt so far
        std::uint8_t moves;
        std::uint8_t bets;
    };

    /// The only option is seats=2.
    static State new_game(std::string_view options);
    static std::string options(const State&) { return "seats=2"; }
    static int seats(const State&) { return 2; }
    static int to_move(const State& state);
    static std::vector<Move> legal_moves(const State& state);
    static void apply(State& state, Move move);
    static PerSeat scores(const State& state);
    static PerSeat ranking(const State& state);
    static std::uint64_t digest(const State& state);
    static int turns_left(const State& state, int seat);
    static std::pair<int, int> value_bounds(const State& state, int seat);
    static std::string move_text(Move move) { return move == Move::bet ? "bet" : "pass"; }
    static Move parse_move(const State& state, std::string_view text);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome card);
    static std::string outcome_text(Outcome card) { return std::string(1, "-JQK"[card & 3]); }
    static Outcome parse_outcome(std::string_view text);
    static Turn turn(const State& state);

    static View view(const State& state, int seat);
    /// Of a deal to another seat: "?". Of a move that leads to a showdown: the move, and the other
    /// card, as in "bet/K"; for everybody both cards, as in "bet/JK".
    static std::string seen(const State& state, int seat, std::string_view text);
    static void see(View& view, std::string_view text);
    static State determinize(const View& view, Random& random);
    static int seat(const View& view) { return view.seat; }
    static std::string options(const View&) { return "seats=2"; }
    static int seats(const View&) { return 2; }
    static int to_move(const View& view);
    static std::vector<Move> legal_moves(const View& view);
    static Move parse_move(const View& view, std::string_view text);
    static PerSeat scores(const View& view);
    static int turns_left(const View& view, int seat);
    static Turn turn(const View& view);
    static std::uint64_t digest(const View& view);
    static std::string position_text(const View& view);
    static View parse_view(std::string_view text);
};

static_assert(ChanceGame<Kuhn> && HiddenInfoGame<Kuhn>);

}  // namespace carcbot::kuhn
