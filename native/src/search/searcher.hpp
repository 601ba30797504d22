// What all searches have in common: how they are started and stopped, and what they do first.
//
// A Searcher holds a position. think() looks for the best move in it until a limit is reached or
// the board says stop, and puts its progress on the board all the while; the first progress is
// there at once, from a look one ply ahead. advance() goes on to a later position. The same
// position, settings and seed give the same progress for the same number of nodes or simulations,
// on every machine.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "blackboard.hpp"
#include "budget.hpp"
#include "carcbot/searchable.hpp"
#include "parameters.hpp"
#include "progress.hpp"
#include "reward.hpp"

namespace carcbot::search {

class Searcher {
  public:
    Searcher() = default;
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;
    virtual ~Searcher() = default;

    /// Searches, and returns the last progress, which is on the board as well. The seconds of the
    /// budget count from the moment at which the decision `began`; from 0 they do not count, and
    /// nobody looks at a clock for them. Searchers in depth help each other by a blackboard, which
    /// is one for all of them.
    /// Throws InputError(out_of_turn) when the game is over; at a chance node a tree prepares for
    /// what may come.
    virtual Progress think(const Budget& budget, Nanoseconds began, Board& board,
                           const Blackboard& blackboard) = 0;

    /// Makes a move or a draw, or takes in what the seat saw of it. What was found out about the
    /// position that follows is kept.
    virtual void advance(std::string_view text) = 0;

    [[nodiscard]] virtual std::string position() const = 0;

    /// With RAVE, what random games say of each move at the root wherever its seat made it, in the
    /// order of legal_moves(): the number of games and the sum of their rewards.
    [[nodiscard]] virtual std::vector<std::pair<std::uint32_t, double>> root_all_as_first() const {
        return {};
    }

    /// Whoever lends it to several threads holds this for each call.
    mutable std::mutex one_at_a_time;
};

/// The next draw: the index of one of the outcomes with these weights, after a move of that seat.
using TrueDraw = std::function<std::size_t(std::span<const int> weights, int mover)>;

/// What is hidden from all others: shown to searches that cheat, by who owns the whole game.
template <ChanceGame G>
struct Truth {
    typename G::State state;
    int mover = kNobodyMoved;              ///< who moved last
    std::function<TrueDraw()> draws = {};  ///< all that chance will do from here on, once more
};

/// A searcher of the game G. It holds what the seat for which it thinks may know, which is the
/// whole position where nothing is hidden.
template <ChanceGame G>
class SearcherOf : public Searcher {
  public:
    explicit SearcherOf(std::string_view view) : root_(parse_view<G>(view)) {}

    /// Whether anything it found out is kept from move to move, so that it has to hear of each ply.
    [[nodiscard]] virtual bool remembers() const { return false; }
    /// Goes to any view of the same game; for one that remembers nothing.
    void stand_at(const ViewOf<G>& view) { root_ = view; }

    /// Whether it has to be shown the truth before it thinks.
    [[nodiscard]] virtual bool cheats() const { return false; }
    virtual void show(Truth<G> /*truth*/) {}

    void advance(std::string_view text) override { see<G>(root_, text); }
    [[nodiscard]] std::string position() const final { return G::position_text(root_); }

  protected:
    ViewOf<G> root_;
};

/// Looks at the clock and at the board for a search, and puts its progress there now and then.
class Watch {
  public:
    Watch(const Budget& budget, Nanoseconds began, Board& board)
        : budget_(budget),
          soft_at_(moment_after(began, budget.soft_s)),
          hard_at_(moment_after(began, budget.hard_s)),
          board_(board),
          started_(now()),
          told_(started_) {}

    [[nodiscard]] Nanoseconds elapsed() const { return now() - started_; }
    [[nodiscard]] const Budget& budget() const { return budget_; }
    /// Whether time was planned.
    [[nodiscard]] bool has_plan() const { return soft_at_ != 0; }
    /// Whether time is a limit: then nobody wants it wasted on the only move there is.
    [[nodiscard]] bool is_timed() const { return soft_at_ != 0 || hard_at_ != 0; }
    [[nodiscard]] Board& board() const { return board_; }

    /// Whether the search has to return at once.
    [[nodiscard]] bool must_end() const {
        return board_.stops() || (hard_at_ && now() >= hard_at_);
    }

    /// Whether the search has to return at once, or half of its time is over.
    [[nodiscard]] bool is_half_over() const {
        return board_.stops() || (hard_at_ && 2 * now() >= hard_at_ + started_);
    }

    /// Whether a search in depth looks at the clock at this node: not at each, where a node takes
    /// less than that.
    template <typename G>
    [[nodiscard]] static bool looks_at(std::int64_t nodes) {
        if constexpr (requires { G::kIsSlow; }) return true;
        return (nodes & 31) == 0;
    }

    /// Whether it is time to tell how things are.
    bool is_due() {
        const Nanoseconds time = now();
        if (time - told_ < kTellEvery) return false;
        told_ = time;
        return true;
    }

    void tell(Progress& progress) {
        progress.elapsed = elapsed();
        if (told_once_ && progress.best != last_best_) {
            ++changes_;
            changed_ = progress.elapsed;
        }
        told_once_ = true;
        last_best_ = progress.best;
        progress.changes = changes_;
        board_.publish(progress);
    }

    /// Whether the planned time is over. A search whose best move changed a short while ago gets
    /// more, up to the hard limit.
    [[nodiscard]] bool is_past_soft() const {
        if (!soft_at_) return false;
        const Nanoseconds time = now();
        return time >= soft_at_ && time - started_ - changed_ >= (time - started_) / 4;
    }

    /// Whether half the planned time has passed once more.
    [[nodiscard]] bool is_past_soft_by_half() const {
        return soft_at_ && 2 * now() >= 3 * soft_at_ - started_;
    }

    /// The part of the planned time that is left, as a multiple of what has passed; a large number
    /// if no time was planned.
    [[nodiscard]] double left_over_elapsed() const {
        if (!soft_at_) return 1e9;
        const Nanoseconds time = now();
        return static_cast<double>(std::max<Nanoseconds>(soft_at_ - time, 0)) /
               static_cast<double>(std::max<Nanoseconds>(time - started_, 1));
    }

  private:
    static constexpr Nanoseconds kTellEvery = 2'000'000;

    Budget budget_;
    Nanoseconds soft_at_, hard_at_;
    Board& board_;
    Nanoseconds started_;
    Nanoseconds told_;
    Nanoseconds changed_ = 0;
    std::int64_t changes_ = 0;
    bool told_once_ = false;
    int last_best_ = 0;
};

/// What each move is worth right after it for the seat to move, beside its rivals, and whether it
/// ends the game.
struct Ahead {
    std::int64_t lead;
    bool over;
};

template <ChanceGame G>
std::vector<Ahead> look_ahead(const typename G::State& state,
                              const std::vector<typename G::Move>& moves,
                              const typename Searchable<G>::Worth& weights, Rivals rivals) {
    const int seat = G::to_move(state);
    std::vector<After> after;
    after.reserve(moves.size());
    Searchable<G>::look_ahead(state, moves, weights, after);
    std::vector<Ahead> ahead;
    ahead.reserve(moves.size());
    for (const After& each : after) {
        ahead.push_back({lead(each.worth, G::seats(state), seat, rivals), each.over});
    }
    return ahead;
}

/// The first progress of a search: the best move by its worth right after it, with nothing counted.
template <ChanceGame G>
Progress first_look(const std::vector<typename G::Move>& moves, const std::vector<Ahead>& ahead) {
    Progress progress;
    progress.moves.resize(moves.size());
    const auto best = std::max_element(
        ahead.begin(), ahead.end(), [](const Ahead& a, const Ahead& b) { return a.lead < b.lead; });
    if (best == ahead.end()) return progress;
    progress.best = static_cast<int>(best - ahead.begin());
    progress.value = static_cast<double>(best->lead) / kWorthOfAPoint;
    progress.line = G::move_text(moves[static_cast<std::size_t>(progress.best)]);
    return progress;
}

/// The same by the game's usual evaluation, beside the best rival.
template <ChanceGame G>
Progress first_look(const typename G::State& state, const std::vector<typename G::Move>& moves) {
    return first_look<G>(moves, look_ahead<G>(state, moves, {}, Rivals::best));
}

/// The parameters of what only the game can name; each is in several families.
inline void list_policy(Parameters& all, std::string& policy) {
    all.word("policy", policy, "How random games pick their moves.");
}
inline void list_evaluation(Parameters& all, std::string& evaluation) {
    all.word("eval", evaluation, "What a position is worth where the search ends.");
}

/// The index of a name among those that the game knows; kUsual is the first.
inline int index_of_choice(std::string_view name, std::span<const std::string_view> names,
                           const char* what) {
    return name == kUsual ? 0 : index_of_name(name, names, what);
}

/// The evaluation of that name; kUsual is the game's first.
template <ChanceGame G>
typename Searchable<G>::Worth worth_named(std::string_view name) {
    return Searchable<G>::Worth::named(name == kUsual ? Searchable<G>::kEvaluations[0] : name);
}

/// Throws InputError(out_of_turn) unless the seat whose view this is has to decide.
template <ChanceGame G>
void need_decision(const ViewOf<G>& view) {
    const int turn = G::to_move(view);
    const char* wrong = turn == kOver ? "the game is over" : "a draw is due, not a move";
    if constexpr (HiddenInfoGame<G>) {
        if (turn >= 0 && turn == G::seat(view)) return;
        if (turn >= 0) wrong = "another seat is to move";
    } else {
        if (turn >= 0) return;
    }
    throw InputError(Fault::out_of_turn, wrong, G::position_text(view),
                     "a position in which a seat is to move");
}

}  // namespace carcbot::search
