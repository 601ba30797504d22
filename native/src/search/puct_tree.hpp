// The tree of a search that is led by an evaluation (puct.hpp), and what is sure in it.
//
// Near the end of a game it is sure that a position is worth no less than so much to a seat, and no
// more than so much: of a decision the best move counts, of chance the mean by its weights. Where
// both are the same it is known exactly. With two seats one that has a good reply needs no more to
// show that a move was worth little: a move that is worth no more than another surely brings is out
// of the question, whatever else could follow it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
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
        std::uint32_t sure = kNone;   ///< its Sure, if anything is
        std::uint32_t luck = 0;       ///< what makes draws differ from those below other decisions
        std::uint16_t count = 0;
        std::int8_t seat = -1;
        Kind kind = Kind::bare;
    };
    /// What a position is worth to each seat: no less and no more than so much.
    struct Sure {
        Values low, high;
        friend bool operator==(const Sure&, const Sure&) = default;
        [[nodiscard]] bool is_exact() const { return low == high; }
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

    explicit PuctTree(int seats) : seats_(static_cast<std::size_t>(seats)), root_(add()) {}

    [[nodiscard]] std::uint32_t root() const { return root_; }

    [[nodiscard]] std::size_t bytes() const {
        return nodes_.bytes() + choices_.bytes() + draws_.bytes() + sure_.bytes();
    }
    /// How many nodes it has.
    [[nodiscard]] std::size_t count() const { return count_; }

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
        PuctTree tree(static_cast<int>(seats_));
        if (!tree.copy(*this, takes_too_long)) tree = PuctTree(static_cast<int>(seats_));
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
    [[nodiscard]] bool is_known(const Node& node) const {
        return node.sure != kNone && sure(node).is_exact();
    }
    [[nodiscard]] const Values& known(const Node& node) const { return sure(node).low; }

    /// Whether all is known after the move.
    [[nodiscard]] bool is_settled(const Choice& choice) const {
        return choice.child != kNone && is_known(choice.child);
    }
    [[nodiscard]] const Values& known_after(const Choice& choice) const {
        return known(node(choice.child));
    }
    /// Whether it may still turn out that no other move is better: not if it is known, or another
    /// one surely brings as much as this one can.
    [[nodiscard]] bool is_open(const Node& at, const Choice& choice) const {
        if (choice.child == kNone || node(choice.child).sure == kNone) return true;
        const Sure& after = sure(node(choice.child));
        const auto seat = static_cast<std::size_t>(at.seat);
        return !after.is_exact() && (at.sure == kNone || after.high[seat] > sure(at).low[seat]);
    }

    /// Whether it may be the best move of all, as far as anything is sure.
    [[nodiscard]] bool may_be_best(const Node& at, const Choice& choice) const {
        if (is_open(at, choice)) return true;
        const auto seat = static_cast<std::size_t>(at.seat);
        return is_settled(choice) &&
               (at.sure == kNone || known_after(choice)[seat] >= sure(at).low[seat]);
    }

    void set_known(Node& node, const Values& values) { set_sure(node, {values, values}); }

    /// Values as far as they agree with what is sure at a node, or after a move.
    [[nodiscard]] Values within_sure(std::uint32_t index, Values values) const {
        if (index == kNone || node(index).sure == kNone) return values;
        const Sure& sure = this->sure(node(index));
        for (std::size_t seat = 0; seat < seats_; ++seat) {
            values[seat] = std::clamp(values[seat], sure.low[seat], sure.high[seat]);
        }
        return values;
    }

    /// Passes on what is sure of the last position of a way, as far up as that says anything new.
    void conclude(const std::vector<Step>& way) {
        if (way.back().node == kNone || node(way.back().node).sure == kNone) return;
        for (std::size_t i = way.size() - 1; i-- > 0;) {
            Node& last = node(way[i].node);
            if (last.kind == Kind::decision) heed(last, way[i].taken);
            const Sure now =
                last.kind == Kind::decision ? sure_of_choices(last) : sure_of_draws(last);
            if (now == (last.sure == kNone ? nothing() : sure(last))) return;
            set_sure(last, now);
        }
    }

  private:
    /// Takes over what lies below the root of another tree; whether that did not take too long.
    template <typename TakesTooLong>
    bool copy(const PuctTree& from, const TakesTooLong& takes_too_long) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> todo = {{from.root_, root_}};
        const auto copy_all = [&](auto* to, const auto* all, std::uint16_t count) {
            std::copy_n(all, count, to);
            for (std::uint16_t i = 0; i < count; ++i) {
                if (all[i].child == kNone) continue;
                to[i].child = add();
                todo.emplace_back(all[i].child, to[i].child);
            }
        };
        for (std::size_t copied = 1; !todo.empty(); ++copied) {
            if (copied % kLookEvery == 0 && takes_too_long()) return false;
            const auto [source, target] = todo.back();
            todo.pop_back();
            const Node& old = from.node(source);
            Node& fresh = node(target);
            fresh = old;
            if (old.sure != kNone) {
                fresh.sure = kNone;
                set_sure(fresh, from.sure(old));
            }
            if (old.kind == Kind::decision) {
                copy_all(add_choices(fresh, old.count), from.choices(old), old.count);
            } else if (old.kind == Kind::chance) {
                copy_all(add_draws(fresh, old.count), from.draws(old), old.count);
            }
        }
        return true;
    }

    static constexpr std::size_t kLookEvery = 1024;  ///< nodes that are copied meanwhile

    static constexpr double kEndless = std::numeric_limits<double>::infinity();

    [[nodiscard]] const Sure& sure(const Node& node) const { return *sure_[node.sure]; }
    void set_sure(Node& node, const Sure& sure) {
        if (node.sure == kNone) node.sure = sure_.take(1);
        *sure_[node.sure] = sure;
    }

    /// What is sure of a position of which nothing is.
    [[nodiscard]] Sure nothing() const {
        Sure sure{};
        for (std::size_t seat = 0; seat < seats_; ++seat) {
            sure.low[seat] = -kEndless;
            sure.high[seat] = kEndless;
        }
        return sure;
    }
    [[nodiscard]] Sure sure_after(std::uint32_t child) const {
        return child == kNone || node(child).sure == kNone ? nothing() : sure(node(child));
    }

    /// Lets the mean of a move agree with what is sure after it.
    void heed(Node& at, std::uint32_t taken) {
        Choice& choice = choices(at)[taken];
        const Sure& after = sure(node(choice.child));
        const auto seat = static_cast<std::size_t>(at.seat);
        const double visits = choice.visits + 1.0;
        choice.total =
            std::clamp(choice.total, after.low[seat] * visits, after.high[seat] * visits);
    }

    /// What is sure where a seat takes the move that is best for it: what the moves bring others
    /// counts only where the seat may take them.
    [[nodiscard]] Sure sure_of_choices(const Node& at) const {
        const Choice* const all = choices(at);
        const auto seat = static_cast<std::size_t>(at.seat);
        std::uint32_t best = 0;
        Sure best_after = sure_after(all[0].child);
        for (std::uint32_t i = 1; i < at.count; ++i) {
            const Sure after = sure_after(all[i].child);
            if (after.low[seat] <= best_after.low[seat]) continue;
            best = i;
            best_after = after;
        }
        Sure sum = best_after;
        for (std::uint32_t i = 0; i < at.count; ++i) {
            const Sure after = sure_after(all[i].child);
            if (i == best || after.high[seat] <= best_after.low[seat]) continue;
            for (std::size_t each = 0; each < seats_; ++each) {
                if (each != seat) sum.low[each] = std::min(sum.low[each], after.low[each]);
                sum.high[each] = std::max(sum.high[each], after.high[each]);
            }
        }
        if (seats_ == 2) {  // what one is ahead the other is behind
            sum.low[1 - seat] = -sum.high[seat];
            sum.high[1 - seat] = -sum.low[seat];
        }
        return sum;
    }

    [[nodiscard]] Sure sure_of_draws(const Node& at) const {
        const Draw* const all = draws(at);
        Sure mean{};
        for (std::uint32_t i = 0; i < at.count; ++i) {
            const Sure after = sure_after(all[i].child);
            for (std::size_t seat = 0; seat < seats_; ++seat) {
                mean.low[seat] += all[i].share * after.low[seat];
                mean.high[seat] += all[i].share * after.high[seat];
            }
        }
        return mean;
    }

    Pool<Node> nodes_;
    Pool<Choice> choices_;
    Pool<Draw> draws_;
    Pool<Sure> sure_;
    std::size_t seats_;
    std::size_t count_ = 0;
    std::uint32_t root_;
    bool is_tidy_ = true;
};

}  // namespace carcbot::search
