// The values of what lies below the root of a search in depth: chance nodes and decisions, with or
// without pruning.
//
// Everything is a whole number, in thousandths of a point. The value of a chance node is the
// weighted mean of its outcomes, rounded down for the side that decides next; rounding down keeps
// order, so a bound on the sum is a bound on the mean, and every form returns exactly what
// Expectimax returns, unless a width leaves moves out. Values are clamped to the bounds [low,
// high]. A search in the window (alpha, beta) returns the value if it lies between, else an upper
// bound <= alpha or a lower bound >= beta (fail-soft).
//
// Several workers may search the same position (blackboard.hpp). Each of them goes through all of
// it and leaves for later what another is at: a draw, or a move that is not the first one. So the
// order in which things are looked at is anybody's, and nothing here depends on it.
//
// Below, at a chance node with N = sum of n_i: V = floor(sum n_i V_i / N), so
//     V <= alpha  if and only if  sum n_i V_i <= alpha N + N - 1, and
//     V >= beta   if and only if  sum n_i V_i >= beta N.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "blackboard.hpp"
#include "searcher.hpp"
#include "star_settings.hpp"
#include "table.hpp"

namespace carcbot::search {

using Value = std::int64_t;

template <ChanceGame G>
class StarBelow : public SearcherOf<G> {
  protected:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    StarBelow(std::string_view view, const StarSettings& settings)
        : SearcherOf<G>(view),
          settings_(settings),
          order_(order_named(settings.order)),
          worth_(worth_named<G>(settings.worth)),
          memory_(settings.table_megabytes) {}

    enum Side : int { kOthers = -1, kSearcher = 1 };

    /// What no value of a side leaves.
    struct Bounds {
        Value low, high;
        [[nodiscard]] Bounds of_other_side() const { return {-high, -low}; }
    };

    /// An outcome at a chance node, and what is known of it.
    struct Branch {
        Outcome outcome;
        Value weight;
        Side side = kSearcher;
        std::size_t number = 0;   ///< among the outcomes, in the order in which they are probed
        bool listed = false;      ///< its moves are known
        std::vector<Move> moves;  ///< in the order in which they are looked at
        std::size_t looked_at = 0;
        Value best = 0;   ///< of the moves looked at: their best value, or an upper bound of it
        Value floor = 0;  ///< a lower bound of the outcome's value
    };

    static constexpr std::size_t kMostRanks = 8;  ///< of moves, in any order of a game

    /// Whether the best moves by the evaluation come first, and not those of an order of the game.
    [[nodiscard]] bool is_by_worth() const { return order_ == static_cast<int>(S::kOrders.size()); }

    /// What workers share out costs more than to say that one is at it: no less than this many
    /// decisions ahead.
    static constexpr int kLeastShared = 2;

    [[nodiscard]] Side side_of(int seat) const { return seat == seat_ ? kSearcher : kOthers; }

    using SearcherOf<G>::root_;

    void begin(Watch& watch, const Blackboard& blackboard) {
        watch_ = &watch;
        blackboard_ = blackboard;
        table_ = blackboard.is_shared() ? blackboard.table() : memory_.empty();
        seat_ = G::to_move(root_);
        seats_ = G::seats(root_);
        nodes_ = leaves_ = 0;
        width_ = settings_.width;
        aborted_ = false;
        const Value centre = settings_.centred ? worth_for(kSearcher, root_) : 0;
        const auto bound = static_cast<Value>(std::llround(settings_.bound * kWorthOfAPoint));
        bounds_ = {centre - bound, centre + bound};
    }

    Value worth_for(Side side, const PerSeat& worth) const {
        return static_cast<int>(side) * lead(worth, seats_, seat_, settings_.rivals);
    }
    Value worth_for(Side side, const State& state) const {
        return worth_for(side, S::worth(state, worth_));
    }

    void check_limits() {
        const std::int64_t most = watch_->budget().nodes;
        if (most && nodes_ >= most) aborted_ = true;
        if (!Watch::looks_at<G>(nodes_)) return;
        if (watch_->must_end() || watch_->is_past_soft() || blackboard_.is_done()) aborted_ = true;
    }

    // ------------------------------------------------------------------ beside other workers

    [[nodiscard]] bool shares(int depth) const {
        return depth >= kLeastShared && blackboard_.is_shared();
    }

    [[nodiscard]] std::uint64_t key_of(const State& state, int depth, Side side) const {
        return mix64(G::digest(state) + (width_ ? kNarrow : 0) + static_cast<unsigned>(2 * depth) +
                     static_cast<unsigned>(side == kSearcher));
    }
    static constexpr unsigned kNarrow = 1 << 8;  ///< more than any depth makes

    [[nodiscard]] std::uint64_t key_after(const State& state, Move move, int depth,
                                          Side mover) const {
        State after = state;
        G::apply(after, move);
        return key_of(after, depth - 1, mover);
    }

    // ------------------------------------------------------------------ values

    /// The value, for the side that just moved, of what its move led to. Other workers are told
    /// that this one is at it.
    Value after_move_here(const State& after, int depth, Value alpha, Value beta, Side mover) {
        if (!shares(depth)) return after_move(after, depth - 1, alpha, beta, mover);
        const Blackboard::Sign sign(blackboard_, key_of(after, depth - 1, mover));
        return after_move(after, depth - 1, alpha, beta, mover);
    }

    /// The value, for the side that just moved, of what its move led to.
    Value after_move(const State& after, int depth, Value alpha, Value beta, Side mover) {
        ++nodes_;
        check_limits();
        if (aborted_) return 0;
        const Bounds bounds = mover == kSearcher ? bounds_ : bounds_.of_other_side();
        const int turn = G::to_move(after);
        if (turn == kOver || depth == 0) return leaf(after, mover, bounds);
        if (turn != kChance) return decide_as(mover, after, depth, alpha, beta);
        return chance_as(mover, after, depth, alpha, beta);
    }

    Value leaf(const State& state, Side side, Bounds bounds) {
        ++leaves_;
        cut_off_ |= G::to_move(state) != kOver;
        return std::clamp(worth_for(side, state), bounds.low, bounds.high);
    }

    /// A decision, for `side`, whoever decides.
    Value decide_as(Side side, const State& state, int depth, Value alpha, Value beta) {
        Branch branch{};
        list(state, branch, depth);
        if (branch.side == side)
            return decide(state, branch, branch.moves.size(), depth, alpha, beta);
        return -decide(state, branch, branch.moves.size(), depth, -beta, -alpha);
    }

    /// A chance node, for `side`, whoever decides next.
    Value chance_as(Side side, const State& state, int depth, Value alpha, Value beta) {
        const int next = S::next_decider(state);
        const Side decider = next == kOver ? side : side_of(next);
        if (decider == side) return chance(state, depth, alpha, beta, side);
        return -chance(state, depth, -beta, -alpha, decider);
    }

    Value chance(const State& state, int depth, Value alpha, Value beta, Side side) {
        const Bounds bounds = side == kSearcher ? bounds_ : bounds_.of_other_side();
        if (settings_.pruning != Pruning::none) {
            if (alpha >= bounds.high) return bounds.high;
            if (beta <= bounds.low) return bounds.low;
        }
        const std::uint64_t key = key_of(state, depth, side);
        if (const auto known = table_.find(key)) {
            const bool is_low = known->low >= beta || known->low == known->high;
            if (is_low || known->high <= alpha) {
                cut_off_ |= known->cut_off;
                // another worker may have left out moves there
                left_out_ |= width_ != 0 && blackboard_.is_shared();
                return is_low ? known->low : known->high;
            }
        }
        const bool cut_off_before = std::exchange(cut_off_, false);
        std::vector<Branch> branches = branches_of(state);
        Value value;
        if (settings_.pruning == Pruning::none) {
            value = expected(state, branches, depth, side, key);
        } else {
            value = pruned(state, branches, depth, alpha, beta, side, bounds, key);
        }
        keep(std::move(branches));
        if (!aborted_) {
            if (settings_.pruning == Pruning::none) {
                table_.store(key, {value, value, cut_off_});
            } else {
                table_.store(key, {value > alpha ? value : bounds.low,
                                   value < beta ? value : bounds.high, cut_off_});
            }
        }
        cut_off_ |= cut_off_before;
        return value;
    }

    /// Lists are kept when a node is left, and used again, for the sake of their memory.
    std::vector<Branch> branches_of(const State& state) {
        std::vector<Branch> branches;
        if (!spare_branches_.empty()) {
            branches = std::move(spare_branches_.back());
            spare_branches_.pop_back();
        }
        S::list_outcomes(state, outcomes_);
        if (settings_.likely_first) {
            std::stable_sort(outcomes_.begin(), outcomes_.end(),
                             [](const auto& a, const auto& b) { return a.weight > b.weight; });
        }
        branches.resize(outcomes_.size());
        for (std::size_t i = 0; i < branches.size(); ++i) {
            branches[i].outcome = outcomes_[i].outcome;
            branches[i].weight = outcomes_[i].weight;
            branches[i].number = i;
            branches[i].listed = false;
        }
        return branches;
    }

    void keep(std::vector<Branch>&& branches) { spare_branches_.push_back(std::move(branches)); }

    static std::uint64_t key_of_branch(std::uint64_t key, const Branch& branch) {
        return mix64(key + branch.number + 1);
    }

    /// Says which outcome of a chance node comes next: puts there one that no other worker is at.
    Branch& next_branch(std::vector<Branch>& branches, std::size_t next, int depth,
                        std::uint64_t key) const {
        if (shares(depth)) {
            const std::size_t at = blackboard_.first_free(
                next, branches.size(),
                [&](std::size_t each) { return key_of_branch(key, branches[each]); });
            put_first(branches, next, at);
        }
        return branches[next];
    }

    Value expected(const State& state, std::vector<Branch>& branches, int depth, Side side,
                   std::uint64_t key) {
        Value sum = 0;
        Value all = 0;
        for (std::size_t next = 0; next < branches.size(); ++next) {
            Branch& branch = next_branch(branches, next, depth, key);
            State drawn = state;
            G::draw(drawn, branch.outcome);
            sum +=
                branch.weight * behind_here(drawn, branch, depth, -kInfinite, kInfinite, side, key);
            all += branch.weight;
            if (aborted_) return 0;
        }
        return floor_div(sum, all);
    }

    Value pruned(const State& state, std::vector<Branch>& branches, int depth, Value alpha,
                 Value beta, Side side, Bounds bounds, std::uint64_t key) {
        Value all = 0;
        for (Branch& branch : branches) {
            all += branch.weight;
            branch.floor = bounds.low;
        }
        const Value most_low = alpha * all + all - 1;  // the largest sum that fails low
        const Value least_high = beta * all;           // the smallest sum that fails high
        Value floors = bounds.low * all;               // a lower bound of the sum

        const bool cyclic = settings_.pruning == Pruning::cyclic;
        for (int round = 0; round < (cyclic ? settings_.probe : settings_.probe > 0); ++round) {
            const auto upto = static_cast<std::size_t>(cyclic ? round + 1 : settings_.probe);
            bool looked = false;
            for (std::size_t next = 0; next < branches.size(); ++next) {
                Branch& branch = next_branch(branches, next, depth, key);
                const Value n = branch.weight;
                const Value a = floor_div(most_low - bounds.high * (all - n), n);
                const Value b = ceil_div(least_high - (floors - n * branch.floor), n);
                looked |= probe(state, branch, upto, depth, std::max(bounds.low, a),
                                std::min(bounds.high, b), side, key);
                if (aborted_) return 0;
                if (branch.side != side || branch.looked_at == 0) continue;
                if (branch.best <= std::max(bounds.low, a)) continue;
                floors += n * (branch.best - branch.floor);
                branch.floor = branch.best;
                if (floors >= least_high) return floor_div(floors, all);
            }
            if (!looked) break;
        }

        Value sum = 0;     // of what was searched
        Value rest = all;  // weight of what was not
        for (std::size_t next = 0; next < branches.size(); ++next) {
            Branch& branch = next_branch(branches, next, depth, key);
            const Value n = branch.weight;
            rest -= n;
            floors -= n * branch.floor;
            const Value a = floor_div(most_low - sum - bounds.high * rest, n);
            const Value b = ceil_div(least_high - sum - floors, n);
            if (a >= bounds.high) return floor_div(sum + bounds.high * (n + rest), all);
            if (b <= bounds.low) return floor_div(sum + n * bounds.low + floors, all);
            Value value;
            {
                State drawn = state;
                G::draw(drawn, branch.outcome);
                value = behind_here(drawn, branch, depth, std::max(bounds.low, a),
                                    std::min(bounds.high, b), side, key);
            }
            if (aborted_) return 0;
            if (value >= b) return floor_div(sum + n * value + floors, all);
            if (value <= a) return floor_div(sum + n * value + bounds.high * rest, all);
            sum += n * value;
        }
        return floor_div(sum, all);
    }

    /// Looks at more moves of an outcome, up to so many in all; whether there was one to look at.
    /// Nothing is known of an outcome in which the other side decides, or nobody.
    bool probe(const State& state, Branch& branch, std::size_t upto, int depth, Value alpha,
               Value beta, Side side, std::uint64_t key) {
        if (branch.listed && (branch.side != side || branch.looked_at >= branch.moves.size())) {
            return false;
        }
        State drawn = state;
        G::draw(drawn, branch.outcome);
        if (!branch.listed) list(drawn, branch, depth);
        if (branch.side != side || branch.moves.empty()) return false;
        const auto sign = sign_at(branch, depth, key);
        decide(drawn, branch, upto, depth, alpha, beta);
        return true;
    }

    /// Tells other workers that this one is at an outcome, if it is worth it.
    Blackboard::Sign sign_at(const Branch& branch, int depth, std::uint64_t key) const {
        return shares(depth) ? Blackboard::Sign(blackboard_, key_of_branch(key, branch))
                             : Blackboard::Sign();
    }

    Value behind_here(const State& drawn, Branch& branch, int depth, Value alpha, Value beta,
                      Side side, std::uint64_t key) {
        const auto sign = sign_at(branch, depth, key);
        return behind(drawn, branch, depth, alpha, beta, side);
    }

    /// The value of an outcome for `side`, going on from what a probe has looked at.
    Value behind(const State& drawn, Branch& branch, int depth, Value alpha, Value beta,
                 Side side) {
        const int turn = G::to_move(drawn);
        if (turn == kOver)
            return leaf(drawn, side, side == kSearcher ? bounds_ : bounds_.of_other_side());
        if (turn == kChance) return chance_as(side, drawn, depth, alpha, beta);
        if (!branch.listed) list(drawn, branch, depth);
        if (branch.side == side)
            return decide(drawn, branch, branch.moves.size(), depth, alpha, beta);
        return -decide(drawn, branch, branch.moves.size(), depth, -beta, -alpha);
    }

    /// Lists the moves of a decision, the most promising first. One ahead by worth that is all
    /// there is to do: their best value is known.
    void list(const State& state, Branch& branch, int depth) {
        branch.listed = true;
        branch.looked_at = 0;
        branch.best = -kInfinite;
        branch.moves.clear();
        const int turn = G::to_move(state);
        if (turn < 0) {
            branch.side = kSearcher;
            return;
        }
        branch.side = side_of(turn);
        S::list_moves(state, unordered_);
        if (is_by_worth()) {
            sort_by_worth(state, branch);
            if (depth == 1) return look_at_all(state, branch);
        } else {
            sort_by_rank(branch);
        }
        if (const auto known = table_.find_move(G::digest(state))) {
            const auto at = std::find_if(branch.moves.begin(), branch.moves.end(),
                                         [&](Move move) { return S::bits(move) == *known; });
            if (at != branch.moves.end()) std::rotate(branch.moves.begin(), at, at + 1);
        }
        if (depth > 1) leave_out(branch.moves);
    }

    void sort_by_rank(Branch& branch) const {
        std::array<std::uint32_t, kMostRanks + 1> first{};
        for (const Move move : unordered_) ++first[S::rank(move, order_) + 1];
        for (std::size_t rank = 1; rank < first.size(); ++rank) first[rank] += first[rank - 1];
        branch.moves.resize(unordered_.size());
        for (const Move move : unordered_) branch.moves[first[S::rank(move, order_)]++] = move;
    }

    /// Leaves in `after_` and `ranked_` what each is worth, for the side that decides in the
    /// latter.
    void sort_by_worth(const State& state, Branch& branch) {
        S::look_ahead(state, unordered_, worth_, after_);
        ranked_.clear();
        for (std::size_t i = 0; i < after_.size(); ++i) {
            ranked_.push_back({worth_for(branch.side, after_[i].worth), unordered_[i]});
        }
        std::stable_sort(ranked_.begin(), ranked_.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [worth, move] : ranked_) branch.moves.push_back(move);
    }

    /// Of moves sorted by worth: one ahead each of them is a leaf.
    void look_at_all(const State& state, Branch& branch) {
        for (const After& each : after_) {
            ++nodes_;
            ++leaves_;
            cut_off_ |= !each.over;
            check_limits();
            if (aborted_) return;
        }
        branch.looked_at = branch.moves.size();
        if (branch.moves.empty()) return;
        const Bounds bounds = branch.side == kSearcher ? bounds_ : bounds_.of_other_side();
        branch.best = std::clamp(ranked_.front().first, bounds.low, bounds.high);
        table_.store_move(G::digest(state), S::bits(branch.moves.front()));
    }

    /// Leaves out moves, the last ones, where only some are looked at.
    template <typename Moves>
    void leave_out(Moves& moves) {
        const auto width = static_cast<std::size_t>(width_);
        if (width_ == 0 || moves.size() <= width) return;
        moves.resize(width);
        left_out_ = true;
    }

    /// The best value of the first `upto` moves for the side that decides, of which a probe may
    /// have looked at some.
    Value decide(const State& state, Branch& branch, std::size_t upto, int depth, Value alpha,
                 Value beta) {
        const bool prunes = settings_.pruning != Pruning::none;
        const std::size_t end = std::min(upto, branch.moves.size());
        while (branch.looked_at < end) {
            if (prunes && branch.best >= beta) break;
            if (shares(depth) && branch.looked_at > 0) {
                const std::size_t at =
                    blackboard_.first_free(branch.looked_at, end, [&](std::size_t each) {
                        return key_after(state, branch.moves[each], depth, branch.side);
                    });
                put_first(branch.moves, branch.looked_at, at);
            }
            State after = state;
            const Move move = branch.moves[branch.looked_at];
            G::apply(after, move);
            const Value floor = prunes ? std::max(alpha, branch.best) : -kInfinite;
            const Value value = after_move_here(after, depth, floor, beta, branch.side);
            if (aborted_) return 0;
            ++branch.looked_at;
            if (value <= branch.best) continue;
            branch.best = value;
            if (value > alpha) table_.store_move(G::digest(state), S::bits(move));
        }
        return branch.best;
    }

    static constexpr Value kInfinite = 1LL << 40;

    /// The number of a move order: those of the game, and then that by worth.
    static int order_named(std::string_view name) {
        std::vector<std::string_view> names(S::kOrders.begin(), S::kOrders.end());
        names.push_back(kByWorth);
        return index_of_choice(name, names, "the move order");
    }

    static Value floor_div(Value a, Value b) { return a / b - (a % b != 0 && (a < 0)); }
    static Value ceil_div(Value a, Value b) { return a / b + (a % b != 0 && (a > 0)); }

    StarSettings settings_;
    int order_;
    typename S::Worth worth_;
    TableMemory memory_;
    Table table_;
    Watch* watch_ = nullptr;
    Blackboard blackboard_;
    int seat_ = 0, seats_ = 2;
    Bounds bounds_{};
    std::int64_t nodes_ = 0, leaves_ = 0;
    bool aborted_ = false;
    int width_ = 0;          ///< how many moves are looked at now; 0 is all
    bool cut_off_ = false;   ///< a leaf of this iteration was not the end of a game
    bool left_out_ = false;  ///< moves were left out in this iteration
    std::vector<Weighted<Outcome>> outcomes_;
    std::vector<Move> unordered_;
    std::vector<After> after_;                    ///< what follows each of these
    std::vector<std::pair<Value, Move>> ranked_;  ///< these, the best first
    std::vector<std::vector<Branch>> spare_branches_;
};

}  // namespace carcbot::search
