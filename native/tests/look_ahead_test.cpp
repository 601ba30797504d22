// What is worth how much after a move: the quick way agrees with making every move.

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "games/carcassonne/searchable.hpp"
#include "random_games.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::carcassonne;

void check_position(const State& state, const Worth& weights) {
    const std::vector<Move> moves = legal_moves(state);
    std::vector<After> quick;
    look_ahead(state, moves, weights, quick);
    CHECK_EQ(quick.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        State after = state;
        apply(after, moves[i]);
        const PerSeat worth = worth_of(after, weights);
        for (std::size_t seat = 0; seat < kMostSeats; ++seat) {
            CHECK_EQ(quick[i].worth[seat], worth[seat]);
        }
        CHECK_EQ(quick[i].over, after.phase == Phase::end);
    }
}

#ifdef __SANITIZE_ADDRESS__
constexpr int kGames = 2;  // of each kind; they take sixty times as long then
#else
constexpr int kGames = 6;
#endif

/// A move that looks good, so that games have many figures, farms and complete cities.
Move greedy_move(const State& state) {
    const std::vector<Move> moves = legal_moves(state);
    std::vector<After> after;
    look_ahead(state, moves, Worth{}, after);
    std::size_t best = 0;
    for (std::size_t i = 1; i < moves.size(); ++i) {
        if (after[i].worth[state.seat] > after[best].worth[state.seat]) best = i;
    }
    return moves[best];
}

/// A move as far out as it can be, so that the frontier grows as long as it can.
Move far_move(const State& state) {
    const std::vector<Move> moves = legal_moves(state);
    return *std::max_element(moves.begin(), moves.end(), [](Move a, Move b) {
        return std::abs(a.x) + std::abs(a.y) < std::abs(b.x) + std::abs(b.y);
    });
}

/// Plays a game by moves that `choose` chooses, and looks at all of its positions with these
/// weights; returns how long the frontier was at most.
template <typename Choose>
int play(std::string_view options, std::initializer_list<std::string_view> weights, Random& random,
         Choose choose) {
    int longest = 0;
    State state = new_game(Options::parse(options));
    while (state.phase != Phase::end) {
        longest = std::max(longest, state.frontier.count);
        if (state.phase == Phase::draw) {
            draw(state, random_games::any_of(outcomes(state), random).first);
            continue;
        }
        for (const std::string_view name : weights) check_position(state, Worth::named(name));
        apply(state, choose(state));
    }
    return longest;
}

}  // namespace

int main() {
    Random random(1);
    const auto any_move = [&](const State& state) {
        return random_games::any_of(legal_moves(state), random);
    };
    const std::initializer_list<std::string_view> weights = {
        "virtual", "heyden", "heyden-intuitive", "judge", "100/10/30/12.5/0", "100/10/30/12.5/-40"};
    for (const std::string_view options : random_games::kOptionSets) {
        for (int game = 0; game < kGames; game += 2) {
            play(options, weights, random, any_move);
            play(options, weights, random, greedy_move);
        }
    }
    const int longest =
        play("expansions=river+inns_and_cathedrals+abbot", {"judge"}, random, far_move);
    CHECK(longest > 128);
    return check::result();
}
