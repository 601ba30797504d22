#include "quick.hpp"

#include <algorithm>
#include <utility>

#include "lots.hpp"
#include "rules.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

/// Any of them alike.
CARCBOT_HOT City any_city(CitySet set, Random& random) {
    return nth_city(set, random.below(count_bits(set)));
}

/// Whether a turn is to begin, with nothing of it decided.
bool is_between_turns(const State& state) {
    if (state.step == Step::over) return true;
    if (state.draws > 0 || state.placed > 0 || state.official != Official::none) return false;
    return state.step == Step::open || state.step == Step::official ||
           (state.step == Step::draw && !state.options.officials_at_start);
}

/// Makes any choice and any draw.
void play_ply(State& state, std::vector<Move>& moves, Random& random) {
    if (ThurnAndTaxis::to_move(state) == kChance) {
        draw_card(state, (state.supply_cards ? state.supply : state.discards).pick(random));
        return;
    }
    ThurnAndTaxis::legal_moves(state, moves);
    ThurnAndTaxis::apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
}

}  // namespace

Quick::Quick(const State& state)
    : options_(state.options),
      done_(state.done),
      end_holder_(state.end_holder),
      shown_(0),
      over_(state.step == Step::over),
      seat_(static_cast<std::uint8_t>(state.turn_of())),
      stacks_(state.stacks),
      supply_(state.supply),
      discards_(state.discards) {
    for (const City city : state.display) {
        if (city == kNoCity) continue;
        display_.add_city(city);
        ++shown_;
    }
    for (std::size_t i = 0; i < options_.seats; ++i) {
        const Seat& from = state.seats[i];
        Player& to = seats_[i];
        to.hand = hand_of(state, static_cast<int>(i));
        to.route = from.route.set;
        to.houses = from.houses;
        to.length = from.route.length;
        if (to.length) to.left = from.route.left(), to.right = from.route.right();
        to.level = from.level;
        to.tiles = from.tiles;
        to.houses_left = static_cast<std::uint8_t>(from.houses_left());
    }
}

PerSeat Quick::scores() const {
    PerSeat scores{};
    for (std::size_t i = 0; i < options_.seats; ++i) {
        scores[i] = kCarriagePoints[seats_[i].level] + seats_[i].tiles - seats_[i].houses_left;
    }
    return scores;
}

void Quick::leave(State& state) const {
    state.done = done_;
    state.step = over_ ? Step::over : state.step;
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

void Quick::play(Random& random, int turns) {
    while (turns-- > 0 && !over_) play_turn(random);
}

void Quick::play_turn(Random& random) {
    for (;;) {
        over_ = (options_.cut && done_ >= options_.cut) || (end_holder_ != kNoSeat && seat_ == 0);
        if (over_) return;
        if (shown_ < kDisplay) fill_display(random);
        if (shown_ || has_cards() || !seats_[seat_].hand.empty()) break;
        over_ = std::all_of(seats_.begin(), seats_.end(),
                            [](const Player& player) { return player.hand.empty(); });
        if (over_) return;
        ++done_;
        seat_ = static_cast<std::uint8_t>(seat_ + 1U == options_.seats ? 0 : seat_ + 1);
    }
    Player& player = seats_[seat_];
    official_ = Official::none;
    const bool is_forced = player.hand.empty();
    if (is_forced) {
        official_ = Official::postmaster;
    } else if (options_.officials_at_start) {
        constexpr std::array officials = {Official::administrator, Official::postmaster,
                                          Official::carrier, Official::cartwright, Official::none};
        official_ = officials[random.below(5)];
        if (official_ == Official::administrator) {
            discards_.add(display_);
            display_ = {};
            shown_ = 0;
            fill_display(random);
        }
    }
    draw(random, player, true);
    if (official_ == Official::postmaster) draw(random, player, false);
    if (!player.hand.empty()) {
        place(random, player);
        finish(random, player);
    }
    ++done_;
    seat_ = static_cast<std::uint8_t>(seat_ + 1U == options_.seats ? 0 : seat_ + 1);
}

CARCBOT_HOT City Quick::next_card(Random& random) {
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

CARCBOT_HOT void Quick::draw(Random& random, Player& player, bool may_have_administrator) {
    for (;;) {
        const bool can_be_blind = has_cards();
        const unsigned shown = count_bits(display_.cities());
        const bool administrator = may_have_administrator && !options_.officials_at_start &&
                                   official_ == Official::none &&
                                   (options_.useless_offered || shown > 0);
        const unsigned choices = shown + can_be_blind + administrator;
        if (shown + can_be_blind == 0) return;
        const unsigned choice = random.below(choices);
        if (choice < shown) {
            const City city = nth_city(display_.cities(), choice);
            display_.take_city(city);
            player.hand.add_city(city);
            --shown_;
            if (can_be_blind) {
                display_.add_city(next_card(random));
                ++shown_;
            }
            return;
        }
        if (choice == shown && can_be_blind) {
            player.hand.add_city(next_card(random));
            return;
        }
        official_ = Official::administrator;
        discards_.add(display_);
        display_ = {};
        shown_ = 0;
        fill_display(random);
    }
}

CARCBOT_HOT void Quick::put(Player& player, City city, bool at_left) {
    player.hand.take_city(city);
    player.route |= bit(city);
    if (at_left || player.length == 0) player.left = city;
    if (!at_left || player.length == 0) player.right = city;
    ++player.length;
}

CARCBOT_HOT void Quick::scrap(Player& player) {
    discards_.add(player.route);
    player.route = 0;
    player.length = 0;
}

CARCBOT_HOT void Quick::place(Random& random, Player& player) {
    for (;;) {
        const CitySet hand = player.hand.cities();
        const bool postmaster = !options_.officials_at_start && official_ == Official::none &&
                                (options_.useless_offered || shown_ || has_cards());
        CitySet left = 0, right = 0;
        if (player.length) {
            right = hand & kRoads[player.right] & ~player.route;
            if (player.length > 1 || options_.one_card_twice)
                left = hand & kRoads[player.left] & ~player.route;
        }
        const unsigned lefts = count_bits(left), rights = count_bits(right),
                       others = count_bits(hand);
        unsigned choice = random.below(lefts + rights + others + postmaster);
        if (choice < lefts) {
            put(player, nth_city(left, choice), true);
        } else if ((choice -= lefts) < rights) {
            put(player, nth_city(right, choice), false);
        } else if ((choice -= rights) < others) {
            const City city = nth_city(hand, choice);
            scrap(player);
            put(player, city, false);
        } else {
            official_ = Official::postmaster;
            draw(random, player, false);
            continue;
        }
        break;
    }
    if (official_ == Official::carrier) put_second(random, player);
}

void Quick::put_second(Random& random, Player& player) {
    const CitySet hand = player.hand.cities();
    const CitySet right = hand & kRoads[player.right] & ~player.route;
    const CitySet left = player.length > 1 || options_.one_card_twice
                             ? hand & kRoads[player.left] & ~player.route
                             : 0;
    const unsigned lefts = count_bits(left), rights = count_bits(right);
    if (lefts + rights == 0) {
        if (!options_.carrier_must) return;
        scrap(player);
        if (hand) put(player, any_city(hand, random), false);
        return;
    }
    const bool may_not = options_.officials_at_start && !options_.carrier_must;
    const unsigned choice = random.below(lefts + rights + may_not);
    if (choice < lefts) {
        put(player, nth_city(left, choice), true);
    } else if (choice < lefts + rights) {
        put(player, nth_city(right, choice - lefts), false);
    }
}

CARCBOT_HOT void Quick::finish(Random& random, Player& player) {
    for (;;) {
        const bool can_close = player.length >= kShortestRoute;
        bool carrier = false;
        if (!options_.officials_at_start && official_ == Official::none && !player.hand.empty()) {
            const CitySet ends = kRoads[player.left] | kRoads[player.right];
            carrier =
                options_.useless_offered || (player.hand.cities() & ends & ~player.route) != 0;
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
        return close(random, player);
    }
}

void Quick::close(Random& random, Player& player) {
    build(random, player);
    int next = 0;
    if (player.level < kLastLevel) next = player.level ? player.level + 1 : kFirstLevel;
    if (!options_.officials_at_start && official_ == Official::none) {
        const bool helps = next && next - 2 <= player.length && player.length < next;
        if ((helps || options_.useless_offered) && random.below(2) == 0)
            official_ = Official::cartwright;
    }
    const int allowance = official_ == Official::cartwright ? 2 : 0;
    if (next && player.length >= next - allowance) player.level = static_cast<std::uint8_t>(next);
    scrap(player);
    keep_three(random, player);
    if (end_holder_ == kNoSeat && (player.level == kLastLevel || player.houses_left == 0)) {
        end_holder_ = static_cast<std::int8_t>(seat_);
        ++player.tiles;
    }
}

int Quick::take_tile(std::size_t stack) {
    while (stack > kRoute5 && stacks_[stack] == 0) --stack;
    if (stacks_[stack] == 0) return 0;
    return kLowestTile[stack] + --stacks_[stack];
}

void Quick::build(Random& random, Player& player) {
    const CitySet free = player.route & ~player.houses;
    CitySet chosen = 0;
    if (static_cast<int>(count_bits(free)) <= player.houses_left) {
        // each way of one house a province, each province whole, and none where one has no free
        // city
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
    } else {
        Seat seat;
        seat.route.set = player.route;
        seat.houses = player.houses;
        std::vector<CitySet> sets;
        list_houses(seat, sets);
        chosen = sets[random.below(static_cast<std::uint32_t>(sets.size()))];
    }
    const CitySet before = std::exchange(player.houses, player.houses | chosen);
    player.houses_left = static_cast<std::uint8_t>(player.houses_left - count_bits(chosen));
    int points = 0;
    for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
        const CitySet all = kStackCities[stack];
        if ((before & all) != all && (player.houses & all) == all) points += take_tile(stack);
    }
    const auto has_all = [&](CitySet houses) {
        return std::all_of(kProvinces.begin(), kProvinces.end(), [&](CitySet province) {
            return (houses & province) || (options_.without_baiern && province == kBaiern);
        });
    };
    if (!has_all(before) && has_all(player.houses)) points += take_tile(kAllProvinces);
    if (player.length >= 5) points += take_tile(std::min(kRoute5 + player.length - 5U, kRoute7));
    player.tiles = static_cast<std::uint8_t>(player.tiles + points);
}

void Quick::keep_three(Random& random, Player& player) {
    Cards& hand = player.hand;
    if (hand.count() <= kCardsKept) return;
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
    hand.take(kept);
    discards_.add(hand);
    hand = kept;
}

void play_to_end(State& state, Random& random) {
    std::vector<Move> moves;
    while (!is_between_turns(state)) play_ply(state, moves, random);
    Quick quick(state);
    constexpr int all = 1 << 30;
    quick.play(random, all);
    quick.leave(state);
}

std::int64_t play_samples(const View& view, std::int64_t samples, int turns, Random& random,
                          PerSeat& points) {
    bool is_simple = view.open_count == 0;
    for (std::size_t i = 0; i < view.lot_count; ++i) is_simple = is_simple && !view.lots[i].never;
    State known;  // without what this seat does not know
    static_cast<Table&>(known) = view;
    known.hidden = view.hidden;
    is_simple = is_simple && is_between_turns(known);
    const Quick base(known);
    const std::array<Cards, kMostDecks> unseen = unseen_cards(view);
    std::vector<Move> moves;
    std::int64_t played = 0;
    for (; samples > 0; --samples) {
        Quick quick = base;
        if (is_simple) {
            std::array<Cards, kMostDecks> left = unseen;
            for (std::size_t i = 0; i < view.lot_count; ++i) {
                const Lot& lot = view.lots[i];
                if (lot.seat == view.viewer) continue;
                for (int card = 0; card < lot.cards; ++card) {
                    const City city = left[lot.deck].pick(random);
                    left[lot.deck].take_city(city);
                    quick.deal(lot.seat, city);
                }
            }
            quick.set_supply(left[view.current_deck()]);
        } else {
            State state = fill_up(view, random);
            while (!is_between_turns(state)) play_ply(state, moves, random);
            quick = Quick(state);
        }
        const int before = quick.done();
        quick.play(random, turns);
        played += quick.done() - before;
        const PerSeat scores = quick.scores();
        for (std::size_t seat = 0; seat < scores.size(); ++seat) points[seat] += scores[seat];
    }
    return played;
}

}  // namespace carcbot::thurn_and_taxis
