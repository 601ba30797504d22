#include "rules.hpp"

#include <algorithm>

#include "lots.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

bool nobody_has_cards(const Table& table) {
    for (int seat = 0; seat < table.options.seats; ++seat) {
        if (hand_size(table, seat)) return false;
    }
    return true;
}

bool has_empty_place(const Table& table) {
    return std::find(table.display.begin(), table.display.end(), kNoCity) != table.display.end();
}

bool has_draw(const Table& table) {
    return displayed(table) || can_draw_blind(table);
}

/// Whether the cartwright gives this seat a carriage that its route does not.
bool cartwright_helps(const Seat& seat) {
    const int next = next_level(seat);
    return next && next - 2 <= seat.route.length && seat.route.length < next;
}

/// The points of the tile that a stack gives; those of a route fall through to the shorter ones.
int take_tile(Table& table, std::size_t stack) {
    while (stack > kRoute5 && table.stacks[stack] == 0) --stack;
    if (table.stacks[stack] == 0) return 0;
    return kLowestTile[stack] + --table.stacks[stack];
}

bool has_all_provinces(const Options& options, CitySet houses) {
    return std::all_of(kProvinces.begin(), kProvinces.end(), [&](CitySet province) {
        return (houses & province) || (options.without_baiern && province == kBaiern);
    });
}

/// The steps of a turn, one after the other.
template <typename Place>
class Flow {
  public:
    explicit Flow(Place& place) : place_(place) {}

    void begin_turn() {
        for (;;) {
            if (ends_here(place_)) {
                place_.step = Step::over;
                return;
            }
            if (has_empty_place(place_) && can_draw_blind(place_)) {
                place_.step = Step::open;
                return;
            }
            if (has_draw(place_) || hand()) break;
            ++place_.done;  // a seat that can do nothing
        }
        if (hand() == 0) {
            place_.official = Official::postmaster;
            place_.step = Step::draw;
        } else if (place_.options.officials_at_start) {
            place_.step = Step::official;
        } else {
            go_draw();
        }
    }

    void go_draw() {
        const int wanted = place_.official == Official::postmaster ? 2 : 1;
        if (place_.draws < wanted && has_draw(place_)) {
            place_.step = Step::draw;
        } else if (hand()) {
            place_.step = Step::place;
        } else {
            end_turn();
        }
    }

    /// A card of the display or a blind one came to the hand.
    void drawn() {
        ++place_.draws;
        open_or_go_draw();
    }

    void open_or_go_draw() {
        if (has_empty_place(place_) && can_draw_blind(place_)) {
            place_.step = Step::open;
        } else {
            go_draw();
        }
    }

    void opened(City city) {
        const bool is_before_turn = place_.draws == 0 && place_.official == Official::none;
        *std::find(place_.display.begin(), place_.display.end(), kNoCity) = city;
        if (is_before_turn) {
            begin_turn();
        } else {
            open_or_go_draw();
        }
    }

    void administrator() {
        place_.official = Official::administrator;
        for (City& city : place_.display) {
            if (city != kNoCity) place_.discards.add_city(city);
            city = kNoCity;
        }
        open_or_go_draw();
    }

    void take(City city) {
        *std::find(place_.display.begin(), place_.display.end(), city) = kNoCity;
        place_.own().known.add_city(city);
        drawn();
    }

    void put(Move move, bool fails) {
        const bool is_second = place_.placed > 0;
        const int seat = place_.turn_of();
        Route& route = place_.own().route;
        show_card(place_, seat, move.city());
        if (move.what() == What::scrap) scrap();
        if (move.what() == What::left) {
            route.put_left(move.city());
        } else {
            route.put_right(move.city());
        }
        ++place_.placed;
        if (is_second || place_.official != Official::carrier) return go_finish();
        if (fails) return carrier_failed();
        if (hand()) {
            place_.step = Step::place;
        } else {
            go_finish();
        }
    }

    void carrier(bool fails) {
        place_.official = Official::carrier;
        if (fails) return carrier_failed();
        place_.step = Step::place;
    }

    void go_finish() {
        const bool may_have_carrier =
            !place_.options.officials_at_start && place_.official == Official::none && hand() > 0;
        if (place_.own().route.length >= kShortestRoute || may_have_carrier) {
            place_.step = Step::finish;
        } else {
            end_turn();
        }
    }

    void close() {
        std::vector<CitySet> sets;
        list_houses(place_.own(), sets);
        if (sets.size() > 1) {
            place_.step = Step::houses;
        } else {
            build(sets.front());
        }
    }

    void build(CitySet cities) {
        Seat& seat = place_.own();
        const CitySet before = seat.houses;
        seat.houses |= cities;
        int points = 0;
        for (std::size_t stack = 0; stack < kProvinceStacks; ++stack) {
            const CitySet all = kStackCities[stack];
            if ((before & all) != all && (seat.houses & all) == all)
                points += take_tile(place_, stack);
        }
        if (!has_all_provinces(place_.options, before) &&
            has_all_provinces(place_.options, seat.houses)) {
            points += take_tile(place_, kAllProvinces);
        }
        if (seat.route.length >= 5) {
            points += take_tile(place_, std::min(kRoute5 + seat.route.length - 5U, kRoute7));
        }
        seat.tiles = static_cast<std::uint8_t>(seat.tiles + points);
        if (!place_.options.officials_at_start && place_.official == Official::none &&
            (place_.options.useless_offered || cartwright_helps(seat))) {
            place_.step = Step::cartwright;
        } else {
            finish_route();
        }
    }

    /// The carriage, and the cards that go.
    void finish_route() {
        Seat& seat = place_.own();
        const int next = next_level(seat);
        const bool has_cartwright = place_.official == Official::cartwright;
        if (next && seat.route.length >= next - (has_cartwright ? 2 : 0)) {
            seat.level = static_cast<std::uint8_t>(next);
        }
        scrap();
        if (hand() > kCardsKept) {
            place_.step = Step::keep;
        } else {
            closed();
        }
    }

    void closed() {
        Seat& seat = place_.own();
        if (place_.end_holder == kNoSeat && (seat.level == kLastLevel || seat.houses_left() == 0)) {
            place_.end_holder = static_cast<std::int8_t>(place_.turn_of());
            ++seat.tiles;
        }
        end_turn();
    }

    void end_turn() {
        ++place_.done;
        place_.official = Official::none;
        place_.draws = place_.placed = 0;
        begin_turn();
    }

  private:
    [[nodiscard]] int hand() const { return hand_size(place_, place_.turn_of()); }

    void scrap() {
        Route& route = place_.own().route;
        place_.discards.add(route.set);
        route.clear();
    }

    void carrier_failed() {
        rule_out(place_, place_.turn_of(), fits(place_.own().route));
        if (!place_.options.carrier_must) return go_finish();
        scrap();
        if (hand()) {
            place_.step = Step::place;
        } else {
            end_turn();
        }
    }

    Place& place_;
};

}  // namespace

CitySet displayed(const Table& table) {
    CitySet cities = 0;
    for (const City city : table.display) {
        if (city != kNoCity) cities |= bit(city);
    }
    return cities;
}

int next_level(const Seat& seat) {
    if (seat.level == kLastLevel) return 0;
    return seat.level ? seat.level + 1 : kFirstLevel;
}

bool ends_here(const Table& table) {
    const Options& options = table.options;
    if (options.cut && table.done >= options.cut) return true;
    if (table.end_holder != kNoSeat && table.done % options.seats == 0) return true;
    return !has_draw(table) && nobody_has_cards(table);
}

void list_houses(const Seat& seat, std::vector<CitySet>& sets) {
    const CitySet free = seat.route.set & ~seat.houses;
    std::vector<CitySet> whole = {0};  // one city of each province
    sets.clear();
    for (const CitySet province : kProvinces) {
        if (!(seat.route.set & province)) continue;
        const CitySet here = free & province;
        sets.push_back(here);
        if (!here) continue;
        std::vector<CitySet> longer;
        for (const CitySet set : whole) {
            for_each_city(here, [&](City city) { longer.push_back(set | bit(city)); });
        }
        whole = std::move(longer);
    }
    sets.insert(sets.end(), whole.begin(), whole.end());
    // in a shortage a selection gives all of its parts that take the houses that are left
    const int left = seat.houses_left();
    for (std::size_t i = 0; i < sets.size();) {
        if (std::popcount(sets[i]) <= left) {
            ++i;
            continue;
        }
        const CitySet selection = sets[i];
        sets[i] = sets.back();
        sets.pop_back();
        for (CitySet part = selection; part; part = (part - 1) & selection) {
            if (std::popcount(part) == left) sets.push_back(part);
        }
    }
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

void list_moves(const Table& table, const Cards& hand, std::vector<Move>& moves) {
    moves.clear();
    const Options& options = table.options;
    const Route& route = table.own().route;
    const auto each = [&](What what, CitySet cities) {
        for_each_city(cities, [&](City city) { moves.emplace_back(what, city); });
    };
    const bool may_use = !options.officials_at_start && table.official == Official::none;
    switch (table.step) {
        case Step::official:
            for (const What what : {What::administrator, What::postmaster, What::carrier,
                                    What::cartwright, What::none}) {
                moves.emplace_back(what);
            }
            return;
        case Step::draw:
            each(What::take, displayed(table));
            if (can_draw_blind(table)) moves.emplace_back(What::blind);
            if (may_use && table.draws == 0 && (options.useless_offered || displayed(table)))
                moves.emplace_back(What::administrator);
            return;
        case Step::place:
            if (route.length == 0) {
                each(What::start, hand.cities());
                if (table.placed) return;
            } else {
                if (route.length > 1 || options.one_card_twice)
                    each(What::left, hand.cities() & fits_left(route));
                each(What::right, hand.cities() & fits_right(route));
                if (table.placed) {
                    if (options.officials_at_start && !options.carrier_must)
                        moves.emplace_back(What::none);
                    return;
                }
                each(What::scrap, hand.cities());
            }
            if (may_use && (options.useless_offered || has_draw(table)))
                moves.emplace_back(What::postmaster);
            return;
        case Step::finish:
            if (may_use && !hand.empty() &&
                (options.useless_offered || hand.cities() & fits(route)))
                moves.emplace_back(What::carrier);
            if (route.length >= kShortestRoute) moves.emplace_back(What::close);
            moves.emplace_back(What::end);
            return;
        case Step::houses: {
            std::vector<CitySet> sets;
            list_houses(table.own(), sets);
            for (const CitySet set : sets) moves.emplace_back(What::houses, set);
            return;
        }
        case Step::cartwright:
            moves.emplace_back(What::cartwright);
            moves.emplace_back(What::none);
            return;
        case Step::keep:
            for_each_city(hand.cities(), [&](City low) {
                Cards second = hand;
                second.take_city(low);
                const CitySet from_low = ~(bit(low) - 1);
                for_each_city(second.cities() & from_low, [&](City middle) {
                    Cards third = second;
                    third.take_city(middle);
                    const CitySet from_middle = ~(bit(middle) - 1);
                    for_each_city(third.cities() & from_middle, [&](City high) {
                        moves.push_back(Move::keep(low, middle, high));
                    });
                });
            });
            return;
        default:
            return;
    }
}

bool carrier_fails(const Table& table, const Cards& hand, Move move) {
    if (table.step == Step::finish) {
        return move.what() == What::carrier && !(hand.cities() & fits(table.own().route));
    }
    if (table.step != Step::place || table.official != Official::carrier || table.placed > 0 ||
        !table.options.carrier_must) {
        return false;
    }
    Route route = table.own().route;
    if (move.what() == What::scrap) route.clear();
    if (move.what() == What::left) {
        route.put_left(move.city());
    } else {
        route.put_right(move.city());
    }
    Cards rest = hand;
    rest.take_city(move.city());
    return !(rest.cities() & fits(route));
}

CitySet needed_card(const Table& table) {
    const bool is_second = table.step == Step::place && table.placed == 1;
    const Route& route = table.own().route;
    if (!is_second || route.length == 0) return 0;
    return table.options.officials_at_start && !table.options.carrier_must ? 0 : fits(route);
}

template <typename Place>
void draw_card(Place& place, City city) {
    if (place.supply_cards == 0) shuffle_discards(place);
    --place.supply_cards;
    if constexpr (requires { place.supply; }) place.supply.take_city(city);
    Flow<Place> flow(place);
    if (place.step == Step::card) {
        take_blind(place, city);
        flow.drawn();
    } else {
        place.pools[place.current_deck()].take_city(city);
        flow.opened(city);
    }
}

City draw_any(State& state, Random& random) {
    const Cards& cards = cards_to_come(state);
    const City city = cards.at(random.below(static_cast<std::uint32_t>(cards.count())));
    draw_card(state, city);
    return city;
}

template <typename Place>
void make_move(Place& place, Move move, bool fails) {
    Flow<Place> flow(place);
    switch (move.what()) {
        case What::administrator:
            return flow.administrator();
        case What::postmaster:
            place.official = Official::postmaster;
            return flow.go_draw();
        case What::carrier:
            if (place.step == Step::finish) return flow.carrier(fails);
            place.official = Official::carrier;
            return flow.go_draw();
        case What::cartwright:
            place.official = Official::cartwright;
            return place.step == Step::cartwright ? flow.finish_route() : flow.go_draw();
        case What::none:
            if (place.step == Step::official) return flow.go_draw();
            return place.step == Step::cartwright ? flow.finish_route() : flow.go_finish();
        case What::take:
            return flow.take(move.city());
        case What::blind:
            place.step = Step::card;
            return;
        case What::start:
        case What::left:
        case What::right:
        case What::scrap:
            return flow.put(move, fails);
        case What::close:
            return flow.close();
        case What::end:
            return flow.end_turn();
        case What::houses:
            return flow.build(move.cities());
        case What::keep:
            return;  // discard_cards goes on
    }
}

template <typename Place>
void discard_cards(Place& place, const Cards& cards) {
    const int seat = place.turn_of();
    for (int copies = 1; copies <= kCopies; ++copies) {
        for_each_city(cards.cities(copies), [&](City city) { show_card(place, seat, city); });
    }
    place.discards.add(cards);
    Flow<Place>(place).closed();
}

void begin_game(State& state) {
    Flow<State>(state).begin_turn();
}

template void draw_card<State>(State&, City);
template void draw_card<View>(View&, City);
template void make_move<State>(State&, Move, bool);
template void make_move<View>(View&, Move, bool);
template void discard_cards<State>(State&, const Cards&);
template void discard_cards<View>(View&, const Cards&);

}  // namespace carcbot::thurn_and_taxis
