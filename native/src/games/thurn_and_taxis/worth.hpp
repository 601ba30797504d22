// What a position of Thurn and Taxis is worth beyond its points: what the route and the hand,
// houses in provinces and the tiles that are left let a seat hope for.
#pragma once

#include <span>
#include <string_view>

#include "player.hpp"

namespace carcbot::thurn_and_taxis {

/// How much of each hope counts. The first three are thousandths of what it would bring, the others
/// thousandths of a point. With none of them a position is worth its points.
struct Worth {
    int route = 0;      ///< what the route would bring if it were closed now
    int provinces = 0;  ///< of tiles of province stacks, by the square of the part of their cities
    int all = 0;        ///< of the tile for all provinces, by the square of the part of them
    int card = 0;       ///< a card of the route
    int fit = 0;        ///< a city of the hand that fits the route
    int joined = 0;     ///< a city of the hand that does not, but is joined to the route or another

    /// "points", "outlook", or the six weights in the order above with slashes between them, as
    /// whole numbers: "700/500/500/200/200/50". Throws InputError(options).
    static Worth named(std::string_view name);

    bool operator==(const Worth&) const = default;
};

/// What the end of the game and the tiles say; the same for all seats.
struct Prospects {
    bool is_ending;  ///< nobody has more than a turn to come: hope counts no more
    bool without_baiern;
    std::array<std::uint8_t, kStacks> stacks;
};

/// In thousandths of a point.
int worth_of(const Player& player, const Prospects& prospects, const Worth& weights);
/// Of each seat.
PerSeat worth_of(const State& state, const Worth& weights);

}  // namespace carcbot::thurn_and_taxis
