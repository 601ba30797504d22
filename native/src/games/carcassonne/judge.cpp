#include "judge.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <sstream>
#include <string>

#include "carcbot/weights_file.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr char kShipped[] =
#include "carcassonne_weights.inc"
    ;

constexpr int kPoint = 1000;  ///< a point, in thousandths

/// The weights that were learned for one kind of game.
struct Table {
    int seats;
    bool expansions;
    std::vector<std::int32_t> weights;
};

/// The file of weights: "version 1"; then for each kind of game "game SEATS base" or "game SEATS
/// expansions", and for each fact whose weights are not all 0 a line with one for each moment, a
/// tab, and its name.
std::vector<Table> read_tables(const std::string& text) {
    std::map<std::string, int> number;
    for (const std::string& name : fact_names()) number.emplace(name, number.size());
    std::vector<Table> tables;
    each_line_of_weights(text, [&](const std::string& line) {
        std::istringstream words(line);
        if (line.starts_with("game ")) {
            Table& table = tables.emplace_back();
            std::string word;
            words >> word >> table.seats >> word;
            table.expansions = word == "expansions";
            table.weights.resize(kJudgeWeights);
            return;
        }
        const int fact = number.at(weighed_by(line));
        for (int moment = 0; moment < kMoments; ++moment) {
            words >> tables.back().weights[static_cast<std::size_t>(moment * fact::kCount + fact)];
        }
    });
    return tables;
}

const Table* find_table(int seats, bool expansions) {
    static const std::vector<Table> tables = read_tables(kShipped);
    for (const Table& table : tables) {
        if (table.seats == seats && table.expansions == expansions) return &table;
    }
    return nullptr;
}

}  // namespace

int box_of(const Rules& rules) {
    return std::accumulate(rules.copies.begin(), rules.copies.end(), 0);
}

Judge::Judge(std::span<const std::int32_t> weights, const Rules& rules) {
    const int box = box_of(rules);
    for (int left = 0; left <= box; ++left) {
        const Moment moment = moment_of(left, box);
        const std::int32_t* const lower = weights.data() + moment.lower * fact::kCount;
        const std::int32_t* const upper = lower + fact::kCount;
        auto& now = by_left_.emplace_back();
        for (std::size_t i = 0; i < now.size(); ++i) {
            const std::int64_t sum = std::int64_t{lower[i]} * (Moment::kParts - moment.parts) +
                                     std::int64_t{upper[i]} * moment.parts;
            now[i] = static_cast<std::int32_t>(sum / Moment::kParts);
        }
    }
}

PerSeat Judge::worth(const State& state) const {
    PerSeat worth{};
    if (state.phase == Phase::end) {
        worth = virtual_scores(state);
        for (int& each : worth) each *= kPoint;
        return worth;
    }
    const Weights& now = weights(tiles_left(state));
    for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
        worth[seat] = state.points[seat] * kPoint;
    }
    tell_facts(state, [&](unsigned seat, int what, int amount) {
        worth[seat] += now[static_cast<std::size_t>(what)] * amount;
    });
    return worth;
}

std::vector<PerSeat> Judge::promises(const State& state, std::span<const Area> areas) const {
    const Weights& now = weights(tiles_left(state));
    const Gaps gaps(state, count_left(state));
    const detail::Reaches reaches(state, gaps);
    const Cities complete = complete_cities(state.features);
    const Cities open = detail::open_cities(state.features);
    std::vector<PerSeat> promises;
    for (const Area& area : areas) {
        PerSeat& worth = promises.emplace_back();
        const auto tell = [&](unsigned seat, int what, int amount) {
            worth[seat] += now[static_cast<std::size_t>(what)] * amount;
        };
        if (area.label == kNone) {
            for (int i = 0; i < state.monks; ++i) {
                const Monk& monk = state.monk[i];
                if (monk.cell == area.segments.front().first) {
                    detail::tell_monk(state, gaps, monk, tell);
                }
            }
            continue;
        }
        if (!state.features.held[area.label]) continue;
        detail::tell_area(state, area.label, state.features.tally[area.label],
                          reaches.of[area.label], complete, open, tell);
    }
    return promises;
}

std::vector<std::int32_t> Judge::shipped_weights(const Options& options) {
    const bool expansions = options.inns || options.abbot;
    for (int seats = options.seats; seats >= 2; --seats) {
        const Table* const table = find_table(seats, expansions);
        if (table) return table->weights;
    }
    return find_table(2, false)->weights;
}

const Judge& Judge::of(const Rules& rules) {
    struct Place {
        std::once_flag once;
        std::unique_ptr<Judge> judge;
    };
    // Rules differ in more than this, but in nothing that the judge's weights depend on: on how
    // full the box is they do.
    static std::array<Place, 16 * (kMaxSeats + 1)> places;
    const Options& options = rules.options;
    const std::size_t number = static_cast<std::size_t>(options.seats) * 16 +
                               options.river_start_tile_kept * 8U + options.river * 4U +
                               options.inns * 2U + options.abbot;
    Place& place = places[number];
    std::call_once(place.once,
                   [&] { place.judge = std::make_unique<Judge>(shipped_weights(options), rules); });
    return *place.judge;
}

}  // namespace carcbot::carcassonne
