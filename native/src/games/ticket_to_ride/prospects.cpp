#include "prospects.hpp"

#include <algorithm>

#include "carcbot/searchable.hpp"
#include "network.hpp"
#include "scoring.hpp"

namespace carcbot::ticket_to_ride {

int phase_of(const Table& table) {
    int trains = kTrains;
    for (int seat = 0; seat < table.options.seats; ++seat)
        trains = std::min<int>(trains, table.seats[index(seat)].trains);
    return trains;
}

Facts facts_of(const Sight& sight, const PerSeat& paths, Planner& planner) {
    const Seat& own = sight.own();
    const Outline outline = planner.outline(sight);
    const TicketSet done = Connections(own.tracks).completed(sight.held);
    const TicketSet planned = outline.lines.tickets;
    int plan_points = 0, longest_other = 0;
    for (const StretchNumber stretch : outline.lines.all())
        plan_points += kTrackPoints[kStretchTable[stretch].length];
    for (int seat = 0; seat < sight.table.options.seats; ++seat) {
        if (seat != sight.seat) longest_other = std::max(longest_other, paths[index(seat)]);
    }
    constexpr int far = 10;
    const int path = paths[index(sight.seat)];
    const Counts hand = counts_of(sight.hand);
    const int cards = sight.hand.count();
    Facts facts{};
    const auto set = [&](Fact fact, int value) { facts[static_cast<std::size_t>(fact)] = value; };
    set(Fact::one, 1);
    set(Fact::track_points, own.points);
    set(Fact::completed, value_of(done));
    set(Fact::planned, value_of(planned));
    set(Fact::lost, value_of(sight.held & ~done & ~planned));
    set(Fact::plan_turns, 2 * outline.lines.count + outline.lack);
    set(Fact::plan_points, plan_points);
    set(Fact::plan_trains, outline.lines.trains);
    set(Fact::plan_risk, outline.risk);
    set(Fact::trains, own.trains);
    set(Fact::trains_squared, own.trains * own.trains / 10);
    set(Fact::cards, cards);
    set(Fact::spare_cards, std::max(0, cards - (outline.lines.trains - outline.lack)));
    set(Fact::locos, hand[kLoco]);
    set(Fact::most_of_colour, *std::max_element(hand.begin(), hand.begin() + kColours));
    set(Fact::path, path);
    set(Fact::path_ahead, std::clamp(path - longest_other, -far, far));
    set(Fact::turns_left, outline.turns_left);
    set(Fact::is_next, sight.table.turn_of() == sight.seat);
    return facts;
}

std::array<Facts, kMostPlayers> all_facts(const State& state) {
    PerSeat paths{};
    for (int seat = 0; seat < state.options.seats; ++seat)
        paths[index(seat)] = longest_path(state.seats[index(seat)].tracks);
    Planner planner;
    std::array<Facts, kMostPlayers> all{};
    for (int seat = 0; seat < state.options.seats; ++seat)
        all[index(seat)] = facts_of(Sight::of(state, seat), paths, planner);
    return all;
}

PerSeat prospects_of(const State& state) {
    PerSeat worth{};
    if (is_decided(state)) {
        const Result result = result_of(state, state.hidden.held);
        for (int seat = 0; seat < state.options.seats; ++seat)
            worth[index(seat)] = kWorthOfAPoint * result.points[index(seat)];
        return worth;
    }
    const int phase = phase_of(state);
    const auto facts = all_facts(state);
    for (int seat = 0; seat < state.options.seats; ++seat) {
        int sum = 0;
        for (std::size_t fact = 0; fact < kFacts; ++fact) {
            const auto [early, late] = kProspects[fact];
            sum += facts[index(seat)][fact] * (early * phase + late * (kTrains - phase));
        }
        worth[index(seat)] = sum / kTrains;
    }
    return worth;
}

}  // namespace carcbot::ticket_to_ride
