// How good each choice in Thurn and Taxis seems by the rules of thumb of Schadd's thesis (4.4.3).
// Where it says nothing it is said here what was decided.
#pragma once

#include <span>
#include <vector>

#include "game.hpp"
#include "player.hpp"
#include "policies.hpp"

namespace carcbot::thurn_and_taxis {

/// Every city that a road joins to one of these.
CARCBOT_HOT CitySet neighbours(CitySet cities) {
    CitySet found = 0;
    for_each_city(cities, [&](City city) { found |= kRoads[city]; });
    return found;
}

/// Of what can be drawn.
struct DrawMerits {
    CitySet high = 0;    ///< they fit the route
    CitySet medium = 0;  ///< they do not, but are joined to a card of the hand

    CARCBOT_HOT DrawMerits(const Player& player, CitySet display)
        : high(display & player.fits()),
          medium(display & ~high & neighbours(player.hand.cities())) {}

    [[nodiscard]] CARCBOT_HOT int of(City city) const {
        return high & bit(city) ? kHigh : medium & bit(city) ? kMedium : kLow;
    }
    /// A blind card, and another display: only where no card that lies open is of use.
    [[nodiscard]] CARCBOT_HOT int of_others() const { return high | medium ? kLow : kHigh; }
};

/// An official at the start of a turn. The cartwright is good where a card that fits is in the hand
/// or the display, and the route with it brings a carriage by him alone.
int merit_of_official(const Player& player, CitySet display, Official official);

/// Whether a route of so many cards brings a carriage.
CARCBOT_HOT bool brings_carriage(const Player& player, int length, bool has_cartwright) {
    const int next = player.next_level();
    return next && length >= next - (has_cartwright ? 2 : 0);
}

/// The most houses that this seat can place for a route of these cities.
int most_houses(const Player& player, CitySet route);

CARCBOT_HOT int merit_of_houses(int houses) {
    return houses ? houses * kOfEachHouse : kLow;
}

/// To close a route of these cities.
CARCBOT_HOT int merit_of_closing(const Player& player, CitySet route, int length,
                                 bool has_cartwright) {
    if (brings_carriage(player, length, has_cartwright)) return kHigh;
    return merit_of_houses(most_houses(player, route));
}

/// To keep these cards, by the roads between them: they are the beginning of the next route.
int merit_of_keeping(const Cards& cards);

/// Of each of these moves, decision by decision.
void list_merits(const State& state, std::span<const Move> moves, std::vector<int>& merits);

}  // namespace carcbot::thurn_and_taxis
