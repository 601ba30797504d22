// The tree of a search that is led by an evaluation (puct.hpp), and what is known exactly in it.
//
// Near the end of a game a position is known exactly as soon as all that can follow is in the tree:
// of a decision the best move counts then, of chance the mean by its weights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "carcbot/game.hpp"
#include "pool.hpp"
#include "standing.hpp"

namespace carcbot::search {

template <ChanceGame G>
class PuctTree {
  public:
    using Values = SeatValues;
    static constexpr std::uint32_t kNone = UINT32_MAX;

    enum class Kind : std::uint8_t { bare, decision, chance, over };

    struct Node {
        std::uint32_t visits = 0;
        std::uint32_t first = kNone;  ///< block of Choices or of Draws
        std::uint32_t known =
            kNone;               ///< what it is worth to each seat, where that is known exactly
        std::uint32_t luck = 0;  ///< what makes draws differ from those below other decisions
        std::uint16_t count = 0;
        std::int8_t seat = -1;
        Kind kind = Kind::bare;
    };
    /// A move, from the view of the seat that makes it.
    struct Choice {
        double total;  ///< of all visits, the evaluation's included
        double prior;
        std::uint32_t visits;  ///< without that
        std::uint32_t child;
        typename G::Move move;
    };
    struct Draw {
        typename G::Outcome outcome;
        double share;   ///< how likely it is
        double credit;  ///< visits that it is ahead of others at first, so that seeds differ
        std::uint32_t visits;
        std::uint32_t child;
    };
    /// A node on the way of a simulation, and which of its moves or draws was taken. kNone is a
    /// position that a full tree does not keep.
    struct Step {
        std::uint32_t node;
        std::uint32_t taken;
        std::uint32_t known = kNone;  ///< the move whose value counts above, instead of that one
    };

    PuctTree() : root_(add()) {}

    [[nodiscard]] std::uint32_t root() const { return root_; }

    [[nodiscard]] std::size_t bytes() const {
        return nodes_.bytes() + choices_.bytes() + draws_.bytes() + known_.bytes();
    }
    /// How many nodes it has.
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Makes a node the root. What does not lie below it stays in memory until `tidy`.
    void go_on_from(std::uint32_t node) {
        root_ = node;
        is_tidy_ = false;
    }

    /// Gives the memory back of all that does not lie below the root. It takes longer the more
    /// does.
    void tidy() {
        if (is_tidy_) return;
        PuctTree tree;
        tree.copy(*this);
        *this = std::move(tree);
    }

    std::uint32_t add() {
        const std::uint32_t index = nodes_.take(1);
        *nodes_[index] = Node{};
        ++count_;
        return index;
    }
    Choice* add_choices(Node& node, std::size_t count) {
        node.count = static_cast<std::uint16_t>(count);
        node.first = choices_.take(node.count);
        return choices_[node.first];
    }
    Draw* add_draws(Node& node, std::size_t count) {
        node.count = static_cast<std::uint16_t>(count);
        node.first = draws_.take(node.count);
        return draws_[node.first];
    }

    Node& node(std::uint32_t index) { return *nodes_[index]; }
    [[nodiscard]] const Node& node(std::uint32_t index) const { return *nodes_[index]; }
    Choice* choices(const Node& node) { return choices_[node.first]; }
    [[nodiscard]] const Choice* choices(const Node& node) const { return choices_[node.first]; }
    Draw* draws(const Node& node) { return draws_[node.first]; }
    [[nodiscard]] const Draw* draws(const Node& node) const { return draws_[node.first]; }

    [[nodiscard]] bool is_known(std::uint32_t index) const { return is_known(node(index)); }
    [[nodiscard]] bool is_known(const Node& node) const { return node.known != kNone; }
    [[nodiscard]] const Values& known(const Node& node) const { return *known_[node.known]; }

    /// Whether all is known after the move.
    [[nodiscard]] bool is_settled(const Choice& choice) const {
        return choice.child != kNone && is_known(choice.child);
    }
    [[nodiscard]] const Values& known_after(const Choice& choice) const {
        return known(node(choice.child));
    }

    void set_known(Node& node, const Values& values) {
        node.known = known_.take(1);
        *known_[node.known] = values;
    }

    /// Passes on what is known exactly of the last position of a way, as far up as nothing else is
    /// left open there.
    void conclude(const std::vector<Step>& way) {
        if (way.back().node == kNone) return;
        for (std::size_t i = way.size() - 1; i-- > 0 && is_known(way[i + 1].node);) {
            Node& last = node(way[i].node);
            if (last.kind == Kind::decision) {
                conclude_move(last, way[i].taken);
            } else {
                conclude_draw(last);
            }
        }
    }

  private:
    /// Takes over what lies below the root of another tree.
    void copy(const PuctTree& from) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> todo = {{from.root_, root_}};
        const auto copy_all = [&](auto* to, const auto* all, std::uint16_t count) {
            std::copy_n(all, count, to);
            for (std::uint16_t i = 0; i < count; ++i) {
                if (all[i].child == kNone) continue;
                to[i].child = add();
                todo.emplace_back(all[i].child, to[i].child);
            }
        };
        while (!todo.empty()) {
            const auto [source, target] = todo.back();
            todo.pop_back();
            const Node& old = from.node(source);
            Node& fresh = node(target);
            fresh = old;
            if (is_known(old)) set_known(fresh, from.known(old));
            if (old.kind == Kind::decision) {
                copy_all(add_choices(fresh, old.count), from.choices(old), old.count);
            } else if (old.kind == Kind::chance) {
                copy_all(add_draws(fresh, old.count), from.draws(old), old.count);
            }
        }
    }

    void conclude_move(Node& node, std::uint32_t taken) {
        Choice* const all = choices(node);
        const auto seat = static_cast<std::size_t>(node.seat);
        all[taken].total = known_after(all[taken])[seat] * (all[taken].visits + 1.0);
        const Values* best = nullptr;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            if (!is_settled(all[i])) return;
            const Values& values = known_after(all[i]);
            if (!best || values[seat] > (*best)[seat]) best = &values;
        }
        set_known(node, *best);
    }

    void conclude_draw(Node& node) {
        const Draw* const all = draws(node);
        Values mean{};
        for (std::uint32_t i = 0; i < node.count; ++i) {
            if (all[i].child == kNone || !is_known(all[i].child)) return;
            const Values& values = known(this->node(all[i].child));
            for (std::size_t seat = 0; seat < mean.size(); ++seat) {
                mean[seat] += all[i].share * values[seat];
            }
        }
        set_known(node, mean);
    }

    Pool<Node> nodes_;
    Pool<Choice> choices_;
    Pool<Draw> draws_;
    Pool<Values> known_;
    std::size_t count_ = 0;
    std::uint32_t root_;
    bool is_tidy_ = true;
};

}  // namespace carcbot::search
