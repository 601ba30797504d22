// The board is right for any legal game, also for the longest: games that grow in one direction
// only, up to a straight line of every land tile there is, away from a start tile that lies as far
// out as it may.

#include <algorithm>
#include <string>
#include <vector>

#include "check.hpp"
#include "invariants.hpp"
#include "random_games.hpp"

namespace {

using namespace random_games;

constexpr int kAhead[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};  // by side: N E S W

int reach(int side, int x, int y) {
    return kAhead[side][0] * x + kAhead[side][1] * y;
}

int farthest_tile(const State& state, int side) {
    int most = -1000;
    for (int i = 0; i < state.tiles; ++i) {
        const Cell cell = state.placed[i].cell;
        most = std::max(most, reach(side, x_of(cell), y_of(cell)));
    }
    return most;
}

/// The moves that lie farthest out.
std::vector<Move> farthest_moves(const State& state, int side) {
    std::vector<Move> moves = legal_moves(state);
    int most = -1000;
    for (const Move move : moves) most = std::max(most, reach(side, move.x, move.y));
    std::erase_if(moves, [&](Move move) { return reach(side, move.x, move.y) != most; });
    return moves;
}

/// How many tiles in the bag show this edge somewhere.
int tiles_with(const State& state, unsigned edge) {
    return static_cast<int>(std::count_if(state.bag, state.bag + state.bag_count, [&](int kind) {
        const auto& edges = tile_kinds()[static_cast<std::size_t>(kind)].edges;
        return std::count(edges.begin(), edges.end(), static_cast<Edge>(edge)) != 0;
    }));
}

/// A draw and a move that make the game longer by one cell and leave the best chances to go on, or
/// any if none does. Chance gives what is asked of it.
void grow(State& state, int side, Random& random) {
    const int tip = farthest_tile(state, side);
    State best;
    int best_score = -1;
    for (const auto& [kind, weight] : Carcassonne::outcomes(state)) {
        State drawn = state;
        draw(drawn, kind);
        if (drawn.phase != Phase::place) {
            if (best_score < 0) best = drawn, best_score = 0;
            continue;
        }
        const auto moves = farthest_moves(drawn, side);
        const Move move = any_of(moves, random);
        const Shape& shape = state.rules->shapes->of[kind][move.rotation];
        const unsigned exit = shape.edges >> (2 * side) & 3U;
        const bool longer = reach(side, move.x, move.y) > tip;
        const int score =
            1 + longer * (100 + tiles_with(drawn, exit) * 100) + static_cast<int>(random.below(50));
        if (score <= best_score) continue;
        best_score = score;
        best = drawn;
        apply(best, move);
    }
    state = best;
}

void check_position(const State& state) {
    CHECK_EQ(invariants::broken(state), std::string());
    const std::string text = position_text(state);
    const State again = parse_position(text);
    CHECK_EQ(position_text(again), text);
    CHECK_EQ(again.record.digest, state.record.digest);
    CHECK(legal_moves(again) == legal_moves(state));
}

/// Plays games that grow towards `side` until one comes `wanted` cells far; returns how far the
/// best came.
int longest(const std::string& options, int side, int wanted) {
    int best = 0;
    for (std::uint64_t seed = 0; seed < 60 && best < wanted; ++seed) {
        State state = Carcassonne::new_game(options);
        Random random(seed);
        const int from = farthest_tile(state, side);
        while (state.phase != Phase::end) {
            grow(state, side, random);
            if (state.tiles % 40 == 0) check_position(state);
        }
        check_position(state);
        best = std::max(best, farthest_tile(state, side) - from);
    }
    return best;
}

/// Where chance is chance and only the seats strive outwards.
void random_draws(const std::string& options, int side, std::uint64_t seed) {
    State state = Carcassonne::new_game(options);
    Random random(seed);
    while (state.phase != Phase::end) {
        if (state.phase == Phase::draw) {
            step(state, random);
        } else {
            apply(state, any_of(farthest_moves(state, side), random));
        }
    }
    check_position(state);
}

std::string start_at(const std::string& tile, int side) {
    return ",start=" + tile + "@" + std::to_string(20 * kAhead[side][0]) + "," +
           std::to_string(20 * kAhead[side][1]);
}

}  // namespace

int main() {
    for (int side = 0; side < 4; ++side) {
        // All 89 tiles that are drawn in one line with the start tile.
        const std::string land =
            "seats=6,expansions=inns_and_cathedrals+abbot" + start_at("D0", side);
        CHECK_EQ(longest(land, side, 89), 89);
        // The river cannot flow straight through its bends; the rest makes a line again.
        const std::string all =
            "seats=6,expansions=river+inns_and_cathedrals+abbot,river_start_tile=kept" +
            start_at("RA" + std::to_string((side + 2) % 4), side);
        CHECK(longest(all, side, 95) >= 95);
        const auto seed = static_cast<std::uint64_t>(side);
        random_draws(all, side, seed);
        random_draws(land, side, seed);
    }
    return check::result();
}
