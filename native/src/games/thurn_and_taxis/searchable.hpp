// Thurn and Taxis for searches: random games at full speed.
#pragma once

#include "carcbot/searchable.hpp"
#include "quick.hpp"

namespace carcbot {

template <>
struct Searchable<thurn_and_taxis::ThurnAndTaxis>
    : PlainSearchable<thurn_and_taxis::ThurnAndTaxis> {
    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        if (note) return PlainSearchable::playout(state, random, policy, note);
        thurn_and_taxis::play_to_end(state, random);
    }
};

}  // namespace carcbot
