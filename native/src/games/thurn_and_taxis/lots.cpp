#include "lots.hpp"

#include <algorithm>
#include <vector>

#include "rules.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

bool can_be(const Table& table, const Lot& lot, int seat, City city) {
    return lot.seat == seat && lot.cards > 0 && !(lot.never & bit(city)) &&
           table.pools[lot.deck].has(city);
}

int hidden_cards(const Table& table, int seat) {
    int cards = 0;
    for (std::size_t i = 0; i < table.lot_count; ++i) {
        if (table.lots[i].seat == seat) cards += table.lots[i].cards;
    }
    for (std::size_t i = 0; i < table.open_count; ++i) cards -= table.open[i].seat == seat;
    return cards;
}

/// Puts lots and open cards into their one order, joins lots of which the same is known, and drops
/// empty ones.
template <typename Place>
void put_in_order(Place& place) {
    struct Full {
        Lot lot;
        Cards cards;
        std::size_t was;
    };
    std::vector<Full> full;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        if (place.lots[i].cards) full.push_back({place.lots[i], place.hidden.lot_cards[i], i});
    }
    // older lots of a seat and deck are not fewer cities than later ones
    std::stable_sort(full.begin(), full.end(), [](const Full& a, const Full& b) {
        if (a.lot.seat != b.lot.seat) return a.lot.seat < b.lot.seat;
        if (a.lot.deck != b.lot.deck) return a.lot.deck < b.lot.deck;
        return a.lot.never > b.lot.never;
    });
    std::array<std::uint8_t, kMostLots> now{};
    now.fill(kNoLot);
    place.lots = {};
    place.hidden.lot_cards = {};
    place.lot_count = 0;
    for (const Full& each : full) {
        if (place.lot_count > 0) {
            Lot& last = place.lots[place.lot_count - 1U];
            if (last.seat == each.lot.seat && last.deck == each.lot.deck &&
                last.never == each.lot.never) {
                last.cards = static_cast<std::uint8_t>(last.cards + each.lot.cards);
                place.hidden.lot_cards[place.lot_count - 1U].add(each.cards);
                now[each.was] = static_cast<std::uint8_t>(place.lot_count - 1);
                continue;
            }
        }
        now[each.was] = place.lot_count;
        place.lots[place.lot_count] = each.lot;
        place.hidden.lot_cards[place.lot_count++] = each.cards;
    }
    struct Open {
        OpenCard card;
        std::uint8_t lot;
    };
    std::vector<Open> open;
    for (std::size_t i = 0; i < place.open_count; ++i) {
        const std::uint8_t lot = place.hidden.open_lot[i];
        open.push_back({place.open[i], lot == kNoLot ? kNoLot : now[lot]});
    }
    std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) {
        if (a.card.seat != b.card.seat) return a.card.seat < b.card.seat;
        if (a.card.city != b.card.city) return a.card.city < b.card.city;
        return a.lot < b.lot;
    });
    place.open = {};
    place.hidden.open_lot.fill(kNoLot);
    for (std::size_t i = 0; i < open.size(); ++i) {
        place.open[i] = open[i].card;
        place.hidden.open_lot[i] = open[i].lot;
    }
}

/// All decks become one, without the open cards of these seats.
template <typename Removed>
void join_decks(Table& table, Removed is_removed) {
    // an open card may be in two pools, the one that it left and the one that it was shuffled into
    std::array<int, kCities> count{};
    for (Cards& pool : table.pools) {
        for (City city = 0; city < kCities; ++city) count[city] += pool.of(city);
        pool = {};
    }
    for (std::size_t i = 0; i < table.open_count; ++i) {
        if (is_removed(table.open[i].seat)) --count[table.open[i].city];
    }
    for (City city = 0; city < kCities; ++city) {
        for (int i = 0; i < count[city]; ++i) table.pools[0].add_city(city);
    }
    table.decks = 1;
    for (std::size_t i = 0; i < table.lot_count; ++i) table.lots[i].deck = 0;
}

/// All decks become one, and all lots of a hand: it is forgotten where hidden cards came from.
template <typename Place>
void forget(Place& place) {
    join_decks(place, [](std::uint8_t) { return true; });
    std::array<CitySet, kMostPlayers> never{};
    never.fill(kAllCities);
    for (std::size_t i = 0; i < place.lot_count; ++i)
        never[place.lots[i].seat] &= place.lots[i].never;
    for (std::size_t i = 0; i < place.lot_count; ++i)
        place.lots[i].never = never[place.lots[i].seat];
    const auto open = place.open;
    const std::size_t open_count = place.open_count;
    place.open_count = 0;
    put_in_order(place);
    for (std::size_t i = 0; i < open_count; ++i) {
        for (std::size_t lot = 0; lot < place.lot_count; ++lot) {
            if (place.lots[lot].seat == open[i].seat) --place.lots[lot].cards;
        }
    }
    put_in_order(place);
}

/// Drops what says nothing any more: decks and lots of which no card is hidden.
template <typename Place>
void tidy(Place& place) {
    std::array<bool, kMostPlayers> bare{};  // seats without a hidden card
    for (std::size_t seat = 0; seat < place.options.seats; ++seat) {
        bare[seat] = hidden_cards(place, static_cast<int>(seat)) == 0;
    }
    bool old_are_bare = true;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        const Lot& lot = place.lots[i];
        if (lot.deck < place.current_deck() && !bare[lot.seat]) old_are_bare = false;
    }
    if (old_are_bare) {
        join_decks(place, [&](std::uint8_t seat) { return bare[seat]; });
        for (std::size_t i = 0; i < place.lot_count; ++i) {
            if (bare[place.lots[i].seat]) place.lots[i].cards = 0;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < place.open_count; ++i) {
            if (bare[place.open[i].seat]) continue;
            place.open[kept] = place.open[i];
            place.hidden.open_lot[kept++] = place.hidden.open_lot[i];
        }
        place.open_count = static_cast<std::uint8_t>(kept);
    }
    for (std::uint8_t deck = 0; deck < place.current_deck();) {
        bool is_used = false;
        for (std::size_t i = 0; i < place.lot_count; ++i) {
            is_used = is_used || (place.lots[i].deck == deck && place.lots[i].cards > 0);
        }
        if (is_used) {
            ++deck;
            continue;
        }
        for (std::size_t i = 0; i < place.lot_count; ++i)
            place.lots[i].deck -= place.lots[i].deck > deck;
        std::rotate(place.pools.begin() + deck, place.pools.begin() + deck + 1, place.pools.end());
        --place.decks;
        place.pools[place.decks] = {};
    }
    put_in_order(place);
}

/// Where one way is possible, nearly all are: so many that are not show that none is.
constexpr int kMostTries = 2000;

/// What hidden cards may be, for one who knows some of them.
struct Worlds {
    const View& view;
    std::array<Cards, kMostDecks> pools;
    std::array<std::uint8_t, kMostLots> cards{};  ///< of the lots of others
    std::array<std::uint8_t, kMostOpen> open_lot{};

    explicit Worlds(const View& of) : view(of), pools(of.pools), open_lot(of.hidden.open_lot) {
        for (std::size_t i = 0; i < view.lot_count; ++i) {
            if (knows(view, view.lots[i].seat)) {
                pools[view.lots[i].deck].take(view.hidden.lot_cards[i]);
            } else {
                cards[i] = view.lots[i].cards;
            }
        }
        for (std::size_t i = 0; i < view.open_count; ++i) {
            if (open_lot[i] != kNoLot)
                pools[view.lots[open_lot[i]].deck].take_city(view.open[i].city);
        }
    }

    /// Goes through all lots that the open cards can be from, each way with its weight: in how many
    /// ways cards and places in hands make it, against all ways. Stops when `use` says so, with
    /// everything as that way has it.
    template <typename Use>
    bool each_way(std::size_t next, double weight, Use use) {
        while (next < view.open_count && view.hidden.open_lot[next] != kNoLot) ++next;
        if (next == view.open_count) return use(weight);
        const OpenCard& card = view.open[next];
        for (std::uint8_t lot = 0; lot < view.lot_count; ++lot) {
            Cards& pool = pools[view.lots[lot].deck];
            if (view.lots[lot].seat != card.seat || cards[lot] == 0 ||
                view.lots[lot].never & bit(card.city) || !pool.has(card.city)) {
                continue;
            }
            const double ways = static_cast<double>(cards[lot] * pool.of(card.city)) / pool.count();
            const Cards before = pool;
            pool.take_city(card.city);
            --cards[lot];
            open_lot[next] = lot;
            if (each_way(next + 1, weight * ways, use)) return true;
            pool = before;
            ++cards[lot];
            open_lot[next] = kNoLot;
        }
        return false;
    }

    /// Whether the pools can fill the lots: for every choice of lots of a deck there are as many
    /// cards that one of them allows as they need (Hall).
    [[nodiscard]] bool can_fill() const {
        for (std::uint8_t deck = 0; deck < view.decks; ++deck) {
            std::vector<std::size_t> lots;
            for (std::size_t i = 0; i < view.lot_count; ++i) {
                if (view.lots[i].deck == deck && cards[i]) lots.push_back(i);
            }
            int all = 0;
            for (const std::size_t lot : lots) all += cards[lot];
            const int left = pools[deck].count() - all;
            if (left != (deck == view.current_deck() ? view.supply_cards : 0)) return false;
            for (unsigned chosen = 1; chosen < 1U << lots.size(); ++chosen) {
                int needed = 0;
                CitySet never = kAllCities;
                for (std::size_t i = 0; i < lots.size(); ++i) {
                    if (!(chosen >> i & 1)) continue;
                    needed += cards[lots[i]];
                    never &= view.lots[lots[i]].never;
                }
                if (pools[deck].without(never).count() < needed) return false;
            }
        }
        return true;
    }

    /// Deals the pools to the lots, or gives up with a chance that makes all deals alike.
    bool deal(Random& random, Hidden& hidden) {
        const bool has_ways = view.open_count > 0;
        for (std::uint8_t deck = 0; deck < view.decks; ++deck) {
            std::vector<std::size_t> lots;
            for (std::size_t i = 0; i < view.lot_count; ++i) {
                if (view.lots[i].deck == deck && cards[i]) lots.push_back(i);
            }
            const Cards all = pools[deck];
            const auto allowed_of = [&](std::size_t lot) {
                return all.without(view.lots[lot].never).count();
            };
            std::stable_sort(lots.begin(), lots.end(), [&](std::size_t a, std::size_t b) {
                return allowed_of(a) < allowed_of(b);
            });
            Cards& pool = pools[deck];
            for (std::size_t i = 0; i < lots.size(); ++i) {
                const CitySet never = view.lots[lots[i]].never;
                // cards that earlier lots took from what this one allows, however they were dealt:
                // all of those that allow no other, and all that the others have no room for
                int gone = 0, taken = 0;
                for (std::size_t j = 0; j < i; ++j) {
                    taken += cards[lots[j]];
                    if (!(never & ~view.lots[lots[j]].never)) gone += cards[lots[j]];
                }
                gone = std::max(gone, taken - (all.count() - allowed_of(lots[i])));
                for (int card = 0; card < cards[lots[i]]; ++card) {
                    const Cards allowed = pool.without(never);
                    const int most = has_ways ? pool.count() : allowed_of(lots[i]) - gone - card;
                    const int now = allowed.count();
                    if (now == 0) return false;
                    if (now < most && random.below(static_cast<std::uint32_t>(most)) >=
                                          static_cast<unsigned>(now)) {
                        return false;
                    }
                    const City city = allowed.pick(random);
                    pool.take_city(city);
                    hidden.lot_cards[lots[i]].add_city(city);
                }
            }
        }
        return true;
    }
};

}  // namespace

void Route::put_left(City city) {
    std::copy_backward(order.begin(), order.begin() + length, order.begin() + length + 1);
    order[0] = city;
    ++length;
    set |= bit(city);
}

int hand_size(const Table& table, int seat) {
    return table.seats[index(seat)].known.count() + hidden_cards(table, seat);
}

bool may_hold(const Table& table, int seat, City city) {
    if (table.seats[index(seat)].known.has(city)) return true;
    for (std::size_t i = 0; i < table.lot_count; ++i) {
        if (can_be(table, table.lots[i], seat, city)) return true;
    }
    return false;
}

template <typename Place>
void shuffle_discards(Place& place) {
    bool has_lots = false;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        has_lots = has_lots || place.lots[i].deck == place.current_deck();
    }
    if (has_lots) {
        if (place.decks == kMostDecks) forget(place);
        ++place.decks;
    }
    place.pools[place.current_deck()] = place.discards;
    if constexpr (requires { place.supply; }) place.supply = place.discards;
    place.supply_cards = static_cast<std::uint8_t>(place.discards.count());
    place.discards = {};
}

template <typename Place>
void take_blind(Place& place, City city) {
    const auto seat = static_cast<std::uint8_t>(place.turn_of());
    const auto find = [&] {
        std::size_t lot = 0;
        while (lot < place.lot_count &&
               (place.lots[lot].seat != seat || place.lots[lot].deck != place.current_deck() ||
                place.lots[lot].never)) {
            ++lot;
        }
        return lot;
    };
    std::size_t lot = find();
    if (lot == kMostLots) {
        forget(place);
        lot = find();
        if (lot == kMostLots) lot = place.lot_count;
    }
    if (lot == place.lot_count) place.lots[place.lot_count++] = {seat, place.current_deck(), 0, 0};
    ++place.lots[lot].cards;
    if (city != kNoCity) place.hidden.lot_cards[lot].add_city(city);
    put_in_order(place);
}

template <typename Place>
void show_card(Place& place, int seat, City city) {
    Cards& known = place.seats[index(seat)].known;
    if (known.has(city)) return known.take_city(city);
    std::size_t from = kMostLots, candidates = 0, true_lot = kMostLots;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        if (!can_be(place, place.lots[i], seat, city)) continue;
        from = i;
        ++candidates;
        if (true_lot == kMostLots && place.hidden.lot_cards[i].has(city)) true_lot = i;
    }
    if (candidates > 1 && place.open_count == kMostOpen) {
        forget(place);
        return show_card(place, seat, city);
    }
    if (knows(place, seat)) place.hidden.lot_cards[true_lot].take_city(city);
    if (candidates == 1) {
        --place.lots[from].cards;
        place.pools[place.lots[from].deck].take_city(city);
    } else {
        place.open[place.open_count] = {static_cast<std::uint8_t>(seat), city};
        place.hidden.open_lot[place.open_count++] =
            knows(place, seat) ? static_cast<std::uint8_t>(true_lot) : kNoLot;
    }
    tidy(place);
}

template <typename Place>
void rule_out(Place& place, int seat, CitySet cities) {
    // an open card left its lot before, and may well be one of these
    const auto is_own = [&](const OpenCard& card) { return card.seat == seat; };
    if (std::any_of(place.open.begin(), place.open.begin() + place.open_count, is_own))
        forget(place);
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        if (place.lots[i].seat == seat) place.lots[i].never |= cities;
    }
    put_in_order(place);
}

std::array<Cards, kMostDecks> unseen_cards(const View& view) {
    return Worlds(view).pools;
}

double ways_at_most(const View& view) {
    double ways = 1;
    for (std::size_t i = 0; i < view.open_count; ++i) {
        if (view.hidden.open_lot[i] != kNoLot) continue;
        const OpenCard& card = view.open[i];
        int lots = 0;
        for (std::size_t lot = 0; lot < view.lot_count; ++lot) {
            lots += can_be(view, view.lots[lot], card.seat, card.city);
        }
        ways *= std::max(lots, 1);
    }
    return ways;
}

bool is_possible(const View& view) {
    const int seat = view.turn_of();
    const CitySet wanted = needed_card(view);
    if (wanted && !knows(view, seat) && !(view.seats[index(seat)].known.cities() & wanted)) {
        for (City city = 0; city < kCities; ++city) {
            if (!(wanted & bit(city)) || !may_hold(view, seat, city)) continue;
            View without = view;
            without.placed = 0;  // where nothing is needed
            show_card(without, seat, city);
            if (is_possible(without)) return true;
        }
        return false;
    }
    Worlds worlds(view);
    int tries = 0;
    bool is_so = false;
    worlds.each_way(0, 1.0, [&](double) {
        is_so = worlds.can_fill();
        return is_so || ++tries == kMostTries;
    });
    return is_so;
}

State fill_up(const View& view, Random& random) {
    Worlds known(view);
    double all = 0;
    if (view.open_count) {
        known.each_way(0, 1.0, [&](double weight) {
            all += weight;
            return false;
        });
    }
    const CitySet wanted = needed_card(view);
    State state;
    static_cast<Table&>(state) = view;
    for (;;) {
        Worlds worlds(view);
        if (view.open_count) {
            double ticket = all * static_cast<double>(random.next() >> 11) * 0x1p-53;
            if (!worlds.each_way(0, 1.0, [&](double weight) { return (ticket -= weight) < 0; }))
                continue;  // the sum was rounded up
        }
        state.hidden = view.hidden;
        state.hidden.open_lot = worlds.open_lot;
        if (!worlds.deal(random, state.hidden)) continue;
        if (wanted && !(hand_of(state, view.turn_of()).cities() & wanted)) continue;
        state.supply = worlds.pools[view.current_deck()];
        put_in_order(state);
        return state;
    }
}

template void shuffle_discards<State>(State&);
template void shuffle_discards<View>(View&);
template void take_blind<State>(State&, City);
template void take_blind<View>(View&, City);
template void show_card<State>(State&, int, City);
template void show_card<View>(View&, int, City);
template void rule_out<State>(State&, int, CitySet);
template void rule_out<View>(View&, int, CitySet);

}  // namespace carcbot::thurn_and_taxis
