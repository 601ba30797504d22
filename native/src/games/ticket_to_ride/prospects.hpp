// What a seat of Ticket to Ride may hope for: its points at the end of the game, as a sum of facts
// of its network, its tickets, its plan and its hand, with weights that were fitted to the ends of
// games that planners played.
//
// Each fact has a weight for the beginning of a game and one for its end; between them they mix by
// the phase, which is how many trains the seat has that is nearest to the end.
#pragma once

#include <string_view>

#include "planner.hpp"

namespace carcbot::ticket_to_ride {

enum class Fact : std::uint8_t {
    one,             ///< always 1
    track_points,    ///< points of its tracks
    completed,       ///< value of its completed tickets
    planned,         ///< value of those that its plan completes
    lost,            ///< value of the others
    plan_turns,      ///< turns that the plan takes, in halves: claims and cards that are missing
    plan_points,     ///< points of its tracks
    plan_trains,     ///< and their length
    plan_risk,       ///< what losing its tracks would cost, in tenths
    trains,          ///< that are left
    trains_squared,  ///< in tenths
    cards,           ///< of the hand
    spare_cards,     ///< those that the plan does not want
    locos,           ///< of the hand
    most_of_colour,  ///< cards of the colour of which it has most
    path,            ///< its longest path
    path_ahead,      ///< by how much that is longer than the longest of the others; at most 10
    turns_left,      ///< until somebody else may end the game
    is_next,         ///< it has the next turn
    last
};
inline constexpr std::size_t kFacts = static_cast<std::size_t>(Fact::last);
inline constexpr std::array<std::string_view, kFacts> kFactNames = {
    "one",         "track points", "completed",        "planned", "lost",           "plan turns",
    "plan points", "plan trains",  "plan risk",        "trains",  "trains squared", "cards",
    "spare cards", "locos",        "most of a colour", "path",    "path ahead",     "turns left",
    "is next"};
using Facts = std::array<int, kFacts>;

/// Of a seat whose hand and tickets are known, where these are the longest paths of all seats.
Facts facts_of(const Sight& sight, const PerSeat& paths, Planner& planner);

/// Of all seats. The game goes on.
std::array<Facts, kMostPlayers> all_facts(const State& state);

/// In thousandths of a point, at the beginning and at the end.
struct ProspectWeight {
    int early, late;
};
extern const std::array<ProspectWeight, kFacts> kProspects;

/// The trains of the seat that is nearest to the end.
int phase_of(const Table& table);

/// What each seat may hope for, in thousandths of a point; its points when the game is over.
PerSeat prospects_of(const State& state);

}  // namespace carcbot::ticket_to_ride
