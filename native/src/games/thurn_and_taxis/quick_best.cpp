// A turn at full speed by the policy outlook: a seat looks at all that it can do with the cards
// that it sees, and does that after which it leads the best of the others by most.

#include <algorithm>
#include <limits>
#include <utility>

#include "quick.hpp"

namespace carcbot::thurn_and_taxis {

constexpr int kWorst = std::numeric_limits<int>::min();

/// How far the seat that has its turn leads the best of the others after it, in thousandths of a
/// point.
class Quick::Judge {
  public:
    Judge(const Quick& quick, const OutlookWeights& weights, int error, Random& random)
        : weights_(weights),
          error_(error),
          random_(random),
          without_baiern_(quick.options_.without_baiern),
          is_ending_(quick.end_holder_ != kNoSeat) {
        const int phase = phase_of(quick.seats_, quick.options_.seats);
        for (std::size_t i = 0; i < quick.options_.seats; ++i) {
            if (i == quick.seat_) continue;
            const Player& other = quick.seats_[i];
            const int points = kWorthOfAPoint * points_of(other);
            const int gain = i > quick.seat_ ? gain_of_closing(other, quick.stacks_) : 0;
            if_it_goes_on_ =
                std::max(if_it_goes_on_,
                         points + outlook(other, quick.stacks_, without_baiern_, phase, weights_));
            phase_of_others_ = std::min(phase_of_others_, cards_to_end(other));
            if_it_ends_ = std::max(if_it_ends_, points + kWorthOfAPoint * gain);
        }
        if_it_goes_on_ += weights_.tempo;
    }

    [[nodiscard]] int lead(const Player& own, const Stacks& stacks) const {
        return true_lead(own, stacks) + (error_ ? any_error() : 0);
    }

    [[nodiscard]] const OutlookWeights& weights() const { return weights_; }

  private:
    [[nodiscard]] int true_lead(const Player& own, const Stacks& stacks) const {
        const int points = kWorthOfAPoint * points_of(own);
        if (is_ending_) return points - if_it_ends_;
        if (own.level == kLastLevel || own.houses_left == 0)  // the end tile
            return points + kWorthOfAPoint - if_it_ends_;
        const int phase = std::min(phase_of_others_, cards_to_end(own));
        return points + outlook(own, stacks, without_baiern_, phase, weights_) - if_it_goes_on_;
    }

    /// Nearly normal: twelve equal numbers from 0 to 1 have a deviation of 1 together.
    [[nodiscard]] int any_error() const {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += random_.below(1U << 16) / 65536.0;
        return static_cast<int>(error_ * sum);
    }

    const OutlookWeights& weights_;
    int error_;
    Random& random_;
    bool without_baiern_, is_ending_;
    int phase_of_others_ = kPhases;
    int if_it_goes_on_ = kWorst, if_it_ends_ = kWorst;
};

struct Quick::Laid {
    Player player;
    Stacks stacks;
    int lead = kWorst;
};

/// The card of the hand without which most is left.
City Quick::least_card(const Judge& judge, const Player& player, const Stacks& stacks) {
    Best<City> best{kNoCity, kWorst};
    for_each_city(player.hand.cities(), [&](City city) {
        Player without = player;
        without.hand.take_city(city);
        const int lead = judge.lead(without, stacks);
        if (lead > best.lead) best = {city, lead};
    });
    return best.choice;
}

/// The best houses: of each province whole, and of one city in each.
Quick::Laid Quick::closed(const Judge& judge, const Player& before, bool has_cartwright) const {
    Laid best;
    const auto consider = [&](CitySet houses) {
        while (static_cast<int>(count_bits(houses)) > before.houses_left) houses &= houses - 1;
        Laid laid{before, stacks_};
        Player& player = laid.player;
        build(player, houses, laid.stacks);
        if (brings_carriage(player, player.length, has_cartwright))
            player.level = static_cast<std::uint8_t>(player.next_level());
        player.clear_route();
        while (player.hand.count() > kCardsKept)
            player.hand.take_city(least_card(judge, player, laid.stacks));
        laid.lead = judge.lead(player, laid.stacks);
        if (laid.lead > best.lead) best = laid;
    };
    CitySet one_each = 0;
    for (const CitySet province : kProvinces) {
        const CitySet here = before.route & ~before.houses & province;
        if (!here) continue;
        if (count_bits(here) > 1) consider(here);
        one_each |= best_city(here, before, stacks_, judge.weights());
    }
    consider(one_each);
    return best;
}

Quick::Laid Quick::laid(const Judge& judge, const Player& before, const Action& action,
                        bool has_cartwright) const {
    Laid laid{before, stacks_};
    Player& player = laid.player;
    if (action.first == Action::First::scrap) player.clear_route();
    player.put(action.first_city, action.first == Action::First::left);
    if (action.second == Action::Second::again) player.clear_route();
    if (action.second_city != kNoCity)
        player.put(action.second_city, action.second == Action::Second::left);
    if (action.closes)
        return closed(judge, player, has_cartwright && action.second == Action::Second::none);
    laid.lead = judge.lead(player, laid.stacks);
    return laid;
}

Quick::Best<Action> Quick::best_action(const Judge& judge, const Player& player,
                                       Official official) const {
    const Means means = means_of(options_, official, false);
    const ActionList actions(player, means);
    Best<Action> best{actions[0], kWorst};
    for (unsigned i = 0; i < actions.size(); ++i) {
        const int lead = laid(judge, player, actions[i], means.has_cartwright).lead;
        if (lead > best.lead) best = {actions[i], lead};
    }
    return best;
}

/// The card of these after which the best action is best; kNoCity where there is none.
Quick::Best<City> Quick::best_card(const Judge& judge, const Player& player, CitySet cards,
                                   Official official) const {
    Best<City> best{kNoCity, kWorst};
    for_each_city(cards, [&](City city) {
        Player with = player;
        with.hand.add_city(city);
        const int lead = best_action(judge, with, official).lead;
        if (lead > best.lead) best = {city, lead};
    });
    return best;
}

/// The first card to take and the official to call: the postmaster where two cards of the display
/// are best.
std::pair<City, Official> Quick::best_beginning(const Judge& judge, const Player& player) const {
    std::pair<City, Official> best{kNoCity, Official::none};
    int most = kWorst;
    const auto consider = [&](City city, int lead, Official official) {
        if (lead > most) best = {city, official}, most = lead;
    };
    const CitySet display = display_.cities();
    const auto one_card = [&](Official official) {
        const auto [city, lead] = best_card(judge, player, display, official);
        consider(city, lead, official);
    };
    if (options_.officials_at_start) {
        one_card(Official::carrier);
        one_card(Official::cartwright);
    } else {
        one_card(Official::none);  // it may still call one of these
    }
    for_each_city(display, [&](City city) {
        Player with = player;
        with.hand.add_city(city);
        const CitySet later = display & ~((bit(city) << 1) - 1);
        consider(city, best_card(judge, with, later, Official::postmaster).lead,
                 Official::postmaster);
    });
    return best;
}

void Quick::play_best_turn(Random& random, const OutlookWeights& weights, int error) {
    const Judge judge(*this, weights, error, random);
    Player& player = seats_[seat_];
    const bool is_new = !goes_on_;
    if (is_new) {
        if (shown_ < kDisplay) fill_display(random);
        official_ = player.hand.empty() ? Official::postmaster : Official::none;
        draws_left_ = official_ == Official::postmaster ? 2 : 1;
    }
    goes_on_ = false;
    if (draws_left_ && shown_ && official_ == Official::none &&
        (is_new || !options_.officials_at_start)) {
        const DrawMerits merits(player, display_.cities());
        if (merits.high | merits.medium) {
            const auto [city, official] = best_beginning(judge, player);
            take(random, player, city);
            official_ = official;
            draws_left_ = official == Official::postmaster ? 1 : 0;
        } else {
            official_ = Official::administrator;
            replace_display(random);
        }
    }
    for (; draws_left_ > 0; --draws_left_) {
        const City city = best_card(judge, player, display_.cities(), official_).choice;
        if (city != kNoCity) {
            take(random, player, city);
        } else if (has_cards()) {
            player.hand.add_city(next_card(random));
        }
    }
    if (!player.hand.empty()) lay_best(random, judge, player);
    end_turn();
}

void Quick::lay_best(Random& random, const Judge& judge, Player& player) {
    auto [action, lead] = best_action(judge, player, official_);
    if (!options_.officials_at_start && official_ == Official::none) {
        const auto more = best_card(judge, player, display_.cities(), Official::postmaster);
        if (more.lead > lead) {
            official_ = Official::postmaster;
            take(random, player, more.choice);
            action = best_action(judge, player, official_).choice;
        }
    }
    Cards before = player.hand;
    before.add(player.route);
    const bool has_cartwright = means_of(options_, official_, false).has_cartwright;
    const Laid after = laid(judge, player, action, has_cartwright);
    player = after.player;
    stacks_ = after.stacks;
    before.take(player.hand);
    before.take(player.route);
    discards_.add(before);
    if (action.closes) take_end_tile(player);
}

}  // namespace carcbot::thurn_and_taxis
