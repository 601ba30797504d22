#include "quick.hpp"

#include <algorithm>
#include <utility>

#include "rules.hpp"

namespace carcbot::thurn_and_taxis {

bool Quick::can_go_on_from(const State& state) {
    switch (state.step) {
        case Step::over:
        case Step::official:
        case Step::draw:
            return true;
        case Step::place:
            return state.placed == 0;
        case Step::open:  // for the display before a turn, or in it
            return state.draws == 0 && state.placed == 0 && state.official == Official::none;
        default:
            return false;
    }
}

Quick::Quick(const State& state)
    : options_(state.options),
      done_(state.done),
      end_holder_(state.end_holder),
      official_(state.official),
      goes_on_(state.step == Step::place || state.draws > 0 || official_ != Official::none),
      over_(state.step == Step::over),
      seat_(static_cast<std::uint8_t>(state.turn_of())),
      stacks_(state.stacks),
      supply_(state.supply),
      discards_(state.discards) {
    if (state.step == Step::draw) {
        const int wanted = official_ == Official::postmaster ? 2 : 1;
        draws_left_ = static_cast<std::uint8_t>(wanted - state.draws);
        // in the other reading an official comes before the draws, be it none
        goes_on_ = goes_on_ || options_.officials_at_start;
    }
    for (const City city : state.display) {
        if (city == kNoCity) continue;
        display_.add_city(city);
        ++shown_;
    }
    for (std::size_t i = 0; i < options_.seats; ++i)
        seats_[i] = player_of(state, static_cast<int>(i));
}

PerSeat Quick::scores() const {
    PerSeat scores{};
    for (std::size_t i = 0; i < options_.seats; ++i) {
        scores[i] = kCarriagePoints[seats_[i].level] + seats_[i].tiles - seats_[i].houses_left;
    }
    return scores;
}

PerSeat Quick::worth(Worth worth) const {
    return worth_of(seats_,
                    {.stacks = stacks_,
                     .without_baiern = options_.without_baiern,
                     .seats = options_.seats,
                     .next = seat_,
                     .is_ending = end_holder_ != kNoSeat,
                     .is_over = over_},
                    worth);
}

void Quick::leave(State& state) const {
    state.done = done_;
    state.step = over_ ? Step::over : Step::open;
    state.end_holder = end_holder_;
    state.stacks = stacks_;
    state.official = Official::none;
    state.draws = state.placed = 0;
    for (std::size_t i = 0; i < options_.seats; ++i) {
        state.seats[i].houses = seats_[i].houses;
        state.seats[i].level = seats_[i].level;
        state.seats[i].tiles = seats_[i].tiles;
    }
}

void Quick::play(Random& random, const Sample& sample, const Origin& origin) {
    while (!over_) {
        const int played = done_ - origin.done;
        if (played >= sample.turns) return;
        const int policy = played < sample.policy_turns ? sample.policy : sample.later_policy;
        play_turn(random, static_cast<Policy>(policy));
        if (sample.lead && leads_by_more(origin.points, scores(), options_.seats, sample.lead))
            return;
    }
}

void Quick::play_turn(Random& random, Policy policy) {
    if (policy == Policy::outlook) return play_best_turn(random, kOutlook);
    if (!goes_on_) begin_turn(random, policy);
    goes_on_ = false;
    Player& player = seats_[seat_];
    for (; draws_left_ > 0; --draws_left_) draw(random, player, policy);
    if (!player.hand.empty()) {
        if (policy == Policy::uniform) {
            place(random, player);
            finish(random, player);
        } else {
            act(random, player, policy);
        }
    }
    end_turn();
}

CARCBOT_HOT void Quick::begin_turn(Random& random, Policy policy) {
    if (shown_ < kDisplay) fill_display(random);
    const Player& player = seats_[seat_];
    official_ = Official::none;
    if (player.hand.empty()) {
        official_ = Official::postmaster;
    } else if (options_.officials_at_start) {
        constexpr std::array officials = {Official::administrator, Official::postmaster,
                                          Official::carrier, Official::cartwright, Official::none};
        const CitySet display = display_.cities();
        official_ = officials[pick(
            policy, 5, [&](unsigned i) { return merit_of_official(player, display, officials[i]); },
            random)];
        if (official_ == Official::administrator) replace_display(random);
    }
    draws_left_ = official_ == Official::postmaster ? 2 : 1;
}

void Quick::end_turn() {
    for (;;) {
        ++done_;
        seat_ = static_cast<std::uint8_t>(seat_ + 1U == options_.seats ? 0 : seat_ + 1);
        over_ = (options_.cut && done_ >= options_.cut) || (end_holder_ != kNoSeat && seat_ == 0);
        if (over_ || can_draw() || !seats_[seat_].hand.empty()) return;
        // this seat can do nothing
        over_ = std::all_of(seats_.begin(), seats_.end(),
                            [](const Player& each) { return each.hand.empty(); });
        if (over_) return;
    }
}

City Quick::next_card(Random& random) {
    if (supply_.empty()) [[unlikely]] {
        supply_ = std::exchange(discards_, {});
    }
    const City city = supply_.pick(random);
    supply_.take_city(city);
    return city;
}

void Quick::fill_display(Random& random) {
    for (; shown_ < kDisplay && has_cards(); ++shown_) display_.add_city(next_card(random));
}

void Quick::replace_display(Random& random) {
    discards_.add(display_);
    display_ = {};
    shown_ = 0;
    fill_display(random);
}

CARCBOT_HOT void Quick::draw(Random& random, Player& player, Policy policy) {
    for (;;) {
        const bool can_be_blind = has_cards();
        const CitySet display = display_.cities();
        const unsigned shown = count_bits(display);
        const bool administrator = !options_.officials_at_start && official_ == Official::none &&
                                   (options_.useless_offered || shown > 0);
        if (shown + can_be_blind == 0) return;
        const unsigned choices = shown + can_be_blind + administrator;
        unsigned choice;
        if (policy == Policy::uniform) {
            choice = random.below(choices);
        } else {
            const DrawMerits merits(player, display);
            choice = pick(
                policy, choices,
                [&](unsigned i) {
                    return i < shown ? merits.of(nth_city(display, i)) : merits.of_others();
                },
                random);
        }
        if (choice < shown) {
            return take(random, player, nth_city(display, choice));
        }
        if (choice == shown && can_be_blind) {
            player.hand.add_city(next_card(random));
            return;
        }
        official_ = Official::administrator;
        replace_display(random);
    }
}

void Quick::take(Random& random, Player& player, City city) {
    display_.take_city(city);
    player.hand.add_city(city);
    --shown_;
    if (!has_cards()) return;
    display_.add_city(next_card(random));
    ++shown_;
}

void Quick::scrap(Player& player) {
    discards_.add(player.route);
    player.clear_route();
}

// ---------------------------------------------------------------- every choice alike

CARCBOT_HOT void Quick::place(Random& random, Player& player) {
    for (;;) {
        const CitySet hand = player.hand.cities();
        const bool postmaster = !options_.officials_at_start && official_ == Official::none &&
                                (options_.useless_offered || can_draw());
        CitySet left = 0, right = 0;
        if (player.length) {
            right = hand & player.fits_right();
            if (player.length > 1 || options_.one_card_twice) left = hand & player.fits_left();
        }
        const unsigned lefts = count_bits(left), rights = count_bits(right),
                       others = count_bits(hand);
        unsigned choice = random.below(lefts + rights + others + postmaster);
        if (choice < lefts) {
            player.put(nth_city(left, choice), true);
        } else if ((choice -= lefts) < rights) {
            player.put(nth_city(right, choice), false);
        } else if ((choice -= rights) < others) {
            const City city = nth_city(hand, choice);
            scrap(player);
            player.put(city, false);
        } else {
            official_ = Official::postmaster;
            draw(random, player, Policy::uniform);
            continue;
        }
        break;
    }
    if (official_ == Official::carrier) put_second(random, player);
}

void Quick::put_second(Random& random, Player& player) {
    const CitySet hand = player.hand.cities();
    const CitySet right = hand & player.fits_right();
    const CitySet left =
        player.length > 1 || options_.one_card_twice ? hand & player.fits_left() : 0;
    const unsigned lefts = count_bits(left), rights = count_bits(right);
    if (lefts + rights == 0) {
        if (!options_.carrier_must) return;
        scrap(player);
        if (hand) player.put(any_city(hand, random), false);
        return;
    }
    const bool may_not = options_.officials_at_start && !options_.carrier_must;
    const unsigned choice = random.below(lefts + rights + may_not);
    if (choice < lefts) {
        player.put(nth_city(left, choice), true);
    } else if (choice < lefts + rights) {
        player.put(nth_city(right, choice - lefts), false);
    }
}

CARCBOT_HOT void Quick::finish(Random& random, Player& player) {
    for (;;) {
        const bool can_close = player.length >= kShortestRoute;
        bool carrier = false;
        if (!options_.officials_at_start && official_ == Official::none && !player.hand.empty()) {
            carrier = options_.useless_offered || (player.hand.cities() & player.fits()) != 0;
        }
        const unsigned choices = 1U + can_close + carrier;
        if (choices == 1) return;
        const unsigned choice = random.below(choices);
        if (choice == choices - 1) return;
        if (carrier && choice == 0) {
            official_ = Official::carrier;
            put_second(random, player);
            continue;
        }
        return close(random, player, Policy::uniform);
    }
}

// ---------------------------------------------------------------- by merits

void Quick::act(Random& random, Player& player, Policy policy) {
    const auto choose = [&] {
        const Means means = means_of(options_, official_, can_draw());
        const ActionList actions(player, means);
        return actions[pick(
            policy, actions.size(), [&](unsigned i) { return actions.merit(i); }, random)];
    };
    Action action = choose();
    if (action.first == Action::First::postmaster) {
        official_ = Official::postmaster;
        draw(random, player, policy);
        action = choose();
    }
    lay(player, action);
    if (action.closes) close(random, player, policy);
}

void Quick::lay(Player& player, const Action& action) {
    if (action.first == Action::First::scrap) scrap(player);
    player.put(action.first_city, action.first == Action::First::left);
    if (action.second == Action::Second::none) return;
    if (action.second == Action::Second::again) scrap(player);
    if (action.second_city != kNoCity)
        player.put(action.second_city, action.second == Action::Second::left);
    official_ = Official::carrier;
}

}  // namespace carcbot::thurn_and_taxis
