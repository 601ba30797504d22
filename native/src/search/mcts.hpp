// Monte-Carlo tree search with UCT for any number of seats, with explicit chance nodes, and with
// RAVE if wanted (Gelly and Silver 2011).
//
// A simulation walks down from the root: chance draws by the game's own rules; a seat tries a move
// that was never tried, at random, or else takes the one with the largest
//
//     mean + C * sqrt(ln n / n_move)                                        UCT
//     (1 - beta) mean + beta mean_all_as_first + C * sqrt(ln n / n_move)    RAVE
//
// for itself: rewards are kept one a seat. It ends at the first position that is not in the tree
// yet, which is stored, so a simulation adds one node. From there `rollouts` random games are
// played, and their mean is the reward on the whole way back. A node gets children once it was
// visited `expand_after` times. Sums are of whole numbers and ln is our own, so results are the
// same everywhere.
#pragma once

#include <cmath>
#include <unordered_map>
#include <utility>

#include "carcbot/exact_math.hpp"
#include "final_choice.hpp"
#include "seen_deeds.hpp"
#include "tree.hpp"

namespace carcbot::search {

struct MctsSettings : Settings {
    static constexpr Family kFamily{.name = "mcts",
                                    .title = "Monte-Carlo tree search with UCT and chance nodes",
                                    .adds_up = true,
                                    .remembers = true};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override {
        list_tree(all);
        list_limits_of_simulations(all);
    }

    double c = 3;
    int rollouts = 1;
    int expand_after = 1;
    Reward reward = Reward::difference;
    Rivals rivals = Rivals::best;
    FinalChoice choice;
    std::string policy{kUsual};
    int megabytes = 512;  ///< a tree that is full still learns
    bool rave = false;
    double rave_bias = 10;

  protected:
    void list_tree(Parameters& all) {
        all.number("c", c, 0, 1e6, "How curious: the constant of UCT.");
        all.number("s", rollouts, 1, 100'000, "Random games in a simulation.");
        all.number("t", expand_after, 1, 1e6, "Visits after which a node gets children.");
        list_reward(all, reward);
        list_rivals(all, rivals);
        choice.list(all);
        list_policy(all, policy);
        all.number("memory", megabytes, 1, 65536,
                   "Megabytes of the tree, after which it does not grow.");
    }
};

struct RaveSettings : MctsSettings {
    static constexpr Family kFamily{
        .name = "rave",
        .title = "Monte-Carlo tree search that also learns from moves made later",
        .adds_up = true,
        .remembers = true};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    RaveSettings() { rave = true; }
    void list(Parameters& all) override {
        list_tree(all);
        all.number("b", rave_bias, 0, 1e6, "Bias of the other moves' statistics.");
        list_limits_of_simulations(all);
    }
};

template <ChanceGame G>
class Mcts : public SearcherOf<G> {
  public:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    Mcts(std::string_view view, std::uint64_t seed, const MctsSettings& settings)
        : SearcherOf<G>(view),
          scratch_(this->root_),
          random_(seed),
          settings_(settings),
          policy_(index_of_choice(settings.policy, S::kPolicies, "the policy")),
          most_bytes_(static_cast<std::size_t>(settings.megabytes) << 20),
          tree_(settings.rave) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        if (G::to_move(root_) == kOver) need_decision<G>(root_);
        Watch watch(budget, began, board);
        const bool decides = G::to_move(root_) >= 0;
        places_.clear();
        const std::vector<Move> moves = G::legal_moves(root_);
        Progress progress = decides ? first_look<G>(root_, moves) : Progress{};
        watch.tell(progress);
        if (tree_.bytes() > most_bytes_ / 2) tree_.tidy([&] { return watch.is_half_over(); });
        progress.finished = decides && moves.size() == 1 && watch.is_timed();
        simulate_until_done(
            watch, settings_.choice, decides, progress,
            [&] {
                const std::size_t nodes = tree_.nodes();
                if (!simulate(watch)) return false;
                ++progress.simulations;
                progress.nodes += static_cast<std::int64_t>(tree_.nodes() - nodes);
                return true;
            },
            [&] { report(moves, progress); });
        return progress;
    }

    [[nodiscard]] bool remembers() const override { return true; }

    void advance(std::string_view text) override {
        const auto& node = tree_.node(tree_.root());
        std::uint32_t child = Tree<G>::kNone;
        read_ply<G>(
            root_, text,
            [&](Outcome outcome) {
                child = tree_.find_drawn(node, outcome);
                G::draw(root_, outcome);
            },
            [&](Move move) {
                child = tree_.find(node, move);
                G::apply(root_, move);
            });
        go_on_from(child);
    }

    [[nodiscard]] std::vector<std::pair<std::uint32_t, double>> root_all_as_first() const override {
        std::vector<std::pair<std::uint32_t, double>> out;
        const auto& node = tree_.node(tree_.root());
        if (!settings_.rave || node.kind != Tree<G>::Kind::decision) return out;
        for (const Move move : G::legal_moves(root_)) {
            const Move* moves = tree_.moves(node);
            const auto at = std::find(moves, moves + node.move_count, move) - moves;
            const AllAsFirst& found = tree_.all_as_first(node)[at];
            out.emplace_back(found.games, found.total);
        }
        return out;
    }

  private:
    using SearcherOf<G>::root_;

    /// Keeps the tree below the root's child, if there is one.
    void go_on_from(std::uint32_t child) {
        if (child == Tree<G>::kNone) {
            tree_ = Tree<G>(settings_.rave);
            deepest_ = 0;
        } else {
            tree_.go_on_from(child);
            deepest_ = std::max(deepest_ - 1, 0);
        }
    }

    using Node = typename Tree<G>::Node;
    using Kind = typename Tree<G>::Kind;

    /// A node on the way of a simulation, and which of its edges was taken.
    struct Step {
        std::uint32_t node;
        std::uint32_t edge;       ///< means nothing at chance nodes and at the last
        std::uint32_t deeds = 0;  ///< how many deeds lay before it
    };

    using Totals = std::array<std::int64_t, kMostSeats>;

    /// Whether it came to an end before the search had to.
    bool simulate(const Watch& watch) {
        scratch_ = root_;
        path_.clear();
        deeds_.clear();
        std::uint32_t index = tree_.root();
        bool fresh = false;
        for (;;) {
            path_.push_back({index, 0, static_cast<std::uint32_t>(deeds_.size())});
            Node* node = &tree_.node(index);
            if (fresh) break;
            if (node->kind == Kind::bare && !expand(*node, index == tree_.root())) break;
            if (node->kind == Kind::over) break;
            if (node->kind == Kind::chance) {
                const Outcome outcome = S::draw_any(scratch_, random_);
                std::tie(index, fresh) = tree_.after(*node, outcome);
                continue;
            }
            std::uint32_t edge;
            const bool may_grow = index == tree_.root() || !is_full();
            if (node->child_count < node->move_count && may_grow) {
                const auto untried =
                    static_cast<std::uint32_t>(node->move_count - node->child_count);
                edge = node->child_count;
                tree_.try_move(*node, random_.below(untried));
                fresh = true;
            } else if (node->child_count > 0) {
                edge = select(*node);
            } else {
                break;
            }
            path_.back().edge = edge;
            const Move move = tree_.moves(*node)[edge];
            if (settings_.rave) deeds_.push_back({S::deed(node->context, move), node->seat});
            G::apply(scratch_, move);
            index = tree_.edges(*node)[edge].child;
        }
        return settings_.rave ? roll_out_and_compare(watch) : roll_out(watch);
    }

    bool is_full() const { return tree_.bytes() >= most_bytes_; }

    /// Finds out what a node is that was visited often enough; whether it has children now.
    bool expand(Node& node, bool is_root) {
        if (!is_root &&
            (node.visits < static_cast<std::uint32_t>(settings_.expand_after) || is_full())) {
            return false;
        }
        const int turn = G::to_move(scratch_);
        if (turn == kChance) {
            node.kind = Kind::chance;
        } else if (turn == kOver) {
            node.kind = Kind::over;
        } else {
            S::list_moves(scratch_, moves_);
            tree_.make_decision(node, turn, S::deed_context(scratch_), moves_);
        }
        return true;
    }

    std::uint32_t select(const Node& node) const {
        const Edge* edges = tree_.edges(node);
        const double k = settings_.c * std::sqrt(exact_log(node.visits));
        double best = -1e300;
        std::uint32_t chosen = 0;
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
            if (edges[i].visits == 0) return i;  // its first simulation was cut off
            double mean = edges[i].mean;
            if (settings_.rave) mean = with_all_as_first(node, i);
            const double value = mean + k * edges[i].spread;
            if (value > best) {
                best = value;
                chosen = i;
            }
        }
        return chosen;
    }

    /// The mean of a move, leaning on what all random games say of it while its own are few: the
    /// schedule of least mean squared error with bias b, beta = a / (n + a + 4 n a b^2).
    double with_all_as_first(const Node& node, std::uint32_t i) const {
        const Edge& edge = tree_.edges(node)[i];
        const AllAsFirst& all = tree_.all_as_first(node)[i];
        if (all.games == 0) return edge.mean;
        const double n = edge.visits;
        const double a = static_cast<double>(all.games) / settings_.rollouts;
        const double b = settings_.rave_bias;
        const double beta = a / (n + a + 4 * n * a * b * b);
        return (1 - beta) * edge.mean + beta * (all.total / all.games);
    }

    PerSeat play_to_the_end(State& state, std::vector<Deed>* note) {
        S::playout(state, random_, policy_, note);
        return rewards_of(S::points(state), G::seats(state), settings_.reward, settings_.rivals);
    }

    /// Random games from the end of the path; their rewards go all the way back.
    bool roll_out(const Watch& watch) {
        Totals totals{};
        for (int game = 0; game < settings_.rollouts; ++game) {
            if (game && watch.must_end()) return false;
            const bool last = game + 1 == settings_.rollouts;
            if (!last) spare_ = scratch_;
            const PerSeat rewards = play_to_the_end(last ? scratch_ : spare_, nullptr);
            for (std::size_t seat = 0; seat < kMostSeats; ++seat) totals[seat] += rewards[seat];
        }
        give_back(totals);
        return true;
    }

    /// The same, and for every node on the path: which of its moves were made later by its seat?
    bool roll_out_and_compare(const Watch& watch) {
        Totals totals{};
        const std::size_t in_tree = deeds_.size();
        games_.clear();
        for (int game = 0; game < settings_.rollouts; ++game) {
            if (game && watch.must_end()) return false;
            deeds_.resize(in_tree);
            spare_ = scratch_;
            const PerSeat rewards = play_to_the_end(spare_, &deeds_);
            for (std::size_t seat = 0; seat < kMostSeats; ++seat) totals[seat] += rewards[seat];
            games_.emplace_back(rewards, deeds_);
        }
        for (const auto& [rewards, deeds] : games_) compare(rewards, deeds);
        give_back(totals);
        return true;
    }

    /// Counts one random game for each move of each node on the path whose seat made it then or
    /// later.
    void compare(const PerSeat& rewards, const std::vector<Deed>& deeds) {
        seen_.clear(deeds.size());
        std::size_t noted = deeds.size();
        for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
            while (noted > step->deeds) seen_.add(deeds[--noted]);
            const Node& node = tree_.node(step->node);
            if (node.kind != Kind::decision) continue;
            AllAsFirst* all = tree_.all_as_first(node);
            for (std::uint32_t i = 0; i < node.move_count; ++i) {
                const Deed deed{S::deed(node.context, tree_.moves(node)[i]), node.seat};
                if (!seen_.has(deed)) continue;
                ++all[i].games;
                all[i].total += rewards[static_cast<std::size_t>(node.seat)];
            }
        }
    }

    void give_back(const Totals& totals) {
        for (const Step& step : path_) {
            Node& node = tree_.node(step.node);
            ++node.visits;
            if (node.kind != Kind::decision || &step == &path_.back()) continue;
            Edge& edge = tree_.edges(node)[step.edge];
            edge.total += static_cast<double>(totals[static_cast<std::size_t>(node.seat)]);
            ++edge.visits;
            edge.mean = edge.total / (static_cast<double>(edge.visits) * settings_.rollouts);
            edge.spread = 1.0 / std::sqrt(static_cast<double>(edge.visits));
        }
        deepest_ = std::max(deepest_, static_cast<int>(path_.size()) - 1);
    }

    /// Fills in what the tree knows now.
    void report(const std::vector<Move>& moves, Progress& progress) {
        progress.memory = static_cast<std::int64_t>(tree_.bytes());
        progress.depth = deepest_;
        const Node& node = tree_.node(tree_.root());
        if (node.kind == Kind::chance) progress.line = line(tree_.root());
        if (node.kind != Kind::decision || node.child_count == 0) return;
        const Edge* edges = tree_.edges(node);
        for (std::size_t i = 0; i < moves.size(); ++i) places_[S::bits(moves[i])] = i;
        for (std::uint32_t k = 0; k < node.child_count; ++k) {
            const std::size_t i = places_.at(S::bits(tree_.moves(node)[k]));
            progress.moves[i] = {edges[k].visits, edges[k].total / settings_.rollouts};
        }
        if (!settings_.choice.choose(progress)) return;  // the only simulation was cut off
        const auto chosen = moves[static_cast<std::size_t>(progress.best)];
        progress.line = G::move_text(chosen);
        const std::string rest = line(tree_.find(node, chosen));
        if (!rest.empty()) progress.line += ' ' + rest;
    }

    /// The most visited way through the tree from a node on.
    std::string line(std::uint32_t index) const {
        std::string text;
        for (;;) {
            const Node& node = tree_.node(index);
            std::uint32_t best = 0;
            if (node.child_count == 0) return text;
            if (!text.empty()) text += ' ';
            if (node.kind == Kind::decision) {
                const Edge* edges = tree_.edges(node);
                for (std::uint32_t i = 1; i < node.child_count; ++i) {
                    if (edges[i].visits > edges[best].visits) best = i;
                }
                text += G::move_text(tree_.moves(node)[best]);
                index = edges[best].child;
            } else {
                const auto* drawn = tree_.drawn(node);
                for (std::uint32_t i = 1; i < node.child_count; ++i) {
                    if (tree_.node(drawn[i].child).visits > tree_.node(drawn[best].child).visits) {
                        best = i;
                    }
                }
                text += G::outcome_text(drawn[best].outcome);
                index = drawn[best].child;
            }
        }
    }

    State scratch_;
    State spare_;
    Random random_;
    MctsSettings settings_;
    int policy_;
    std::size_t most_bytes_;
    Tree<G> tree_;
    int deepest_ = 0;  ///< below the root; where others went on from it, at most
    std::vector<Step> path_;
    std::vector<Move> moves_;
    std::vector<Deed> deeds_;
    std::vector<std::pair<PerSeat, std::vector<Deed>>> games_;
    SeenDeeds seen_;
    std::unordered_map<std::uint64_t, std::size_t> places_;
};

}  // namespace carcbot::search
