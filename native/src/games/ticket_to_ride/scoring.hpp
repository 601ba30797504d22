// Points, places, and what can still become of them.
#pragma once

#include <utility>

#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// Whether nothing can be decided any more, so that tickets are being shown, or are.
inline bool is_decided(const Table& table) {
    return table.step == Step::show || table.step == Step::over;
}

/// What a game comes to.
struct Result {
    PerSeat points{};
    PerSeat completed{};  ///< tickets
    PerSeat longest{};    ///< paths
    PerSeat bonus{};      ///< for the longest of all
};

/// The result of these networks and tickets, as if the game were over.
Result result_of(const Table& table, const std::array<TicketSet, kMostPlayers>& held);

PerSeat places(const State& state);
std::pair<int, int> bounds(const State& state, int seat);
int estimated_turns(const Table& table, int seat);

}  // namespace carcbot::ticket_to_ride
