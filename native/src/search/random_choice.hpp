// The agents that only guess: a random move, all alike or by one of the game's policies.
#pragma once

#include "searcher.hpp"

namespace carcbot::search {

struct RandomSettings : Settings {
    static constexpr Family kFamily{
        .name = "random", .title = "guesses", .is_endless = false, .sees_all = false};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override { list_policy(all, policy); }

    std::string policy{kUsual};
};

template <ChanceGame G>
class RandomChoice : public SearcherOf<G> {
  public:
    using S = Searchable<G>;

    RandomChoice(std::string_view view, std::uint64_t seed, const RandomSettings& settings)
        : SearcherOf<G>(view),
          random_(seed),
          policy_(index_of_choice(settings.policy, S::kPolicies, "the policy")) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        need_decision<G>(root_);
        Watch watch(budget, began, board);
        const auto moves = G::legal_moves(root_);
        const auto move = S::random_move(determinized<G>(root_, random_), random_, policy_);
        Progress progress;
        progress.moves.resize(moves.size());
        progress.best =
            static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
        progress.line = G::move_text(move);
        progress.finished = true;
        watch.tell(progress);
        return progress;
    }

  private:
    using SearcherOf<G>::root_;

    Random random_;
    int policy_;
};

}  // namespace carcbot::search
