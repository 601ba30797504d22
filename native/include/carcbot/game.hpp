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
//               lead to another chance node of the same seat (a card that nobody can use).
//   Points      scores are the points on the table; when the game is over, the final result.
//               ranking gives each seat its place by the game's own tie rules, 1 for the best;
//               seats that share a victory share a place.
//   Identity    digest is 64 bits: equal positions have equal digests, whatever order led there.
//   Outlook     turns_left estimates how many turns a seat still has. value_bounds are points
//               that the seat's final score can neither fall below nor exceed.
//   Text        Moves, outcomes and positions have a short, stable, readable form; parsing what was
//               written gives back an equal value.
//   Turns       turn says which turn of the game a state belongs to, counted from 1, and which step
//               of it is due. A seat may have several decisions in a turn, and chance may come
//               between them; a draw before the first decision belongs to the turn it begins.
//   Views       A view is what one seat may know, or nobody in particular (kNoSeat: what everybody
//               at the table sees), as a type that has no field for the rest. It is enough to play
//               by: it says whose turn it is and which, the points on the table, what its own seat
//               may do and how moves are written, and has a text and a digest as positions have.
//               view(state, seat) is the view of a state. seen(state, seat, text) is what that
//               seat sees of a draw or move that is about to be made, as text, and see(view, seen)
//               is what that makes of its view: the same as the view of the state after it.
//               determinize(view, random) draws a state from those that have this view, each with
//               its right probability when every choice of the others that was possible is held
//               for equally likely. A game without secrets offers none of this: its view is its
//               state. ViewOf and the functions beside it speak for both kinds.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <stdexcept>
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
/// Whose view it is that everybody at the table has.
inline constexpr int kNoSeat = -1;

/// Who moved last before the first move.
inline constexpr int kNobodyMoved = -1;

/// Where a game is within its turns.
struct Turn {
    int number;             ///< from 1; at the end that of the last one
    std::string_view step;  ///< the decision that is due: "move" where a turn has only one
    bool operator==(const Turn&) const = default;
};
/// The step of a state in which no seat has to decide anything.
inline constexpr std::string_view kNoStep = "";

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
                   { G::turn(seen) } -> std::same_as<Turn>;
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
concept HiddenInfoGame =
    Game<G> &&
    requires(const typename G::State& state, const typename G::View& view,
             typename G::View& changed, int seat, Random& random, std::string_view text) {
        { G::view(state, seat) } -> std::same_as<typename G::View>;
        /// Whose it is, or kNoSeat.
        { G::seat(view) } -> std::same_as<int>;
        { G::options(view) } -> std::same_as<std::string>;
        { G::seats(view) } -> std::same_as<int>;
        { G::to_move(view) } -> std::same_as<int>;
        /// Empty unless its own seat is to move.
        { G::legal_moves(view) } -> std::same_as<std::vector<typename G::Move>>;
        { G::parse_move(view, text) } -> std::same_as<typename G::Move>;
        { G::scores(view) } -> std::same_as<PerSeat>;
        { G::turns_left(view, seat) } -> std::same_as<int>;
        { G::turn(view) } -> std::same_as<Turn>;
        { G::digest(view) } -> std::same_as<std::uint64_t>;
        { G::position_text(view) } -> std::same_as<std::string>;
        { G::parse_view(text) } -> std::same_as<typename G::View>;
        { G::seen(state, seat, text) } -> std::same_as<std::string>;
        /// Throws InputError and changes nothing if that cannot have been seen.
        { G::see(changed, text) } -> std::same_as<void>;
        { G::determinize(view, random) } -> std::same_as<typename G::State>;
    };

namespace detail {
template <class G>
struct ViewOf {
    using type = typename G::State;
};
template <HiddenInfoGame G>
struct ViewOf<G> {
    using type = typename G::View;
};
}  // namespace detail

/// What a seat may know of a state of any game.
template <class G>
using ViewOf = typename detail::ViewOf<G>::type;

/// The view of a state: where nothing is hidden the state itself.
template <Game G>
decltype(auto) view_of(const typename G::State& state, int seat) {
    if constexpr (HiddenInfoGame<G>) {
        return G::view(state, seat);
    } else {
        return (state);
    }
}

/// A state that has this view: where nothing is hidden the view itself.
template <Game G>
decltype(auto) determinized(const ViewOf<G>& view, Random& random) {
    if constexpr (HiddenInfoGame<G>) {
        return G::determinize(view, random);
    } else {
        return (view);
    }
}

/// The view that position_text wrote.
template <Game G>
ViewOf<G> parse_view(std::string_view text) {
    if constexpr (HiddenInfoGame<G>) {
        return G::parse_view(text);
    } else {
        return G::parse_position(text);
    }
}

/// What a State or a View waits for, as errors tell it.
template <Game G, typename Place>
std::string what_is_due(const Place& place) {
    const int turn = G::to_move(place);
    if (turn == kOver) return "nothing: the game is over";
    return turn == kChance ? "a draw" : "a move of seat " + std::to_string(turn);
}

/// A move that was read, if this State or View allows it. Throws InputError else.
template <Game G, typename Place>
typename G::Move legal_move(const Place& place, typename G::Move move) {
    const auto moves = G::legal_moves(place);
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) return move;
    if (moves.empty()) {
        throw InputError(Fault::out_of_turn, "a move is not possible now", G::position_text(place),
                         what_is_due<G>(place));
    }
    constexpr std::size_t most = 20;
    std::string expected = "one of";
    for (std::size_t i = 0; i < std::min(moves.size(), most); ++i)
        expected += " " + G::move_text(moves[i]);
    if (moves.size() > most) expected += " ...";
    throw InputError(Fault::illegal_move, G::move_text(move) + " is not possible now",
                     G::position_text(place), expected);
}

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

/// What a seat sees of a draw or a move that is about to be made: where nothing is hidden all of
/// it.
template <ChanceGame G>
std::string seen(const typename G::State& state, int seat, std::string_view text) {
    if constexpr (HiddenInfoGame<G>) {
        return G::seen(state, seat, text);
    } else {
        return std::string(text);
    }
}

/// Takes in what a seat saw of a draw or a move. The view is as before if the text is refused.
template <ChanceGame G>
void see(ViewOf<G>& view, std::string_view text) {
    if constexpr (HiddenInfoGame<G>) {
        G::see(view, text);
    } else {
        apply_text<G>(view, text);
    }
}

/// G::legal_moves into a list of the caller's, which keeps its memory from call to call. A game
/// with a quicker way than to make a new list has a G::legal_moves(state, moves) that does the
/// same.
template <Game G>
void legal_moves_into(const typename G::State& state, std::vector<typename G::Move>& moves) {
    if constexpr (requires { G::legal_moves(state, moves); }) {
        G::legal_moves(state, moves);
    } else {
        moves = G::legal_moves(state);
    }
}

/// Draws by weight, with one number of `random`, and says what was drawn.
template <ChanceGame G>
typename G::Outcome draw_by_weight(typename G::State& state, Random& random) {
    const auto outcomes = G::outcomes(state);
    std::uint32_t total = 0;
    for (const auto& [outcome, weight] : outcomes) total += static_cast<std::uint32_t>(weight);
    if (total == 0) throw std::logic_error("chance has nothing to draw");
    auto ticket = static_cast<int>(random.below(total));
    std::size_t drawn = 0;
    while ((ticket -= outcomes[drawn].second) >= 0) ++drawn;
    G::draw(state, outcomes[drawn].first);
    return outcomes[drawn].first;
}

/// Plays to the end, every draw by its weight and every move alike.
template <ChanceGame G>
void play_randomly(typename G::State& state, Random& random) {
    std::vector<typename G::Move> moves;
    for (int turn = G::to_move(state); turn != kOver; turn = G::to_move(state)) {
        if (turn == kChance) {
            draw_by_weight<G>(state, random);
            continue;
        }
        legal_moves_into<G>(state, moves);
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
            throw InputError(Fault::out_of_turn, "there are too few", "the draws",
                             "more of them; one that cannot be used takes another");
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
