// Random games of Ticket to Ride by policies: how seats choose in them, and where they end.
// Sections 4.7.1 and 4.7.3 of C. Huchler's thesis of 2015, and what it leaves open; and a planner
// of our own.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "carcbot/random.hpp"
#include "carcbot/searchable.hpp"
#include "move.hpp"
#include "plans.hpp"

namespace carcbot::ticket_to_ride {

enum class Policy : std::uint8_t {
    uniform,     ///< every move of a decision alike
    no_tickets,  ///< the same, but nobody draws tickets as long as there is anything else to do
    /// Of nineteen turns of twenty by rules: the longest needed track that can be paid; else the
    /// shortest that another seat needs; else any cards; else any track. The others as no_tickets.
    /// A game ends where a seat is to move that needs no track: it would have to draw tickets.
    rules,
    planner,   ///< what each seat plans by what it knows; see planner.hpp
    rules_0,   ///< as rules, where no turn is left to chance
    rules_10,  ///< where one of ten is
    rules_20,  ///< one of five
    rules_40   ///< two of five
};
inline constexpr std::array<std::string_view, 8> kPolicyNames = {
    "uniform", "no-tickets", "rules", "planner", "rules-0", "rules-10", "rules-20", "rules-40"};

/// Of how many turns of a hundred a policy by rules is random: 5 is the thesis's epsilon of 0.05.
/// None of the other policies.
constexpr std::optional<int> random_percent(Policy policy) {
    switch (policy) {
        case Policy::rules:
            return 5;
        case Policy::rules_0:
            return 0;
        case Policy::rules_10:
            return 10;
        case Policy::rules_20:
            return 20;
        case Policy::rules_40:
            return 40;
        default:
            return std::nullopt;
    }
}

/// A choice of the decision that is due. A seat that plans makes its plan anew for it.
Move choose_move(const State& state, Random& random, Policy policy);

/// What the thesis's players do without a search: they keep two first tickets (4.2.1), and draw new
/// ones as soon as all are completed, but not in the last round (4.2.2). Otherwise none.
std::optional<Move> ruled_move(const State& state);

/// What the planner does without a search: all but the choice of tickets, turns in which it has no
/// more lines to build, and those near the end, in which a few games played out say more.
std::optional<Move> planned_move(const State& state);

/// Plays on until the sample ends, or where its policy ends it.
void play_part(State& state, Random& random, const Sample& sample);

}  // namespace carcbot::ticket_to_ride
