// What Thurn and Taxis tells to searches, beyond its rules: carcbot/searchable.hpp says what for.
#pragma once

#include "carcbot/searchable.hpp"
#include "rules.hpp"
#include "samples.hpp"

namespace carcbot {

/// Of a state that was played out, or as far as a sample goes, the points are right and all that
/// they follow from; cards and routes are not, and nothing can be played on from there.
template <>
struct Searchable<thurn_and_taxis::ThurnAndTaxis>
    : PlainSearchable<thurn_and_taxis::ThurnAndTaxis> {
    using Game = thurn_and_taxis::ThurnAndTaxis;
    using Policy = thurn_and_taxis::Policy;
    using Worth = thurn_and_taxis::Worth;

    static constexpr const auto& kPolicies = thurn_and_taxis::kPolicyNames;
    static constexpr std::array<std::string_view, 2> kEvaluations = {"points", "outlook"};

    /// Thousandths of a point for a merit: what is high seems worth two points, as the first
    /// carriage is, a house when a route is closed 0.3, and what is medium 0.1.
    static constexpr int kWorthOfMerit = 20;

    static Outcome draw_any(State& state, Random& random) {
        return thurn_and_taxis::draw_any(state, random);
    }
    static Move random_move(const State& state, Random& random, int policy) {
        return thurn_and_taxis::choose_move(state, random, static_cast<Policy>(policy));
    }

    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        play_part(state, random, {.policy = policy, .later_policy = policy}, note);
    }

    /// With a note each move is decided by itself, for then there is no joined action.
    static void play_part(State& state, Random& random, const Sample& sample,
                          std::vector<Deed>* note) {
        if (note) return PlainSearchable::play_part(state, random, sample, note);
        thurn_and_taxis::play_part(state, random, sample);
    }

    static PerSeat part_worth(State& state, Random& random, const Sample& sample, Worth worth) {
        return thurn_and_taxis::part_worth(state, random, sample, worth);
    }

    static PerSeat worth(const State& state, Worth worth) {
        return thurn_and_taxis::worth_of(state, worth);
    }

    static void knowledge(const State& state, std::span<const Move> moves, int /*how*/,
                          std::vector<int>& out) {
        thurn_and_taxis::list_merits(state, moves, out);
        for (int& each : out) each *= kWorthOfMerit;
    }

    static std::uint64_t seen_move(const State& state, int seat, Move move) {
        return thurn_and_taxis::seen_move(state, seat, move);
    }
    static std::uint64_t seen_draw(const State& state, int seat, Outcome city) {
        return thurn_and_taxis::seen_draw(state, seat, city);
    }
    static std::uint64_t seen_hand(const State& state, int seat) {
        return thurn_and_taxis::seen_hand(state, seat);
    }
};

}  // namespace carcbot
