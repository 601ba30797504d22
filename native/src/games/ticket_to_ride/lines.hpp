// Lines that a seat means to build: the stretches that connect the cities of its tickets at the
// least cost, where its own tracks cost nothing and those that it cannot claim are closed.
//
// A stretch costs the turns that it takes, less the points that it brings, so that a detour over
// long tracks may be the better way. Costs are in tenths of a point, and never below one, so that
// every cheapest way is one without a circle.
#pragma once

#include <algorithm>
#include <span>

#include "stretches.hpp"

namespace carcbot::ticket_to_ride {

/// What each stretch costs; kClosed where there is no way.
using Costs = std::array<int, kStretches>;
inline constexpr int kClosed = 1 << 20;

/// Stretches to build, and what for.
struct Lines {
    static constexpr std::size_t kMost = kTrains;

    std::uint8_t count = 0;
    std::array<StretchNumber, kMost> stretches{};
    TicketSet tickets = 0;  ///< those that they complete, and were not complete
    int trains = 0;
    int cost = 0;

    [[nodiscard]] std::span<const StretchNumber> all() const { return {stretches.data(), count}; }
    [[nodiscard]] bool has(StretchNumber stretch) const {
        return std::find(all().begin(), all().end(), stretch) != all().end();
    }
    void add(StretchNumber stretch, int its_cost) {
        stretches[count++] = stretch;
        trains += kStretchTable[stretch].length;
        cost += its_cost;
    }
};

/// The cheapest way between two cities: what it costs; kClosed if there is none.
int way_cost(const Costs& costs, City from, City to);

/// The cheapest lines for tickets, as good as they are found: tickets are connected one after the
/// other, each by the cheapest way that uses what is there by then; up to three in each order, more
/// of them the cheapest first and the dearest first. Tickets that cannot be connected are left out.
class TicketLines {
  public:
    /// The costs outlive it.
    TicketLines(const Costs& costs, TicketSet tickets);

    /// For those of them that are among these.
    [[nodiscard]] Lines cheapest(TicketSet among = kAllTickets) const;

  private:
    static constexpr std::size_t kAllOrders = 3;  ///< of so many tickets each order is tried
    struct Open {
        TicketNumber ticket;
        Lines alone;  ///< its way if nothing else is built
    };
    using Order = std::array<std::uint8_t, kTickets>;

    void try_orders(std::span<const std::uint8_t> tickets, unsigned left, const Costs& costs,
                    const Lines& lines, Lines& best) const;
    void try_order(std::span<const std::uint8_t> tickets, Lines& best) const;
    static bool connect(const Open& open, const Costs& costs, int limit, Lines& lines);

    const Costs& costs_;
    std::array<Open, kTickets> open_;  ///< the cheapest alone first
    std::size_t count_ = 0;
};

}  // namespace carcbot::ticket_to_ride
