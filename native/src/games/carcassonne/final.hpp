// The final scoring, for whoever wants to know: points, or lines of the score sheet.
#pragma once

#include "turn.hpp"

namespace carcbot::carcassonne {

/// Whether a field that touches the cities of `field` touches the city at `city`.
inline bool touches(const Features& features, int field, int city) {
    return ((features.of[field].cities_low & features.of[city].cities_low) |
            (features.of[field].cities_high & features.of[city].cities_high & ~kForkedTiles)) != 0;
}

/// Calls line(label, monk, owners, points) for everything the final scoring pays, points of 0
/// included: label is the feature's root (for farms: the farm, in the older editions the city), or
/// -1 for the monk with that index.
template <typename Line>
void score_final(const State& state, Line line) {
    const Features& features = state.features;
    const Options& options = state.rules->options;
    const unsigned seats = options.seats;
    std::uint8_t farms[kMaxLabels];
    int farm_count = 0;
    for (int label = lanes::next_marked(features.held, 0); label < features.labels;
         label = lanes::next_marked(features.held, label + 1)) {
        const std::uint64_t word = features.of[label].tally;
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
    std::uint8_t cities[kLabelSlots];
    int city_count = 0;
    for (int label = 0; label < features.labels; ++label) {
        const std::uint64_t word = features.of[label].tally;
        cities[city_count] = static_cast<std::uint8_t>(label);
        city_count += (word & (tally::kType | tally::kDone)) == (tally::kCity | tally::kDone);
    }
    if (options.farm_scoring == FarmScoring::current) {
        for (int f = 0; f < farm_count; ++f) {
            int touched = 0;
            for (int c = 0; c < city_count; ++c) touched += touches(features, farms[f], cities[c]);
            line(farms[f], -1, owners_of(features.of[farms[f]].tally, seats), 3 * touched);
        }
        return;
    }
    for (int c = 0; c < city_count; ++c) {
        unsigned paid = 0;
        unsigned strength[kMaxSeats] = {};
        for (int f = 0; f < farm_count; ++f) {
            if (!touches(features, farms[f], cities[c])) continue;
            const std::uint64_t word = features.of[farms[f]].tally;
            paid |= owners_of(word, seats);
            for (unsigned seat = 0; seat < seats; ++seat)
                strength[seat] += static_cast<unsigned>(word >> (4 * seat) & 15);
        }
        if (options.farm_scoring == FarmScoring::second) {
            if (paid) line(cities[c], -1, paid, 3);
            continue;
        }
        const unsigned most = *std::max_element(strength, strength + seats);
        if (most == 0) continue;
        unsigned owners = 0;
        for (unsigned seat = 0; seat < seats; ++seat)
            owners |= unsigned{strength[seat] == most} << seat;
        line(cities[c], -1, owners, 4);
    }
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
