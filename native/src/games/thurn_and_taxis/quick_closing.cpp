// How a route is closed in random games at full speed.

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "quick.hpp"
#include "rules.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

/// Three cards of this hand, any alike of all that differ.
Cards any_three(Random& random, const Cards& hand) {
    // three of different cities, two of one and one of another, three of one
    const CitySet any = hand.cities(), twice = hand.cities(2), thrice = hand.cities(3);
    const unsigned n = count_bits(any), pairs = count_bits(twice);
    const unsigned different = n * (n - 1) * (n - 2) / 6, mixed = pairs * (n - 1);
    unsigned choice = random.below(different + mixed + count_bits(thrice));
    Cards kept;
    if (choice < different) {
        CitySet three = 0;
        while (count_bits(three) < kCardsKept) three |= bit(any_city(any, random));
        kept.add(three);
    } else if ((choice -= different) < mixed) {
        const City city = nth_city(twice, choice / (n - 1));
        kept.add_city(city);
        kept.add_city(city);
        kept.add_city(nth_city(any & ~bit(city), choice % (n - 1)));
    } else {
        const City city = nth_city(thrice, choice - mixed);
        for (int i = 0; i < kCopies; ++i) kept.add_city(city);
    }
    return kept;
}

/// Those of them that are worth most to keep; any alike of what is equal.
Cards best_three(Random& random, const Cards& hand) {
    Cards best;
    int most = 0;
    unsigned equal = 0;
    for_each_city(hand.cities(), [&](City low) {
        Cards second = hand;
        second.take_city(low);
        const CitySet from_low = ~(bit(low) - 1);
        for_each_city(second.cities() & from_low, [&](City middle) {
            Cards third = second;
            third.take_city(middle);
            const CitySet from_middle = ~(bit(middle) - 1);
            for_each_city(third.cities() & from_middle, [&](City high) {
                const Cards kept = Move::keep(low, middle, high).cards();
                const int merit = merit_of_keeping(kept);
                if (merit < most) return;
                if (merit > most) most = merit, equal = 0;
                if (random.below(++equal) == 0) best = kept;
            });
        });
    });
    return best;
}

/// The points of the tile that a stack gives; those of a route fall through to the shorter ones.
int take_tile(Stacks& stacks, std::size_t stack) {
    while (stack > kRoute5 && stacks[stack] == 0) --stack;
    if (stacks[stack] == 0) return 0;
    return kLowestTile[stack] + --stacks[stack];
}

}  // namespace

void Quick::close(Random& random, Player& player, Policy policy) {
    const bool is_uniform = policy == Policy::uniform;
    build(player, is_uniform ? any_houses(random, player) : best_houses(random, player), stacks_);
    if (!options_.officials_at_start && official_ == Official::none) {
        const bool helps = brings_carriage(player, player.length, true) &&
                           !brings_carriage(player, player.length, false);
        const bool is_called =
            is_uniform ? (helps || options_.useless_offered) && random.below(2) == 0 : helps;
        if (is_called) official_ = Official::cartwright;
    }
    if (brings_carriage(player, player.length, official_ == Official::cartwright))
        player.level = static_cast<std::uint8_t>(player.next_level());
    scrap(player);
    keep_three(random, player, policy);
    take_end_tile(player);
}

void Quick::take_end_tile(Player& player) {
    if (end_holder_ != kNoSeat || (player.level != kLastLevel && player.houses_left)) return;
    end_holder_ = static_cast<std::int8_t>(seat_);
    ++player.tiles;
}

CitySet Quick::any_houses(Random& random, const Player& player) const {
    const CitySet free = player.route & ~player.houses;
    if (static_cast<int>(count_bits(free)) > player.houses_left)
        return scarce_houses(random, player, false);
    // each way of one house a province, each province whole, and none where one has no free city
    unsigned ways = 1, provinces = 0, is_empty = 0;
    CitySet only = 0;
    for (const CitySet province : kProvinces) {
        if (!(player.route & province)) continue;
        const unsigned here = count_bits(free & province);
        if (here == 0) {
            is_empty = 1;
            continue;
        }
        ways *= here;
        ++provinces;
        only = free & province;
    }
    if (provinces == 0) {
        is_empty = 1;
        ways = 0;
    }
    const unsigned whole = provinces > 1 ? provinces : count_bits(only) > 1 ? 1 : 0;
    unsigned choice = random.below(ways + whole + is_empty);
    CitySet chosen = 0;
    if (choice < ways) {
        for (const CitySet province : kProvinces) {
            const CitySet here = free & province;
            if (!here) continue;
            const unsigned count = count_bits(here);
            chosen |= bit(nth_city(here, choice % count));
            choice /= count;
        }
    } else if ((choice -= ways) < whole) {
        for (const CitySet province : kProvinces) {
            if (!(free & province)) continue;
            chosen = free & province;
            if (choice-- == 0) break;
        }
    }
    return chosen;
}

CitySet Quick::best_houses(Random& random, const Player& player) const {
    const CitySet free = player.route & ~player.houses;
    if (static_cast<int>(count_bits(free)) > player.houses_left)
        return scarce_houses(random, player, true);
    unsigned product = 1, provinces = 0, most = 0;
    for (const CitySet province : kProvinces) {
        const unsigned here = count_bits(free & province);
        if (here == 0) continue;
        product *= here;
        ++provinces;
        most = std::max(most, here);
    }
    most = std::max(most, provinces);
    const unsigned ways = provinces == most ? product : 0;  // of one house in each province
    unsigned whole = 0;  // provinces that have as many; one with a single city is a way already
    if (most > 1) {
        for (const CitySet province : kProvinces) whole += count_bits(free & province) == most;
    }
    unsigned choice = random.below(ways + whole);
    CitySet chosen = 0;
    for (const CitySet province : kProvinces) {
        const CitySet here = free & province;
        const unsigned count = count_bits(here);
        if (choice >= ways) {
            if (count == most && choice-- == ways) return here;
        } else if (count) {
            chosen |= bit(nth_city(here, choice % count));
            choice /= count;
        }
    }
    return chosen;
}

/// Where a route passes more free cities than houses are left.
CitySet Quick::scarce_houses(Random& random, const Player& player, bool as_many_as_can_be) const {
    Seat seat;
    seat.route.set = player.route;
    seat.houses = player.houses;
    std::vector<CitySet> sets;
    list_houses(seat, sets);
    if (as_many_as_can_be) {
        const auto most = static_cast<unsigned>(most_houses(player, player.route));
        std::erase_if(sets, [&](CitySet set) { return count_bits(set) < most; });
    }
    return sets[random.below(static_cast<std::uint32_t>(sets.size()))];
}

void Quick::build(Player& player, CitySet chosen, Stacks& stacks) const {
    const CitySet before = std::exchange(player.houses, player.houses | chosen);
    player.houses_left = static_cast<std::uint8_t>(player.houses_left - count_bits(chosen));
    int points = 0;
    for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
        const CitySet all = kStackCities[stack];
        if ((before & all) != all && (player.houses & all) == all)
            points += take_tile(stacks, stack);
    }
    const auto has_all = [&](CitySet houses) {
        return std::all_of(kProvinces.begin(), kProvinces.end(), [&](CitySet province) {
            return (houses & province) || (options_.without_baiern && province == kBaiern);
        });
    };
    if (!has_all(before) && has_all(player.houses)) points += take_tile(stacks, kAllProvinces);
    if (player.length >= 5)
        points += take_tile(stacks, std::min(kRoute5 + player.length - 5U, kRoute7));
    player.tiles = static_cast<std::uint8_t>(player.tiles + points);
}

/// Of cities of one province that in which a house is worth most, looked at alone.
CitySet Quick::best_city(CitySet cities, const Player& player, const Stacks& stacks,
                         const OutlookWeights& weights) {
    CitySet best = 0;
    int most = std::numeric_limits<int>::min();
    for_each_city(cities, [&](City city) {
        const auto& ends = weights.features[feature::kHouse + city];
        int worth = (ends.early + ends.late) / 2;
        for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
            const CitySet missing = kStackCities[stack] & ~player.houses;
            if (missing == bit(city)) worth += kWorthOfAPoint * tile_on_top(stacks, stack);
        }
        if (worth > most) most = worth, best = bit(city);
    });
    return best;
}

void Quick::keep_three(Random& random, Player& player, Policy policy) {
    Cards& hand = player.hand;
    if (hand.count() <= kCardsKept) return;
    const Cards kept =
        policy == Policy::uniform ? any_three(random, hand) : best_three(random, hand);
    hand.take(kept);
    discards_.add(hand);
    hand = kept;
}

}  // namespace carcbot::thurn_and_taxis
