// Ticket to Ride by policies: what is kept from turn to turn changes nothing, and what seats see as
// numbers is what they are told.

#include <map>
#include <string>

#include "check.hpp"
#include "games/ticket_to_ride/searchable.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::ticket_to_ride;
using Game = TicketToRide;
using Search = Searchable<Game>;
using Plain = PlainSearchable<Game>;

/// Plays by a policy with all that it needs found anew at each decision, as play_part says.
void play_anew(State& state, Random& random, Policy policy) {
    while (state.step != Step::over) {
        if (state.step < Step::start) {
            draw_any(state, random);
            continue;
        }
        const int seat = state.turn_of();
        const auto held = state.hidden.held[index(seat)];
        if (random_percent(policy) && state.step == Step::turn &&
            plan_of(state, seat, held).tracks.empty()) {
            return;
        }
        Game::apply(state, choose_move(state, random, policy));
    }
}

void what_is_kept_changes_nothing() {
    int moved = 0;
    for (const auto* options : {"seats=2", "seats=2,reading=thesis", "seats=4", "seats=5"}) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            for (const Policy policy : {Policy::no_tickets, Policy::rules, Policy::rules_40}) {
                State kept = Game::new_game(options), anew = kept;
                const Options before = kept.options;
                Random one(seed), other(seed);
                play_part(
                    kept, one,
                    {.policy = static_cast<int>(policy), .later_policy = static_cast<int>(policy)});
                play_anew(anew, other, policy);
                kept.options = before;
                CHECK(kept == anew);
                moved += kept.done;
            }
        }
    }
    CHECK(moved > 10'000);
}

/// That both say of the same pairs that they are the same.
template <typename Things, typename Number, typename Told>
void agree(const Things& things, Number number, Told told) {
    std::map<std::uint64_t, std::uint64_t> told_of, number_of;
    for (const auto& each : things) {
        const auto [one, is_new] = told_of.emplace(number(each), told(each));
        CHECK_EQ(one->second, told(each));
        const auto [other, is_new_too] = number_of.emplace(told(each), number(each));
        CHECK_EQ(other->second, number(each));
    }
}

void numbers_are_what_seats_are_told() {
    for (const auto* options : {"seats=2", "seats=3,shuffle=late,second=may"}) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            State state = Game::new_game(options);
            Random random(seed);
            while (state.step != Step::over) {
                if (random.below(4) == 0) {
                    for (int seat = 0; seat < state.options.seats; ++seat) {
                        std::vector<Outcome> outcomes;
                        for (const auto& [each, weight] : Game::outcomes(state))
                            outcomes.push_back(each);
                        agree(
                            outcomes,
                            [&](Outcome each) { return Search::seen_draw(state, seat, each); },
                            [&](Outcome each) { return Plain::seen_draw(state, seat, each); });
                        std::vector<Move> moves;
                        if (state.step >= Step::start) Game::legal_moves(state, moves);
                        agree(
                            moves, [&](Move each) { return Search::seen_move(state, seat, each); },
                            [&](Move each) { return Plain::seen_move(state, seat, each); });
                    }
                }
                if (state.step < Step::start) {
                    draw_any(state, random);
                } else {
                    Game::apply(state, choose_move(state, random, Policy::uniform));
                }
            }
        }
    }
}

}  // namespace

int main() {
    what_is_kept_changes_nothing();
    numbers_are_what_seats_are_told();
    return check::result();
}
