// Flat Monte Carlo: the same number of random games after every move; the best mean wins.
//
// The games are dealt out one a move, round after round, so that whatever ends the search, time or
// a number of simulations, is divided over the moves. Where something is hidden each game begins
// with a new guess at it, as likely as that is; or the same few guesses are made after every move,
// so that luck with them is the same for all.
#pragma once

#include "playouts.hpp"

namespace carcbot::search {

struct FlatSettings : Settings {
    static constexpr Family kFamily{
        .name = "flat",
        .title = "flat Monte Carlo: the same number of random games after every move",
        .adds_up = true,
        .sees_all = false};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override {
        list_reward(all, reward);
        list_rivals(all, rivals);
        playouts.list(all);
        all.number("worlds", worlds, 0, 1e6,
                   "Guesses at what is hidden that all moves share; 0 is a new one for each game.");
        list_limits_of_simulations(all);
    }
    void check() const override { playouts.check(); }

    Reward reward = Reward::difference;
    Rivals rivals = Rivals::best;
    PlayoutSettings playouts;
    int worlds = 0;
};

template <ChanceGame G>
class Flat : public SearcherOf<G> {
  public:
    Flat(std::string_view view, std::uint64_t seed, const FlatSettings& settings)
        : SearcherOf<G>(view), random_(seed), settings_(settings), playouts_(settings.playouts) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        need_decision<G>(root_);
        Watch watch(budget, began, board);
        const auto moves = G::legal_moves(root_);
        Progress progress = first_look<G>(determinized<G>(root_, random_), moves);
        watch.tell(progress);
        worlds_.clear();
        for (int i = 0; i < settings_.worlds && !watch.must_end(); ++i)
            worlds_.push_back(determinized<G>(root_, random_));
        progress.finished = moves.size() == 1 && watch.is_timed();
        for (std::size_t i = 0; !progress.finished && !watch.must_end();
             i = (i + 1) % moves.size()) {
            play(moves[i], progress.moves[i]);
            ++progress.simulations;
            ++progress.nodes;
            if (progress.simulations == budget.simulations || progress.nodes == budget.nodes) break;
            if (watch.is_due()) {
                choose(moves, progress);
                watch.tell(progress);
                if (watch.is_past_soft()) break;
            }
        }
        choose(moves, progress);
        watch.tell(progress);
        return progress;
    }

  private:
    using SearcherOf<G>::root_;

    void play(typename G::Move move, RootMove& statistics) {
        const auto seat = static_cast<std::size_t>(G::to_move(root_));
        if (worlds_.empty()) {
            scratch_ = determinized<G>(root_, random_);
        } else {
            scratch_ = worlds_[statistics.visits % worlds_.size()];
        }
        G::apply(scratch_, move);
        const PerSeat rewards = rewards_of(playouts_.play(scratch_, random_), G::seats(root_),
                                           settings_.reward, settings_.rivals);
        ++statistics.visits;
        const int unit = settings_.reward == Reward::outcome ? 1 : playouts_.unit();
        statistics.total += static_cast<double>(rewards[seat]) / unit;
    }

    /// The best mean; of equal ones the first. Moves that were never tried do not count.
    void choose(const std::vector<typename G::Move>& moves, Progress& progress) const {
        if (progress.simulations == 0) return;
        bool found = false;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const RootMove& move = progress.moves[i];
            if (move.visits == 0) continue;
            const double mean = move.total / static_cast<double>(move.visits);
            if (found && mean <= progress.value) continue;
            found = true;
            progress.value = mean;
            progress.best = static_cast<int>(i);
        }
        progress.line = G::move_text(moves[static_cast<std::size_t>(progress.best)]);
    }

    typename G::State scratch_;
    Random random_;
    FlatSettings settings_;
    Playouts<G> playouts_;
    std::vector<typename G::State> worlds_;
};

}  // namespace carcbot::search
