#include "planner.hpp"

#include <algorithm>

#include "network.hpp"
#include "rules.hpp"

namespace carcbot::ticket_to_ride {
namespace {

constexpr int kHundredths = 100;

/// A claim of a stretch that is to be paid so; no more locomotives than it takes.
Move claim_of(const Sight& sight, StretchNumber stretch, Payment payment) {
    const int length = kStretchTable[stretch].length;
    if (sight.hand.of(payment.colour) == 0)
        payment = cheapest_payment(stretch, sight.open(), counts_of(sight.hand));
    const int coloured = std::min(length, sight.hand.of(payment.colour));
    return Move::claim(payment.track, payment.colour, length - coloured);
}

bool is_all_completed(const Sight& sight) {
    return Connections(sight.own().tracks).completed(sight.held) == sight.held;
}

bool may_draw_tickets(const Sight& sight) {
    if (ticket_deck_size(sight.table) == 0) return false;
    if (!sight.table.options.tickets_when_done) return true;
    return !sight.table.is_last_round() && is_all_completed(sight);
}

/// What a stretch brings for itself in each turn that it takes, in tenths of a point.
int rate_of(StretchNumber stretch, const Payment& payment, int locos) {
    const int lack = std::max(0, payment.lack - locos);
    return kTrackPoints[kStretchTable[stretch].length] * kTenths / (1 + (lack + 1) / 2);
}

}  // namespace

Move Planner::choose(const Sight& sight) {
    switch (sight.table.step) {
        case Step::start:
        case Step::keep:
            return keep(sight);
        case Step::turn:
            return turn(sight);
        default:
            return draw(sight, wants(sight), false);
    }
}

// ---------------------------------------------------------------- plans

Planner::Plan& Planner::plan(const Sight& sight) {
    Plan& plan = plans_[index(sight.seat)];
    const TrackSet open = sight.open();
    const int turns = turns_left_for(sight);
    constexpr int few = 8;  // with so few left it has to be asked each time whether they are enough
    const bool is_same = plan.is_made && plan.held == sight.held && plan.own == sight.own().tracks;
    const auto lines = plan.lines.all();
    const bool is_open = std::all_of(lines.begin(), lines.end(),
                                     [&](StretchNumber stretch) { return has_any(open, stretch); });
    if (is_same && is_open && turns > few) return plan;
    if (!is_same) plan.promise.reset();
    plan.is_made = true;
    plan.held = sight.held;
    plan.own = sight.own().tracks;
    const Costs costs = costs_of(sight, habits_);
    plan.lines = lines_within(sight, costs, sight.held, turns);
    order_by_risk(sight, costs, plan);
    return plan;
}

void Planner::order_by_risk(const Sight& sight, Costs costs, Plan& plan) const {
    Lines& lines = plan.lines;
    CitySet met = 0;  // cities where others build
    for (int seat = 0; seat < sight.table.options.seats; ++seat) {
        if (seat == sight.seat) continue;
        sight.table.seats[index(seat)].tracks.for_each([&](TrackNumber track) {
            met |= bit(kTrackTable[track].a) | bit(kTrackTable[track].b);
        });
    }
    std::array<std::pair<int, StretchNumber>, Lines::kMost> order;
    std::array<int, Lines::kMost> own_cost;
    for (std::size_t i = 0; i < lines.count; ++i) {
        own_cost[i] = costs[lines.stretches[i]];
        costs[lines.stretches[i]] = 0;
    }
    for (std::size_t i = 0; i < lines.count; ++i) {
        const StretchNumber number = lines.stretches[i];
        const Stretch& stretch = kStretchTable[number];
        costs[number] = kClosed;
        constexpr int most = 200;
        const int detour = std::min(most, way_cost(costs, stretch.a, stretch.b) - own_cost[i]);
        costs[number] = 0;
        const int meets = ((met >> stretch.a) & 1) + ((met >> stretch.b) & 1);
        order[i] = {-std::max(0, detour) * (1 + meets), number};
    }
    std::sort(order.begin(), order.begin() + lines.count);
    for (std::size_t i = 0; i < lines.count; ++i) {
        plan.risk[i] = -order[i].first;
        lines.stretches[i] = order[i].second;
    }
}

/// Stretches that bring most for the turns that they take, as far as trains and turns go.
Lines Planner::spare_lines(const Sight& sight) const {
    const TrackSet open = sight.open();
    Counts hand = counts_of(sight.hand);
    int turns = turns_left_for(sight), trains = sight.own().trains;
    Lines lines;
    constexpr std::size_t most = 2;
    while (lines.count < most) {
        StretchNumber best = kNoStretch;
        Payment best_payment;
        int best_rate = 0;
        for (StretchNumber stretch = 0; stretch < kStretches; ++stretch) {
            const int length = kStretchTable[stretch].length;
            if (length > trains || kTrackPoints[length] * kTenths <= best_rate) continue;
            if (lines.has(stretch)) continue;
            const Payment payment = cheapest_payment(stretch, open, hand);
            if (payment.track == kNoTrack) continue;
            const int lack = std::max(0, payment.lack - hand[kLoco]);
            if (1 + (lack + 1) / 2 > turns) continue;
            const int rate = rate_of(stretch, payment, hand[kLoco]);
            if (rate <= best_rate) continue;
            best = stretch;
            best_payment = payment;
            best_rate = rate;
        }
        if (best == kNoStretch) break;
        const int length = kStretchTable[best].length;
        lines.add(best, best_rate);
        trains -= length;
        hand[best_payment.colour] -= length - best_payment.lack;
        const int locos = std::min(hand[kLoco], best_payment.lack);
        hand[kLoco] -= locos;
        turns -= 1 + (best_payment.lack - locos + 1) / 2;
    }
    return lines;
}

Wants Planner::wants(const Sight& sight) {
    const Plan& made = plan(sight);
    const Lines lines = made.lines.count ? made.lines : spare_lines(sight);
    return wants_of(lines.all(), sight.open(), sight.hand);
}

// ---------------------------------------------------------------- decisions

Move Planner::turn(const Sight& sight) {
    const Plan& made = plan(sight);
    const Table& table = sight.table;
    if (table.options.tickets_when_done && may_draw_tickets(sight)) return Move(What::tickets);
    if (turns_left_for(sight) == 1) return last_turn(sight);
    if (made.lines.count == 0) return spare_turn(sight);
    const Wants wanted = wants_of(made.lines.all(), sight.open(), sight.hand);
    if (const auto claim = first_claim(sight, made.lines, wanted, made.risk)) return *claim;
    return draw(sight, wanted, true);
}

std::optional<Move> Planner::first_claim(const Sight& sight, const Lines& lines,
                                         const Wants& wanted, std::span<const int> risk) const {
    const auto first = [&](auto is_good) -> std::optional<Move> {
        for (std::size_t i = 0; i < lines.count; ++i) {
            const Payment& payment = wanted.payments[i];
            if (payment.track == kNoTrack || payment.lack > wanted.locos || !is_good(i)) continue;
            return claim_of(sight, lines.stretches[i], payment);
        }
        return std::nullopt;
    };
    if (const auto claim = first([&](std::size_t i) { return wanted.payments[i].lack == 0; }))
        return claim;
    if (wanted.lack == 0) return first([](std::size_t) { return true; });
    return first([&](std::size_t i) { return risk[i] >= habits_.urgent; });
}

Move Planner::spare_turn(const Sight& sight) {
    const Lines lines = spare_lines(sight);
    const Wants wanted = wants_of(lines.all(), sight.open(), sight.hand);
    const int rate = lines.count ? lines.cost : 0;
    if (may_draw_tickets(sight)) {
        std::optional<int>& promise = plan(sight).promise;
        if (!promise) promise = ticket_promise(sight, rate);
        if (*promise > 0) return Move(What::tickets);
    }
    const std::array<int, Lines::kMost> no_risk{};
    if (const auto claim = first_claim(sight, lines, wanted, no_risk)) return *claim;
    return draw(sight, wanted, true);
}

Move Planner::last_turn(const Sight& sight) {
    list_moves(sight.table, sight.hand, sight.held, sight.offered, moves_);
    const TicketSet done = Connections(sight.own().tracks).completed(sight.held);
    int longest = 0;
    for (int seat = 0; seat < sight.table.options.seats; ++seat) {
        if (seat != sight.seat)
            longest = std::max(longest, longest_path(sight.table.seats[index(seat)].tracks));
    }
    const auto with = [&](const TrackSet& tracks) {
        const TicketSet now = Connections(tracks).completed(sight.held);
        return 2 * value_of(now & ~done) + (longest_path(tracks) >= longest ? kPathPoints : 0);
    };
    Move best = moves_.front();
    TrackSet seen;  // the first way to pay for a track is as good as any other
    int most = -1;
    for (const Move move : moves_) {
        if (move.what() != What::claim || seen.has(move.track())) continue;
        seen.add(move.track());
        TrackSet tracks = sight.own().tracks;
        tracks.add(move.track());
        const int points = with(tracks) + kTrackPoints[kTrackTable[move.track()].length];
        if (points > most) most = points, best = move;
    }
    return best;
}

Move Planner::draw(const Sight& sight, const Wants& wanted, bool is_first) {
    const Table& table = sight.table;
    Counts lacks = wanted.lacks;
    // in hundredths of a card that is wanted
    const Cards& pool = table.fresh_pool;
    const int unseen = std::max(1, pool.count());
    int luck = pool.of(kLoco);
    for (Colour colour = 0; colour < kColours; ++colour)
        luck += lacks[colour] ? pool.of(colour) : 0;
    const int blind = luck * kHundredths / unseen;
    Colour best = kNoColour, any = kNoColour;
    int wanted_in_row = 0;
    for (const Colour card : table.row) {
        if (card >= kColours) continue;
        any = card;
        if (lacks[card] <= 0) continue;
        if (best == kNoColour || wanted.lacks[card] > wanted.lacks[best]) best = card;
        --lacks[card];
        ++wanted_in_row;
    }
    const bool can_blind = can_draw_blind(table);
    if (is_first && std::find(table.row.begin(), table.row.end(), kLoco) != table.row.end()) {
        const int both = std::min(2, wanted_in_row) * kHundredths +
                         std::max(0, 2 - wanted_in_row) * (can_blind ? blind : 0);
        const bool is_best = wanted.lack == 1 ? wanted_in_row == 0 : both < habits_.loco;
        if (is_best) return Move::take(kLoco);
    }
    if (best != kNoColour) return Move::take(best);
    if (can_blind) return Move(What::blind);
    if (any != kNoColour) return Move::take(any);
    list_moves(table, sight.hand, sight.held, sight.offered, moves_);
    return moves_.front();
}

// ---------------------------------------------------------------- tickets

Move Planner::keep(const Sight& sight) {
    list_moves(sight.table, sight.hand, sight.held, sight.offered, moves_);
    weigh_keeps(sight, moves_, worths_);
    const auto best = std::max_element(worths_.begin(), worths_.end());
    return moves_[static_cast<std::size_t>(best - worths_.begin())];
}

}  // namespace carcbot::ticket_to_ride
