// What can be chosen about tree search for hidden cards; ismcts.hpp says what it means.
#pragma once

#include "final_choice.hpp"
#include "playouts.hpp"

namespace carcbot::search {

enum class Observer : std::uint8_t { single, multiple, chance, worlds, votes };
inline constexpr std::array<Named<Observer>, 5> kObservers = {{{"single", Observer::single},
                                                               {"multiple", Observer::multiple},
                                                               {"chance", Observer::chance},
                                                               {"worlds", Observer::worlds},
                                                               {"votes", Observer::votes}}};

/// What a search looks at that is hidden from it, to measure what that is worth.
enum class Cheats : std::uint8_t {
    never,
    hands,  ///< the true hands; what chance does is open
    draws   ///< also what chance will do
};
inline constexpr std::array<Named<Cheats>, 3> kCheats = {
    {{"never", Cheats::never}, {"hands", Cheats::hands}, {"draws", Cheats::draws}}};

/// By what the other seats decide within the tree.
enum class Others : std::uint8_t { tree, policy };
inline constexpr std::array<Named<Others>, 2> kOthers = {
    {{"tree", Others::tree}, {"policy", Others::policy}}};

/// Where the bias stands in the formula of UCT.
enum class BiasPlace : std::uint8_t { beside, inside };
inline constexpr std::array<Named<BiasPlace>, 2> kBiasPlaces = {
    {{"beside", BiasPlace::beside}, {"inside", BiasPlace::inside}}};

/// From here on the value of a move that was not tried means that it is tried before others.
inline constexpr double kTriedFirst = 1e9;

struct IsmctsSettings : Settings {
    static constexpr Family kFamily{.name = "ismcts",
                                    .title = "Monte-Carlo tree search that guesses hidden cards",
                                    .adds_up = true,
                                    .remembers = true,
                                    .sees_all = false};
    [[nodiscard]] const Family& family() const override { return kFamily; }

    void list(Parameters& all) override {
        all.choice("tree", observer, kObservers,
                   "Whose knowledge the nodes of the tree stand for.");
        all.number("worlds", worlds, 1, 10'000, "With tree=worlds or votes, how many guesses.");
        all.choice("cheats", look, kCheats,
                   "What it looks at that is hidden; only in contests of searches of one's own.");
        all.word("guess", guess,
                 "How hidden cards are guessed: as likely as they are, or otherwise.");
        all.flag("ruled", ruled,
                 "Whether decisions for which the game has a rule of thumb are made by it.");
        all.word("rules", rules, "With ruled=on, which of the game's rules of thumb.");
        all.number("ruled_sims", ruled_sims, 0, 1e6,
                   "Simulations that only value the moves, where such a rule decides.");
        all.number("tree_turns", tree_turns, 0, 1e6, "Turns that are in the tree; 0 is no limit.");
        all.flag("joined", joined,
                 "Whether the choices of a turn are one: chance between them is seen after it.");
        all.number("c", c, 0, 1e6, "How curious: the constant of UCT.");
        all.number("s", rollouts, 1, 100'000, "Random games in a simulation.");
        all.number("t", expand_after, 1, 1e6, "Visits after which a node gets children.");
        all.number("uct_after", uct_after, 0, 1e6,
                   "Visits of a node before UCT chooses there; until then the policy does.");
        all.number("unvisited", unvisited, -kTriedFirst, kTriedFirst,
                   "What a move counts as that was not tried; 1e9: it is tried before others.");
        all.choice("others", others, kOthers, "By what other seats decide within the tree.");
        all.word("knowledge", knowledge, "What the game knows of moves, for bias and unpruning.");
        all.number("bias", bias, 0, 1e6,
                   "Progressive bias: so much of what the game knows of a move; 0 is none.");
        all.choice("bias_place", bias_place, kBiasPlaces,
                   "Whether the bias stands beside the root of UCT or inside of it.");
        all.number("prune_k", prune_k, 0, 1e6,
                   "Progressive unpruning: moves that are looked at first; 0 is all.");
        all.number("prune_a", prune_a, 1e-3, 1e9, "Visits of a node before one move more.");
        all.number(
            "prune_b", prune_b, 0, 1e6,
            "Each further move needs so many times the visits of the one before it (above 1).");
        all.number("knowledge_after", knowledge_after, 0, 1e6,
                   "Visits of a node before bias and unpruning begin.");
        list_reward(all, reward);
        list_rivals(all, rivals);
        choice.list(all);
        playouts.list(all);
        all.number("memory", megabytes, 1, 65536,
                   "Megabytes of the tree, after which it does not grow.");
        list_limits_of_simulations(all);
    }

    [[nodiscard]] bool cheats() const override { return look != Cheats::never; }
    void check() const override {
        playouts.check();
        if (prune_k && prune_b <= 1) {
            throw InputError(Fault::agent, "progressive unpruning would look at all moves at once",
                             "parameter prune_b", "a number above 1");
        }
    }

    Observer observer = Observer::single;
    int worlds = 20;
    Cheats look = Cheats::never;
    std::string guess{kUsual};
    bool ruled = false;
    std::string rules{kUsual};
    int ruled_sims = 0;
    int tree_turns = 0;
    bool joined = false;
    double c = 3;
    int rollouts = 1;
    int expand_after = 1;
    int uct_after = 0;
    double unvisited = kTriedFirst;
    Others others = Others::tree;
    std::string knowledge{kUsual};
    double bias = 0;
    BiasPlace bias_place = BiasPlace::beside;
    int prune_k = 0;
    double prune_a = 50;
    double prune_b = 1.3;
    int knowledge_after = 0;
    Reward reward = Reward::difference;
    Rivals rivals = Rivals::best;
    FinalChoice choice;
    PlayoutSettings playouts;
    int megabytes = 512;
};

}  // namespace carcbot::search
