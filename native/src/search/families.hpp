// Every family of searches, and how a search of one is made in a game.
#pragma once

#include <memory>
#include <tuple>

#include "flat.hpp"
#include "ismcts.hpp"
#include "maxn.hpp"
#include "mcts.hpp"
#include "parameters.hpp"
#include "puct.hpp"
#include "random_choice.hpp"
#include "star.hpp"

namespace carcbot::search {

/// The settings of a family, and the search that is made of them.
template <typename Chosen, template <ChanceGame> class Made>
struct Way {
    using Settings = Chosen;
    template <ChanceGame G>
    using Search = Made<G>;
};

/// All of them. A new family is a header beside this file, and a line here.
using Ways = std::tuple<Way<RandomSettings, RandomChoice>,  //
                        Way<FlatSettings, Flat>,            //
                        Way<MctsSettings, Mcts>,            //
                        Way<RaveSettings, Mcts>,            //
                        Way<PuctSettings, Puct>,            //
                        Way<IsmctsSettings, Ismcts>,        //
                        Way<ExpectimaxSettings, Star>,      //
                        Way<StarSettings, Star>,            //
                        Way<MaxnSettings, Maxn>>;

/// Does something with each of them.
template <typename Use>
void for_each_way(Use use) {
    std::apply([&](auto... way) { (use(way), ...); }, Ways());
}

/// The settings of that family, as they are where nothing is said.
inline std::unique_ptr<Settings> usual_settings(const Family& family) {
    std::unique_ptr<Settings> settings;
    for_each_way([&]<typename W>(W) {
        if (&family == &W::Settings::kFamily) settings = std::make_unique<typename W::Settings>();
    });
    return settings;
}

/// Throws InputError(agent), with this name of the game, if searches with these settings do not
/// play it.
template <ChanceGame G>
void need_family_for(const Settings& settings, std::string_view game = G::kName) {
    if (!HiddenInfoGame<G> || !settings.family().sees_all) return;
    std::string others;
    for_each_way([&]<typename W>(W) {
        if (W::Settings::kFamily.sees_all) return;
        others += (others.empty() ? "" : " or ") + std::string(W::Settings::kFamily.name);
    });
    throw InputError(Fault::agent,
                     std::string(settings.family().name) + " does not play " + std::string(game) +
                         ", in which seats know different things",
                     "", others);
}

/// A search with these settings about what a seat knows. The same seed gives the same search.
/// Throws InputError if the view is wrong, the family does not play the game, or a word of the
/// settings is not known there.
template <ChanceGame G>
std::unique_ptr<Searcher> make_searcher(const Settings& settings, std::string_view view,
                                        std::uint64_t seed) {
    need_family_for<G>(settings);
    std::unique_ptr<Searcher> made;
    for_each_way([&]<typename W>(W) {
        using Own = typename W::Settings;
        if constexpr (!HiddenInfoGame<G> || !Own::kFamily.sees_all) {
            if (&settings.family() != &Own::kFamily) return;
            made = std::make_unique<typename W::template Search<G>>(
                view, seed, static_cast<const Own&>(settings));
        }
    });
    return made;
}

}  // namespace carcbot::search
