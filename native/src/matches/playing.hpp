// A whole game between searches: who is to move thinks, chance draws, until the game is over or
// somebody is late.
//
// Each player has a searcher that stands at the game's start, as its seat sees it. One with a tree,
// which is kept from move to move, goes along with every ply; the others are told what their seat
// may know when they are to think; who cheats is shown the truth. The first word of what a search
// thinks is its move, which is read and checked like any other text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "chance.hpp"
#include "search/searcher.hpp"

namespace carcbot::matches {

using search::Nanoseconds;

/// Who plays a seat, and what a decision may cost there.
struct Player {
    search::Searcher* searcher;
    search::Budget budget;
};

/// What a seat's decisions have cost.
struct Effort {
    std::int64_t decisions = 0;
    std::int64_t nodes = 0;
    std::int64_t simulations = 0;
    Nanoseconds thinking = 0;  ///< all together
    Nanoseconds longest = 0;   ///< of one decision
};

inline constexpr int kNobody = -1;

struct Played {
    std::string plies;  ///< draws and moves, with spaces between them
    std::vector<int> scores;
    std::vector<int> ranking;
    std::vector<Effort> efforts;
    int late = kNobody;    ///< the seat that took too long, after which nothing was played any more
    Nanoseconds over = 0;  ///< by how much
};

/// The players' searchers; throws InputError(options) if one is of another game.
template <ChanceGame G>
std::vector<search::SearcherOf<G>*> searchers_of(const std::vector<Player>& players) {
    std::vector<search::SearcherOf<G>*> searchers;
    for (const Player& player : players) {
        searchers.push_back(dynamic_cast<search::SearcherOf<G>*>(player.searcher));
        if (searchers.back()) continue;
        throw InputError(Fault::options, "a search of another game", "the players",
                         "searches of " + std::string(G::kName));
    }
    return searchers;
}

/// Plays from `state` on. A decision that took longer than its player's time by more than `grace`
/// ends the game. Only the time counts in which this thread had a core: that a busy machine gave it
/// to somebody else is no player's fault.
template <ChanceGame G>
Played play(typename G::State state, std::vector<Player>& players, MirroredChance chance,
            Nanoseconds grace) {
    Played game;
    game.efforts.resize(players.size());
    const std::vector<search::SearcherOf<G>*> seated = searchers_of<G>(players);
    const auto go_along = [&](const typename G::State& before, std::string_view ply) {
        for (std::size_t seat = 0; seat < seated.size(); ++seat) {
            if (!seated[seat]->remembers()) continue;
            seated[seat]->advance(seen<G>(before, static_cast<int>(seat), ply));
        }
    };
    std::vector<std::uint64_t> memory(search::Board::bytes_for(1) / sizeof(std::uint64_t) + 1);
    search::Board board(std::as_writable_bytes(std::span(memory)));
    std::vector<int> weights;
    int mover = kNobodyMoved;
    for (int turn = G::to_move(state); turn != kOver; turn = G::to_move(state)) {
        std::string ply;
        if (turn == kChance) {
            const auto outcomes = G::outcomes(state);
            weights.clear();
            for (const auto& [outcome, weight] : outcomes) weights.push_back(weight);
            const auto drawn = outcomes[chance.pick(weights, mover)].first;
            ply = G::outcome_text(drawn);
            go_along(state, ply);
            G::draw(state, drawn);
        } else {
            const Player& player = players[static_cast<std::size_t>(turn)];
            Effort& effort = game.efforts[static_cast<std::size_t>(turn)];
            auto* thinker = seated[static_cast<std::size_t>(turn)];
            if (!thinker->remembers()) thinker->stand_at(view_of<G>(state, turn));
            if (thinker->cheats()) {
                thinker->show({state, mover, [chance] {
                                   return [again = chance](std::span<const int> each,
                                                           int moved) mutable {
                                       return again.pick(each, moved);
                                   };
                               }});
            }
            const Nanoseconds begun = search::now(), had = search::core_time();
            board.clear();
            const search::Progress thought = thinker->think(player.budget, begun, board, {});
            const Nanoseconds taken = search::now() - begun, worked = search::core_time() - had;
            ++effort.decisions;
            effort.nodes += thought.nodes;
            effort.simulations += thought.simulations;
            effort.thinking += taken;
            effort.longest = std::max(effort.longest, taken);
            const Nanoseconds limit = search::moment_after(begun, player.budget.hard_s);
            if (limit && begun + worked > limit + grace) {
                game.late = turn;
                game.over = begun + worked - limit;
                break;
            }
            ply = thought.line.substr(0, thought.line.find(' '));
            const auto move = G::parse_move(state, ply);
            go_along(state, ply);
            G::apply(state, move);
            mover = turn;
        }
        if (!game.plies.empty()) game.plies += ' ';
        game.plies += ply;
    }
    const PerSeat scores = G::scores(state), ranking = G::ranking(state);
    game.scores.assign(scores.begin(), scores.begin() + G::seats(state));
    game.ranking.assign(ranking.begin(), ranking.begin() + G::seats(state));
    return game;
}

}  // namespace carcbot::matches
