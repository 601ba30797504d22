#include "lines.hpp"

#include <algorithm>
#include <utility>

namespace carcbot::ticket_to_ride {
namespace {

/// A cheapest way between two cities, if it costs less than a limit: Dijkstra's.
class Cheapest {
  public:
    Cheapest(const Costs& costs, City from, City to, int limit = kClosed) : to_(to) {
        far_.fill(far(kClosed, 0));
        far_[from] = far(0, from);
        by_[from] = kNoStretch;
        CitySet open = bit(from);
        while (open) {
            const City nearest = nearest_of(open);
            const int cost = cost_of(nearest);
            if (cost >= limit) break;
            if (nearest == to) return;
            open &= ~bit(nearest);
            const StretchesAt& at = kStretchesAt[nearest];
            for (std::size_t i = 0; i < at.count; ++i) {
                const StretchNumber stretch = at.numbers[i];
                const City next = at.ends[i];
                const int there = cost + costs[stretch];
                if (there >= cost_of(next)) continue;
                far_[next] = far(there, next);
                by_[next] = stretch;
                open |= bit(next);
            }
        }
        far_[to] = far(kClosed, 0);
    }

    /// kClosed if there is none.
    [[nodiscard]] int cost() const { return cost_of(to_); }

    /// Adds the stretches of the way that cost something.
    void build(const Costs& costs, Lines& lines) const {
        City city = to_;
        while (by_[city] != kNoStretch) {
            const StretchNumber stretch = by_[city];
            if (costs[stretch]) lines.add(stretch, costs[stretch]);
            city = kStretchTable[stretch].other_end(city);
        }
    }

  private:
    /// What a way costs and where it leads, in one number: the smallest one is the nearest city,
    /// and of those that are as near the first.
    static constexpr int kCityBits = 6;
    static constexpr int far(int cost, City city) { return cost << kCityBits | city; }
    [[nodiscard]] int cost_of(City city) const { return far_[city] >> kCityBits; }

    [[nodiscard]] City nearest_of(CitySet open) const {
        int nearest = far_[static_cast<std::size_t>(std::countr_zero(open))];
        while (open &= open - 1)
            nearest = std::min(nearest, far_[static_cast<std::size_t>(std::countr_zero(open))]);
        return static_cast<City>(nearest & ((1 << kCityBits) - 1));
    }

    City to_;
    std::array<int, kCities> far_;
    std::array<StretchNumber, kCities> by_;  ///< the last stretch of the way to each
};

Cheapest way_of(const Costs& costs, TicketNumber ticket) {
    return {costs, kTicketTable[ticket].a, kTicketTable[ticket].b};
}

/// What is left to pay when these lines are there.
Costs without(const Lines& lines, Costs costs) {
    for (const StretchNumber stretch : lines.all()) costs[stretch] = 0;
    return costs;
}

}  // namespace

int way_cost(const Costs& costs, City from, City to) {
    return Cheapest(costs, from, to).cost();
}

TicketLines::TicketLines(const Costs& costs, TicketSet tickets) : costs_(costs) {
    for_each_ticket(tickets, [&](TicketNumber ticket) {
        const Cheapest way = way_of(costs, ticket);
        const int cost = way.cost();
        if (cost == 0 || cost >= kClosed) return;
        std::size_t at = count_++;
        for (; at > 0 && open_[at - 1].alone.cost > cost; --at) open_[at] = open_[at - 1];
        open_[at].ticket = ticket;
        open_[at].alone = {};
        open_[at].alone.tickets = ticket_bit(ticket);
        way.build(costs, open_[at].alone);
    });
}

Lines TicketLines::cheapest(TicketSet among) const {
    Order order;
    std::size_t count = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        if (among & ticket_bit(open_[i].ticket)) order[count++] = static_cast<std::uint8_t>(i);
    }
    const std::span<const std::uint8_t> tickets(order.data(), count);
    Lines best;
    best.cost = kClosed;
    if (count <= kAllOrders) {
        try_orders(tickets, (1U << count) - 1, costs_, {}, best);
    } else {
        Order backwards;
        for (std::size_t i = 0; i < count; ++i) backwards[i] = order[count - 1 - i];
        try_order(tickets, best);
        try_order({backwards.data(), count}, best);
    }
    return best;
}

/// Connects those of the tickets that are left in all their orders.
void TicketLines::try_orders(std::span<const std::uint8_t> tickets, unsigned left,
                             const Costs& costs, const Lines& lines, Lines& best) const {
    if (left == 0) best = lines;
    for (unsigned rest = left; rest; rest &= rest - 1) {
        const int next = std::countr_zero(rest);
        Lines more = lines;
        if (!connect(open_[tickets[static_cast<std::size_t>(next)]], costs, best.cost, more))
            continue;
        const unsigned later = left & ~(1U << next);
        try_orders(tickets, later, later ? without(more, costs) : costs, more, best);
    }
}

void TicketLines::try_order(std::span<const std::uint8_t> tickets, Lines& best) const {
    Costs costs = costs_;
    Lines lines;
    for (const std::uint8_t each : tickets) {
        if (!connect(open_[each], costs, best.cost, lines)) return;
        costs = without(lines, costs);
    }
    best = lines;
}

/// Adds the way of a ticket that uses what is there; false if lines cost as much as the limit then.
bool TicketLines::connect(const Open& open, const Costs& costs, int limit, Lines& lines) {
    if (lines.tickets == 0) {
        lines = open.alone;
        return lines.cost < limit;
    }
    const auto [a, b, value] = kTicketTable[open.ticket];
    const Cheapest way(costs, a, b, limit - lines.cost);
    if (way.cost() >= limit - lines.cost) return false;
    way.build(costs, lines);
    lines.tickets |= ticket_bit(open.ticket);
    return true;
}

}  // namespace carcbot::ticket_to_ride
