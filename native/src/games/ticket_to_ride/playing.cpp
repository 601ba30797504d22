#include "playing.hpp"

#include <algorithm>

#include "game.hpp"
#include "network.hpp"
#include "offer.hpp"
#include "planner.hpp"
#include "random_play.hpp"
#include "rules.hpp"
#include "scoring.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// Seats that choose, with what they need, which is found when it is asked for.
class Players {
  public:
    Move choose(const State& state, Random& random, Policy policy) {
        if (policy == Policy::planner) return planner_.choose(Sight::of(state));
        if (state.step == Step::start && policy != Policy::uniform) {
            return *ruled_move(state);
        }
        if (state.step == Step::turn && keeps_to_rules(policy, random))
            return by_rules(state, random);
        return any_move(
            state, random, moves_,
            policy == Policy::uniform ? TicketDraws::by_rule : TicketDraws::last_resort);
    }

    const Plan& plan(const State& state, int seat) {
        const TicketSet held = state.hidden.held[index(seat)];
        Known& known = known_[index(seat)];
        const TrackSet& own = state.seats[index(seat)].tracks;
        // a way changes only with own tracks, or if one of its tracks is closed
        if (!known.is_found || known.held != held || !(known.own == own) ||
            !known.plan.tracks.without(claimable(state, seat)).empty()) {
            known = {true, held, own, plan_of(state, seat, held)};
        }
        return known.plan;
    }

  private:
    struct Known {
        bool is_found = false;
        TicketSet held = 0;
        TrackSet own;
        Plan plan;
    };

    static bool keeps_to_rules(Policy policy, Random& random) {
        const auto percent = random_percent(policy);
        if (!percent) return false;
        constexpr int twentieth = 5;
        return static_cast<int>(random.below(100 / twentieth)) >= *percent / twentieth;
    }

    Move by_rules(const State& state, Random& random) {
        const int seat = state.turn_of();
        const Offer offer(state, hand_of(state, seat), state.hidden.held[index(seat)],
                          TicketDraws::last_resort);
        find_claims(offer.claims_of(plan(state, seat).tracks),
                    [](int length, int best) { return length > best; });
        if (!found_.empty()) return any_of(found_, random);
        TrackSet others;
        for (int other = 0; other < state.options.seats; ++other) {
            if (other != seat) others = others | plan(state, other).tracks;
        }
        find_claims(offer.claims_of(others), [](int length, int best) { return length < best; });
        if (!found_.empty()) return any_of(found_, random);
        const Offer cards = offer.cards();
        return (cards.empty() ? offer : cards).pick(random);
    }

    /// Of these claims those of the best tracks by their length. With which cards they are paid the
    /// thesis does not say: here with the fewest locomotives.
    template <typename Better>
    void find_claims(const Offer& claims, Better is_better) {
        moves_.clear();
        claims.list(moves_);
        found_.clear();
        for (const Move move : moves_) {
            const int length = kTrackTable[move.track()].length;
            if (!found_.empty()) {
                const int best = kTrackTable[found_.front().track()].length;
                if (is_better(length, best)) {
                    found_.clear();
                } else if (length != best || move.locos() > found_.front().locos()) {
                    continue;
                } else if (move.locos() < found_.front().locos()) {
                    found_.clear();
                }
            }
            found_.push_back(move);
        }
    }

    static Move any_of(const std::vector<Move>& moves, Random& random) {
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }

    std::array<Known, kMostPlayers> known_{};
    Planner planner_;
    std::vector<Move> moves_, found_;
};

/// Where a sample ends before the game does.
class Limits {
  public:
    Limits(const State& state, const Sample& sample)
        : sample_(sample), first_(TicketToRide::turn(state).number), number_(first_) {
        if (sample_.lead) start_ = result_of(state, state.hidden.held).points;
    }

    /// Turns that are over.
    [[nodiscard]] int turns() const { return number_ - first_; }
    /// Whether a turn begins with which the sample is to end.
    bool are_reached(const State& state) {
        const int now = TicketToRide::turn(state).number;
        if (now == number_) return false;
        number_ = now;
        if (turns() >= sample_.turns) return true;
        return sample_.lead && leads_by_more(start_, result_of(state, state.hidden.held).points,
                                             state.options.seats, sample_.lead);
    }

  private:
    const Sample& sample_;
    int first_, number_;
    PerSeat start_{};
};

int fewest_trains(const Table& table) {
    int fewest = kTrains;
    for (int seat = 0; seat < table.options.seats; ++seat)
        fewest = std::min<int>(fewest, table.seats[index(seat)].trains);
    return fewest;
}

}  // namespace

Move choose_move(const State& state, Random& random, Policy policy) {
    return Players().choose(state, random, policy);
}

std::optional<Move> ruled_move(const State& state) {
    const int seat = state.turn_of();
    if (state.step == Step::start)
        return Move::keep(start_tickets(state, seat, state.hidden.offered));
    const TicketSet held = state.hidden.held[index(seat)];
    const Connections connections(state.seats[index(seat)].tracks);
    if (state.step == Step::turn && !state.is_last_round() && ticket_deck_size(state) > 0 &&
        connections.completed(held) == held) {
        return Move(What::tickets);
    }
    return std::nullopt;
}

std::optional<Move> planned_move(const State& state) {
    constexpr int near_end = 12;
    if (state.step != Step::turn && state.step != Step::second) return std::nullopt;
    if (state.step == Step::turn && fewest_trains(state) <= near_end) return std::nullopt;
    const Sight sight = Sight::of(state);
    Planner planner;
    if (state.step == Step::turn && planner.lines(sight).count == 0) return std::nullopt;
    return planner.choose(sight);
}

void play_part(State& state, Random& random, const Sample& sample) {
    const bool when_done = state.options.tickets_when_done;
    Players players;
    Limits limits(state, sample);
    while (state.step != Step::over && !limits.are_reached(state)) {
        if (state.step < Step::start) {
            draw_any(state, random);
            continue;
        }
        const bool is_first = limits.turns() < sample.policy_turns;
        const auto policy = static_cast<Policy>(is_first ? sample.policy : sample.later_policy);
        const bool is_by_rules = random_percent(policy).has_value();
        const bool leaves_tickets_out = policy == Policy::no_tickets || is_by_rules;
        if (state.step == Step::turn) {
            // no rule asks for what the policy leaves out
            state.options.tickets_when_done = when_done && !leaves_tickets_out;
            if (is_by_rules && players.plan(state, state.turn_of()).tracks.empty()) break;
        }
        make_move(state, players.choose(state, random, policy));
    }
    state.options.tickets_when_done = when_done;
}

}  // namespace carcbot::ticket_to_ride
