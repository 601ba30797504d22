// Plays with the search of docs/adding-a-search.md against chance, and tells of each game its name,
// by how much the search won, its simulations, and the plies; then of its parameters.
#include <cstdio>

#include "games/grove/grove.hpp"
#include "games/hoard/hoard.hpp"
#include "matches/playing.hpp"
#include "search/families.hpp"

using namespace carcbot;
using namespace carcbot::search;

namespace {

std::unique_ptr<Settings> settings_of(std::string_view name, std::string_view text) {
    std::unique_ptr<Settings> settings;
    for_each_way([&]<typename W>(W) {
        if (W::Settings::kFamily.name == name) settings = usual_settings(W::Settings::kFamily);
    });
    if (!text.empty()) read_settings(*settings, text);
    return settings;
}

template <ChanceGame G>
void play(const char* options, std::uint64_t seed) {
    const auto start = G::new_game(options);
    std::vector<std::unique_ptr<Searcher>> searchers;
    std::vector<matches::Player> players;
    for (int seat = 0; seat < G::seats(start); ++seat) {
        const auto settings = seat ? settings_of("random", "") : settings_of("halving", "games=40");
        const auto view = G::position_text(view_of<G>(start, seat));
        searchers.push_back(make_searcher<G>(*settings, view, seed));
        players.push_back({searchers.back().get(), {}});
    }
    const auto played = matches::play<G>(start, players, matches::MirroredChance(seed, false), 0);
    std::printf("%s %d %lld %s\n", G::kName.data(), played.scores[0] - played.scores[1],
                static_cast<long long>(played.efforts[0].simulations), played.plies.c_str());
}

}  // namespace

int main() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        play<grove::Grove>("decisions=4,moves=5,weights=1", seed);
        play<hoard::Hoard>("", seed);
    }
    auto settings = settings_of("halving", "");
    Parameters parameters;
    settings->list(parameters);
    for (const Parameter& each : parameters.all())
        std::printf("parameter %s=%s\n", each.name.data(), text_of(each.value).c_str());
    try {
        read_settings(*settings, "games=0");
    } catch (const InputError& error) {
        std::printf("refused %s %s %s\n", error.what(), error.where.c_str(),
                    error.expected.c_str());
    }
}
