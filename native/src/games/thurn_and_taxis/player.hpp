// A seat as random games and rules of thumb look at it: nothing of what anybody knows, and of a
// route its ends.
#pragma once

#include "state.hpp"

namespace carcbot::thurn_and_taxis {

struct Player {
    Cards hand;
    CitySet route = 0, houses = 0;
    City left = 0, right = 0;
    std::uint8_t length = 0, level = 0, tiles = 0, houses_left = kHouses;

    /// Where a card can be put at an end of this route, which is not empty.
    [[nodiscard]] CARCBOT_HOT CitySet fits_left() const { return kRoads[left] & ~route; }
    [[nodiscard]] CARCBOT_HOT CitySet fits_right() const { return kRoads[right] & ~route; }
    /// The cities that can be laid now; an empty route takes any.
    [[nodiscard]] CARCBOT_HOT CitySet fits() const {
        return length ? (kRoads[left] | kRoads[right]) & ~route : kAllCities;
    }
    /// How many cards its carriage needs next; 0 if it has the last one.
    [[nodiscard]] int next_level() const {
        if (level == kLastLevel) return 0;
        return level ? level + 1 : kFirstLevel;
    }
    /// A card of the hand is laid.
    CARCBOT_HOT void put(City city, bool at_left) {
        hand.take_city(city);
        route |= bit(city);
        if (at_left || length == 0) left = city;
        if (!at_left || length == 0) right = city;
        ++length;
    }
    void clear_route() {
        route = 0;
        length = 0;
    }
};

/// A seat whose cards are known here.
inline Player player_of(const State& state, int seat) {
    const Seat& from = state.seats[static_cast<std::size_t>(seat)];
    Player to;
    to.hand = hand_of(state, seat);
    to.route = from.route.set;
    to.houses = from.houses;
    to.length = from.route.length;
    if (to.length) to.left = from.route.left(), to.right = from.route.right();
    to.level = from.level;
    to.tiles = from.tiles;
    to.houses_left = static_cast<std::uint8_t>(from.houses_left());
    return to;
}

}  // namespace carcbot::thurn_and_taxis
