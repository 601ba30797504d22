// Random games of searches that may end them early: by which policies, after how many turns, and
// with whose lead.
#pragma once

#include <cmath>

#include "searcher.hpp"

namespace carcbot::search {

/// The parameters of random games; a few families have them all.
struct PlayoutSettings {
    std::string policy{kUsual};
    std::string later{kUsual};
    double share = 1;
    int turns = 0;
    int lead = 0;

    void list(Parameters& all) {
        list_policy(all, policy);
        all.number("turns", turns, 0, 1e6,
                   "Turns after which a random game ends, with the points of then; 0 is no limit.");
        all.number("simcut", lead, 0, 1e6,
                   "A random game ends when a seat leads by so many points more than at its start; "
                   "0 is never.");
        all.number("share", share, 0, 1, "Part of these turns for the policy.");
        all.word("later", later, "The policy for the rest of these turns.");
    }

    void check() const {
        if (share == 1 || turns > 0) return;
        throw InputError(Fault::agent, "a share of turns means nothing without a limit of turns",
                         "parameter share", "turns=NUMBER beside it");
    }

    /// Throws InputError(options) if the game does not know a policy.
    template <ChanceGame G>
    [[nodiscard]] Sample sample() const {
        Sample sample;
        constexpr auto& policies = Searchable<G>::kPolicies;
        sample.policy = index_of_choice(policy, policies, "the policy");
        sample.later_policy = index_of_choice(later, policies, "the later policy");
        if (turns) sample.turns = turns;
        if (share < 1) sample.policy_turns = static_cast<int>(std::lround(share * turns));
        sample.lead = lead;
        return sample;
    }
};

/// Plays a random game as far as the sample says. Afterwards the state has its points.
template <ChanceGame G>
void play_sample(typename G::State& state, Random& random, const Sample& sample,
                 std::vector<Deed>* note) {
    if (sample.is_whole()) {
        Searchable<G>::playout(state, random, sample.policy, note);
    } else {
        Searchable<G>::play_part(state, random, sample, note);
    }
}

}  // namespace carcbot::search
