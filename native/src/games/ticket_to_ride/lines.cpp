#include "lines.hpp"

#include <algorithm>
#include <utility>

namespace carcbot::ticket_to_ride {
namespace {

/// Cheapest ways from a city: Dijkstra's.
class Cheapest {
  public:
    Cheapest(const Costs& costs, City from, City to) : to_(to) {
        cost_.fill(kClosed);
        cost_[from] = 0;
        by_[from] = kNoStretch;
        CitySet open = bit(from);
        while (open) {
            City nearest = static_cast<City>(std::countr_zero(open));
            for (CitySet rest = open & (open - 1); rest; rest &= rest - 1) {
                const auto city = static_cast<City>(std::countr_zero(rest));
                if (cost_[city] < cost_[nearest]) nearest = city;
            }
            if (nearest == to) return;
            open &= ~bit(nearest);
            const StretchesAt& at = kStretchesAt[nearest];
            for (std::size_t i = 0; i < at.count; ++i) {
                const StretchNumber stretch = at.numbers[i];
                const int cost = cost_[nearest] + costs[stretch];
                const City next = kStretchTable[stretch].other_end(nearest);
                if (cost >= cost_[next]) continue;
                cost_[next] = cost;
                by_[next] = stretch;
                open |= bit(next);
            }
        }
    }

    [[nodiscard]] int cost() const { return cost_[to_]; }

    /// Adds the stretches of the way that cost something; they cost nothing from then on.
    void build(Costs& costs, Lines& lines) const {
        City city = to_;
        while (by_[city] != kNoStretch) {
            const StretchNumber stretch = by_[city];
            if (costs[stretch]) lines.add(stretch, costs[stretch]);
            costs[stretch] = 0;
            city = kStretchTable[stretch].other_end(city);
        }
    }

  private:
    City to_;
    std::array<int, kCities> cost_;
    std::array<StretchNumber, kCities> by_;  ///< the last stretch of the way to each
};

Cheapest way_of(const Costs& costs, TicketNumber ticket) {
    return {costs, kTicketTable[ticket].a, kTicketTable[ticket].b};
}

/// Tickets to connect, and what their ways cost at first.
struct Open {
    std::array<std::pair<int, TicketNumber>, kTickets> tickets;
    std::size_t count = 0;
};

Open open_tickets(const Costs& costs, TicketSet tickets) {
    Open open;
    for_each_ticket(tickets, [&](TicketNumber ticket) {
        const int cost = way_of(costs, ticket).cost();
        if (cost > 0 && cost < kClosed) open.tickets[open.count++] = {cost, ticket};
    });
    return open;
}

/// Connects them in this order.
Lines in_order(Costs costs, const Open& open) {
    Lines lines;
    for (std::size_t i = 0; i < open.count; ++i) {
        const TicketNumber ticket = open.tickets[i].second;
        way_of(costs, ticket).build(costs, lines);
        lines.tickets |= ticket_bit(ticket);
    }
    return lines;
}

constexpr std::size_t kAllOrders = 3;  ///< of so many tickets each order is tried

}  // namespace

int way_cost(const Costs& costs, City from, City to) {
    return Cheapest(costs, from, to).cost();
}

Lines cheapest_lines(const Costs& costs, TicketSet tickets) {
    if (std::has_single_bit(tickets)) {
        const auto ticket = static_cast<TicketNumber>(std::countr_zero(tickets));
        const Cheapest way = way_of(costs, ticket);
        Lines lines;
        if (way.cost() == 0 || way.cost() >= kClosed) return lines;
        Costs left = costs;
        way.build(left, lines);
        lines.tickets = tickets;
        return lines;
    }
    Open open = open_tickets(costs, tickets);
    const auto begin = open.tickets.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(open.count);
    std::sort(begin, end);
    Lines best = in_order(costs, open);
    const auto take_better = [&] {
        const Lines lines = in_order(costs, open);
        if (lines.cost < best.cost) best = lines;
    };
    if (open.count > kAllOrders) {
        std::reverse(begin, end);
        take_better();
    } else {
        while (std::next_permutation(begin, end)) take_better();
    }
    return best;
}

}  // namespace carcbot::ticket_to_ride
