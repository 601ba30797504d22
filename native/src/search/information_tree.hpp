// The tree of searches for hidden cards: what an observer may know when somebody decides, and what
// was found out about each move there.
//
// Two positions that the observer cannot tell apart are one node, and the legal moves may differ
// between them: so a node has an edge for every move that was legal in any of them, and an edge
// counts how often it was. Which node follows depends on what the observer saw since, as a number.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "carcbot/game.hpp"
#include "carcbot/random.hpp"

namespace carcbot::search {

/// Nodes by what leads to them, as well-mixed numbers: a table with open addresses, at most half
/// full.
class NodesByKey {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    void clear() {
        count_ = 0;
        slots_.assign(kFewest, {});
    }
    /// kNone if there is none.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const { return slots_[place_of(key)].node; }
    /// Of a key that is not in the table.
    void add(std::uint64_t key, std::uint32_t node) {
        if (2 * ++count_ > slots_.size()) grow();
        slots_[place_of(key)] = {key, node};
    }

  private:
    static constexpr std::size_t kFewest = 64;

    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t node = kNone;
    };

    /// Where the key is, or would be.
    [[nodiscard]] std::size_t place_of(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = key & mask;
        while (slots_[at].node != kNone && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        const std::vector<Slot> before =
            std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
        for (const Slot& slot : before) {
            if (slot.node != kNone) slots_[place_of(slot.key)] = slot;
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(kFewest);
    std::size_t count_ = 0;
};

class InformationTree {
  public:
    static constexpr std::uint32_t kNone = NodesByKey::kNone;
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
        return children_.find(key(node, seen));
    }
    std::uint32_t add(std::uint32_t node, std::uint64_t seen) {
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        children_.add(key(node, seen), index);
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
        if (edges.empty()) edges.reserve(moves.size());
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
        constexpr std::size_t kChild = 48;  // two to four slots of NodesByKey
        return nodes_.size() * (sizeof(Node) + kChild) + edges_ * sizeof(Edge) * 3 / 2;
    }

  private:
    static std::uint64_t key(std::uint32_t node, std::uint64_t seen) {
        return mix64(seen ^ mix64(node));
    }

    std::vector<Node> nodes_ = std::vector<Node>(1);
    NodesByKey children_;
    std::uint32_t root_ = 0;
    std::size_t edges_ = 0;
};

}  // namespace carcbot::search
