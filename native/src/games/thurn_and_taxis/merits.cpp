#include "merits.hpp"

#include <algorithm>

#include "rules.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

int high_if(bool is_high) {
    return is_high ? kHigh : kLow;
}

/// Whether two cards fit one after the other, both of the hand, or one of them and one of the
/// display.
bool can_attach_two(const Player& player, CitySet display) {
    const CitySet hand = player.hand.cities();
    CitySet firsts = player.fits() & (hand | display);
    for (; firsts; firsts &= firsts - 1) {
        const auto first = static_cast<City>(std::countr_zero(firsts));
        CitySet ends = kRoads[first];
        if (player.length) {  // the end at which it is not laid stays as it is
            if (player.fits_left() & bit(first)) ends |= kRoads[player.right];
            if (player.fits_right() & bit(first)) ends |= kRoads[player.left];
        }
        const CitySet seconds = hand & bit(first) ? hand | display : hand;
        if (seconds & ends & ~player.route & ~bit(first)) return true;
    }
    return false;
}

int merit_of_placing(What what) {
    switch (what) {
        case What::postmaster:
            return kHigh;
        case What::start:
        case What::left:
        case What::right:
            return kMedium;
        default:  // to scrap, or to leave out the second card
            return kLow;
    }
}

}  // namespace

int merit_of_official(const Player& player, CitySet display, Official official) {
    switch (official) {
        case Official::administrator:
            return DrawMerits(player, display).of_others();
        case Official::postmaster:
            return kHigh;
        case Official::carrier:
            return high_if(can_attach_two(player, display));
        case Official::cartwright: {
            const int length = player.length + 1;
            return high_if(length >= kShortestRoute && brings_carriage(player, length, true) &&
                           !brings_carriage(player, length, false) &&
                           player.fits() & (player.hand.cities() | display));
        }
        case Official::none:
            return kLow;
    }
    return kLow;
}

int most_houses(const Player& player, CitySet route) {
    const CitySet free = route & ~player.houses;
    unsigned provinces = 0, most = 0;
    for (const CitySet province : kProvinces) {
        const unsigned here = count_bits(free & province);
        provinces += here > 0;
        most = std::max(most, here);
    }
    return static_cast<int>(std::min<unsigned>(std::max(provinces, most), player.houses_left));
}

int merit_of_keeping(const Cards& cards) {
    unsigned ends = 0;  // of roads, each of which has two
    for_each_city(cards.cities(),
                  [&](City city) { ends += count_bits(kRoads[city] & cards.cities()); });
    return ends == 0 ? kLow : ends == 2 ? kMedium : kHigh;
}

void list_merits(const State& state, std::span<const Move> moves, std::vector<int>& merits) {
    const Player player = player_of(state, state.turn_of());
    const CitySet display = displayed(state);
    const bool is_unused = !state.options.officials_at_start && state.official == Official::none;
    const auto merit_of = [&](Move move) {
        const What what = move.what();
        switch (state.step) {
            case Step::official: {
                constexpr std::array officials = {Official::administrator, Official::postmaster,
                                                  Official::carrier, Official::cartwright,
                                                  Official::none};
                return merit_of_official(player, display,
                                         officials[static_cast<std::size_t>(what)]);
            }
            case Step::draw: {
                const DrawMerits draws(player, display);
                return what == What::take ? draws.of(move.city()) : draws.of_others();
            }
            case Step::place:
                return merit_of_placing(what);
            case Step::finish:
                if (what == What::carrier) return high_if(player.hand.cities() & player.fits());
                if (what == What::end) return kMedium;
                return merit_of_closing(player, player.route, player.length,
                                        is_unused || state.official == Official::cartwright);
            case Step::houses:
                return merit_of_houses(static_cast<int>(count_bits(move.cities())));
            case Step::cartwright:
                return high_if(what == What::cartwright &&
                               brings_carriage(player, player.length, true) &&
                               !brings_carriage(player, player.length, false));
            case Step::keep:
                return merit_of_keeping(move.cards());
            default:
                return kLow;
        }
    };
    merits.clear();
    for (const Move move : moves) merits.push_back(merit_of(move));
}

}  // namespace carcbot::thurn_and_taxis
