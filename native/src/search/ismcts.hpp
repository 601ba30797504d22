// Monte-Carlo tree search for games with hidden cards, with UCT. Each simulation begins with a
// guess at what is hidden, as likely as that is; `tree` says whose knowledge the nodes stand for:
//
//   single    what the searching seat sees (single-observer ISMCTS, Cowling, Powley and Whitehouse
//             2012): positions that it cannot tell apart are one node, whoever decides there
//   multiple  a tree for each seat, of what that one sees (multiple-observer ISMCTS): each decides
//             by its own, and choices that it does not see are one way on
//   chance    all that happens: draws are chance nodes, and what another seat holds is one before
//             it decides (Schadd 2009, 4.2.6)
//   worlds    all that happens, in one tree for each of a few guesses, which are kept (determinized
//             UCT); the trees are added up
//   votes     the same, where each tree has a vote for its own choice
//
// A seat takes the move with the largest
//
//     mean + C * sqrt(ln a / n) + bias * H / n
//
// where n are its visits, a those in which it was legal, and H what the game knows of it; the mean
// is of its own points less that of the best rival (equation 4.2 of Schadd), or of wins. With
// `bias_place=inside` the bias stands inside the root, and what is below 0 there counts as 0. In
// games without secrets all of them are the same plain search.
//
// With `joined` the choices of a turn are one, as far as a game allows it: what chance does between
// them is seen when the turn is over. Its tree is smaller, and knows less than the seat will.
//
// A search that cheats is shown the truth before it thinks and guesses nothing, which measures what
// hidden cards are worth. The random games behind the tree draw by the rules.
#pragma once

#include "edge_choice.hpp"
#include "joined_turn.hpp"

namespace carcbot::search {

template <ChanceGame G>
class Ismcts : public SearcherOf<G> {
  public:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    Ismcts(std::string_view view, std::uint64_t seed, const IsmctsSettings& settings)
        : SearcherOf<G>(view),
          random_(seed),
          settings_(settings),
          playouts_(settings.playouts),
          guess_(index_of_choice(settings.guess, S::kGuesses, "the guess")),
          rules_(index_of_choice(settings.rules, S::kRules, "the rules")),
          seats_(G::seats(root_)),
          edge_choice_(settings, playouts_, seats_),
          searches_(has_worlds() ? static_cast<std::size_t>(settings.worlds) : 1U) {
        const std::size_t trees = is_multiple() ? seats_count() : 1U;
        for (Search& search : searches_) search.trees.resize(trees);
        most_bytes_ =
            (static_cast<std::size_t>(settings.megabytes) << 20) / (searches_.size() * trees);
    }

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        need_decision<G>(root_);
        if (cheats() && !truth_) {
            throw InputError(Fault::agent, "nobody showed what is hidden", "parameter cheats",
                             "a contest of searches of one's own");
        }
        own_ = G::to_move(root_);
        Watch watch(budget, began, board);
        for (Search& search : searches_) prepare(search);
        const std::vector<Move> moves = G::legal_moves(root_);
        const State now = guess();
        first_turn_ = G::turn(now).number;
        Progress progress = first_look<G>(now, moves);
        if (const auto move = settings_.ruled ? S::ruled(now, rules_) : std::nullopt) {
            look_beside(*move, moves, watch, progress);
            watch.tell(progress);
            return progress;
        }
        watch.tell(progress);
        progress.finished = moves.size() == 1 && watch.is_timed();
        std::size_t next = 0;
        simulate_until_done(
            watch, settings_.choice, true, progress,
            [&] {
                const std::int64_t before = nodes_;
                if (!simulate(searches_[next], watch)) return false;
                next = next + 1 == searches_.size() ? 0 : next + 1;
                ++progress.simulations;
                progress.nodes += nodes_ - before;
                return true;
            },
            [&] { report(moves, progress); });
        return progress;
    }

    [[nodiscard]] bool remembers() const override { return true; }
    [[nodiscard]] bool cheats() const override { return settings_.cheats(); }
    void show(Truth<G> truth) override { truth_ = std::move(truth); }

    void advance(std::string_view text) override {
        ViewOf<G> after = root_;
        see<G>(after, text);  // nothing has changed where that is refused
        own_ = seat_of(root_);
        for (Search& search : searches_) {
            if (!follow(search, text)) forget(search);
        }
        root_ = std::move(after);
    }

  private:
    using SearcherOf<G>::root_;
    using Edge = InformationTree::Edge;
    static constexpr std::uint32_t kNone = InformationTree::kNone;

    /// A tree, and what its observer has seen since the node it is at.
    struct Place {
        InformationTree tree;
        std::uint64_t seen = 0;
    };
    /// The trees that grow together, and the guess that they are about if that is kept.
    struct Search {
        std::vector<Place> trees;
        std::optional<State> world;
    };
    /// An edge that a simulation took; kNone if it ended at the node.
    struct Step {
        std::size_t tree;
        std::uint32_t node;
        std::uint32_t edge;
    };

    [[nodiscard]] bool has_votes() const { return settings_.observer == Observer::votes; }
    [[nodiscard]] bool has_worlds() const {
        return has_votes() || settings_.observer == Observer::worlds;
    }
    [[nodiscard]] bool is_multiple() const { return settings_.observer == Observer::multiple; }
    /// Whether a tree follows what a seat sees, and not all that happens.
    [[nodiscard]] bool follows_seats() const {
        return is_multiple() || settings_.observer == Observer::single;
    }
    [[nodiscard]] std::size_t seats_count() const { return static_cast<std::size_t>(seats_); }
    [[nodiscard]] int viewer_of(std::size_t tree) const {
        return is_multiple() ? static_cast<int>(tree) : own_;
    }
    static int seat_of(const ViewOf<G>& view) {
        if constexpr (HiddenInfoGame<G>) {
            return G::seat(view);
        } else {
            return G::to_move(view);
        }
    }

    State guess() {
        if (truth_) return truth_->state;
        Random random(random_.next());
        return S::guess(root_, random, guess_);
    }

    void forget(Search& search) {
        for (Place& place : search.trees) {
            place.tree.clear();
            place.seen = 0;
        }
        search.world.reset();
    }

    /// Goes to the node of what was seen since the last think.
    void prepare(Search& search) {
        for (std::size_t i = 0; i < search.trees.size(); ++i) {
            Place& place = search.trees[i];
            const bool is_far = place.seen != 0 && (!is_multiple() || static_cast<int>(i) == own_);
            if (is_far) {
                const std::uint32_t node = place.tree.child(place.tree.root(), place.seen);
                if (node == kNone) return restart(search);
                place.tree.go_on_from(node);
                place.seen = 0;
            }
            if (place.tree.bytes() > most_bytes_ / 2) return restart(search);
        }
        if (has_worlds() && !search.world) search.world = guess();
    }
    void restart(Search& search) {
        forget(search);
        if (has_worlds()) search.world = guess();
    }

    // ---- what the observers see ----

    static std::uint64_t number_of(Outcome outcome) {
        std::uint64_t number = 0;
        static_assert(sizeof outcome <= sizeof number);
        std::memcpy(&number, &outcome, sizeof outcome);
        return number + 1;
    }
    /// What each observer has seen after a move that is about to be made.
    template <typename Spots>
    void see_move(Spots& spots, const State& state, Move move) const {
        for (std::size_t i = 0; i < spots.size(); ++i) {
            const std::uint64_t what =
                follows_seats() ? S::seen_move(state, viewer_of(i), move) : S::bits(move);
            spots[i].seen = more_seen(spots[i].seen, what);
        }
    }
    template <typename Spots>
    void see_draw(Spots& spots, const State& before, Outcome outcome) const {
        for (std::size_t i = 0; i < spots.size(); ++i) {
            const std::uint64_t what =
                follows_seats() ? S::seen_draw(before, viewer_of(i), outcome) : number_of(outcome);
            spots[i].seen = more_seen(spots[i].seen, what);
        }
    }
    /// In a tree of all that happens: what another seat holds comes to light when it decides.
    void see_hand(std::vector<Spot>& spots, const State& state, int seat) const {
        if constexpr (HiddenInfoGame<G>) {
            if (settings_.observer != Observer::chance || seat == own_) return;
            spots[0].seen = more_seen(spots[0].seen, S::seen_hand(state, seat));
        }
    }

    /// The move of one's own that was seen as this, which may show more behind it.
    Move own_move(std::string_view text) const {
        std::optional<Move> found;
        std::size_t longest = 0;
        for (const Move move : G::legal_moves(root_)) {
            const std::string name = G::move_text(move);
            if (!text.starts_with(name) || name.size() < longest) continue;
            found = move;
            longest = name.size();
        }
        return found ? *found : G::parse_move(root_, text);
    }

    /// Takes in a ply of which this seat saw the text, if that tells all observers what they saw.
    bool follow(Search& search, std::string_view text) {
        if (has_worlds() && !search.world) return false;
        State state = search.world ? *search.world : guess();
        const int turn = G::to_move(state);
        if (turn == kChance) {
            std::optional<Outcome> found;
            for (const auto& [outcome, weight] : G::outcomes(state)) {
                if (seen<G>(state, own_, G::outcome_text(outcome)) != text) continue;
                if (found) return false;
                found = outcome;
            }
            if (!found) return false;
            see_draw(search.trees, state, *found);
            G::draw(state, *found);
        } else {
            if (turn != own_) return false;
            const Move move = own_move(text);
            see_move(search.trees, state, move);
            G::apply(state, move);
        }
        if (search.world) search.world = state;
        if (truth_) truth_->state = state;
        return true;
    }

    /// Where a rule has decided: the values of some moves, for those who want to know them.
    void look_beside(Move ruled, const std::vector<Move>& moves, const Watch& watch,
                     Progress& progress) {
        const std::int64_t limit = watch.budget().simulations;
        const std::int64_t most =
            limit ? std::min<std::int64_t>(limit, settings_.ruled_sims) : settings_.ruled_sims;
        const std::int64_t nodes = watch.budget().nodes;
        while (progress.simulations < most && !watch.must_end() && !watch.is_past_soft() &&
               (nodes == 0 || progress.nodes < nodes)) {
            const std::int64_t before = nodes_;
            if (!simulate(searches_.front(), watch)) break;
            progress.nodes += nodes_ - before;
            ++progress.simulations;
        }
        if (progress.simulations) report(moves, progress);
        progress.best = static_cast<int>(index_of(moves, S::bits(ruled)));
        const RootMove& best = progress.moves[static_cast<std::size_t>(progress.best)];
        if (best.visits) progress.value = best.total / static_cast<double>(best.visits);
        progress.line = G::move_text(ruled);
        progress.finished = true;
    }

    // ---- a simulation ----

    /// Whether it came to an end before the search had to.
    bool simulate(Search& search, const Watch& watch) {
        state_ = search.world ? *search.world : guess();
        path_.clear();
        spots_.clear();
        TrueDraw true_draw;
        int mover = kNobodyMoved;
        if (settings_.look == Cheats::draws) {
            true_draw = truth_->draws();
            mover = truth_->mover;
        }
        for (const Place& place : search.trees) spots_.push_back({place.tree.root(), place.seen});
        joined_.clear();
        for (int turn = G::to_move(*state_); turn != kOver; turn = G::to_move(*state_)) {
            if (turn == kChance) {
                before_ = state_;
                const Outcome outcome = draw(true_draw, mover);
                see_draw(
                    settings_.joined ? joined_.spots_of_draw(*before_, outcome, spots_) : spots_,
                    *before_, outcome);
                continue;
            }
            if (settings_.joined) joined_.see_choice(*state_, spots_);
            mover = turn;
            if (settings_.others == Others::policy && turn != own_) {
                make(S::random_move(*state_, random_, playouts_.policy()));
                continue;
            }
            const std::size_t at = is_multiple() ? static_cast<std::size_t>(turn) : 0;
            if (!go_down(search.trees[at].tree, at, turn)) break;
        }
        return roll_out(search, watch);
    }

    Outcome draw(const TrueDraw& true_draw, int mover) {
        if (!true_draw) return S::draw_any(*state_, random_);
        const auto outcomes = G::outcomes(*state_);
        weights_.clear();
        for (const auto& [outcome, weight] : outcomes) weights_.push_back(weight);
        const Outcome drawn = outcomes[true_draw(weights_, mover)].first;
        G::draw(*state_, drawn);
        return drawn;
    }

    void make(Move move) {
        see_move(spots_, *state_, move);
        G::apply(*state_, move);
    }

    /// Goes to the node of this decision and on by one of its moves; false if the way in the tree
    /// ends here.
    bool go_down(InformationTree& tree, std::size_t at, int seat) {
        if (settings_.tree_turns && G::turn(*state_).number - first_turn_ >= settings_.tree_turns) {
            return false;
        }
        Spot& spot = spots_[at];
        see_hand(spots_, *state_, seat);
        if (spot.seen) {
            const std::uint32_t child = tree.child(spot.node, spot.seen);
            if (child == kNone) {
                if (tree.bytes() >= most_bytes_) return false;
                spot.node = tree.add(spot.node, spot.seen);
                ++nodes_;
                path_.push_back({at, spot.node, kNone});
                return false;
            }
            spot = {child, 0};
        }
        const auto visits = tree.node(spot.node).visits;
        path_.push_back({at, spot.node, kNone});
        const bool is_root = spot.node == tree.root() && seat == own_;
        if (!is_root && visits < static_cast<std::uint32_t>(settings_.expand_after)) return false;
        const bool is_bare = tree.node(spot.node).edges.empty();
        if (!is_root && is_bare && tree.bytes() >= most_bytes_) return false;
        const auto chosen = edge_choice_.choose(tree, spot.node, *state_, seat, random_);
        path_.back().edge = chosen.edge;
        make(chosen.move);
        return true;
    }

    bool roll_out(Search& search, const Watch& watch) {
        InformationTree::Totals totals{};
        for (int game = 0; game < settings_.rollouts; ++game) {
            if (game && watch.must_end()) return false;
            const bool is_last = game + 1 == settings_.rollouts;
            if (!is_last) before_ = state_;
            State& state = is_last ? *state_ : *before_;
            PerSeat points = playouts_.play(state, random_);
            if (settings_.reward == Reward::outcome)
                points = rewards_of(points, seats_, settings_.reward, settings_.rivals);
            for (std::size_t seat = 0; seat < kMostSeats; ++seat) totals[seat] += points[seat];
        }
        for (const Step& step : path_) {
            InformationTree::Node& node = search.trees[step.tree].tree.node(step.node);
            ++node.visits;
            if (step.edge == kNone) continue;
            Edge& edge = node.edges[step.edge];
            ++edge.visits;
            for (std::size_t seat = 0; seat < kMostSeats; ++seat) edge.totals[seat] += totals[seat];
        }
        deepest_ = std::max(deepest_, static_cast<int>(path_.size()) - 1);
        return true;
    }

    // ---- what came of it ----

    /// Adds up what all trees know of the moves at their roots.
    void report(const std::vector<Move>& moves, Progress& progress) {
        progress.depth = deepest_;
        progress.memory = 0;
        std::vector<InformationTree::Totals> totals(moves.size());
        std::vector<std::uint64_t> votes(moves.size()), visits(moves.size());
        for (RootMove& move : progress.moves) move = {};
        for (const Search& search : searches_) {
            for (const Place& place : search.trees)
                progress.memory += static_cast<std::int64_t>(place.tree.bytes());
            const std::size_t at = is_multiple() ? static_cast<std::size_t>(own_) : 0;
            const InformationTree& tree = search.trees[at].tree;
            const auto& edges = tree.node(tree.root()).edges;
            std::optional<std::pair<std::uint32_t, std::size_t>> most;
            for (const Edge& edge : edges) {
                const std::size_t i = index_of(moves, edge.move);
                progress.moves[i].visits += edge.visits;
                for (std::size_t seat = 0; seat < kMostSeats; ++seat)
                    totals[i][seat] += edge.totals[seat];
                if (edge.visits && (!most || edge.visits > most->first)) most = {edge.visits, i};
            }
            if (most) ++votes[most->second];
        }
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove& move = progress.moves[i];
            if (move.visits == 0) continue;
            const double value = edge_choice_.mean(totals[i], move.visits, own_);
            visits[i] = move.visits;
            if (has_votes()) move.visits = votes[i];
            move.total = value * static_cast<double>(move.visits);
        }
        if (!settings_.choice.choose(progress)) return;
        if (has_votes() && settings_.choice.final == Final::most_visits) settle(visits, progress);
        progress.line = G::move_text(moves[static_cast<std::size_t>(progress.best)]);
    }

    /// Of moves with as many votes it is the one with the most visits (Nijssen and Winands 2012).
    static void settle(const std::vector<std::uint64_t>& visits, Progress& progress) {
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const auto best = static_cast<std::size_t>(progress.best);
            const RootMove& move = progress.moves[i];
            if (move.visits != progress.moves[best].visits || visits[i] <= visits[best]) continue;
            progress.best = static_cast<int>(i);
            progress.value = move.total / static_cast<double>(move.visits);
        }
    }

    static std::size_t index_of(const std::vector<Move>& moves, std::uint64_t bits) {
        for (std::size_t at = 0; at < moves.size(); ++at) {
            if (S::bits(moves[at]) == bits) return at;
        }
        moves_have_changed();
    }

    Random random_;
    IsmctsSettings settings_;
    Playouts<G> playouts_;
    int guess_, rules_;
    int seats_;
    EdgeChoice<G> edge_choice_;
    int first_turn_ = 0;      ///< that which is thought about
    std::size_t most_bytes_;  ///< of each tree
    std::vector<Search> searches_;
    std::optional<Truth<G>> truth_;
    int own_ = 0;
    int deepest_ = 0;
    std::int64_t nodes_ = 0;
    std::optional<State> state_, before_;
    std::vector<Step> path_;
    std::vector<Spot> spots_;
    JoinedTurn<G> joined_;
    std::vector<int> weights_;
};

}  // namespace carcbot::search
