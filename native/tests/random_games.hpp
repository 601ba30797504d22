// Random games of every flavour, for tests that play many.
#pragma once

#include <cstdint>
#include <string_view>

#include "games/carcassonne/game.hpp"

namespace random_games {

using namespace carcbot;
using namespace carcbot::carcassonne;

/// Each option has each of its values somewhere.
inline constexpr std::string_view kOptionSets[] = {
    "seats=2",
    "seats=2,unplaceable=return_to_bag",
    "seats=3,farm_scoring=first,two_tile_city=2",
    "seats=5,farm_scoring=off,unplaceable=bottom",
    "seats=2,expansions=river",
    "seats=3,expansions=river,river_rule=strict,river_look_ahead=off,unplaceable=bottom",
    "seats=2,expansions=river,river_look_ahead=off,unplaceable=return_to_bag",
    "seats=4,expansions=inns_and_cathedrals,farm_scoring=second,inn_on_EC=c2",
    "seats=2,expansions=abbot,unplaceable=return_to_bag",
    "seats=6,expansions=inns_and_cathedrals+abbot,unplaceable=bottom",
    "seats=5,expansions=river+abbot,river_start_tile=kept,farm_scoring=second",
    "seats=2,expansions=river+inns_and_cathedrals+abbot",
    "seats=6,expansions=river+inns_and_cathedrals+abbot,river_start_tile=kept,river_look_ahead=off,"
    "farm_scoring=first,inn_on_EC=c2,unplaceable=bottom",
    "seats=2,start=C0@-20,20",
    "seats=3,expansions=river+inns_and_cathedrals,start=RA3@7,-5",
};

template <typename List>
const auto& any_of(const List& list, Random& random) {
    return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

/// One draw, each kind alike, or one move, each alike.
inline void step(State& state, Random& random) {
    if (state.phase == Phase::draw) {
        draw(state, any_of(outcomes(state), random).first);
    } else {
        apply(state, any_of(legal_moves(state), random));
    }
}

}  // namespace random_games
