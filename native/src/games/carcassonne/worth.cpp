#include "worth.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "carcbot/number_text.hpp"
#include "final.hpp"
#include "judge.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr Worth kVirtual{};
constexpr Worth kHeyden{1000, 100, 100, 125, -400};
constexpr Worth kHeydenIntuitive{1000, 10, 100, 100, -500};

[[noreturn]] void fail(std::string_view name) {
    throw InputError(Fault::options, quote(name) + " is no evaluation", "the evaluation",
                     "virtual, heyden, heyden-intuitive, judge, or five weights such as "
                     "100/10/10/12.5/-40: point, figure, incomplete point, that of a city, field "
                     "with fewer than three cities");
}

Worth read_weights(std::string_view name) {
    std::array<double, 5> weights{};
    std::string_view left = name;
    for (double& weight : weights) {
        const std::string_view part = left.substr(0, left.find('/'));
        const std::optional<double> found = number_of_text(part);
        const bool last = &weight == &weights.back();
        if (!found || !(std::abs(*found) <= 1e6) || last != (part.size() == left.size()))
            fail(name);
        weight = *found;
        left.remove_prefix(last ? part.size() : part.size() + 1);
    }
    if (!(weights[0] >= 1e-3)) fail(name);
    const auto scaled = [&](double weight) {
        return static_cast<int>(std::lround(std::min(std::abs(weight) / weights[0], 1e3) * 1000)) *
               (weight < 0 ? -1 : 1);
    };
    return {1000, scaled(weights[1]), scaled(weights[2]), scaled(weights[3]), scaled(weights[4]),
            false};
}

/// Adds a worth for each field on which a seat has a farmer and that touches fewer than three
/// complete cities.
void add_poor_fields(const State& state, int weight, const Cities& cities, PerSeat& worth) {
    const Features& features = state.features;
    for (int field = lanes::next_marked(features.held, 0); field < features.labels;
         field = lanes::next_marked(features.held, field + 1)) {
        const std::uint64_t word = features.tally[field];
        if ((word & tally::kType) != tally::kField) continue;
        if (touched_of(features, field, cities) >= 3) continue;
        for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
            if (word >> (4 * seat) & 15) worth[seat] += weight;
        }
    }
}

}  // namespace

Worth Worth::named(std::string_view name) {
    if (name == "virtual") return kVirtual;
    if (name == "heyden") return kHeyden;
    if (name == "heyden-intuitive") return kHeydenIntuitive;
    if (name == "judge") return Worth{.judged = true};
    return read_weights(name);
}

PerSeat worth_of(const State& state, const Worth& weights) {
    if (weights.judged) return Judge::of(*state.rules).worth(state);
    return worth_of(state, weights, complete_cities(state.features));
}

PerSeat worth_of(const State& state, const Worth& weights, const Cities& cities) {
    if (weights.judged) return Judge::of(*state.rules).worth(state);
    const unsigned seats = state.rules->options.seats;
    PerSeat worth{};
    for (unsigned seat = 0; seat < seats; ++seat) worth[seat] = state.points[seat] * weights.score;
    const bool over = state.phase == Phase::end;
    const int incomplete = over ? weights.score : weights.incomplete;
    const int incomplete_city = over ? weights.score : weights.incomplete_city;
    const auto list = [&]() -> const Cities& { return cities; };
    score_final(state, list, [&](int label, int, unsigned owners, int value) {
        constexpr std::uint64_t kWhat = tally::kType | tally::kDone;
        const bool city = label >= 0 && (state.features.tally[label] & kWhat) == tally::kCity;
        const int each = value * (city ? incomplete_city : incomplete);
        for (unsigned seat = 0; seat < seats; ++seat) worth[seat] += owners >> seat & 1 ? each : 0;
    });
    if (over) return worth;
    if (weights.meeples) {
        for (unsigned seat = 0; seat < seats; ++seat) {
            const int figures = state.small_supply[seat] + (state.big_supply >> seat & 1) +
                                (state.abbot_supply >> seat & 1);
            worth[seat] += figures * weights.meeples;
        }
    }
    if (weights.poor_field) add_poor_fields(state, weights.poor_field, cities, worth);
    return worth;
}

}  // namespace carcbot::carcassonne
