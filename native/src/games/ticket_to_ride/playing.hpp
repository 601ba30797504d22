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
    planner  ///< what each seat plans by what it knows; see planner.hpp
};
inline constexpr std::array<std::string_view, 4> kPolicyNames = {"uniform", "no-tickets", "rules",
                                                                 "planner"};

inline constexpr std::uint32_t kRandomTurns = 20;  ///< one of so many is random: epsilon is 0.05

/// A choice of the decision that is due. A seat that plans makes its plan anew for it.
Move choose_move(const State& state, Random& random, Policy policy);

/// What the thesis's players do without a search: they keep two first tickets (4.2.1), and draw new
/// ones as soon as all are completed, but not in the last round (4.2.2). Otherwise none.
std::optional<Move> ruled_move(const State& state);

/// Plays on until the sample ends, or where its policy ends it.
void play_part(State& state, Random& random, const Sample& sample);

}  // namespace carcbot::ticket_to_ride
