// Prints what any change in play would alter, however small. `make same` compares what the cores
// of the wheel and the one for this machine print; a change that is meant to be about speed alone
// leaves it.

#include <cstdio>
#include <string>
#include <vector>

#include "games/carcassonne/searchable.hpp"
#include "games/thurn_and_taxis/searchable.hpp"
#include "random_games.hpp"
#include "search/families.hpp"

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

/// What a search found within so many nodes, to the last bit.
void print_search(const char* name, search::Searcher& searcher, std::int64_t nodes) {
    std::vector<std::uint64_t> memory(search::Board::bytes_for(2048) / 8 + 1);
    search::Board board(std::as_writable_bytes(std::span(memory)));
    const search::Progress found = searcher.think({.nodes = nodes}, 0, board, {});
    std::uint64_t checksum = 0;
    for (const search::RootMove& move : found.moves) {
        checksum = mix64(checksum + move.visits);
        checksum = mix64(checksum + std::bit_cast<std::uint64_t>(move.total));
    }
    std::printf("  %s: %lld nodes, %lld leaves, depth %d, move %d, %a points, all %016llx\n", name,
                static_cast<long long>(found.nodes), static_cast<long long>(found.leaves),
                found.depth, found.best, found.value, static_cast<unsigned long long>(checksum));
}

/// Every family of searches on two positions of a random game.
void print_searches(std::string_view options) {
    using namespace carcbot::search;
    for (const int tiles : {8, 40}) {
        State state = Carcassonne::new_game(options);
        Random random(5);
        while (state.phase != Phase::end &&
               !(state.tiles >= tiles && state.phase == Phase::place)) {
            step(state, random);
        }
        if (state.phase == Phase::end) continue;
        const std::string text = position_text(state);
        for (const std::string policy : {"placement-then-meeple", "uniform"}) {
            RandomSettings any;
            any.policy = policy;
            RandomChoice<Carcassonne> guess(text, 3, any);
            print_search("random", guess, 0);
            FlatSettings even;
            even.rivals = Rivals::all;
            even.playouts.policy = policy;
            Flat<Carcassonne> flat(text, 3, even);
            print_search("flat", flat, 300);
            MctsSettings tree;
            tree.policy = policy;
            for (const bool rave : {false, true}) {
                tree.rave = rave;
                tree.rollouts = rave ? 3 : 1;
                Mcts<Carcassonne> mcts(text, 3, tree);
                print_search(rave ? "rave" : "mcts", mcts, rave ? 200 : 1000);
            }
        }
        for (const char* worth : {"virtual", "heyden", "judge"}) {
            PuctSettings led;
            led.evaluation = worth;
            Puct<Carcassonne> puct(text, 3, led);
            print_search("puct", puct, 200);
            StarSettings depth;
            depth.order = "features";
            depth.worth = worth;
            constexpr Named<Pruning> kPrunings[] = {{"none", Pruning::none},
                                                    {"sequential", Pruning::sequential},
                                                    {"cyclic", Pruning::cyclic}};
            for (const auto& [name, pruning] : kPrunings) {
                depth.pruning = pruning;
                Star<Carcassonne> star(text, 0, depth);
                print_search(name.data(), star, 5000);
            }
            MaxnSettings each;
            each.worth = worth;
            Maxn<Carcassonne> maxn(text, 0, each);
            print_search("maxn", maxn, 3000);
        }
    }
}

/// Points of games of Thurn and Taxis in which the policies take turns, and of samples from there.
void print_policies(std::string_view options) {
    namespace tat = thurn_and_taxis;
    for (int policy = 0; policy < static_cast<int>(tat::kPolicyNames.size()); ++policy) {
        Random random(42);
        std::uint64_t checksum = 0;
        tat::State state = tat::ThurnAndTaxis::new_game(options);
        while (tat::ThurnAndTaxis::to_move(state) != kOver) {
            if (tat::ThurnAndTaxis::to_move(state) == kChance) {
                draw_by_weight<tat::ThurnAndTaxis>(state, random);
                continue;
            }
            tat::State sample = state;
            tat::play_part(sample, random,
                           {.policy = policy, .policy_turns = 6, .turns = 10, .lead = 5});
            for (const int points : tat::ThurnAndTaxis::scores(sample))
                checksum = mix64(checksum + static_cast<std::uint64_t>(points));
            tat::ThurnAndTaxis::apply(
                state, tat::choose_move(state, random, static_cast<tat::Policy>(policy)));
        }
        std::printf("  samples by %s: %016llx\n",
                    tat::kPolicyNames[static_cast<std::size_t>(policy)].data(),
                    static_cast<unsigned long long>(checksum));
    }
}

/// What searches for hidden cards find in the middle of such a game.
void print_hidden_searches(std::string_view options) {
    using namespace carcbot::search;
    using Game = thurn_and_taxis::ThurnAndTaxis;
    Random random(7);
    thurn_and_taxis::State state = Game::new_game(options);
    while (Game::turn(state).number < 20 || Game::to_move(state) < 0) {
        if (Game::to_move(state) == kChance) {
            draw_by_weight<Game>(state, random);
        } else {
            Game::apply(state, Searchable<Game>::random_move(state, random, 1));
        }
    }
    const std::string view = Game::position_text(Game::view(state, Game::to_move(state)));
    FlatSettings even;
    even.worlds = 5;
    even.playouts.policy = "pseudo-random";
    even.playouts.turns = 10;
    Flat<Game> flat(view, 3, even);
    print_search("flat", flat, 300);
    for (const auto& [name, observer] : kObservers) {
        IsmctsSettings tree;
        tree.observer = observer;
        tree.playouts = even.playouts;
        tree.uct_after = 5;
        tree.bias = 1;
        Ismcts<Game> search(view, 3, tree);
        print_search(name.data(), search, 500);
    }
}

}  // namespace

int main() {
    for (const auto options : kOptionSets) {
        std::printf("%.*s\n", static_cast<int>(options.size()), options.data());
        print_playouts(options);
        print_games(options);
        print_perft(options);
        print_searches(options);
    }
    for (const char* options : {"reading=thesis,cut=100", "seats=3,carrier=must,cut=100"}) {
        std::printf("thurn_and_taxis %s\n", options);
        print_policies(options);
        print_hidden_searches(options);
    }
}
