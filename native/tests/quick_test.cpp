// Random games at full speed end as games do that are played move by move, with every choice alike.

#include "games/thurn_and_taxis/quick.hpp"

#include <cmath>
#include <functional>
#include <map>

#include "check.hpp"
#include "games/thurn_and_taxis/searchable.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::thurn_and_taxis;
using Game = ThurnAndTaxis;
using What = Move::What;

constexpr int kGames = 3000;

/// Plays so many turns without scrapping or closing a route where there is something else to do, so
/// that long routes and full hands are there for what follows.
State well_on(std::string_view options, int turns, std::uint64_t seed) {
    State state = Game::new_game(options);
    Random random(seed);
    std::vector<Move> moves;
    while (state.done < turns && Game::to_move(state) != kOver) {
        if (Game::to_move(state) == kChance) {
            draw_by_weight<Game>(state, random);
            continue;
        }
        Game::legal_moves(state, moves);
        Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        for (int tries = 0; tries < 8 && (move.what() == What::scrap || move.what() == What::close);
             ++tries) {
            move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        }
        Game::apply(state, move);
    }
    return state;
}

/// Numbers that say how a game went.
std::map<std::string, int> told_by(const State& state) {
    std::map<std::string, int> told;
    int stacks = 0;
    for (const auto left : state.stacks) stacks += left;
    told["tiles left"] = stacks;
    told["end holder"] = state.end_holder;
    const Seat &first = state.seats[0], &second = state.seats[1];
    told["points"] = Game::scores(state)[0];
    told["points of the second"] = Game::scores(state)[1];
    told["level"] = first.level;
    told["houses"] = std::popcount(first.houses);
    told["houses in Baiern"] = std::popcount(first.houses & kBaiern);
    told["houses in the south"] = std::popcount(second.houses & (kProvinces[0] | kProvinces[3]));
    return told;
}

using Histogram = std::map<std::string, std::map<int, int>>;

Histogram histogram(const State& start, const std::function<void(State&, Random&)>& play,
                    std::uint64_t seed) {
    Histogram seen;
    Random random(seed);
    for (int game = 0; game < kGames; ++game) {
        State state = start;
        play(state, random);
        CHECK(Game::to_move(state) == kOver);
        for (const auto& [what, number] : told_by(state)) ++seen[what][number];
    }
    return seen;
}

/// Whether two samples may well be of one distribution: chi-square, with five standard deviations.
bool are_alike(const std::map<int, int>& one, const std::map<int, int>& other) {
    std::map<int, std::pair<int, int>> both;
    for (const auto& [value, count] : one) both[value].first = count;
    for (const auto& [value, count] : other) both[value].second = count;
    double chi = 0;
    int bins = 0, first = 0, second = 0;
    for (const auto& [value, counts] : both) {
        first += counts.first;
        second += counts.second;
        if (first + second < 20) continue;  // neighbours share a bin
        const double difference = first - second;
        chi += difference * difference / (first + second);
        ++bins;
        first = second = 0;
    }
    return bins < 2 || chi < bins + 5 * std::sqrt(2.0 * bins);
}

void quick_games_end_as_others() {
    for (const char* options :
         {"reading=thesis,cut=34", "cut=34", "seats=3,reading=thesis,carrier=optional,cut=40",
          "seats=4,useless=offered,carrier=must,one_card=twice,provinces=8,cut=52"}) {
        for (const int turns : {0, 22}) {
            const State start = well_on(options, turns, 7);
            const Histogram slow = histogram(start, play_randomly<Game>, 11);
            const Histogram quick = histogram(
                start,
                [](State& state, Random& random) {
                    Searchable<Game>::playout(state, random, 0, nullptr);
                },
                12);
            for (const auto& [what, counts] : slow) {
                if (!CHECK(are_alike(counts, quick.at(what))))
                    std::cerr << "    " << what << ", " << options << '\n';
            }
        }
    }
}

/// Samples of a view play the turns that they should, and not beyond the end.
void samples_count_their_turns() {
    const State start = well_on("reading=thesis,cut=40", 30, 3);
    for (const int seat : {0, 1}) {
        Random random(5);
        PerSeat points{};
        const View view = Game::view(start, seat);
        CHECK_EQ(play_samples(view, 50, {.turns = 4}, random, points), 50 * 4);
        CHECK_EQ(play_samples(view, 50, {.turns = 100}, random, points), 50 * (40 - start.done));
        CHECK_EQ(play_samples(view, 0, {.turns = 100}, random, points), 0);
    }
}

/// A game that was cut short differs from one that went on; so the test above can fail.
void unlike_samples_are_told_apart() {
    const State early = well_on("reading=thesis,cut=26", 22, 7);
    const State late = well_on("reading=thesis,cut=34", 22, 7);
    const Histogram one = histogram(early, play_randomly<Game>, 11);
    const Histogram other = histogram(late, play_randomly<Game>, 11);
    CHECK(!are_alike(one.at("points"), other.at("points")));
}

}  // namespace

int main() {
    quick_games_end_as_others();
    samples_count_their_turns();
    unlike_samples_are_told_apart();
    return check::result();
}
