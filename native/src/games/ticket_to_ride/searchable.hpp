// What Ticket to Ride tells to searches, beyond its rules: carcbot/searchable.hpp says what for.
#pragma once

#include "carcbot/searchable.hpp"
#include "game.hpp"
#include "guesses.hpp"
#include "merits.hpp"
#include "planner.hpp"
#include "playing.hpp"
#include "random_play.hpp"
#include "rules.hpp"
#include "scoring.hpp"

namespace carcbot {

template <>
struct Searchable<ticket_to_ride::TicketToRide> : PlainSearchable<ticket_to_ride::TicketToRide> {
    using Policy = ticket_to_ride::Policy;

    static constexpr const auto& kPolicies = ticket_to_ride::kPolicyNames;
    static constexpr const auto& kGuesses = ticket_to_ride::kGuessNames;
    static constexpr std::array<std::string_view, 2> kKnowledge = {"thesis", "planner"};
    static constexpr std::array<std::string_view, 2> kRules = {"thesis", "planner"};

    static Outcome draw_any(State& state, Random& random) {
        return ticket_to_ride::draw_any(state, random);
    }
    static Move random_move(const State& state, Random& random, int policy) {
        return ticket_to_ride::choose_move(state, random, static_cast<Policy>(policy));
    }
    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        if (!note && policy == static_cast<int>(Policy::uniform))
            return ticket_to_ride::play_to_the_end(state, random);
        play_part(state, random, {.policy = policy, .later_policy = policy}, note);
    }
    /// With a note games do not end before they are over.
    static void play_part(State& state, Random& random, const Sample& sample,
                          std::vector<Deed>* note) {
        if (note) return PlainSearchable::play_part(state, random, sample, note);
        ticket_to_ride::play_part(state, random, sample);
    }
    /// Where a game ends early it counts as if it were over: with tickets and the longest path.
    static PerSeat points(const State& state) {
        return ticket_to_ride::result_of(state, state.hidden.held).points;
    }
    /// Points of the thesis's table, of which one is one; or how good the planner holds each for.
    static void knowledge(const State& state, std::span<const Move> moves, int how,
                          std::vector<int>& out) {
        if (how == 0) {
            ticket_to_ride::list_merits(state, moves, out);
        } else {
            ticket_to_ride::Planner().weigh(ticket_to_ride::Sight::of(state), moves, out);
        }
        for (int& each : out) each *= kWorthOfAPoint;
    }
    static State guess(const ViewOf<ticket_to_ride::TicketToRide>& view, Random& random, int how) {
        return ticket_to_ride::guess(view, random, static_cast<ticket_to_ride::Guess>(how));
    }
    static std::optional<Move> ruled(const State& state, int how) {
        return how == 0 ? ticket_to_ride::ruled_move(state) : ticket_to_ride::planned_move(state);
    }
    /// Two cards can be chosen at once; tickets are seen before some of them are kept.
    static bool is_joined(const State& /*before*/, Outcome outcome) { return outcome.is_card(); }
    static std::uint64_t seen_move(const State& state, int seat, Move move) {
        return ticket_to_ride::seen_move(state, seat, move);
    }
    static std::uint64_t seen_draw(const State& state, int seat, Outcome outcome) {
        return ticket_to_ride::seen_draw(state, seat, outcome);
    }
};

}  // namespace carcbot
