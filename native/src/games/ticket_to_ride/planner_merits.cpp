// How the planner weighs tickets, and moves for those who try several.

#include <algorithm>
#include <functional>

#include "network.hpp"
#include "planner.hpp"

namespace carcbot::ticket_to_ride {

/// What each choice of tickets is worth, in tenths of a point.
void Planner::weigh_keeps(const Sight& sight, std::span<const Move> moves,
                          std::vector<int>& worths) const {
    Habits habits = habits_;
    habits.turn = habits_.ticket_turn;
    habits.card = habits_.ticket_turn / 2;
    const Costs costs = costs_of(sight, habits);
    const int turns = turns_left_for(sight) - habits_.reserve;
    const Connections connections(sight.own().tracks);
    worths.clear();
    for (const Move move : moves) {
        const TicketSet all = sight.held | move.tickets();
        const TicketSet done = connections.completed(all);
        const Lines lines = lines_within(sight, costs, all & ~done, turns);
        const TicketSet gets = done | lines.tickets;
        worths.push_back(kTenths * (value_of(all & gets) - value_of(all & ~gets)) - lines.cost);
    }
}

/// What drawing tickets promises, in tenths of a point, where a turn can bring so much otherwise.
int Planner::ticket_promise(const Sight& sight, int rate) const {
    const TicketSet unseen = kAllTickets & ~sight.held;
    const int turns = turns_left_for(sight) - 1;
    const Costs costs = costs_of(sight, habits_);
    const Connections connections(sight.own().tracks);
    std::array<int, kTickets> losses{};
    int count = 0, negative = 0, positive = 0;
    for_each_ticket(unseen, [&](TicketNumber ticket) {
        ++count;
        const int value = kTenths * kTicketTable[ticket].value;
        if (connections.connects(kTicketTable[ticket].a, kTicketTable[ticket].b)) {
            positive += value;
            return;
        }
        int net = -value;
        const Lines lines =
            turns > habits_.reserve ? TicketLines(costs, ticket_bit(ticket)).cheapest() : Lines();
        if (lines.count && lines.trains <= sight.own().trains) {
            const int takes = turns_of(sight, lines);
            int points = 0;
            for (const StretchNumber stretch : lines.all())
                points += kTenths * kTrackPoints[kStretchTable[stretch].length];
            if (takes + habits_.reserve <= turns)
                net = std::max(net, value + points - rate * takes);
        }
        if (net > 0) {
            positive += net;
        } else {
            losses[static_cast<std::size_t>(negative++)] = net;
        }
    });
    if (count < kTicketsDrawn) return -rate;
    // of three tickets each that is worth it is kept; one has to be
    int promise = kTicketsDrawn * positive / count;
    std::sort(losses.begin(), losses.begin() + negative, std::greater<>());
    const auto threes = [](int n) { return n * (n - 1) * (n - 2) / 6; };
    int sum = 0;
    for (int i = 0; i + 2 < negative; ++i) {
        const int below = negative - i - 1;
        sum += losses[static_cast<std::size_t>(i)] * (below * (below - 1) / 2);
    }
    promise += sum / threes(count);
    return promise - rate;
}

void Planner::weigh(const Sight& sight, std::span<const Move> moves, std::vector<int>& merits) {
    // in points, as far as rules of thumb go; what it would do itself stands far above
    constexpr int chosen = 20, needed = 8, card = 5, blind = 4, wasteful = 10, too_early = -2;
    if (sight.table.step != Step::turn && sight.table.step != Step::second) {
        weigh_keeps(sight, moves, merits);
        for (int& merit : merits) merit /= kTenths;
        return;
    }
    const Move choice = choose(sight);
    const Plan& made = plan(sight);
    const Lines lines = made.lines.count ? made.lines : spare_lines(sight);
    const Wants wanted = wants_of(lines.all(), sight.open(), sight.hand);
    merits.clear();
    for (const Move move : moves) {
        int merit = 0;
        switch (move.what()) {
            case What::claim: {
                const StretchNumber stretch = kStretchOf[move.track()];
                const int length = kStretchTable[stretch].length;
                const int fewest = std::max(0, length - sight.hand.of(move.colour()));
                merit = lines.has(stretch) ? needed : kTrackPoints[length] / 2 - 2;
                if (move.locos() > fewest) merit -= wasteful;
                break;
            }
            case What::take:
                merit = move.colour() == kLoco            ? card
                        : wanted.lacks[move.colour()] > 0 ? card + wanted.lacks[move.colour()]
                                                          : 0;
                break;
            case What::blind:
                merit = blind;
                break;
            case What::tickets:
                merit = made.lines.count ? too_early : card;
                break;
            default:
                break;
        }
        merits.push_back(move == choice ? chosen : merit);
    }
}

}  // namespace carcbot::ticket_to_ride
