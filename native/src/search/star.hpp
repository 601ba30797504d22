// Expectimax and its pruned forms Star1, Star2 and Star2.5 (Ballard 1983; Hauk, Buro and Schaeffer
// 2004), for two sides: the seat that searches, and all others together (the paranoid view, if
// there are several).
//
// Everything is a whole number, in thousandths of a point. The value of a chance node is the
// weighted mean of its outcomes, rounded down for the side that decides next; rounding down keeps
// order, so a bound on the sum is a bound on the mean, and every form returns exactly what
// Expectimax returns. Values are clamped to the bounds [low, high]. A search in the window (alpha,
// beta) returns the value if it lies between, else an upper bound <= alpha or a lower bound >= beta
// (fail-soft).
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
#include <numeric>
#include <utility>

#include "blackboard.hpp"
#include "searcher.hpp"
#include "table.hpp"

namespace carcbot::search {

using Value = std::int64_t;

enum class Pruning : std::uint8_t {
    none,        ///< Expectimax
    sequential,  ///< probing factor 0 is Star1, 1 is Star2, more is Star2.5
    cyclic,      ///< Star2.5 that probes one more move of each outcome a round
};
inline constexpr std::array<std::string_view, 3> kPrunings = {"none", "sequential", "cyclic"};

struct StarSettings {
    Pruning pruning = Pruning::sequential;
    int probe = 5;          ///< probing factor
    int depth = 0;          ///< deepest iteration; 0 is no limit
    bool deepening = true;  ///< depth 1, 2, 3, ...; else `depth` at once
    Value bound = 20'000;   ///< no value leaves centre - bound ... centre + bound
    bool centred = true;    ///< the centre is the value of the root; else 0
    Rivals rivals = Rivals::best;
    bool likely_first = true;  ///< outcomes by falling weight
    int table_megabytes = 16;  ///< 0 is no transposition table
    std::string order;
    std::string worth;
};

template <ChanceGame G>
class Star : public SearcherOf<G> {
  public:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    /// The seed is taken for the sake of likeness; nothing here is random.
    Star(std::string_view position, std::uint64_t /*seed*/, const StarSettings& settings)
        : SearcherOf<G>(position),
          settings_(settings),
          order_(index_of_name(settings.order, S::kOrders, "the move order")),
          worth_(S::Worth::named(settings.worth)),
          memory_(settings.table_megabytes) {}

    Progress think(const Limits& limits, Board& board, const Blackboard& blackboard) override {
        need_decision<G>(root_);
        Watch watch(limits, board);
        begin(watch, blackboard);
        const std::vector<Move> moves = G::legal_moves(root_);
        ahead_ = look_ahead<G>(root_, moves, worth_, settings_.rivals);
        Progress progress = first_look<G>(moves, ahead_);
        watch.tell(progress);
        progress.finished = moves.size() == 1 && limits.are_of_time();
        std::vector<std::size_t> order = in_order(moves);
        const int deepest = smallest_limit(settings_.depth, limits.depth);
        int depth = settings_.deepening ? 1 : std::max(deepest, 1);
        for (; !progress.finished && (deepest == 0 || depth <= deepest); ++depth) {
            if (depth > 1 && settings_.deepening && has_no_time_for_more(watch)) break;
            cut_off_ = false;
            search_root(depth, moves, order, progress);
            if (aborted_) break;
            progress.depth = depth;
            progress.finished = !cut_off_;
            progress.line = line(moves[static_cast<std::size_t>(progress.best)], depth);
            if (!settings_.deepening) break;
            if (!progress.finished && depth != deepest) watch.tell(progress);
        }
        progress.nodes = nodes_;
        progress.leaves = leaves_;
        watch.tell(progress);
        if (!aborted_) blackboard_.tell_done();
        watch_ = nullptr;
        return progress;
    }

    /// The value of the position for the seat to move, `depth` decisions ahead, as a search in the
    /// window (alpha, beta) finds it: the value itself if it lies between, else a bound of it.
    Value value_within(int depth, Value alpha, Value beta) {
        std::vector<std::uint64_t> memory(Board::bytes_for(1) / sizeof(std::uint64_t) + 1);
        Board board(std::as_writable_bytes(std::span(memory)));
        Watch watch({}, board);
        begin(watch, {});
        Branch all{};
        list(root_, all);
        return decide(root_, all, all.moves.size(), depth, alpha, beta);
    }

  private:
    using SearcherOf<G>::root_;

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

    static constexpr std::size_t kMostRanks = 8;  ///< of moves, in any order

    /// What workers share out costs more than to say that one is at it: no less than this many
    /// decisions ahead.
    static constexpr int kLeastShared = 2;

    static Side other(Side side) { return side == kSearcher ? kOthers : kSearcher; }
    [[nodiscard]] Side side_of(int seat) const { return seat == seat_ ? kSearcher : kOthers; }

    static int smallest_limit(int a, int b) { return a == 0 || (b != 0 && b < a) ? b : a; }

    void begin(Watch& watch, const Blackboard& blackboard) {
        watch_ = &watch;
        blackboard_ = blackboard;
        table_ = blackboard.is_shared() ? blackboard.table() : memory_.empty();
        seat_ = G::to_move(root_);
        seats_ = G::seats(root_);
        nodes_ = leaves_ = 0;
        aborted_ = false;
        const Value centre = settings_.centred ? worth_for(kSearcher, root_) : 0;
        bounds_ = {centre - settings_.bound, centre + settings_.bound};
    }

    Value worth_for(Side side, const State& state) const {
        return static_cast<int>(side) *
               lead(S::worth(state, worth_), seats_, seat_, settings_.rivals);
    }

    /// An iteration costs several times what all before it cost together.
    bool has_no_time_for_more(const Watch& watch) const {
        return watch.limits().soft_at && watch.left_over_elapsed() < 1.0;
    }

    void check_limits() {
        const std::int64_t most = watch_->limits().nodes;
        if (most && nodes_ >= most) aborted_ = true;
        if ((nodes_ & 31) != 0) return;
        if (watch_->must_end() || watch_->is_past_soft() || blackboard_.is_done()) aborted_ = true;
    }

    // ------------------------------------------------------------------ beside other workers

    /// The first of these that no other worker is at; the very first if there is none.
    template <typename KeyOf>
    std::size_t first_free(std::size_t from, std::size_t end, KeyOf key_of) const {
        for (std::size_t at = from; at < end; ++at) {
            if (!blackboard_.is_taken(key_of(at))) return at;
        }
        return from;
    }

    [[nodiscard]] bool shares(int depth) const {
        return depth >= kLeastShared && blackboard_.is_shared();
    }

    /// Brings the element `at` to `place`, and leaves the order of the others.
    template <typename T>
    static void put_first(std::vector<T>& all, std::size_t place, std::size_t at) {
        const auto begin = all.begin();
        std::rotate(begin + static_cast<std::ptrdiff_t>(place),
                    begin + static_cast<std::ptrdiff_t>(at),
                    begin + static_cast<std::ptrdiff_t>(at) + 1);
    }

    static std::uint64_t key_of(const State& state, int depth, Side side) {
        return mix64(G::digest(state) + static_cast<unsigned>(2 * depth) +
                     static_cast<unsigned>(side == kSearcher));
    }

    static std::uint64_t key_after(const State& state, Move move, int depth, Side mover) {
        State after = state;
        G::apply(after, move);
        return key_of(after, depth - 1, mover);
    }

    // ------------------------------------------------------------------ the root

    /// The order of the first iteration.
    std::vector<std::size_t> in_order(const std::vector<Move>& moves) const {
        std::array<std::size_t, kMostRanks + 1> first{};
        for (const Move move : moves) ++first[S::rank(move, order_) + 1];
        for (std::size_t rank = 1; rank < first.size(); ++rank) first[rank] += first[rank - 1];
        std::vector<std::size_t> all(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) all[first[S::rank(moves[i], order_)]++] = i;
        return all;
    }

    /// One iteration over the moves in `order`, the best of the last one first, which is kept so.
    /// Of equal moves the first in that order is the best, whenever it was looked at. If time runs
    /// out, what was found so far counts from the first move on.
    void search_root(int depth, const std::vector<Move>& moves, std::vector<std::size_t>& order,
                     Progress& progress) {
        Value best = bounds_.low - 1;
        std::size_t best_place = 0;
        std::vector<RootMove> found(moves.size());
        const auto name_best = [&] {
            if (progress.best_depth == depth)
                progress.line = G::move_text(moves[static_cast<std::size_t>(progress.best)]);
        };
        std::vector<std::size_t> left(order.size());  // places in `order`
        std::iota(left.begin(), left.end(), 0);
        while (!left.empty()) {
            const std::size_t place = take_root_move(depth, moves, order, left);
            const std::size_t i = order[place];
            Value alpha = place < best_place ? best - 1 : best;
            if (settings_.pruning == Pruning::none) alpha = bounds_.low - 1;
            const Value value = after_root_move(moves[i], i, depth, alpha);
            if (aborted_) break;
            found[i] = {1, static_cast<double>(value) / kWorthOfAPoint};
            if (place == 0 || value > best || (value == best && place < best_place)) {
                best = value;
                best_place = place;
                progress.best = static_cast<int>(i);
                progress.value = found[i].total;
                progress.best_depth = depth;
            }
            progress.nodes = nodes_;
            progress.leaves = leaves_;
            if (depth > 1 && watch_->is_due()) {
                name_best();
                watch_->tell(progress);
            }
        }
        name_best();
        if (!aborted_) progress.moves = std::move(found);
        put_first(order, 0, best_place);
    }

    /// Takes the place of the next move out of those that are left: the first one, then any that no
    /// other worker is at.
    std::size_t take_root_move(int depth, const std::vector<Move>& moves,
                               const std::vector<std::size_t>& order,
                               std::vector<std::size_t>& left) const {
        std::size_t at = 0;
        if (shares(depth) && left.size() < order.size()) {
            at = first_free(0, left.size(), [&](std::size_t each) {
                return key_after(root_, moves[order[left[each]]], depth, kSearcher);
            });
        }
        const std::size_t place = left[at];
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        return place;
    }

    /// The value of a move at the root; one decision ahead that is known already.
    Value after_root_move(Move move, std::size_t i, int depth, Value alpha) {
        if (depth == 1) {
            ++nodes_;
            check_limits();
            if (aborted_) return 0;
            ++leaves_;
            cut_off_ |= !ahead_[i].over;
            return std::clamp(ahead_[i].lead, bounds_.low, bounds_.high);
        }
        State after = root_;
        G::apply(after, move);
        return after_move_here(after, depth, alpha, bounds_.high + 1, kSearcher);
    }

    /// The best move, and how the game might go on: the likeliest draws and the moves that were
    /// best when they were looked at last.
    std::string line(Move move, int depth) const {
        std::string text = G::move_text(move);
        if (depth <= 1) return text;
        State state = root_;
        G::apply(state, move);
        std::vector<Weighted<Outcome>> outcomes;
        while (depth > 1 && G::to_move(state) != kOver) {
            if (G::to_move(state) == kChance) {
                S::list_outcomes(state, outcomes);
                const auto likely = std::max_element(
                    outcomes.begin(), outcomes.end(),
                    [](const auto& a, const auto& b) { return a.weight < b.weight; });
                G::draw(state, likely->outcome);
                text += ' ' + G::outcome_text(likely->outcome);
                continue;
            }
            const auto known = table_.find_move(G::digest(state));
            const auto moves = G::legal_moves(state);
            const auto next = std::find_if(moves.begin(), moves.end(), [&](Move each) {
                return known && S::bits(each) == *known;
            });
            if (next == moves.end()) return text;
            G::apply(state, *next);
            text += ' ' + G::move_text(*next);
            --depth;
        }
        return text;
    }

    // ------------------------------------------------------------------ below it

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
        list(state, branch);
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
            const std::size_t at = first_free(next, branches.size(), [&](std::size_t each) {
                return key_of_branch(key, branches[each]);
            });
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
                if (branch.looked_at == 0 || branch.best <= std::max(bounds.low, a)) continue;
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
        if (!branch.listed) list(drawn, branch);
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
        if (!branch.listed) list(drawn, branch);
        if (branch.side == side)
            return decide(drawn, branch, branch.moves.size(), depth, alpha, beta);
        return -decide(drawn, branch, branch.moves.size(), depth, -beta, -alpha);
    }

    /// Lists the moves of a decision, the most promising first.
    void list(const State& state, Branch& branch) {
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
        std::array<std::uint32_t, kMostRanks + 1> first{};
        for (const Move move : unordered_) ++first[S::rank(move, order_) + 1];
        for (std::size_t rank = 1; rank < first.size(); ++rank) first[rank] += first[rank - 1];
        branch.moves.resize(unordered_.size());
        for (const Move move : unordered_) branch.moves[first[S::rank(move, order_)]++] = move;
        if (const auto known = table_.find_move(G::digest(state))) {
            const auto at = std::find_if(branch.moves.begin(), branch.moves.end(),
                                         [&](Move move) { return S::bits(move) == *known; });
            if (at != branch.moves.end()) std::rotate(branch.moves.begin(), at, at + 1);
        }
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
                const std::size_t at = first_free(branch.looked_at, end, [&](std::size_t each) {
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
    std::vector<Ahead> ahead_;  ///< of the moves at the root
    bool cut_off_ = false;      ///< a leaf of this iteration was not the end of a game
    std::vector<Weighted<Outcome>> outcomes_;
    std::vector<Move> unordered_;
    std::vector<std::vector<Branch>> spare_branches_;
};

}  // namespace carcbot::search
