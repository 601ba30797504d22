// Which move a simulation makes in a node of a tree for hidden cards (ismcts.hpp): by UCT, with
// progressive bias and unpruning, or by a policy while the node is young.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "carcbot/error.hpp"
#include "carcbot/exact_math.hpp"
#include "information_tree.hpp"
#include "ismcts_settings.hpp"

namespace carcbot::search {

/// What a game from outside may do, and then nothing that a search knows of it holds.
[[noreturn]] inline void moves_have_changed() {
    throw InputError(Fault::illegal_move, "other moves are legal than when it was asked before",
                     "the game", "the same legal moves of the same position");
}

template <ChanceGame G>
class EdgeChoice {
  public:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Edge = InformationTree::Edge;
    using Node = InformationTree::Node;

    /// A move, and its place among the edges of the node.
    struct Chosen {
        Move move;
        std::uint32_t edge;
    };

    /// Throws InputError(options) if the game does not know the knowledge.
    EdgeChoice(const IsmctsSettings& settings, const Playouts<G>& playouts, int seats)
        : settings_(settings),
          policy_(playouts.policy()),
          unit_(settings.reward == Reward::outcome ? 1 : playouts.unit()),
          knows_how_(index_of_choice(settings.knowledge, S::kKnowledge, "the knowledge")),
          seats_(static_cast<std::size_t>(seats)) {}

    /// Chooses a legal move for the seat that is to decide. Each counts as available once more.
    Chosen choose(InformationTree& tree, std::uint32_t index, const State& state, int seat,
                  Random& random) {
        S::list_moves(state, moves_);
        bits_.clear();
        for (const Move move : moves_) bits_.push_back(S::bits(move));
        tree.places_of(index, bits_, places_);
        Node& node = tree.node(index);
        for (const std::uint32_t place : places_) ++node.edges[place].available;
        const std::size_t chosen = best_of(node, state, seat, random);
        return {moves_[chosen], places_[chosen]};
    }

    /// What so many simulations brought a seat: the mean of its own less the best rival's.
    [[nodiscard]] double mean(const InformationTree::Totals& totals, std::uint64_t visits,
                              int seat) const {
        const auto own = static_cast<std::size_t>(seat);
        std::int64_t total = totals[own];
        if (settings_.reward == Reward::difference) {
            std::int64_t best = INT64_MIN, all = 0;
            for (std::size_t other = 0; other < seats_; ++other) {
                if (other == own) continue;
                best = std::max(best, totals[other]);
                all += totals[other];
            }
            total -= settings_.rivals == Rivals::best ? best : all;
        }
        return static_cast<double>(total) /
               (static_cast<double>(visits) * static_cast<double>(settings_.rollouts) * unit_);
    }

  private:
    /// Which of the legal moves is made.
    std::size_t best_of(Node& node, const State& state, int seat, Random& random) {
        if (node.visits < static_cast<std::uint32_t>(settings_.uct_after)) {
            const Move move = S::random_move(state, random, policy_);
            const auto found = std::find(moves_.begin(), moves_.end(), move);
            if (found == moves_.end()) moves_have_changed();
            return static_cast<std::size_t>(found - moves_.begin());
        }
        list_candidates(node, state);
        const bool has_bias = settings_.bias > 0 && knows(node);
        double best = -1e300;
        std::size_t chosen = candidates_.front();
        std::uint32_t untried = 0;
        for (const std::size_t i : candidates_) untried += node.edges[places_[i]].visits == 0;
        if (untried && settings_.unvisited >= kTriedFirst) {
            return nth_untried(node, random.below(untried));
        }
        std::uint32_t available = 0;  // mostly all moves were legal as often
        double log_available = 0;
        for (const std::size_t i : candidates_) {
            const Edge& edge = node.edges[places_[i]];
            if (edge.visits == 0) continue;
            if (edge.available != available) {
                available = edge.available;
                log_available = exact_log(available);
            }
            const double bias = has_bias ? settings_.bias * edge.knowledge / kWorthOfAPoint : 0.0;
            const bool is_inside = settings_.bias_place == BiasPlace::inside;
            const double curious = log_available + (is_inside ? bias : 0.0);
            double value = mean(edge.totals, edge.visits, seat) +
                           settings_.c * std::sqrt(std::max(0.0, curious) / edge.visits);
            if (!is_inside) value += bias / edge.visits;
            if (value > best) {
                best = value;
                chosen = i;
            }
        }
        if (untried && settings_.unvisited > best) return nth_untried(node, random.below(untried));
        return chosen;
    }

    /// One of those that were not tried.
    std::size_t nth_untried(const Node& node, std::uint32_t left) const {
        for (const std::size_t i : candidates_) {
            if (node.edges[places_[i]].visits == 0 && left-- == 0) return i;
        }
        return candidates_.front();
    }

    [[nodiscard]] bool knows(const Node& node) const {
        return node.visits >= static_cast<std::uint32_t>(settings_.knowledge_after);
    }

    /// The moves that may be chosen: all, or as many of the best that are not pruned any more.
    void list_candidates(Node& node, const State& state) {
        candidates_.resize(moves_.size());
        std::iota(candidates_.begin(), candidates_.end(), std::size_t{0});
        if ((settings_.prune_k == 0 && settings_.bias == 0) || !knows(node)) return;
        find_knowledge(node, state);
        if (settings_.prune_k == 0) return;
        std::size_t most = static_cast<std::size_t>(settings_.prune_k);
        for (double due = settings_.prune_a; node.visits > due && most < moves_.size(); ++most)
            due *= settings_.prune_b;
        if (most >= moves_.size()) return;
        std::stable_sort(candidates_.begin(), candidates_.end(), [&](auto one, auto other) {
            return node.edges[places_[one]].knowledge > node.edges[places_[other]].knowledge;
        });
        candidates_.resize(most);
    }

    /// What the game knows of the moves, which each edge keeps from its first time.
    void find_knowledge(Node& node, const State& state) {
        const bool is_known = std::all_of(places_.begin(), places_.end(), [&](std::uint32_t place) {
            return node.edges[place].has_knowledge;
        });
        if (is_known) return;
        S::knowledge(state, moves_, knows_how_, knowledge_);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            Edge& edge = node.edges[places_[i]];
            if (edge.has_knowledge) continue;
            edge.knowledge = knowledge_[i];
            edge.has_knowledge = true;
        }
    }

    IsmctsSettings settings_;
    int policy_, unit_, knows_how_;
    std::size_t seats_;
    std::vector<Move> moves_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> places_;  ///< of the moves, among the edges of the node
    std::vector<std::size_t> candidates_;
    std::vector<int> knowledge_;
};

}  // namespace carcbot::search
