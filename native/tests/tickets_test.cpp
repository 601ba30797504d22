// Ticket to Ride by policies: what is kept from turn to turn changes nothing, choosing without a
// list chooses from the list, and what seats see as numbers is what they are told.

#include <algorithm>
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

/// The moves of a turn if its seat may draw tickets only for want of anything else.
std::vector<Move> without_tickets(State state) {
    state.options.tickets_when_done = false;
    std::vector<Move> moves = Game::legal_moves(state);
    if (moves.size() > 1) std::erase(moves, Move(What::tickets));
    return moves;
}

void an_offer_is_the_list() {
    int turns = 0;
    for (const auto* options :
         {"seats=2", "seats=2,reading=thesis", "seats=3,locos=fewest,second=may", "seats=5"}) {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            State state = Game::new_game(options);
            Random random(seed);
            while (state.step != Step::over) {
                if (state.step < Step::start) {
                    draw_any(state, random);
                    continue;
                }
                const std::vector<Move> moves = Game::legal_moves(state);
                if (state.step == Step::turn || state.step == Step::second) {
                    const int seat = state.turn_of();
                    const Cards hand = hand_of(state, seat);
                    const TicketSet held = state.hidden.held[index(seat)];
                    const Random before = random;
                    const auto is_one_of = [&](const std::vector<Move>& list, const Offer& offer) {
                        Random one = before, other = before;
                        return offer.pick(one) ==
                                   list[other.below(static_cast<std::uint32_t>(list.size()))] &&
                               one.next() == other.next();
                    };
                    CHECK(is_one_of(moves, Offer(state, hand, held)));
                    const Offer last_resort(state, hand, held, TicketDraws::last_resort);
                    CHECK(is_one_of(without_tickets(state), last_resort));
                    std::vector<Move> claims, cards;
                    TrackSet even;
                    for (TrackNumber track = 0; track < kTracks; track += 2) even.add(track);
                    last_resort.claims_of(even).list(claims);
                    last_resort.cards().list(cards);
                    for (const Move move : without_tickets(state)) {
                        const bool is_claim = move.what() == What::claim;
                        const bool is_card =
                            move.what() == What::take || move.what() == What::blind;
                        CHECK((std::find(claims.begin(), claims.end(), move) != claims.end()) ==
                              (is_claim && even.has(move.track())));
                        CHECK((std::find(cards.begin(), cards.end(), move) != cards.end()) ==
                              is_card);
                    }
                    ++turns;
                }
                Game::apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            }
        }
    }
    CHECK(turns > 10'000);
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
    an_offer_is_the_list();
    numbers_are_what_seats_are_told();
    return check::result();
}
