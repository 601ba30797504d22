// Prints what any change in play would alter, however small. `make same` compares what a portable
// build and one for this machine print; a change that is meant to be about speed alone leaves it.

#include <cstdio>
#include <string>
#include <vector>

#include "random_games.hpp"

namespace {

using namespace random_games;

/// Moves made and points in 300 playouts by each sampler.
void print_playouts(std::string_view options) {
    constexpr const char* names[] = {"placement_then_meeple", "all_moves", "all_moves_listed"};
    for (int sampler = 0; sampler < 3; ++sampler) {
        Random random(42);
        int moves = 0;
        std::uint64_t checksum = 0;
        for (int game = 0; game < 300; ++game) {
            State state = Carcassonne::new_game(options);
            moves += playout(state, random, static_cast<Sampler>(sampler));
            for (const int points : virtual_scores(state)) {
                checksum = mix64(checksum + static_cast<std::uint64_t>(points));
            }
        }
        std::printf("  playouts %s: %d moves, points %016llx\n", names[sampler], moves,
                    static_cast<unsigned long long>(checksum));
    }
}

/// All digests of three recorded games, and how the last of them ended.
void print_games(std::string_view options) {
    std::uint64_t checksum = 0;
    State state;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        state = Carcassonne::new_game(options);
        Random random(seed);
        while (state.phase != Phase::end) {
            checksum = mix64(checksum + Carcassonne::digest(state));
            step(state, random);
        }
    }
    std::printf("  digests %016llx, last %s\n", static_cast<unsigned long long>(checksum),
                position_text(state).c_str());
}

/// Sequences of moves to depth 3, with draws as a random game had them.
void print_perft(std::string_view options) {
    State state = Carcassonne::new_game(options);
    const State start = state;
    std::vector<Carcassonne::Outcome> draws;
    Random random(1);
    while (state.tiles < 4 && state.phase != Phase::end) {
        if (state.phase == Phase::draw) {
            const auto all = outcomes(state);
            draws.push_back(all[random.below(static_cast<std::uint32_t>(all.size()))].first);
            draw(state, draws.back());
        } else {
            apply(state, legal_moves(state).front());
        }
    }
    // Another line of play may refuse a draw and want one more.
    for (const auto& [kind, count] : outcomes(state)) draws.push_back(kind);
    std::printf("  perft 3: %llu\n",
                static_cast<unsigned long long>(perft<Carcassonne>(start, draws, 0, 3)));
}

}  // namespace

int main() {
    for (const auto options : kOptionSets) {
        std::printf("%.*s\n", static_cast<int>(options.size()), options.data());
        print_playouts(options);
        print_games(options);
        print_perft(options);
    }
}
