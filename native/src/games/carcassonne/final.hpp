// The final scoring, for whoever wants to know: points, or lines of the score sheet.
#pragma once

#include "turn.hpp"

namespace carcbot::carcassonne {

/// Whether a field that touches the cities of `field` touches the city at `city`.
inline bool touches(const Features& features, int field, int city) {
    return ((features.cities[field].low & features.cities[city].low) |
            (features.cities[field].high & features.cities[city].high & ~kForkedTiles)) != 0;
}

/// The complete cities, by their labels.
struct Cities {
    int count = 0;
    std::uint8_t at[kLabelSlots];
};

/// Whether it is a city that is complete.
inline bool is_complete_city(std::uint64_t word) {
    return (word & (tally::kType | tally::kDone)) == (tally::kCity | tally::kDone);
}

inline Cities complete_cities(const Features& features) {
    Cities cities;
    for (int label = 0; label < features.labels; ++label) {
        cities.at[cities.count] = static_cast<std::uint8_t>(label);
        cities.count += is_complete_city(features.tally[label]);
    }
    return cities;
}

/// How many of these cities a field touches.
inline int touched_of(const Features& features, int field, const Cities& cities) {
    int touched = 0;
    for (int c = 0; c < cities.count; ++c) touched += touches(features, field, cities.at[c]);
    return touched;
}

/// Calls line(label, monk, owners, points) for everything the final scoring pays, points of 0
/// included: label is the feature's root (for farms: the farm, in the older editions the city), or
/// -1 for the monk with that index. `cities()` is complete_cities() of the state, asked for once if
/// there are farms.
template <typename ListCities, typename Line>
void score_final(const State& state, ListCities list_cities, Line line) {
    const Features& features = state.features;
    const Options& options = state.rules->options;
    const unsigned seats = options.seats;
    std::uint8_t farms[kMaxLabels];
    int farm_count = 0;
    for (int label = lanes::next_marked(features.held, 0); label < features.labels;
         label = lanes::next_marked(features.held, label + 1)) {
        const std::uint64_t word = features.tally[label];
        if ((word & tally::kType) == tally::kField) {
            farms[farm_count++] = static_cast<std::uint8_t>(label);
        } else {
            line(label, -1, owners_of(word, seats), incomplete_value(word));
        }
    }
    for (int i = 0; i < state.monks; ++i) {
        line(-1, i, 1U << state.monk[i].seat, 1 + state.monk[i].neighbours);
    }
    if (farm_count == 0) return;
    const Cities& cities = list_cities();
    if (options.farm_scoring == FarmScoring::current) {
        for (int f = 0; f < farm_count; ++f) {
            const int touched = touched_of(features, farms[f], cities);
            line(farms[f], -1, owners_of(features.tally[farms[f]], seats), 3 * touched);
        }
        return;
    }
    for (int c = 0; c < cities.count; ++c) {
        unsigned paid = 0;
        unsigned strength[kMaxSeats] = {};
        for (int f = 0; f < farm_count; ++f) {
            if (!touches(features, farms[f], cities.at[c])) continue;
            const std::uint64_t word = features.tally[farms[f]];
            paid |= owners_of(word, seats);
            for (unsigned seat = 0; seat < seats; ++seat)
                strength[seat] += static_cast<unsigned>(word >> (4 * seat) & 15);
        }
        if (options.farm_scoring == FarmScoring::second) {
            if (paid) line(cities.at[c], -1, paid, 3);
            continue;
        }
        const unsigned most = *std::max_element(strength, strength + seats);
        if (most == 0) continue;
        unsigned owners = 0;
        for (unsigned seat = 0; seat < seats; ++seat)
            owners |= unsigned{strength[seat] == most} << seat;
        line(cities.at[c], -1, owners, 4);
    }
}

template <typename Line>
void score_final(const State& state, Line line) {
    Cities cities;
    const auto list = [&]() -> const Cities& { return cities = complete_cities(state.features); };
    score_final(state, list, line);
}

/// In-play points plus the final scoring.
inline void add_final(const State& state, int* points) {
    const unsigned seats = state.rules->options.seats;
    for (unsigned seat = 0; seat < seats; ++seat) points[seat] = state.points[seat];
    score_final(state, [&](int, int, unsigned owners, int value) {
        for (unsigned seat = 0; seat < seats; ++seat)
            points[seat] += (owners >> seat & 1) ? value : 0;
    });
}

}  // namespace carcbot::carcassonne
