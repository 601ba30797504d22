// Expectimax and its pruned forms Star1, Star2 and Star2.5 (Ballard 1983; Hauk, Buro and Schaeffer
// 2004), for two sides: the seat that searches, and all others together (the paranoid view, if
// there are several). Here is the root: depth after depth, the best move so far first, and how the
// game might go on; what lies below it is in star_below.hpp.
#pragma once

#include <numeric>

#include "star_below.hpp"

namespace carcbot::search {

template <ChanceGame G>
class Star : public StarBelow<G> {
    using Below = StarBelow<G>;
    using typename Below::Branch;
    using typename Below::Move;
    using typename Below::Outcome;
    using typename Below::S;
    using typename Below::Side;
    using typename Below::State;

  public:
    /// The seed is taken for the sake of likeness; nothing here is random.
    Star(std::string_view view, std::uint64_t /*seed*/, const StarSettings& settings)
        : Below(view, settings) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& blackboard) override {
        need_decision<G>(root_);
        Watch watch(budget, began, board);
        begin(watch, blackboard);
        const std::vector<Move> moves = G::legal_moves(root_);
        ahead_ = look_ahead<G>(root_, moves, worth_, settings_.rivals);
        Progress progress = first_look<G>(moves, ahead_);
        watch.tell(progress);
        progress.finished = moves.size() == 1 && watch.is_timed();
        std::vector<std::size_t> order = in_order(moves);
        const int deepest = smallest_limit(settings_.depth, budget.depth);
        int depth = settings_.deepening ? 1 : std::max(deepest, 1);
        for (; !progress.finished && (deepest == 0 || depth <= deepest); ++depth) {
            if (depth > 1 && settings_.deepening && has_no_time_for_more(watch)) break;
            cut_off_ = left_out_ = false;
            search_root(depth, moves, order, progress);
            if (aborted_) break;
            if (left_out_ && !cut_off_) {
                // Down to the end of the game there is time for the other moves as well.
                width_ = 0;
                --depth;
                continue;
            }
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
        Watch watch({}, 0, board);
        begin(watch, {});
        Branch all{};
        list(root_, all, depth);
        return decide(root_, all, all.moves.size(), depth, alpha, beta);
    }

  private:
    using Below::aborted_;
    using Below::after_move_here;
    using Below::begin;
    using Below::blackboard_;
    using Below::bounds_;
    using Below::check_limits;
    using Below::cut_off_;
    using Below::decide;
    using Below::is_by_worth;
    using Below::key_after;
    using Below::kMostRanks;
    using Below::kSearcher;
    using Below::leave_out;
    using Below::leaves_;
    using Below::left_out_;
    using Below::list;
    using Below::nodes_;
    using Below::order_;
    using Below::root_;
    using Below::settings_;
    using Below::shares;
    using Below::table_;
    using Below::watch_;
    using Below::width_;
    using Below::worth_;

    static int smallest_limit(int a, int b) { return a == 0 || (b != 0 && b < a) ? b : a; }

    /// An iteration costs several times what all before it cost together.
    bool has_no_time_for_more(const Watch& watch) const {
        return watch.has_plan() && watch.left_over_elapsed() < 1.0;
    }

    /// The order of the first iteration.
    std::vector<std::size_t> in_order(const std::vector<Move>& moves) const {
        if (is_by_worth()) {
            std::vector<std::size_t> all(moves.size());
            std::iota(all.begin(), all.end(), 0);
            std::stable_sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) {
                return ahead_[a].lead > ahead_[b].lead;
            });
            return all;
        }
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
        if (depth > 1) leave_out(left);
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
            at = blackboard_.first_free(0, left.size(), [&](std::size_t each) {
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

    std::vector<Ahead> ahead_;  ///< of the moves at the root
};

}  // namespace carcbot::search
