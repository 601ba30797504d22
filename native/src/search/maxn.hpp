// Expectimax for several seats in which each of them wants the best for itself (max^n, Luckhardt
// and Irani 1986), not all others the worst for one. A value is a number a seat, so nothing is
// pruned.
#pragma once

#include "searcher.hpp"

namespace carcbot::search {

struct MaxnSettings : Settings {
    static constexpr Family kFamily{
        .name = "maxn",
        .title = "Expectimax in which each seat wants the best for itself",
        .is_endless = false};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override {
        all.number("depth", depth, 1, 60, "Decisions ahead.");
        list_rivals(all, rivals);
        list_evaluation(all, worth);
        list_limits(all);
    }

    int depth = 2;
    Rivals rivals = Rivals::best;
    std::string worth{kUsual};
};

template <ChanceGame G>
class Maxn : public SearcherOf<G> {
  public:
    using S = Searchable<G>;
    using State = typename G::State;

    Maxn(std::string_view view, std::uint64_t /*seed*/, const MaxnSettings& settings)
        : SearcherOf<G>(view), settings_(settings), worth_(worth_named<G>(settings.worth)) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        need_decision<G>(root_);
        Watch watch(budget, began, board);
        watch_ = &watch;
        nodes_ = leaves_ = 0;
        aborted_ = false;
        const auto moves = G::legal_moves(root_);
        Progress progress = first_look<G>(root_, moves);
        watch.tell(progress);
        const int deepest =
            budget.depth && budget.depth < settings_.depth ? budget.depth : settings_.depth;
        for (int depth = 1; depth <= deepest && !aborted_ && !progress.finished; ++depth) {
            cut_off_ = false;
            search_root(depth, moves, progress);
            progress.nodes = nodes_;
            progress.leaves = leaves_;
            watch.tell(progress);
        }
        return progress;
    }

  private:
    using SearcherOf<G>::root_;

    using Values = std::array<std::int64_t, kMostSeats>;

    void search_root(int depth, const std::vector<typename G::Move>& moves, Progress& progress) {
        const auto seat = static_cast<std::size_t>(G::to_move(root_));
        std::vector<RootMove> found(moves.size());
        std::size_t best = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            State after = root_;
            G::apply(after, moves[i]);
            const std::int64_t value = after_move(after, depth - 1)[seat];
            if (aborted_) return;
            found[i] = {1, static_cast<double>(value) / kWorthOfAPoint};
            if (found[i].total > found[best].total) best = i;
        }
        progress.moves = found;
        progress.best = static_cast<int>(best);
        progress.value = found[best].total;
        progress.line = G::move_text(moves[best]);
        progress.depth = depth;
        progress.finished = !cut_off_;
    }

    Values after_move(const State& state, int depth) {
        ++nodes_;
        const std::int64_t most = watch_->budget().nodes;
        if (most && nodes_ >= most) aborted_ = true;
        if (Watch::looks_at<G>(nodes_) && (watch_->must_end() || watch_->is_past_soft()))
            aborted_ = true;
        return aborted_ ? Values{} : value_of(state, depth);
    }

    Values value_of(const State& state, int depth) {
        const int turn = G::to_move(state);
        if (turn == kOver || depth == 0) return leaf(state);
        return turn == kChance ? expected(state, depth) : decide(state, depth);
    }

    Values leaf(const State& state) {
        ++leaves_;
        cut_off_ |= G::to_move(state) != kOver;
        const PerSeat worth = S::worth(state, worth_);
        Values values{};
        for (int seat = 0; seat < G::seats(state); ++seat) {
            values[static_cast<std::size_t>(seat)] =
                lead(worth, G::seats(state), seat, settings_.rivals);
        }
        return values;
    }

    /// Of equal moves the first counts.
    Values decide(const State& state, int depth) {
        const auto seat = static_cast<std::size_t>(G::to_move(state));
        std::vector<typename G::Move> moves;
        S::list_moves(state, moves);
        Values best{};
        for (std::size_t i = 0; i < moves.size() && !aborted_; ++i) {
            State after = state;
            G::apply(after, moves[i]);
            const Values values = after_move(after, depth - 1);
            if (i == 0 || values[seat] > best[seat]) best = values;
        }
        return best;
    }

    /// The weighted mean of each seat's value, rounded down.
    Values expected(const State& state, int depth) {
        std::vector<Weighted<typename G::Outcome>> outcomes;
        S::list_outcomes(state, outcomes);
        Values sum{};
        std::int64_t all = 0;
        for (const auto& [outcome, weight] : outcomes) {
            State drawn = state;
            G::draw(drawn, outcome);
            const Values values = value_of(drawn, depth);
            if (aborted_) return sum;
            for (std::size_t seat = 0; seat < kMostSeats; ++seat)
                sum[seat] += weight * values[seat];
            all += weight;
        }
        for (auto& each : sum) each = each / all - (each % all != 0 && each < 0);
        return sum;
    }

    MaxnSettings settings_;
    typename S::Worth worth_;
    Watch* watch_ = nullptr;
    std::int64_t nodes_ = 0, leaves_ = 0;
    bool aborted_ = false;
    bool cut_off_ = false;
};

}  // namespace carcbot::search
