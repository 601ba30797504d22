// Random games of searches that may end them early: by which policies, after how many turns, and
// with whose lead; and what they count with.
#pragma once

#include <cmath>
#include <optional>

#include "searcher.hpp"

namespace carcbot::search {

/// The evaluation that is no more than the points on the table; every game has it here.
inline constexpr std::string_view kPoints = "points";

/// The parameters of random games; a few families have them all.
struct PlayoutSettings {
    std::string policy{kUsual};
    std::string later{kUsual};
    std::string eval{kPoints};
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
        all.word("eval", eval, "What counts where a random game ends: points, or an evaluation.");
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

/// The random games of a search.
template <ChanceGame G>
class Playouts {
  public:
    /// Throws InputError(options) if the game does not know a policy or the evaluation.
    explicit Playouts(const PlayoutSettings& settings) : sample_(settings.sample<G>()) {
        if (settings.eval != kPoints) worth_ = worth_named<G>(settings.eval);
    }

    /// The policy of the first turns.
    [[nodiscard]] int policy() const { return sample_.policy; }
    /// How many of what `play` returns are a point.
    [[nodiscard]] int unit() const { return worth_ ? kWorthOfAPoint : 1; }

    /// Plays a random game as far as the settings say, and returns what each seat has then. The
    /// state is of no use afterwards.
    PerSeat play(typename G::State& state, Random& random) const {
        using S = Searchable<G>;
        if (worth_) {
            if (G::to_move(state) == kOver) return S::worth(state, *worth_);
            return S::part_worth(state, random, sample_, *worth_);
        }
        if (G::to_move(state) == kOver) return S::points(state);
        if (sample_.is_whole()) {
            S::playout(state, random, sample_.policy, nullptr);
        } else {
            S::play_part(state, random, sample_, nullptr);
        }
        return S::points(state);
    }

  private:
    Sample sample_;
    std::optional<typename Searchable<G>::Worth> worth_;
};

}  // namespace carcbot::search
