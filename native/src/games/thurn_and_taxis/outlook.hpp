// What a seat of Thurn and Taxis may hope for beyond its points: a sum of features of its route,
// its hand, its houses and the tiles that are left, with weights that were fitted to games against
// itself.
//
// Each feature has a weight for the beginning and one for the end of a game; between them they mix
// by the phase: the cards that the seat which is nearest to the end still wants.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "merits.hpp"
#include "player.hpp"

namespace carcbot::thurn_and_taxis {

using Stacks = std::array<std::uint8_t, kStacks>;  ///< tiles that are left

/// The points of the tile that lies on top; 0 where none is left.
inline int tile_on_top(const Stacks& stacks, std::size_t stack) {
    const int left = stacks[stack];
    return left ? kLowestTile[stack] + left - 1 : 0;
}

/// The points of the tile for a route of so many cards; a shorter one's where that stack is empty.
int tile_of_route(const Stacks& stacks, int length);

inline int points_of(const Player& player) {
    return kCarriagePoints[player.level] + player.tiles - player.houses_left;
}

/// What a closing would bring now, in points: the most houses, the tile of the route, and the
/// carriage, with a cartwright.
int gain_of_closing(const Player& player, const Stacks& stacks);

/// How many cities of the hand can be laid at the ends of a route, one behind the other, at most
/// three at each; without a route, those of one that begins in the hand.
int reach(const Player& player);

/// The most that a phase can be, at the beginning.
inline constexpr int kPhases = 18;
/// For how many cards routes are wanted until this seat ends the game: for its carriages with a
/// cartwright each time, or for its houses with three for four cards.
int cards_to_end(const Player& player);

/// The places of the features.
namespace feature {
inline constexpr std::size_t kLengths = 9;  ///< 0 to 8 and more
inline constexpr std::size_t kLevels = kLastLevel - kFirstLevel + 1;
inline constexpr std::size_t kMostReach = 4;
inline constexpr std::size_t kMostBuilt = 7;  ///< of the cities of a stack, without the last
inline constexpr std::size_t kMostMissing = 8;
inline constexpr std::size_t kFewHouses = 6;

inline constexpr std::size_t kLength = 0;  ///< by the next carriage and the cards of the route
/// ... and those cards with the reach
inline constexpr std::size_t kWithReach = kLength + kLevels * kLengths;
inline constexpr std::size_t kHousesNow = kWithReach + kLevels * kLengths;
inline constexpr std::size_t kTileNow = kHousesNow + 1;
/// Provinces of the route without a house, times the tile for all.
inline constexpr std::size_t kNewProvinces = kTileNow + 1;
inline constexpr std::size_t kReach = kNewProvinces + 1;
inline constexpr std::size_t kJoined = kReach + kMostReach;  ///< cities that do not fit yet
inline constexpr std::size_t kOthers = kJoined + 1;          ///< cards that are of no use
/// By the cities of each stack that are built, times its tile.
inline constexpr std::size_t kBuilt = kOthers + 1;
/// The tile for which the route has all cities that are missing.
inline constexpr std::size_t kCompleted = kBuilt + kProvinceStacks * kMostBuilt;
inline constexpr std::size_t kMissing = kCompleted + kProvinceStacks;  ///< provinces, times a tile
inline constexpr std::size_t kHouse = kMissing + kMostMissing;         ///< by its city
inline constexpr std::size_t kHousesLeft = kHouse + kCities;           ///< the last few
inline constexpr std::size_t kAll = kHousesLeft + kFewHouses;

/// What is counted there, in words.
std::string name(std::size_t place);
std::vector<std::string> names();
}  // namespace feature

/// Calls `add` with the place of each feature that is not 0, and how much of it there is.
template <typename Add>
void list_features(const Player& player, const Stacks& stacks, bool without_baiern, Add add) {
    using namespace feature;
    const int next = player.next_level();
    const CitySet hand = player.hand.cities();
    const int at_ends = reach(player);
    const CitySet fitting = player.length ? hand & player.fits() : 0;
    const CitySet joined = hand & ~player.route & ~fitting & neighbours(hand | player.route);
    if (next) {
        const std::size_t row = static_cast<std::size_t>(next - kFirstLevel) * kLengths;
        const auto in_row = [&](int length) {
            return row + std::min(static_cast<std::size_t>(length), kLengths - 1);
        };
        add(kLength + in_row(player.length), 1);
        add(kWithReach + in_row(player.length + at_ends), 1);
    }
    if (player.length) {
        add(kHousesNow, most_houses(player, player.route));
        add(kTileNow, tile_of_route(stacks, player.length));
    }
    if (at_ends) add(kReach + std::min(static_cast<std::size_t>(at_ends), kMostReach) - 1, 1);
    add(kJoined, static_cast<int>(count_bits(joined)));
    add(kOthers, player.hand.count() - static_cast<int>(count_bits(joined | fitting)));
    for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
        const CitySet missing = kStackCities[stack] & ~player.houses;
        if (!missing) continue;
        const std::size_t built = count_bits(kStackCities[stack] & player.houses);
        const int tile = tile_on_top(stacks, stack);
        if (built) add(kBuilt + stack * kMostBuilt + built - 1, tile);
        if (!(missing & ~player.route)) add(kCompleted + stack, tile);
    }
    std::size_t missing = 0;
    int fresh = 0;
    for (const CitySet province : kProvinces) {
        if ((player.houses & province) || (without_baiern && province == kBaiern)) continue;
        ++missing;
        fresh += (player.route & province) != 0;
    }
    const int tile = tile_on_top(stacks, kAllProvinces);
    if (missing && missing <= kMostMissing) add(kMissing + missing - 1, tile);
    add(kNewProvinces, fresh * tile);
    for_each_city(player.houses, [&](City city) { add(kHouse + city, 1); });
    if (player.houses_left && player.houses_left <= kFewHouses)
        add(kHousesLeft + player.houses_left - 1, 1);
}

/// In thousandths of a point.
struct OutlookWeights {
    struct Ends {
        int early, late;  ///< at the beginning of a game and at its end
    };
    std::array<Ends, feature::kAll> features = {};
    int tempo = 0;  ///< to have the next turn

    /// As many in one row, as a lesson has them: early, late, early, late, and the tempo last.
    static constexpr std::size_t kCount = 2 * feature::kAll + 1;
    static OutlookWeights of(std::span<const std::int32_t> row);
    [[nodiscard]] std::vector<std::int32_t> row() const;
};
/// Those that ship.
extern const OutlookWeights kOutlook;

/// What a seat may hope for beyond its points, in thousandths of one, in a game of this phase.
int outlook(const Player& player, const Stacks& stacks, bool without_baiern, int phase,
            const OutlookWeights& weights);

}  // namespace carcbot::thurn_and_taxis
