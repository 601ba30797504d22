#include "lots.hpp"

#include <algorithm>

namespace carcbot::ticket_to_ride {
namespace {

/// In so many ways open cards can be old or fresh, and all are weighed against each other; where
/// there are more, one payment is decided after the other.
constexpr int kMostWays = 256;

bool has_open(const Table& table, int seat) {
    return std::any_of(table.open.begin(), table.open.begin() + table.open_count,
                       [&](const OpenCards& each) { return each.seat == seat; });
}

int open_cards(const Table& table, int seat) {
    int cards = 0;
    for (std::size_t i = 0; i < table.open_count; ++i) {
        if (table.open[i].seat == seat) cards += table.open[i].cards;
    }
    return cards;
}

/// The list of open cards is full: two payments of one seat and colour are remembered as one, at
/// the later of their moments. False if there are no two.
template <typename Place>
bool join_open(Place& place) {
    for (std::size_t later = 1; later < place.open_count; ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            OpenCards& from = place.open[earlier];
            OpenCards& to = place.open[later];
            if (from.seat != to.seat || from.colour != to.colour) continue;
            to.cards = static_cast<std::uint8_t>(to.cards + from.cards);
            auto& old = place.hidden.open_old;
            old[later] = static_cast<std::uint8_t>(old[later] + old[earlier]);
            std::copy(place.open.begin() + earlier + 1, place.open.end(),
                      place.open.begin() + earlier);
            std::copy(old.begin() + earlier + 1, old.end(), old.begin() + earlier);
            --place.open_count;
            place.open[place.open_count] = {};
            old[place.open_count] = 0;
            return true;
        }
    }
    return false;
}

template <typename Place>
void add_open(Place& place, const OpenCards& open, int was_old) {
    std::size_t at = place.open_count++;
    auto& old = place.hidden.open_old;
    for (; at > 0 && place.open[at - 1].seat > open.seat; --at) {  // in the order of seats
        place.open[at] = place.open[at - 1];
        old[at] = old[at - 1];
    }
    place.open[at] = open;
    old[at] = static_cast<std::uint8_t>(was_old);
}

/// From now on nobody remembers which hidden cards were old: all are as if they were fresh.
template <typename Place>
void forget_old_cards(Place& place) {
    place.fresh_pool.add(place.old_pool);
    place.old_pool = {};
    for (std::size_t i = 0; i < place.open_count; ++i)
        place.fresh_pool.take(place.open[i].colour, place.open[i].cards);
    for (int seat = 0; seat < place.options.seats; ++seat) {
        Seat& own = place.seats[index(seat)];
        own.fresh = static_cast<std::uint8_t>(own.old + own.fresh - open_cards(place, seat));
        own.old = 0;
        Lots& lots = place.hidden.lots[index(seat)];
        lots.fresh.add(lots.old);
        lots.old = {};
    }
    place.open = {};
    place.hidden.open_old = {};
    place.open_count = 0;
}

double choose(int all, int some) {
    if (some > all || all < 0) return 0;
    double ways = 1;
    for (int i = 0; i < some; ++i) ways = ways * (all - i) / (i + 1);
    return ways;
}

/// The chance that so many places of a pool all have this colour.
double chance_of(const Cards& pool, Colour colour, int cards) {
    const int all = pool.count(), fitting = pool.of(colour);
    if (cards > fitting) return 0;
    double chance = 1;
    for (int i = 0; i < cards; ++i) chance = chance * (fitting - i) / (all - i);
    return chance;
}

/// What the hidden cards of others may be.
class Worlds {
  public:
    explicit Worlds(const View& view) : view_(view), old_(view.old_pool), fresh_(view.fresh_pool) {
        for (int seat = 0; seat < view.options.seats; ++seat) {
            if (knows(view, seat)) {
                const Lots& own = view.hidden.lots[index(seat)];
                is_possible_ = old_.contains(own.old) && fresh_.contains(own.fresh);
                if (!is_possible_) return;
                old_.take(own.old);
                fresh_.take(own.fresh);
            } else {
                old_cards_[index(seat)] = view.seats[index(seat)].old;
                fresh_cards_[index(seat)] = view.seats[index(seat)].fresh;
            }
        }
        open_old_ = view.hidden.open_old;
        for (std::size_t i = 0; i < view.open_count; ++i) {
            if (!knows(view, view.open[i].seat)) continue;
            const int was_old = view.hidden.open_old[i];
            const int was_fresh = view.open[i].cards - was_old;
            const Colour colour = view.open[i].colour;
            is_possible_ = was_old <= old_.of(colour) && was_fresh <= fresh_.of(colour);
            if (!is_possible_) return;
            old_.take(colour, was_old);
            fresh_.take(colour, was_fresh);
        }
        for (std::size_t i = 0; i < view.open_count; ++i) {
            const OpenCards& open = view.open[i];
            if (knows(view, open.seat)) continue;
            const int old = std::min<int>(old_cards_[index(open.seat)], old_.of(open.colour));
            const int fresh = std::min<int>(open.fresh, fresh_.of(open.colour));
            is_possible_ = open.cards <= old + fresh;
            if (!is_possible_) return;
        }
        only_old_ = seat_with_all_old_cards();
    }

    /// Decides which open cards were old. False where nothing fits.
    bool choose_way(Random& random) {
        if (!is_possible_) return false;
        if (only_old_ != kNoSeat) take_old_first();
        double ways = 1;
        for (std::size_t i = 0; i < view_.open_count; ++i) {
            if (is_undecided(i)) ways *= view_.open[i].cards + 1;
        }
        if (ways == 1) return true;
        if (ways > kMostWays) return choose_in_turn(0, random);
        double all = 0;
        each_way(0, 1, [&](double weight) {
            all += weight;
            return false;
        });
        if (all == 0) return false;
        for (;;) {  // again if the sum was rounded up
            double ticket = all * static_cast<double>(random.next() >> 11) * 0x1p-53;
            if (each_way(0, 1, [&](double weight) { return (ticket -= weight) < 0; })) return true;
        }
    }

    [[nodiscard]] bool has_way() {
        if (!is_possible_) return false;
        if (only_old_ != kNoSeat) take_old_first();
        return is_possible_ && each_way(0, 1, [](double) { return true; });
    }

    void deal(Random& random, State& state) {
        state.hidden.open_old = open_old_;
        const auto deal_pool = [&](Cards& pool, const auto& counts, auto lot) {
            std::array<Colour, kAllCards> cards{};
            std::size_t left = 0;
            for (Colour kind = 0; kind < kKinds; ++kind) {
                for (int i = pool.of(kind); i > 0; --i) cards[left++] = kind;
            }
            for (std::size_t seat = 0; seat < view_.options.seats; ++seat) {
                for (int i = counts[seat]; i > 0; --i) {
                    const std::size_t at = random.below(static_cast<std::uint32_t>(left));
                    (state.hidden.lots[seat].*lot).add(cards[at]);
                    pool.take(cards[at]);
                    cards[at] = cards[--left];
                }
            }
        };
        deal_pool(old_, old_cards_, &Lots::old);
        deal_pool(fresh_, fresh_cards_, &Lots::fresh);
        state.deck = fresh_;
    }

  private:
    [[nodiscard]] int seat_with_all_old_cards() const {
        int found = kNoSeat;
        for (int seat = 0; seat < view_.options.seats; ++seat) {
            if (old_cards_[index(seat)] == 0) continue;
            if (found != kNoSeat) return kNoSeat;
            found = seat;
        }
        return found;
    }

    [[nodiscard]] bool is_undecided(std::size_t open) const {
        const int seat = view_.open[open].seat;
        return !knows(view_, seat) && seat != only_old_;
    }

    /// All old cards that the viewer does not have are in one hand: so they are known, and are paid
    /// before those that are not.
    void take_old_first() {
        for (std::size_t i = 0; i < view_.open_count; ++i) {
            const OpenCards& open = view_.open[i];
            if (open.seat != only_old_ || knows(view_, open.seat)) continue;
            const int was_old = std::min<int>(open.cards, old_.of(open.colour));
            if (open.cards - was_old > fresh_.of(open.colour) ||
                open.cards - was_old > open.fresh - fresh_paid_[open.seat]) {
                is_possible_ = false;
                return;
            }
            take(i, was_old);
        }
    }

    void take(std::size_t open, int was_old) {
        const OpenCards& each = view_.open[open];
        const int was_fresh = each.cards - was_old;
        old_.take(each.colour, was_old);
        fresh_.take(each.colour, was_fresh);
        old_cards_[each.seat] -= was_old;
        fresh_cards_[each.seat] -= was_fresh;
        fresh_paid_[each.seat] += was_fresh;
        open_old_[open] = static_cast<std::uint8_t>(was_old);
    }

    void put_back(std::size_t open) {
        const OpenCards& each = view_.open[open];
        const int was_old = open_old_[open], was_fresh = each.cards - was_old;
        old_.add(each.colour, was_old);
        fresh_.add(each.colour, was_fresh);
        old_cards_[each.seat] += was_old;
        fresh_cards_[each.seat] += was_fresh;
        fresh_paid_[each.seat] -= was_fresh;
        open_old_[open] = 0;
    }

    /// In how many ways, against all, cards and places in the hand make so many of them old.
    [[nodiscard]] double weight_of(const OpenCards& open, int was_old) const {
        const int was_fresh = open.cards - was_old;
        if (was_fresh > fresh_cards_[open.seat]) return 0;
        return choose(old_cards_[open.seat], was_old) * chance_of(old_, open.colour, was_old) *
               choose(open.fresh - fresh_paid_[open.seat], was_fresh) *
               chance_of(fresh_, open.colour, was_fresh);
    }

    /// Goes through all ways with their weights, until `use` says so; everything is then as that
    /// way has it.
    template <typename Use>
    bool each_way(std::size_t next, double weight, Use use) {
        while (next < view_.open_count && !is_undecided(next)) ++next;
        if (next == view_.open_count) return use(weight);
        for (int was_old = 0; was_old <= view_.open[next].cards; ++was_old) {
            const double more = weight_of(view_.open[next], was_old);
            if (more == 0) continue;
            take(next, was_old);
            if (each_way(next + 1, weight * more, use)) return true;
            put_back(next);
        }
        return false;
    }

    /// Decides one payment after the other by its own weights; where one cannot be then, the one
    /// before it is decided anew.
    bool choose_in_turn(std::size_t next, Random& random) {
        while (next < view_.open_count && !is_undecided(next)) ++next;
        if (next == view_.open_count) return true;
        std::array<double, kAllCards + 1> weights{};
        double all = 0;
        for (int was_old = 0; was_old <= view_.open[next].cards; ++was_old)
            all += weights[index(was_old)] = weight_of(view_.open[next], was_old);
        for (;;) {
            double ticket = all * static_cast<double>(random.next() >> 11) * 0x1p-53;
            int chosen = -1;
            for (int was_old = 0; was_old <= view_.open[next].cards; ++was_old) {
                if (weights[index(was_old)] == 0) continue;
                chosen = was_old;
                if ((ticket -= weights[index(was_old)]) < 0) break;
            }
            if (chosen < 0) return false;
            take(next, chosen);
            if (choose_in_turn(next + 1, random)) return true;
            put_back(next);
            all -= weights[index(chosen)];
            weights[index(chosen)] = 0;
        }
    }

    const View& view_;
    bool is_possible_ = true;
    int only_old_ = kNoSeat;
    Cards old_, fresh_;  ///< the pools without what is known and what was decided
    std::array<int, kMostPlayers> old_cards_{}, fresh_cards_{}, fresh_paid_{};
    std::array<std::uint8_t, kMostOpen> open_old_{};
};

}  // namespace

int hand_size(const Table& table, int seat) {
    const Seat& own = table.seats[index(seat)];
    return own.known.count() + own.old + own.fresh - open_cards(table, seat);
}

template <typename Place>
void shuffle_discards(Place& place) {
    // all that was fresh is in hands now
    place.old_pool.add(place.fresh_pool);
    for (std::size_t i = 0; i < place.open_count; ++i) {
        place.old_pool.take(place.open[i].colour, place.open[i].cards);
    }
    for (int seat = 0; seat < place.options.seats; ++seat) {
        Seat& own = place.seats[index(seat)];
        own.old = static_cast<std::uint8_t>(own.old + own.fresh - open_cards(place, seat));
        own.fresh = 0;
        Lots& lots = place.hidden.lots[index(seat)];
        lots.old.add(lots.fresh);
        lots.fresh = {};
    }
    place.open = {};
    place.hidden.open_old = {};
    place.open_count = 0;
    place.fresh_pool = place.discards;
    place.deck_cards = static_cast<std::uint8_t>(place.discards.count());
    if constexpr (requires { place.deck; }) place.deck = place.discards;
    place.discards = {};
}

template <typename Place>
void turn_up(Place& place, Colour colour) {
    --place.deck_cards;
    place.fresh_pool.take(colour);
    if constexpr (requires { place.deck; }) place.deck.take(colour);
}

template <typename Place>
void take_blind(Place& place, int seat, Colour colour) {
    --place.deck_cards;
    ++place.seats[index(seat)].fresh;
    if (colour == kNoColour) return;
    place.hidden.lots[index(seat)].fresh.add(colour);
    if constexpr (requires { place.deck; }) place.deck.take(colour);
}

template <typename Place>
void pay(Place& place, int seat, Colour colour, int cards) {
    Seat& own = place.seats[index(seat)];
    const int known = std::min(own.known.of(colour), cards);
    own.known.take(colour, known);
    cards -= known;
    if (cards == 0) return;
    const auto may_be = [&](int hidden, const Cards& pool) {
        return hidden > 0 && pool.of(colour);
    };
    const bool is_open = has_open(place, seat) ||
                         (may_be(own.old, place.old_pool) && may_be(own.fresh, place.fresh_pool));
    if (is_open && place.open_count == kMostOpen && !join_open(place)) forget_old_cards(place);
    Lots& lots = place.hidden.lots[index(seat)];
    const int was_old = knows(place, seat) ? std::min(lots.old.of(colour), cards) : 0;
    if (knows(place, seat)) {
        lots.old.take(colour, was_old);
        lots.fresh.take(colour, cards - was_old);
    }
    if (is_open && own.old > 0) {
        add_open(
            place,
            {static_cast<std::uint8_t>(seat), colour, static_cast<std::uint8_t>(cards), own.fresh},
            was_old);
    } else if (may_be(own.old, place.old_pool)) {
        own.old = static_cast<std::uint8_t>(own.old - cards);
        place.old_pool.take(colour, cards);
    } else {
        own.fresh = static_cast<std::uint8_t>(own.fresh - cards);
        place.fresh_pool.take(colour, cards);
    }
}

bool may_have(const Table& table, int seat, Colour colour, int cards) {
    const Seat& own = table.seats[index(seat)];
    const int hidden = cards - own.known.of(colour);
    if (hidden <= 0) return true;
    return hidden <= std::min<int>(own.old, table.old_pool.of(colour)) +
                         std::min<int>(own.fresh, table.fresh_pool.of(colour));
}

bool can_be_dealt(const View& view) {
    return Worlds(view).has_way();
}

void deal_hidden_cards(const View& view, Random& random, State& state) {
    state.hidden.lots = view.hidden.lots;
    Worlds worlds(view);
    worlds.choose_way(random);  // a view is only made where there is one
    worlds.deal(random, state);
}

template void shuffle_discards<State>(State&);
template void shuffle_discards<View>(View&);
template void turn_up<State>(State&, Colour);
template void turn_up<View>(View&, Colour);
template void take_blind<State>(State&, int, Colour);
template void take_blind<View>(View&, int, Colour);
template void pay<State>(State&, int, Colour, int);
template void pay<View>(View&, int, Colour, int);

}  // namespace carcbot::ticket_to_ride
