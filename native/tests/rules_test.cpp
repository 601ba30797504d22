// Random games of every flavour: what the core keeps up to date step by step is what a slow look at
// the whole board finds.

#include <set>
#include <string>

#include "check.hpp"
#include "invariants.hpp"
#include "random_games.hpp"

namespace {

using namespace random_games;

std::string described(std::string_view options, std::uint64_t seed, const std::string& wrong) {
    return wrong.empty()
               ? ""
               : wrong + " (seed " + std::to_string(seed) + ", " + std::string(options) + ")";
}

/// After every step the digest is right; now and then, and at the end, everything is.
void every_step_keeps_what_must_hold() {
    for (const auto options : kOptionSets) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            State state = Carcassonne::new_game(options);
            Random random(seed);
            for (int steps = 0; state.phase != Phase::end; ++steps) {
                step(state, random);
                CHECK_EQ(state.record.digest, digest_of(state));
                if (steps % 16 == 0) {
                    CHECK_EQ(described(options, seed, invariants::broken(state)), std::string());
                }
            }
            CHECK_EQ(described(options, seed, invariants::broken(state)), std::string());
        }
    }
}

/// A copy goes its own way: playing it on leaves the original as it was, and the other way round.
void copies_are_independent() {
    for (const auto options : kOptionSets) {
        State state = Carcassonne::new_game(options);
        Random random(7);
        for (int steps = 0; state.phase != Phase::end; ++steps) {
            if (steps % 25 == 0) {
                const State original = state;
                State copy = state;
                const std::string text = position_text(original);
                Random other(static_cast<std::uint64_t>(steps));
                play_randomly<Carcassonne>(copy, other);
                CHECK_EQ(position_text(original), text);
                CHECK_EQ(invariants::broken(original), std::string());
                copy = original;  // over what a longer game left behind
                CHECK_EQ(position_text(copy), text);
                CHECK_EQ(invariants::broken(copy), std::string());
                CHECK(legal_moves(copy) == legal_moves(original));
            }
            step(state, random);
        }
    }
}

/// A playout moves as many pieces as there are: nothing is lost though no Record is kept.
void playouts_keep_the_supplies() {
    for (const auto options : kOptionSets) {
        for (const auto sampler :
             {Sampler::placement_then_meeple, Sampler::all_moves, Sampler::all_moves_listed}) {
            State state = Carcassonne::new_game(options);
            Random random(11);
            const int moves = playout(state, random, sampler);
            CHECK(state.phase == Phase::end);
            CHECK_EQ(moves, state.tiles - 1);
            int monks[8] = {};
            for (int i = 0; i < state.monks; ++i) ++monks[state.monk[i].seat];
            for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
                int figures = state.small_supply[seat] + (state.big_supply >> seat & 1) +
                              (state.abbot_supply >> seat & 1) + monks[seat];
                for (int label = 0; label < state.features.labels; ++label) {
                    if (state.features.root[label] != label) continue;
                    const std::uint64_t word = invariants::word_of(state, label);
                    figures += static_cast<int>(word >> (4 * seat) & 15) -
                               static_cast<int>(word >> (tally::kBig + seat) & 1);
                }
                const Options& played = state.rules->options;
                CHECK_EQ(figures, kSmallMeeples + played.inns + played.abbot);
            }
        }
    }
}

/// The empty cells that touch a tile.
std::set<Cell> cells_around(const State& state) {
    std::set<Cell> tiles, around;
    for (int i = 0; i < state.tiles; ++i) tiles.insert(state.placed[i].cell);
    for (const Cell cell : tiles) {
        for (int side = 0; side < 4; ++side) {
            if (!tiles.contains(beside(cell, side))) around.insert(beside(cell, side));
        }
    }
    return around;
}

/// Playouts, from wherever, end with the frontier that the board has, though they find its cells in
/// another way than moves do; and none finds what the one before it left on its map.
void playouts_keep_the_frontier() {
    for (const auto options : kOptionSets) {
        State state = Carcassonne::new_game(options);
        Random random(13);
        for (int steps = 0; state.phase != Phase::end; ++steps, step(state, random)) {
            if (steps % 10) continue;
            State played = state;
            playout(played, random, Sampler::placement_then_meeple);
            const Frontier& frontier = played.frontier;
            const std::set<Cell> around = cells_around(played);
            CHECK_EQ(frontier.count, static_cast<int>(around.size()));
            CHECK(std::set<Cell>(frontier.cells, frontier.cells + frontier.count) == around);
        }
    }
}

/// Different ways to draw the same random game give games of the same kind: the mean points of the
/// two samplers that are uniform over all moves agree.
void uniform_samplers_agree() {
    double mean[2] = {};
    constexpr int kGames = 1500;
    const Sampler samplers[] = {Sampler::all_moves, Sampler::all_moves_listed};
    for (std::size_t which = 0; which < 2; ++which) {
        Random random(which);
        for (int game = 0; game < kGames; ++game) {
            State state = Carcassonne::new_game("seats=2");
            playout(state, random, samplers[which]);
            mean[which] += static_cast<double>(virtual_scores(state)[0]) / kGames;
        }
    }
    // The deviation of one game's points is below 15, so that of a mean of 1500 is below 0.4.
    CHECK(mean[0] - mean[1] < 2 && mean[1] - mean[0] < 2);
}

/// No seat scores less than it has, or more than its bound.
void bounds_hold() {
    for (const auto options : kOptionSets) {
        State state = Carcassonne::new_game(options);
        Random random(5);
        std::vector<std::array<std::pair<int, int>, kMaxSeats>> bounds;
        while (state.phase != Phase::end) {
            auto& now = bounds.emplace_back();
            for (int seat = 0; seat < state.rules->options.seats; ++seat) {
                now[static_cast<std::size_t>(seat)] = value_bounds(state, seat);
            }
            step(state, random);
        }
        const Points points = scores(state);
        for (const auto& then : bounds) {
            for (std::size_t seat = 0; seat < state.rules->options.seats; ++seat) {
                CHECK(then[seat].first <= points[seat] && points[seat] <= then[seat].second);
            }
        }
    }
}

}  // namespace

int main() {
    every_step_keeps_what_must_hold();
    copies_are_independent();
    playouts_keep_the_supplies();
    playouts_keep_the_frontier();
    uniform_samplers_agree();
    bounds_hold();
    return check::result();
}
