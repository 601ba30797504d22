// The contract of a game, in prose and as C++20 concepts. Searches are templates over these
// concepts and know no game; a game implements them as static functions of one small struct and
// knows no search. The same promises are tested for every registered game by
// tests/games/test_contract.py.
//
// A *state* is everything that determines how the game goes on, as the referee sees it. It is a
// value: copying it is cheap (that is why there is no undo), and two states never share anything
// mutable.
//
// In a state it is some seat's turn (to_move >= 0), or chance's (kChance), or the game is over
// (kOver). Seats are numbered from 0.
//
//   Decisions   legal_moves lists each legal move exactly once, in an order that depends on the
//               position alone. apply makes one of them. Nothing else may be applied: callers that
//               hold foreign input go through parse_move, which throws carcbot::InputError.
//   Chance      outcomes lists what can be drawn with positive integer weights; an outcome's
//               probability is its weight over their sum. draw makes one of them. An outcome may
//               lead to another chance node of the same seat (a tile that nobody can lay).
//   Points      scores are the points on the table; when the game is over, the final result.
//               ranking gives each seat its place by the game's own tie rules, 1 for the best;
//               seats that share a victory share a place.
//   Identity    digest is 64 bits: equal positions have equal digests, whatever order led there.
//   Outlook     turns_left estimates how many decisions a seat still has. value_bounds are points
//               that the seat's final score can neither fall below nor exceed.
//   Text        Moves, outcomes and positions have a short, stable, readable form; parsing what was
//               written gives back an equal value.
//   Hidden      view(state, seat) is what that seat may know, as a type that has no field for the
//   information rest; it knows whose turn it is and the points on the table, and has a text as
//               positions have. seen(state, seat, text) is what that seat sees of a draw or move
//               that is about to be made, as text, and see(view, seen) is what that makes of its
//               view: the same as the view of the state after it. determinize draws a full state
//               uniformly from those that the seat cannot tell from this one. A game without
//               secrets does not offer them: its view is its state.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "carcbot/error.hpp"
#include "carcbot/random.hpp"

namespace carcbot {

inline constexpr int kChance = -1;
inline constexpr int kOver = -2;
inline constexpr std::size_t kMostSeats = 6;

/// One number a seat; the places of seats that do not play are 0.
using PerSeat = std::array<int, kMostSeats>;

template <class G>
concept Game = std::copyable<typename G::State> && std::is_trivially_copyable_v<typename G::Move> &&
               std::equality_comparable<typename G::Move> &&
               requires(typename G::State& state, const typename G::State& seen,
                        typename G::Move move, std::string_view text, int seat) {
                   { G::kName } -> std::convertible_to<std::string_view>;
                   /// `options` is the game's own "key=value,..." text; seats is one of the keys.
                   { G::new_game(text) } -> std::same_as<typename G::State>;
                   { G::options(seen) } -> std::same_as<std::string>;
                   { G::seats(seen) } -> std::same_as<int>;
                   { G::to_move(seen) } -> std::same_as<int>;
                   { G::legal_moves(seen) } -> std::same_as<std::vector<typename G::Move>>;
                   { G::apply(state, move) } -> std::same_as<void>;
                   { G::scores(seen) } -> std::same_as<PerSeat>;
                   { G::ranking(seen) } -> std::same_as<PerSeat>;
                   { G::digest(seen) } -> std::same_as<std::uint64_t>;
                   { G::turns_left(seen, seat) } -> std::same_as<int>;
                   { G::value_bounds(seen, seat) } -> std::same_as<std::pair<int, int>>;
                   { G::move_text(move) } -> std::same_as<std::string>;
                   /// The legal move that the text means, in whatever equivalent way it is written.
                   { G::parse_move(seen, text) } -> std::same_as<typename G::Move>;
                   { G::position_text(seen) } -> std::same_as<std::string>;
                   { G::parse_position(text) } -> std::same_as<typename G::State>;
               };

template <class G>
concept ChanceGame = Game<G> && std::is_trivially_copyable_v<typename G::Outcome> &&
                     requires(typename G::State& state, const typename G::State& seen,
                              typename G::Outcome outcome, std::string_view text) {
                         {
                             G::outcomes(seen)
                         } -> std::same_as<std::vector<std::pair<typename G::Outcome, int>>>;
                         /// Throws InputError if the outcome has no weight here.
                         { G::draw(state, outcome) } -> std::same_as<void>;
                         { G::outcome_text(outcome) } -> std::same_as<std::string>;
                         { G::parse_outcome(text) } -> std::same_as<typename G::Outcome>;
                     };

template <class G>
concept HiddenInfoGame = Game<G> && requires(const typename G::State& seen, typename G::View& view,
                                             int seat, Random& random, std::string_view text) {
    { G::view(seen, seat) } -> std::same_as<typename G::View>;
    { G::view_text(G::view(seen, seat)) } -> std::same_as<std::string>;
    { G::parse_view(text) } -> std::same_as<typename G::View>;
    { G::view_digest(G::view(seen, seat)) } -> std::same_as<std::uint64_t>;
    { G::view_to_move(G::view(seen, seat)) } -> std::same_as<int>;
    { G::view_seats(G::view(seen, seat)) } -> std::same_as<int>;
    { G::view_scores(G::view(seen, seat)) } -> std::same_as<PerSeat>;
    { G::seen(seen, seat, text) } -> std::same_as<std::string>;
    /// Throws InputError and changes nothing if that cannot have been seen.
    { G::see(view, text) } -> std::same_as<void>;
    { G::determinize(seen, seat, random) } -> std::same_as<typename G::State>;
};

/// Reads a draw at a chance node, a move elsewhere, and hands it on as what it is.
template <ChanceGame G, typename Draw, typename Move>
void read_ply(const typename G::State& state, std::string_view text, Draw draw, Move move) {
    const int turn = G::to_move(state);
    if (turn == kChance) return draw(G::parse_outcome(text));
    if (turn == kOver) {
        throw InputError(Fault::out_of_turn, "the game is over", quote(text), "nothing more");
    }
    move(G::parse_move(state, text));
}

/// A draw at a chance node, a move elsewhere. The state is as before if the text is refused.
template <ChanceGame G>
void apply_text(typename G::State& state, std::string_view text) {
    read_ply<G>(
        state, text, [&](typename G::Outcome outcome) { G::draw(state, outcome); },
        [&](typename G::Move move) { G::apply(state, move); });
}

/// Draws by weight, with one number of `random`, and says what was drawn.
template <ChanceGame G>
typename G::Outcome draw_by_weight(typename G::State& state, Random& random) {
    const auto outcomes = G::outcomes(state);
    std::uint32_t total = 0;
    for (const auto& [outcome, weight] : outcomes) total += static_cast<std::uint32_t>(weight);
    auto ticket = static_cast<int>(random.below(total));
    std::size_t drawn = 0;
    while ((ticket -= outcomes[drawn].second) >= 0) ++drawn;
    G::draw(state, outcomes[drawn].first);
    return outcomes[drawn].first;
}

/// Plays to the end, every draw by its weight and every move alike.
template <ChanceGame G>
void play_randomly(typename G::State& state, Random& random) {
    for (int turn = G::to_move(state); turn != kOver; turn = G::to_move(state)) {
        if (turn == kChance) {
            draw_by_weight<G>(state, random);
            continue;
        }
        const auto moves = G::legal_moves(state);
        G::apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
}

/// The number of different sequences of `depth` moves when chance gives `draws`, in this order and
/// as long as moves are wanted. Sequences that end the game earlier do not count. Throws InputError
/// if a draw is not possible or there are too few.
template <ChanceGame G>
std::uint64_t perft(typename G::State state, const std::vector<typename G::Outcome>& draws,
                    std::size_t next_draw, int depth) {
    if (depth == 0) return 1;
    while (G::to_move(state) == kChance) {
        if (next_draw == draws.size()) {
            throw InputError(Fault::out_of_turn, "the list of draws is too short",
                             "draw " + std::to_string(next_draw + 1), "one more draw");
        }
        G::draw(state, draws[next_draw++]);
    }
    if (G::to_move(state) == kOver) return 0;
    const auto moves = G::legal_moves(state);
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (const auto move : moves) {
        auto after = state;
        G::apply(after, move);
        count += perft<G>(std::move(after), draws, next_draw, depth - 1);
    }
    return count;
}

}  // namespace carcbot
