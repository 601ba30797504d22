#include "outlook.hpp"

#include <algorithm>

namespace carcbot::thurn_and_taxis {
namespace {

constexpr int kLongestChain = 3;

/// The longest chain of these cities that can be laid at this end.
struct Chain {
    int cards = 0;
    CitySet used = 0;
};
Chain chain_at(City end, CitySet from, int most) {
    Chain best;
    if (most == 0) return best;
    for (CitySet next = kRoads[end] & from; next && best.cards < most; next &= next - 1) {
        const auto city = static_cast<City>(std::countr_zero(next));
        const Chain behind = chain_at(city, from & ~bit(city), most - 1);
        if (behind.cards >= best.cards) best = {behind.cards + 1, behind.used | bit(city)};
    }
    return best;
}

/// At one end, and of what is left at the other.
int at_both(City one, City other, CitySet from) {
    const Chain first = chain_at(one, from, kLongestChain);
    return first.cards + chain_at(other, from & ~first.used, kLongestChain).cards;
}

int reach_from(City left, City right, CitySet from) {
    if (left == right) return at_both(left, left, from);
    return std::max(at_both(left, right, from), at_both(right, left, from));
}

}  // namespace

int tile_of_route(const Stacks& stacks, int length) {
    if (length < 5) return 0;
    std::size_t stack = std::min(kRoute5 + static_cast<std::size_t>(length) - 5, kRoute7);
    while (stack > kRoute5 && stacks[stack] == 0) --stack;
    return tile_on_top(stacks, stack);
}

int gain_of_closing(const Player& player, const Stacks& stacks) {
    if (player.length < kShortestRoute) return 0;
    int points = most_houses(player, player.route) + tile_of_route(stacks, player.length);
    if (brings_carriage(player, player.length, true)) {
        points += kCarriagePoints[static_cast<std::size_t>(player.next_level())] -
                  kCarriagePoints[player.level];
    }
    return points;
}

int reach(const Player& player) {
    const CitySet hand = player.hand.cities() & ~player.route;
    if (player.length) return reach_from(player.left, player.right, hand);
    int most = 0;
    for_each_city(hand, [&](City city) {
        most = std::max(most, 1 + reach_from(city, city, hand & ~bit(city)));
    });
    return most;
}

int cards_to_end(const Player& player) {
    int cards = 0;
    for (int level = player.next_level(); level && level <= kLastLevel; ++level) {
        const int needed = std::max(kShortestRoute, level - 2);
        cards += level == player.next_level() ? std::max(needed - player.length, 0) : needed;
    }
    return std::min(cards, player.houses_left * 4 / 3);
}

int outlook(const Player& player, const Stacks& stacks, bool without_baiern, int phase,
            const OutlookWeights& weights) {
    std::int64_t sum = 0;
    list_features(player, stacks, without_baiern, [&](std::size_t place, int amount) {
        const auto [early, late] = weights.features[place];
        sum += std::int64_t{amount} * (early * phase + late * (kPhases - phase));
    });
    return static_cast<int>(sum / kPhases);
}

std::string feature::name(std::size_t place) {
    const auto by_carriage = [](std::size_t at) {
        return std::to_string(at % kLengths) + ", carriage " +
               std::to_string(at / kLengths + kFirstLevel) + " next";
    };
    if (place < kWithReach) return "route of " + by_carriage(place);
    if (place < kHousesNow) return "route with reach of " + by_carriage(place - kWithReach);
    if (place == kHousesNow) return "houses of the route";
    if (place == kTileNow) return "tile of the route";
    if (place == kNewProvinces) return "provinces of the route that are new";
    if (place < kJoined) return "reach " + std::to_string(place - kReach + 1);
    if (place == kJoined) return "joined cities of the hand";
    if (place == kOthers) return "other cards of the hand";
    if (place < kCompleted) {
        const std::size_t at = place - kBuilt;
        return "stack " + std::to_string(at / kMostBuilt) + " built " +
               std::to_string(at % kMostBuilt + 1);
    }
    if (place < kMissing) return "stack " + std::to_string(place - kCompleted) + " in the route";
    if (place < kHouse) return "provinces missing " + std::to_string(place - kMissing + 1);
    if (place < kHousesLeft) return "house in " + std::string(kLetters[place - kHouse]);
    return "houses left " + std::to_string(place - kHousesLeft + 1);
}

std::vector<std::string> feature::names() {
    std::vector<std::string> names;
    for (std::size_t place = 0; place < kAll; ++place) names.push_back(name(place));
    return names;
}

}  // namespace carcbot::thurn_and_taxis
