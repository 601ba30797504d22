#include "actions.hpp"

namespace carcbot::thurn_and_taxis {

using First = Action::First;
using Second = Action::Second;

std::string Action::text() const {
    if (first == First::postmaster) return "postmaster";
    constexpr std::array<std::string_view, 5> firsts = {"", "start:", "left:", "right:", "scrap:"};
    constexpr std::array<std::string_view, 4> seconds = {"", " left:", " right:", " again:"};
    std::string text(firsts[static_cast<std::size_t>(first)]);
    text += kLetters[first_city];
    text += seconds[static_cast<std::size_t>(second)];
    if (second_city != kNoCity) text += kLetters[second_city];
    if (closes) text += " close";
    return text;
}

Means means_of(const Options& options, Official official, bool can_draw) {
    Means means;
    means.one_card_twice = options.one_card_twice;
    if (options.officials_at_start) {
        if (official == Official::carrier) {
            means.second = options.carrier_must ? Means::SecondCard::must : Means::SecondCard::may;
        }
        means.has_cartwright = official == Official::cartwright;
    } else if (official == Official::none) {
        means.second = Means::SecondCard::may;
        means.has_cartwright = true;
        means.has_postmaster = can_draw;
    }
    return means;
}

// The list is filled in place: to clear it first would cost more than all that is ever in it.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
ActionList::ActionList(const Player& player, const Means& means) : player_(player), means_(means) {
    const CitySet hand = player.hand.cities();
    const auto each = [&](First first, CitySet cities) {
        for_each_city(cities, [&](City city) { add_first(first, city); });
    };
    if (means.has_postmaster) add({First::postmaster, Second::none, kNoCity, kNoCity, false});
    if (player.length == 0) {
        each(First::start, hand);
        return;
    }
    if (player.length > 1 || means.one_card_twice) each(First::left, hand & player.fits_left());
    each(First::right, hand & player.fits_right());
    each(First::scrap, hand);
}

void ActionList::add_first(First first, City city) {
    const Action action{first, Second::none, city, kNoCity, false};
    const bool scraps = first == First::scrap;
    if (means_.second != Means::SecondCard::must)
        add_closing_too(action, scraps ? 1U : player_.length + 1U);
    if (means_.second == Means::SecondCard::no) return;
    Player laid = player_;
    if (scraps) laid.clear_route();
    laid.put(city, first == First::left);
    add_second(laid, action);
}

void ActionList::add_second(const Player& laid, const Action& first) {
    const CitySet hand = laid.hand.cities();
    const bool has_two_ends = laid.length > 1 || means_.one_card_twice;
    const CitySet left = has_two_ends ? hand & laid.fits_left() : 0;
    const CitySet right = hand & laid.fits_right();
    const auto each = [&](Second second, CitySet cities) {
        for_each_city(cities, [&](City city) {
            add_closing_too({first.first, second, first.first_city, city, false}, laid.length + 1U);
        });
    };
    each(Second::left, left);
    each(Second::right, right);
    if ((left | right) || means_.second != Means::SecondCard::must) return;
    const auto again = [&](City city) {
        add({first.first, Second::again, first.first_city, city, false});
    };
    if (!hand) again(kNoCity);
    for_each_city(hand, again);
}

void ActionList::add_closing_too(Action action, unsigned length) {
    add(action);
    if (length < kShortestRoute) return;
    action.closes = true;
    add(action);
}

int ActionList::merit(unsigned i) const {
    const Action& action = actions_[i];
    if (action.first == First::postmaster) return kHigh;
    if (action.scraps()) return kLow;
    if (!action.closes) return kMedium;
    const bool has_second = action.second != Second::none;
    CitySet route = player_.route | bit(action.first_city);
    if (has_second) route |= bit(action.second_city);
    return merit_of_closing(player_, route, player_.length + 1 + has_second,
                            means_.has_cartwright && !has_second);
}

}  // namespace carcbot::thurn_and_taxis
