// What Ticket to Ride tells to searches, beyond its rules: carcbot/searchable.hpp says what for.
#pragma once

#include "carcbot/searchable.hpp"
#include "game.hpp"
#include "random_play.hpp"

namespace carcbot {

template <>
struct Searchable<ticket_to_ride::TicketToRide> : PlainSearchable<ticket_to_ride::TicketToRide> {
    static void list_moves(const State& state, std::vector<Move>& moves) {
        ticket_to_ride::TicketToRide::legal_moves(state, moves);
    }
    static Outcome draw_any(State& state, Random& random) {
        return ticket_to_ride::draw_any(state, random);
    }
    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        if (note) return PlainSearchable::playout(state, random, policy, note);
        ticket_to_ride::play_to_the_end(state, random);
    }
};

}  // namespace carcbot
