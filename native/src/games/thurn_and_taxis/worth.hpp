// What a position of Thurn and Taxis is worth to each seat.
#pragma once

#include <string_view>

#include "outlook.hpp"

namespace carcbot::thurn_and_taxis {

/// Points alone, or with the outlook by these weights.
struct Worth {
    const OutlookWeights* outlook = nullptr;

    /// "points" or "outlook". Throws InputError(options).
    static Worth named(std::string_view name);
};

/// What all seats have in common.
struct Prospects {
    Stacks stacks;
    bool without_baiern;
    int seats;
    int next;        ///< who has the next turn
    bool is_ending;  ///< nobody has more than a turn to come
    bool is_over;
};

/// Of each seat in thousandths of a point. The outlook adds what it says and the tempo; in the last
/// round instead, for who has a turn to come, what a closing would bring.
PerSeat worth_of(const std::array<Player, kMostPlayers>& players, const Prospects& prospects,
                 Worth worth);
PerSeat worth_of(const State& state, Worth worth);

/// The least cards_to_end of all seats.
int phase_of(const std::array<Player, kMostPlayers>& players, int seats);

}  // namespace carcbot::thurn_and_taxis
