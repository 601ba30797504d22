// Random games by rules of thumb: how choices are drawn, where parts of games end, and what seats
// see of moves and draws.

#include "games/thurn_and_taxis/policies.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "check.hpp"
#include "games/thurn_and_taxis/rules.hpp"
#include "games/thurn_and_taxis/searchable.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::thurn_and_taxis;
using Game = ThurnAndTaxis;
using Search = Searchable<Game>;
using Plain = PlainSearchable<Game>;

constexpr int index_of(Policy policy) {
    return static_cast<int>(policy);
}

/// Plays by merits, decision by decision, until the turn and then the step are reached.
State played_to(std::string_view options, int turns, Step step, std::uint64_t seed,
                Policy policy = Policy::pseudo_random) {
    State state = Game::new_game(options);
    Random random(seed);
    while (Game::to_move(state) != kOver && (state.done < turns || state.step != step)) {
        if (Game::to_move(state) == kChance) {
            draw_by_weight<Game>(state, random);
        } else {
            Game::apply(state, choose_move(state, random, policy));
        }
    }
    return state;
}

/// Whether so many of all may well have come with this chance: five standard deviations.
bool fits_chance(int came, int all, double chance) {
    const double spread = std::sqrt(all * chance * (1 - chance));
    return std::abs(came - all * chance) <= 5 * spread + 1e-9;
}

std::vector<int> merits_of(const std::vector<std::pair<std::string, int>>& actions) {
    std::vector<int> merits;
    for (const auto& [text, merit] : actions) merits.push_back(merit);
    return merits;
}

/// The chance of each choice, from the definitions of the policies.
std::vector<double> chances(Policy policy, const std::vector<int>& merits) {
    const auto n = static_cast<double>(merits.size());
    double sum = 0, bad = 0, best = 0, equal = 0;
    for (const int merit : merits) {
        sum += merit;
        bad += merit < kGood;
        best = std::max(best, static_cast<double>(merit));
    }
    for (const int merit : merits) equal += merit == best;
    std::vector<double> all;
    for (const int merit : merits) {
        double chance = 1 / n;
        if (policy == Policy::pseudo_random) chance = merit / sum;
        if (policy == Policy::heuristic) chance = merit == best ? 1 / equal : 0;
        if (policy >= Policy::redraw_1 && policy <= Policy::redraw_3) {
            // formulas 4.8 and 4.9 of the thesis: a good choice comes after 0 to r bad draws, a bad
            // one only after r others
            const int r = 1 + index_of(policy) - index_of(Policy::redraw_1);
            chance = 0;
            for (int x = merit < kGood ? r : 0; x <= r; ++x)
                chance += std::pow(bad, x) / std::pow(n, x + 1);
        }
        all.push_back(chance);
    }
    return all;
}

/// By hand: of five choices two are bad. With one redraw a good one comes at once with 1/5, or
/// after a bad draw with 2/5 * 1/5; a bad one only after another bad draw.
void formulas_are_those_derived_by_hand() {
    const std::vector<int> merits = {kHigh, kLow, kMedium, kLow, kMedium};
    const std::vector<double> once = chances(Policy::redraw_1, merits);
    CHECK(std::abs(once[0] - 0.28) < 1e-12);
    CHECK(std::abs(once[1] - 0.08) < 1e-12);
    const std::vector<double> thrice = chances(Policy::redraw_3, merits);
    CHECK(std::abs(thrice[2] - (0.2 + 0.08 + 0.032 + 0.0128)) < 1e-12);
    CHECK(std::abs(thrice[3] - 0.0128) < 1e-12);
}

void choices_come_as_often_as_they_should() {
    // a route of two cards, so that there is something to attach, to close and to scrap
    State state = played_to("reading=thesis", 12, Step::place, 1);
    for (std::uint64_t seed = 2;
         state.own().route.length != 2 ||
         !(hand_of(state, state.turn_of()).cities() & fits(state.own().route));
         ++seed) {
        state = played_to("reading=thesis", 12, Step::place, seed);
    }
    const auto actions = joined_actions(state);
    std::vector<std::vector<int>> lists = {merits_of(actions), {kHigh}, {kLow, kLow}};
    lists.push_back({kHigh, kLow, kMedium, kLow, kMedium, kHigh, 45});
    constexpr int draws = 40000;
    for (const auto& merits : lists) {
        for (int policy = 0; policy < static_cast<int>(kPolicyNames.size()); ++policy) {
            const std::vector<double> expected = chances(static_cast<Policy>(policy), merits);
            double all = 0;
            for (const double chance : expected) all += chance;
            CHECK(std::abs(all - 1) < 1e-9);
            std::vector<int> came(merits.size());
            Random random(17);
            for (int i = 0; i < draws; ++i) {
                ++came[pick(
                    static_cast<Policy>(policy), static_cast<unsigned>(merits.size()),
                    [&](unsigned choice) { return merits[choice]; }, random)];
            }
            for (std::size_t i = 0; i < merits.size(); ++i)
                CHECK(fits_chance(came[i], draws, expected[i]));
        }
    }
    bool has_good = false, has_bad = false;
    for (const int merit : lists[0]) (merit < kGood ? has_bad : has_good) = true;
    CHECK(has_good && has_bad);
}

/// How often the seat to move has a better carriage after this turn.
template <typename Play>
int carriages(const State& start, Play play) {
    int came = 0;
    Random random(5);
    for (int i = 0; i < 20000; ++i) {
        State state = start;
        play(state, random);
        came += state.seats[static_cast<std::size_t>(start.turn_of())].level > start.own().level;
    }
    return came;
}

/// A joined action weighs each way to attach a card and to close against all others; one by one the
/// card comes first, and only then the closing, against going on alone.
void joined_actions_differ_from_single_decisions() {
    int found = 0;
    for (std::uint64_t seed = 1; found < 3 && seed < 200; ++seed) {
        const State state = played_to("reading=thesis", 12, Step::place, seed);
        if (state.step != Step::place || state.placed > 0) continue;
        if (state.official == Official::carrier) continue;
        const Player player = player_of(state, state.turn_of());
        if (!brings_carriage(player, player.length + 1, state.official == Official::cartwright) ||
            player.length < 2 || !(player.hand.cities() & player.fits()))
            continue;
        ++found;
        double sum = 0, closing = 0, fitting = 0, placing = 0;
        for (const auto& [text, merit] : joined_actions(state)) {
            sum += merit;
            if (text.ends_with("close")) closing += merit;
        }
        std::vector<int> merits;
        const auto moves = Game::legal_moves(state);
        list_merits(state, moves, merits);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            placing += merits[i];
            if (moves[i].what() != What::scrap) fitting += merits[i];
        }
        const double joined = closing / sum;
        const double single = fitting / placing * kHigh / (kHigh + kMedium);
        CHECK(std::abs(joined - single) > 0.001);
        const Sample one{.policy = index_of(Policy::pseudo_random), .turns = 1};
        CHECK(fits_chance(carriages(state,
                                    [&](State& after, Random& random) {
                                        Search::play_part(after, random, one, nullptr);
                                    }),
                          20000, joined));
        std::vector<Deed> note;
        CHECK(fits_chance(carriages(state,
                                    [&](State& after, Random& random) {
                                        note.clear();
                                        Search::play_part(after, random, one, &note);
                                    }),
                          20000, single));
    }
    CHECK_EQ(found, 3);
}

struct Mean {
    double sum = 0, squares = 0;
    int count = 0;
    void add(double value) {
        sum += value;
        squares += value * value;
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }
    [[nodiscard]] double error() const { return (squares / count - mean() * mean()) / count; }
};

bool are_alike(const Mean& one, const Mean& other) {
    return std::abs(one.mean() - other.mean()) <= 5 * std::sqrt(one.error() + other.error()) + 1e-9;
}

constexpr Step kDecisions[] = {Step::open,  Step::card,   Step::official, Step::draw,
                               Step::place, Step::finish, Step::houses,   Step::keep};
constexpr std::string_view kReadings[] = {
    "reading=thesis,cut=60", "cut=60", "seats=3,reading=thesis,carrier=optional,cut=60",
    "seats=4,useless=offered,carrier=must,one_card=twice,provinces=8,cut=60"};

/// From anywhere in a turn, as the way that follows from the contract alone.
void uniform_parts_are_those_of_the_contract() {
    for (const auto options : kReadings) {
        for (const Step step : kDecisions) {
            const State start = played_to(options, 24, step, 9);
            for (const Sample& sample :
                 {Sample{.turns = 1}, Sample{.turns = 7}, Sample{.turns = 12, .lead = 1}}) {
                Mean fast_turns, slow_turns, fast_points, slow_points;
                Random random(21);
                for (int i = 0; i < 400; ++i) {
                    State fast = start, slow = start;
                    Search::play_part(fast, random, sample, nullptr);
                    Plain::play_part(slow, random, sample, nullptr);
                    fast_turns.add(fast.done);
                    slow_turns.add(slow.done);
                    fast_points.add(Game::scores(fast)[0] - Game::scores(fast)[1]);
                    slow_points.add(Game::scores(slow)[0] - Game::scores(slow)[1]);
                }
                CHECK(are_alike(fast_turns, slow_turns));
                CHECK(are_alike(fast_points, slow_points));
            }
        }
    }
}

/// A card that is drawn without a list is the one that a list would have brought.
void draws_are_those_of_the_contract() {
    int draws = 0;
    for (const auto options : kReadings) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            State state = Game::new_game(options);
            Random random(seed);
            for (int turn = Game::to_move(state); turn != kOver; turn = Game::to_move(state)) {
                if (turn != kChance) {
                    Game::apply(state, choose_move(state, random, Policy::pseudo_random));
                    continue;
                }
                State same = state;
                Random other = random;
                const City city = Search::draw_any(state, random);
                CHECK(city == draw_by_weight<Game>(same, other));
                CHECK(state == same && random.next() == other.next());
                ++draws;
            }
        }
    }
    CHECK(draws > 5'000);
}

/// What a position is worth at the end of a sample is what the whole state would be worth there.
void parts_are_worth_what_their_states_are() {
    const auto weights = Search::Worth::named("outlook");
    for (const auto options : kReadings) {
        for (const Step step : kDecisions) {
            const State start = played_to(options, 24, step, 9);
            Random random(22);
            if (Quick::can_go_on_from(start)) {
                State state = start;
                CHECK(Search::part_worth(state, random, {.turns = 0}, weights) ==
                      Search::worth(start, weights));
            }
            Mean fast_worth, slow_worth;
            for (int i = 0; i < 400; ++i) {
                State fast = start, slow = start;
                const Sample sample{.turns = 5};
                const PerSeat fast_now = Search::part_worth(fast, random, sample, weights);
                Plain::play_part(slow, random, sample, nullptr);
                const PerSeat slow_now = Search::worth(slow, weights);
                fast_worth.add(fast_now[0] - fast_now[1]);
                slow_worth.add(slow_now[0] - slow_now[1]);
            }
            CHECK(are_alike(fast_worth, slow_worth));
        }
    }
}

/// What a seat has of the outlook when a turn without a closing is over, by every way to lay cards.
int most_without_closing(const State& state, int seat, int turn) {
    const PerSeat worth = Search::worth(state, Search::Worth::named("outlook"));
    if (state.done != turn) return worth[static_cast<std::size_t>(seat)];
    int most = std::numeric_limits<int>::min();
    for (const Move move : Game::legal_moves(state)) {
        if (move.what() == Move::What::close || move.what() == Move::What::postmaster) continue;
        State after = state;
        Game::apply(after, move);
        most = std::max(most, most_without_closing(after, seat, turn));
    }
    return most;
}

/// By the outlook a turn ends no worse than any that closes no route, all of which are tried here;
/// and in the last round nobody who can close leaves a route with free cities open.
void the_outlook_finds_the_best_to_lay() {
    const Sample turn{.policy = index_of(Policy::outlook), .turns = 1};
    const auto outlook = Search::Worth::named("outlook");
    int compared = 0;
    for (const auto options : kReadings) {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const State start = played_to(options, 20, Step::place, seed);
            if (start.step != Step::place || start.placed || start.end_holder != kNoSeat) continue;
            const int seat = start.turn_of();
            State state = start;
            Random random(seed);
            const PerSeat after = Search::part_worth(state, random, turn, outlook);
            CHECK(after[static_cast<std::size_t>(seat)] >=
                  most_without_closing(start, seat, start.done));
            ++compared;
        }
    }
    CHECK(compared > 80);
}

/// A lead ends a sample after the first turn in which it came to be, and a hybrid changes its
/// policy where it should: with the same random numbers all goes as in samples of fewer turns.
void parts_end_where_they_should() {
    constexpr int policy = index_of(Policy::pseudo_random);
    int led = 0;
    for (const auto options : kReadings) {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            const State start = played_to(options, 20, Step::place, seed);
            const int seats = start.options.seats;
            const auto end_of = [&](const Sample& sample) {
                State state = start;
                Random random(seed);
                Search::play_part(state, random, sample, nullptr);
                return state;
            };
            const PerSeat points = Game::scores(start);
            int turns = 1;
            State expected = end_of({.policy = policy, .turns = turns});
            while (turns < 30 && expected.step != Step::over &&
                   !leads_by_more(points, Game::scores(expected), seats, 4)) {
                expected = end_of({.policy = policy, .turns = ++turns});
            }
            const State cut = end_of({.policy = policy, .turns = 30, .lead = 4});
            CHECK_EQ(cut.done, expected.done);
            CHECK(Game::scores(cut) == Game::scores(expected));
            led += turns < 30;
            const State hybrid = end_of({.policy = policy, .policy_turns = 3, .turns = 3});
            CHECK(Game::scores(hybrid) == Game::scores(end_of({.policy = policy, .turns = 3})));
            const State later =
                end_of({.policy = 0, .later_policy = policy, .policy_turns = 0, .turns = 5});
            CHECK(Game::scores(later) == Game::scores(end_of({.policy = policy, .turns = 5})));
        }
    }
    CHECK(led > 20);
}

void games_are_played_to_their_end() {
    for (const auto options : kReadings) {
        for (int policy = 0; policy < static_cast<int>(kPolicyNames.size()); ++policy) {
            for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                State state = played_to(options, 10, Step::draw, seed);
                Random random(seed);
                Search::playout(state, random, policy, nullptr);
                CHECK_EQ(Game::to_move(state), kOver);
                CHECK(state.done == 60 || state.end_holder != kNoSeat);
                for (int seat = 0; seat < state.options.seats; ++seat) {
                    const auto [least, most] = Game::value_bounds(state, seat);
                    CHECK(least == Game::scores(state)[static_cast<std::size_t>(seat)]);
                    CHECK(least == most && least >= -20);
                }
            }
        }
    }
}

/// Two groupings are one if each number of the one goes with one number of the other.
template <typename Item, typename One, typename Other>
bool group_alike(const std::vector<Item>& items, One one, Other other) {
    std::map<std::uint64_t, std::uint64_t> there, back;
    for (const Item& item : items) {
        const std::uint64_t a = one(item), b = other(item);
        if (there.emplace(a, b).first->second != b) return false;
        if (back.emplace(b, a).first->second != a) return false;
    }
    return true;
}

void seats_see_what_the_texts_say() {
    int kept = 0, blind = 0;
    for (const auto options : kReadings) {
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            for (const Step step : kDecisions) {
                const State state = played_to(options, static_cast<int>(3 * seed), step, seed);
                const int turn = Game::to_move(state);
                if (turn == kOver) continue;
                for (int seat = -1; seat < state.options.seats; ++seat) {
                    if (turn == kChance) {
                        std::vector<City> cities;
                        for (const auto& [city, weight] : Game::outcomes(state))
                            cities.push_back(city);
                        CHECK(group_alike(
                            cities, [&](City city) { return Search::seen_draw(state, seat, city); },
                            [&](City city) { return Plain::seen_draw(state, seat, city); }));
                        blind += step == Step::card;
                        continue;
                    }
                    CHECK(group_alike(
                        Game::legal_moves(state),
                        [&](Move move) { return Search::seen_move(state, seat, move); },
                        [&](Move move) { return Plain::seen_move(state, seat, move); }));
                    kept += step == Step::keep;
                }
            }
        }
    }
    CHECK(kept > 0 && blind > 0);
}

/// What a seat sees of the cards that another lets go is the same whatever that seat keeps.
void cards_that_go_are_seen_without_those_that_stay() {
    const State state = played_to("reading=thesis", 12, Step::keep, 2);
    CHECK(state.step == Step::keep);
    const int turn = state.turn_of();
    const int other = 1 - turn;
    std::map<std::uint64_t, std::uint64_t> numbers;
    Random random(8);
    int seen_again = 0;
    for (int world = 0; world < 200; ++world) {
        const State guess = Game::determinize(Game::view(state, other), random);
        for (const Move move : Game::legal_moves(guess)) {
            const auto [at, is_new] = numbers.emplace(Plain::seen_move(guess, other, move),
                                                      Search::seen_move(guess, other, move));
            CHECK_EQ(at->second, Search::seen_move(guess, other, move));
            seen_again += !is_new;
        }
    }
    CHECK(seen_again > 100);
}

/// Of positions that a seat takes for possible, another seat tells those apart that it would.
void hands_are_told_apart_as_views_are() {
    int open = 0, lots = 0;
    for (const auto options : kReadings) {
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const State state = played_to(options, static_cast<int>(10 * seed), Step::official,
                                          seed, Policy::uniform);
            Random random(seed);
            for (int seat = 0; seat < state.options.seats; ++seat) {
                const int other = seat ? 0 : 1;
                std::vector<State> guesses;
                for (int world = 0; world < 50; ++world)
                    guesses.push_back(Game::determinize(Game::view(state, seat), random));
                CHECK(group_alike(
                    guesses, [&](const State& each) { return Search::seen_hand(each, other); },
                    [&](const State& each) { return Plain::seen_hand(each, other); }));
                for (const State& each : guesses)
                    CHECK_EQ(Search::seen_hand(each, seat), Search::seen_hand(state, seat));
            }
            open += state.open_count;
            lots += state.lot_count;
        }
    }
    CHECK(open > 0 && lots > 20);
}

}  // namespace

int main() {
    formulas_are_those_derived_by_hand();
    choices_come_as_often_as_they_should();
    joined_actions_differ_from_single_decisions();
    uniform_parts_are_those_of_the_contract();
    draws_are_those_of_the_contract();
    parts_are_worth_what_their_states_are();
    the_outlook_finds_the_best_to_lay();
    parts_end_where_they_should();
    games_are_played_to_their_end();
    seats_see_what_the_texts_say();
    cards_that_go_are_seen_without_those_that_stay();
    hands_are_told_apart_as_views_are();
    return check::result();
}
