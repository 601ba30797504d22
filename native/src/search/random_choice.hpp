// The agents that only guess: a random move, all alike or by one of the game's policies.
#pragma once

#include "searcher.hpp"

namespace carcbot::search {

template <ChanceGame G>
class RandomChoice : public Searcher {
  public:
    using S = Searchable<G>;

    RandomChoice(std::string_view position, std::uint64_t seed, std::string_view policy)
        : state_(G::parse_position(position)),
          random_(seed),
          policy_(index_of_name(policy, S::kPolicies, "the policy")) {}

    Progress think(const Limits& limits, Board& board, Board& /*blackboard*/) override {
        need_decision<G>(state_);
        Watch watch(limits, board);
        const auto moves = G::legal_moves(state_);
        const auto move = S::random_move(state_, random_, policy_);
        Progress progress;
        progress.moves.resize(moves.size());
        progress.best =
            static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
        progress.line = G::move_text(move);
        progress.finished = true;
        watch.tell(progress);
        return progress;
    }

    void advance(std::string_view text) override { apply_text<G>(state_, text); }
    [[nodiscard]] std::string position() const override { return G::position_text(state_); }

  private:
    typename G::State state_;
    Random random_;
    int policy_;
};

}  // namespace carcbot::search
