#include "lesson.hpp"

#include "carcbot/random.hpp"
#include "quick.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

/// Of a seat that tries something else, in thousandths of a point. What is tried must be nearly as
/// good: of the best alone nothing is learned about why it is better.
constexpr int kError = 400;

/// What every seat has between two turns.
std::vector<SeatSample> take_samples(const Quick& game, const PerSeat& worth, bool without_baiern) {
    const double early = static_cast<double>(game.phase()) / kPhases;
    std::vector<SeatSample> samples;
    game.each_player([&](unsigned seat, const Player& player) {
        auto& facts =
            samples.emplace_back(SeatSample{seat, points_of(player), worth[seat], {}}).facts;
        list_features(player, game.stacks(), without_baiern, [&](std::size_t place, int amount) {
            const int at = static_cast<int>(2 * place);
            if (early > 0) facts.push_back({at, amount * early});
            if (early < 1) facts.push_back({at + 1, amount * (1 - early)});
        });
        if (seat == game.next()) facts.push_back({static_cast<int>(2 * feature::kAll), 1});
    });
    return samples;
}

}  // namespace

Lesson learn(const State& start, const OutlookWeights& weights, const SelfPlay& how) {
    const Worth by_these{&weights};
    Lesson lesson(OutlookWeights::kCount);
    std::vector<LearnedMove> made;
    for (int number = 0; number < how.games; ++number) {
        Random random(mix64(how.seed + static_cast<std::uint64_t>(number)));
        Quick game(start);
        made.clear();
        while (!game.over()) {
            const bool at_random = static_cast<int>(random.below(1000)) < how.random_per_mille;
            Quick best = game;
            best.play_best_turn(random, weights);
            const PerSeat best_worth = best.worth(by_these);
            if (at_random) {
                game.play_best_turn(random, weights, kError);
            } else {
                game = best;
            }
            made.push_back({best_worth, game.worth(by_these), {}});
            if (game.over() || game.is_ending()) continue;
            made.back().samples =
                take_samples(game, made.back().worth, start.options.without_baiern);
        }
        add_game(made, how, game.scores(), start.options.seats, lesson);
    }
    return lesson;
}

std::vector<PerSeat> compare(const State& start, const OutlookWeights& weights,
                             const OutlookWeights& rival, std::uint64_t seed, int decks) {
    std::vector<PerSeat> all;
    for (int deck = 0; deck < decks; ++deck) {
        for (unsigned own = 0; own < start.options.seats; ++own) {
            Random random(mix64(seed + static_cast<std::uint64_t>(deck)));
            Quick game(start);
            while (!game.over()) game.play_best_turn(random, game.next() == own ? weights : rival);
            PerSeat points = game.scores();
            std::swap(points[0], points[own]);
            all.push_back(points);
        }
    }
    return all;
}

}  // namespace carcbot::thurn_and_taxis
