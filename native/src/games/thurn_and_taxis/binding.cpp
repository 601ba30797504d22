#include "bindings/teacher.hpp"
#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/thurn_and_taxis/encoded.hpp"
#include "games/thurn_and_taxis/lesson.hpp"
#include "games/thurn_and_taxis/searchable.hpp"

namespace carcbot::bindings {

void register_thurn_and_taxis(nb::module_& module) {
    using Game = thurn_and_taxis::ThurnAndTaxis;
    nb::module_ own = bind_whole_game<Game>(module, "Thurn and Taxis.");
    own.attr("STATE_BYTES") = sizeof(thurn_and_taxis::State);
    own.def(
        "play_samples",
        [](const thurn_and_taxis::View& view, std::int64_t samples, int turns, std::uint64_t seed,
           std::string_view policy, int lead) {
            if (samples < 0 || turns < 0 || lead < 0) {
                throw InputError(Fault::options, "a number is negative",
                                 "the samples, turns and lead", "0 or more");
            }
            const int index =
                index_of_name(policy, thurn_and_taxis::kPolicyNames, "the policy of the samples");
            const Sample sample{
                .policy = index, .later_policy = index, .turns = turns, .lead = lead};
            Random random(seed);
            PerSeat points{};
            const thurn_and_taxis::View mine = view;
            const nb::gil_scoped_release unlocked;
            return thurn_and_taxis::play_samples(mine, samples, sample, random, points);
        },
        nb::arg("view"), nb::arg("samples"), nb::arg("turns"), nb::arg("seed"),
        nb::arg("policy") = "uniform", nb::arg("lead") = 0,
        "Plays so many random games of so many turns from what a seat knows, each from another "
        "state that it may be; returns how many turns were played. A lead that is not 0 ends a "
        "game when a seat leads by so many points more than at its start.");
    own.def(
        "merits",
        [](const thurn_and_taxis::State& state) {
            std::vector<int> merits;
            thurn_and_taxis::list_merits(state, Game::legal_moves(state), merits);
            return merits;
        },
        nb::arg("state"), "How good each legal move seems, by which random games choose.");
    own.def(
        "features",
        [](const thurn_and_taxis::State& state, int seat) {
            if (seat < 0 || seat >= Game::seats(state)) {
                throw InputError(Fault::options, "there is no seat " + std::to_string(seat),
                                 "the seat", "one of the game's");
            }
            std::vector<std::pair<std::string, int>> amounts;
            thurn_and_taxis::list_features(
                thurn_and_taxis::player_of(state, seat), state.stacks, state.options.without_baiern,
                [&](std::size_t place, int amount) {
                    if (amount) amounts.emplace_back(thurn_and_taxis::feature::name(place), amount);
                });
            return amounts;
        },
        nb::arg("state"), nb::arg("seat"),
        "What the outlook of a seat is made of: each feature, and how much there is of it.");
    own.def("feature_names", &thurn_and_taxis::feature::names, "The features, in order.");
    own.def(
        "shipped_weights", [] { return thurn_and_taxis::kOutlook.row(); },
        "The weights of each feature at the beginning and at the end of a game, one feature after "
        "the other, and last that of the next turn, in thousandths of a point.");
    using Row = std::span<const std::int32_t>;
    using thurn_and_taxis::OutlookWeights;
    bind_teacher<Game>(
        own, OutlookWeights::kCount,
        [](const thurn_and_taxis::State& start, Row weights, const SelfPlay& how) {
            return thurn_and_taxis::learn(start, OutlookWeights::of(weights), how);
        },
        [](const thurn_and_taxis::State& start, Row weights, Row rival, std::uint64_t seed,
           int decks) {
            return thurn_and_taxis::compare(start, OutlookWeights::of(weights),
                                            OutlookWeights::of(rival), seed, decks);
        });
    own.attr("PHASES") = thurn_and_taxis::kPhases;
    own.def(
        "phase",
        [](const thurn_and_taxis::State& state) {
            int phase = thurn_and_taxis::kPhases;
            for (int seat = 0; seat < Game::seats(state); ++seat) {
                phase = std::min(
                    phase, thurn_and_taxis::cards_to_end(thurn_and_taxis::player_of(state, seat)));
            }
            return phase;
        },
        nb::arg("state"), "How many cards the seat wants that is nearest to the end.");
    own.def(
        "joined_actions",
        [](const thurn_and_taxis::State& state) {
            if (state.step != thurn_and_taxis::Step::place || state.placed > 0) {
                throw InputError(Fault::out_of_turn, "no first card is to be placed now",
                                 Game::position_text(state), "a position of which this is due");
            }
            return thurn_and_taxis::joined_actions(state);
        },
        nb::arg("state"),
        "What a seat may do after it drew, as random games that choose by merits see it: each "
        "action, as in 'right:Ulm left:Kem close', with its merit.");
    own.def(
        "determinize_repeatedly",
        [](const thurn_and_taxis::View& view, std::int64_t times, std::uint64_t seed) {
            Random random(seed);
            const thurn_and_taxis::View mine = view;
            const nb::gil_scoped_release unlocked;
            std::int64_t cards = 0;
            for (std::int64_t i = 0; i < times; ++i)
                cards += Game::determinize(mine, random).supply.count();
            return cards;
        },
        nb::arg("view"), nb::arg("times"), nb::arg("seed"),
        "View.determinize so many times in one call, for timings; the cards of all their "
        "supplies.");
}

}  // namespace carcbot::bindings
