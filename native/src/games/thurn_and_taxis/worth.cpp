#include "worth.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "carcbot/searchable.hpp"
#include "merits.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

constexpr Worth kOutlook{700, 600, 600, 200, 200, 50};

/// The points of the tile that lies on top; 0 where none is left.
int tile_on_top(const Prospects& prospects, std::size_t stack) {
    const int left = prospects.stacks[stack];
    return left ? kLowestTile[stack] + left - 1 : 0;
}

/// The tile for a route of so many cards; a shorter one's where that stack is empty.
int tile_of_route(const Prospects& prospects, int length) {
    if (length < 5) return 0;
    std::size_t stack = std::min(kRoute5 + static_cast<std::size_t>(length) - 5, kRoute7);
    while (stack > kRoute5 && prospects.stacks[stack] == 0) --stack;
    return tile_on_top(prospects, stack);
}

/// What the route would bring in thousandths of a point: its houses, its tile, and of the next
/// carriage as much as the square of the part that the route has of its length, with a cartwright.
int of_route(const Player& player, const Prospects& prospects) {
    const int length = player.length;
    if (length == 0) return 0;
    int points =
        kWorthOfAPoint * (most_houses(player, player.route) + tile_of_route(prospects, length));
    if (const int next = player.next_level()) {
        const int need = std::max(kShortestRoute, next - 2);
        const int has = std::min(length, need);
        const int gain =
            kCarriagePoints[static_cast<std::size_t>(next)] - kCarriagePoints[player.level];
        points += kWorthOfAPoint * gain * has * has / (need * need);
    }
    return points;
}

/// What the tiles of provinces are worth that it has no right to yet, in thousandths of a point.
int of_provinces(const Player& player, const Prospects& prospects) {
    int points = 0;
    for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
        const CitySet all = kStackCities[stack];
        const auto needed = static_cast<int>(count_bits(all));
        const auto built = static_cast<int>(count_bits(player.houses & all));
        if (built == needed) continue;
        points +=
            kWorthOfAPoint * tile_on_top(prospects, stack) * built * built / (needed * needed);
    }
    return points;
}

int of_all_provinces(const Player& player, const Prospects& prospects) {
    int needed = 0, built = 0;
    for (const CitySet province : kProvinces) {
        if (prospects.without_baiern && province == kBaiern) continue;
        ++needed;
        built += (player.houses & province) != 0;
    }
    if (built == needed) return 0;
    return kWorthOfAPoint * tile_on_top(prospects, kAllProvinces) * built * built /
           (needed * needed);
}

}  // namespace

Worth Worth::named(std::string_view name) {
    if (name == "points") return {};
    if (name == "outlook") return kOutlook;
    constexpr int most = 10'000;
    std::array<int, 6> weights{};
    const char* at = name.data();
    const char* const end = name.data() + name.size();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto [after, error] = std::from_chars(at, end, weights[i]);
        const bool is_last = i + 1 == weights.size();
        const bool goes_on = is_last ? after == end : after != end && *after == '/';
        if (error != std::errc() || !goes_on || weights[i] < -most || weights[i] > most) {
            throw InputError(Fault::options, quote(name) + " is no evaluation", "the evaluation",
                             "points, outlook, or six whole numbers such as "
                             "700/600/600/200/200/50: route, tiles of provinces, of all provinces, "
                             "card of the route, card that fits, card that is joined");
        }
        at = is_last ? after : after + 1;
    }
    return {weights[0], weights[1], weights[2], weights[3], weights[4], weights[5]};
}

int worth_of(const Player& player, const Prospects& prospects, const Worth& weights) {
    const int points = kCarriagePoints[player.level] + player.tiles - player.houses_left;
    int worth = kWorthOfAPoint * points;
    if (prospects.is_ending) return worth;
    const CitySet hand = player.hand.cities();
    const CitySet fitting = player.length ? hand & player.fits() : 0;
    const CitySet joined = hand & ~fitting & neighbours(hand | player.route);
    worth += weights.route * of_route(player, prospects) / 1000;
    worth += weights.provinces * of_provinces(player, prospects) / 1000;
    worth += weights.all * of_all_provinces(player, prospects) / 1000;
    worth += weights.card * player.length;
    worth += weights.fit * static_cast<int>(count_bits(fitting));
    worth += weights.joined * static_cast<int>(count_bits(joined));
    return worth;
}

PerSeat worth_of(const State& state, const Worth& weights) {
    const Prospects prospects{state.step == Step::over || state.end_holder != kNoSeat,
                              state.options.without_baiern, state.stacks};
    PerSeat worth{};
    for (int seat = 0; seat < state.options.seats; ++seat)
        worth[static_cast<std::size_t>(seat)] =
            worth_of(player_of(state, seat), prospects, weights);
    return worth;
}

}  // namespace carcbot::thurn_and_taxis
