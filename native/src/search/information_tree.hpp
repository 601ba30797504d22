// The tree of searches for hidden cards: what an observer may know when somebody decides, and what
// was found out about each move there.
//
// Two positions that the observer cannot tell apart are one node, and the legal moves may differ
// between them: so a node has an edge for every move that was legal in any of them, and an edge
// counts how often it was. Which node follows depends on what the observer saw since, as a number.
#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "carcbot/game.hpp"
#include "carcbot/random.hpp"

namespace carcbot::search {

class InformationTree {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    using Totals = std::array<std::int64_t, kMostSeats>;

    /// A move.
    struct Edge {
        std::uint64_t move;
        std::uint32_t visits = 0;
        std::uint32_t available = 0;  ///< visits of the node in which it was legal
        Totals totals{};              ///< of what the simulations brought each seat
        int knowledge = 0;
        bool has_knowledge = false;
    };

    struct Node {
        std::uint32_t visits = 0;
        std::vector<Edge> edges;
    };

    InformationTree() { clear(); }

    void clear() {
        nodes_.assign(1, Node{});
        children_.clear();
        root_ = 0;
        edges_ = 0;
    }

    [[nodiscard]] std::uint32_t root() const { return root_; }
    void go_on_from(std::uint32_t node) { root_ = node; }
    Node& node(std::uint32_t index) { return nodes_[index]; }
    [[nodiscard]] const Node& node(std::uint32_t index) const { return nodes_[index]; }

    /// The node behind this one after what was seen, or kNone.
    [[nodiscard]] std::uint32_t child(std::uint32_t node, std::uint64_t seen) const {
        const auto found = children_.find(key(node, seen));
        return found == children_.end() ? kNone : found->second;
    }
    std::uint32_t add(std::uint32_t node, std::uint64_t seen) {
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        children_.emplace(key(node, seen), index);
        nodes_.emplace_back();
        return index;
    }

    /// The places of these moves among the edges of a node, which gets those that it lacks.
    void places_of(std::uint32_t index, const std::vector<std::uint64_t>& moves,
                   std::vector<std::uint32_t>& places) {
        auto& edges = nodes_[index].edges;
        const auto has = [](std::uint64_t move) {
            return [move](const Edge& edge) { return edge.move == move; };
        };
        places.clear();
        auto next = edges.begin();  // mostly the same moves come in the same order
        for (const std::uint64_t move : moves) {
            auto found = std::find_if(next, edges.end(), has(move));
            if (found == edges.end()) {
                found = std::find_if(edges.begin(), next, has(move));
                if (found == next) {
                    edges.push_back({.move = move});
                    ++edges_;
                    found = edges.end() - 1;
                }
            }
            places.push_back(static_cast<std::uint32_t>(found - edges.begin()));
            next = found + 1;
        }
    }

    [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }
    /// About as many as it takes.
    [[nodiscard]] std::size_t bytes() const {
        constexpr std::size_t kChild = 48;
        return nodes_.size() * (sizeof(Node) + kChild) + edges_ * sizeof(Edge) * 3 / 2;
    }

  private:
    static std::uint64_t key(std::uint32_t node, std::uint64_t seen) {
        return mix64(seen ^ mix64(node));
    }

    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> children_;
    std::uint32_t root_ = 0;
    std::size_t edges_ = 0;
};

}  // namespace carcbot::search
