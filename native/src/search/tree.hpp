// The tree that Monte-Carlo tree search grows: positions where a seat decides and positions where
// chance does, alternating as the game has it.
//
// A node is stored bare: its moves are listed only when it is visited again, and its edges grow
// with the moves that were tried. Most nodes are visited once, so this is most of the memory.
#pragma once

#include <utility>

#include "carcbot/game.hpp"
#include "pool.hpp"

namespace carcbot::search {

/// A move that was tried: its statistics, from the view of the seat that makes it.
struct Edge {
    double total;   ///< sum of rewards
    double mean;    ///< total over all random games behind it
    double spread;  ///< 1 / sqrt(visits)
    std::uint32_t visits;
    std::uint32_t child;
};

/// What random games say of a move wherever in them its seat made it.
struct AllAsFirst {
    double total = 0;
    std::uint32_t games = 0;
};

template <ChanceGame G>
class Tree {
  public:
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;
    static constexpr std::uint32_t kNone = UINT32_MAX;

    struct Drawn {
        Outcome outcome;
        std::uint32_t child;
    };

    enum class Kind : std::uint8_t { bare, decision, chance, over };

    struct Node {
        std::uint32_t visits = 0;
        std::uint32_t children = kNone;  ///< block of Edges or of Drawns
        std::uint32_t moves = kNone;     ///< block of Moves, and of AllAsFirst if it is kept
        std::uint32_t context = 0;       ///< what turns its moves into deeds
        std::uint16_t move_count = 0;
        std::uint16_t child_count = 0;  ///< moves tried: the first of the block; or outcomes seen
        std::uint16_t capacity = 0;     ///< of the block of children
        std::int8_t seat = -1;
        Kind kind = Kind::bare;
    };

    explicit Tree(bool keeps_all_as_first) : keeps_all_as_first_(keeps_all_as_first) {
        root_ = add();
    }

    [[nodiscard]] std::uint32_t root() const { return root_; }
    Node& node(std::uint32_t index) { return *nodes_[index]; }
    [[nodiscard]] const Node& node(std::uint32_t index) const { return *nodes_[index]; }

    Edge* edges(const Node& node) { return edges_[node.children]; }
    [[nodiscard]] const Edge* edges(const Node& node) const { return edges_[node.children]; }
    Drawn* drawn(const Node& node) { return drawn_[node.children]; }
    [[nodiscard]] const Drawn* drawn(const Node& node) const { return drawn_[node.children]; }
    Move* moves(const Node& node) { return moves_[node.moves]; }
    [[nodiscard]] const Move* moves(const Node& node) const { return moves_[node.moves]; }
    AllAsFirst* all_as_first(const Node& node) { return all_as_first_[node.moves]; }
    [[nodiscard]] const AllAsFirst* all_as_first(const Node& node) const {
        return all_as_first_[node.moves];
    }

    [[nodiscard]] std::size_t nodes() const { return count_; }
    [[nodiscard]] std::size_t bytes() const {
        return nodes_.bytes() + edges_.bytes() + drawn_.bytes() + moves_.bytes() +
               all_as_first_.bytes();
    }

    /// Makes a bare node one where a seat decides between these moves; none was tried yet.
    void make_decision(Node& node, int seat, std::uint32_t context,
                       const std::vector<Move>& moves) {
        node.kind = Kind::decision;
        node.seat = static_cast<std::int8_t>(seat);
        node.context = context;
        node.move_count = static_cast<std::uint16_t>(moves.size());
        node.moves = moves_.take(node.move_count);
        std::copy(moves.begin(), moves.end(), moves_[node.moves]);
        if (!keeps_all_as_first_) return;
        // the two pools are asked for the same sizes in the same order, so the numbers agree
        all_as_first_.take(node.move_count);
        std::fill_n(all_as_first_[node.moves], node.move_count, AllAsFirst{});
    }

    /// Tries the move in place `index` of the moves that were not tried yet; its edge is the last.
    Edge& try_move(Node& node, std::uint32_t index) {
        const std::uint32_t place = node.child_count;
        std::swap(moves(node)[place], moves(node)[place + index]);
        if (keeps_all_as_first_) {
            std::swap(all_as_first(node)[place], all_as_first(node)[place + index]);
        }
        Edge& edge = *append(edges_, node);
        edge = {0, 0, 0, 0, add()};
        return edge;
    }

    /// The node behind this outcome; whether it was made just now.
    std::pair<std::uint32_t, bool> after(Node& node, Outcome outcome) {
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
            const Drawn& seen = drawn(node)[i];
            if (seen.outcome == outcome) return {seen.child, false};
        }
        Drawn& fresh = *append(drawn_, node);
        fresh = {outcome, add()};
        return {fresh.child, true};
    }

    /// The node that a move or an outcome leads to, or kNone if it is not in the tree.
    [[nodiscard]] std::uint32_t find(const Node& node, Move move) const {
        if (node.kind != Kind::decision) return kNone;
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
            if (moves(node)[i] == move) return edges(node)[i].child;
        }
        return kNone;
    }
    [[nodiscard]] std::uint32_t find_drawn(const Node& node, Outcome outcome) const {
        if (node.kind != Kind::chance) return kNone;
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
            if (drawn(node)[i].outcome == outcome) return drawn(node)[i].child;
        }
        return kNone;
    }

    /// Makes a node the root. What does not lie below it stays in memory until `tidy`.
    void go_on_from(std::uint32_t node) {
        root_ = node;
        is_tidy_ = false;
    }

    /// Gives the memory back of all that does not lie below the root. It takes longer the more
    /// does: where `takes_too_long` says so, that is given up as well, and the tree begins anew.
    template <typename TakesTooLong>
    void tidy(const TakesTooLong& takes_too_long) {
        if (is_tidy_) return;
        Tree tree(keeps_all_as_first_);
        if (!tree.copy(*this, takes_too_long)) tree = Tree(keeps_all_as_first_);
        *this = std::move(tree);
    }

  private:
    std::uint32_t add() {
        const std::uint32_t index = nodes_.take(1);
        *nodes_[index] = Node{};
        ++count_;
        return index;
    }

    /// Room for one more child in the node's block, which moves to a larger one if it has to.
    template <typename T>
    T* append(Pool<T>& pool, Node& node) {
        if (node.child_count == node.capacity) {
            const auto wider = static_cast<std::uint16_t>(node.capacity ? 2 * node.capacity : 1);
            const auto block = pool.take(wider);
            if (node.capacity) {
                std::copy_n(pool[node.children], node.child_count, pool[block]);
                pool.give(node.children, node.capacity);
            }
            node.children = block;
            node.capacity = wider;
        }
        return pool[node.children] + node.child_count++;
    }

    /// Takes over what lies below the root of another tree; whether that did not take too long.
    template <typename TakesTooLong>
    bool copy(const Tree& from, const TakesTooLong& takes_too_long) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> todo = {{from.root_, root_}};
        for (std::size_t copied = 1; !todo.empty(); ++copied) {
            if (copied % kLookEvery == 0 && takes_too_long()) return false;
            const auto [source, target] = todo.back();
            todo.pop_back();
            const Node& old = from.node(source);
            node(target) = old;
            if (old.kind == Kind::decision) {
                Node& fresh = node(target);
                fresh.moves = moves_.take(old.move_count);
                std::copy_n(from.moves(old), old.move_count, moves(fresh));
                if (keeps_all_as_first_) {
                    all_as_first_.take(old.move_count);
                    std::copy_n(from.all_as_first(old), old.move_count, all_as_first(fresh));
                }
            }
            if (old.child_count == 0) continue;
            const auto copy_children = [&](auto& pool, const auto* children) {
                node(target).children = pool.take(old.capacity);
                for (std::uint32_t i = 0; i < old.child_count; ++i) {
                    auto child = children[i];
                    const std::uint32_t index = add();
                    todo.emplace_back(child.child, index);
                    child.child = index;
                    pool[node(target).children][i] = child;
                }
            };
            if (old.kind == Kind::decision) {
                copy_children(edges_, from.edges(old));
            } else {
                copy_children(drawn_, from.drawn(old));
            }
        }
        return true;
    }

    static constexpr std::size_t kLookEvery = 1024;  ///< nodes that are copied meanwhile

    Pool<Node> nodes_;
    Pool<Edge> edges_;
    Pool<Drawn> drawn_;
    Pool<Move> moves_;
    Pool<AllAsFirst> all_as_first_;
    std::size_t count_ = 0;
    std::uint32_t root_ = kNone;
    bool is_tidy_ = true;
    bool keeps_all_as_first_;
};

}  // namespace carcbot::search
