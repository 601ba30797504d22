// Tree search that is led by an evaluation and plays no random games (PUCT, as in Silver et al.
// 2017), for games that can say what a position is worth (Searchable's Worth).
//
// A simulation walks down from the root. At a node a seat takes the move with the largest
//
//     mean + C * prior * sqrt(n) / (1 + n_move)
//
// for itself, in points and what these say of who wins (standing.hpp). What the evaluation says of
// the position after the move counts as its first visit, and the prior falls with how far that lies
// behind the best move's: 1 / (1 + behind / spread)^2, as a part of all. Chance takes the outcome
// that is furthest behind its share of the visits, so that a few visits are spread as many would
// be; and it takes them in the same order after all moves of a decision, so that moves are compared
// by the same draws. The first position that is not in the tree yet is stored: its value, for each
// seat, is that of the best move there by the evaluation, and goes all the way back.
//
// With three seats and more a new position's value may be, in part (round), what comes of it when
// all play on by the evaluation until the seat that moved last has its next turn: the tree hardly
// ever comes so far there, and what that seat makes of its move shows only then.
//
// With wide > 0 only the best moves by the evaluation come into question at first, and more the
// more often a node was visited: wide * sqrt(n). That costs no exact value: where all of them are
// known to the end, the next one comes into question.
//
// Where a position is known exactly (puct_tree.hpp) a simulation that comes there ends there. A
// seat that would take a move after which all is known has its value, and looks at the best of the
// other moves instead; moves that are surely no better than another one it leaves aside. When the
// root is known the search is finished.
#pragma once

#include <cmath>
#include <unordered_map>

#include "final_choice.hpp"
#include "puct_tree.hpp"
#include "searcher.hpp"
#include "standing.hpp"

namespace carcbot::search {

struct PuctSettings : Settings {
    static constexpr Family kFamily{.name = "puct",
                                    .title = "Tree search led by an evaluation",
                                    .adds_up = true,
                                    .remembers = true};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override {
        all.number("c", c, 0, 1e6, "How curious: the constant of PUCT, in points.");
        all.number("spread", spread, 0.001, 1e6,
                   "A move so many points behind the best has a quarter of its prior.");
        all.number("wide", wide, 0, 1000,
                   "Only the best moves by the evaluation are looked at: so many times the square "
                   "root of the simulations that came to the decision; 0 is all.");
        list_evaluation(all, evaluation);
        standing.list(all);
        all.number("round", round, 0, 1,
                   "With three seats and more, how much of a new position's value is what comes of "
                   "it when all play on by the evaluation until the seat that moved last has its "
                   "next turn.");
        choice.list(all);
        all.number("noise", noise, 0, 1e6,
                   "How wrong it is about each of its moves in the end, in points (a standard "
                   "deviation): weaker opponents have more.");
        all.number("memory", megabytes, 1, 65536,
                   "Megabytes of the tree, after which it does not grow.");
        list_limits_of_simulations(all);
    }

    double c = 4;
    double spread = 2;
    double wide = 0;
    std::string evaluation{kUsual};
    StandingSettings standing;
    double round = 0;
    FinalChoice choice;
    double noise = 0;
    int megabytes = 512;
};

template <ChanceGame G>
class Puct : public SearcherOf<G> {
  public:
    using S = Searchable<G>;
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    Puct(std::string_view view, std::uint64_t seed, const PuctSettings& settings)
        : SearcherOf<G>(view),
          scratch_(root_),
          later_(root_),
          random_(seed),
          settings_(settings),
          standing_(settings.standing, G::seats(root_)),
          weights_(worth_named<G>(settings.evaluation)),
          most_bytes_(static_cast<std::size_t>(settings.megabytes) << 20),
          tree_(G::seats(root_)) {}

    Progress think(const Budget& budget, Nanoseconds began, Board& board,
                   const Blackboard& /*blackboard*/) override {
        if (G::to_move(root_) == kOver) need_decision<G>(root_);
        Watch watch(budget, began, board);
        const bool decides = G::to_move(root_) >= 0;
        const std::vector<Move> moves = G::legal_moves(root_);
        Progress progress = decides ? first_look<G>(moves, look_ahead<G>(root_, moves, weights_,
                                                                         settings_.standing.rivals))
                                    : Progress{};
        make_mistakes(moves.size());
        watch.tell(progress);
        if (tree_.bytes() > most_bytes_ / 2) tree_.tidy([&] { return watch.is_half_over(); });
        progress.finished =
            decides && ((moves.size() == 1 && watch.is_timed()) || tree_.is_known(tree_.root()));
        simulate_until_done(
            watch, settings_.choice, decides, progress,
            [&] {
                const std::size_t before = tree_.count();
                simulate();
                ++progress.simulations;
                progress.nodes += static_cast<std::int64_t>(tree_.count() - before);
                progress.finished = decides && tree_.is_known(tree_.root());
                return true;
            },
            [&] { report(moves, progress); });
        return progress;
    }

    [[nodiscard]] bool remembers() const override { return true; }

    void advance(std::string_view text) override {
        const Node& node = tree_.node(tree_.root());
        std::uint32_t child = kNone;
        read_ply<G>(
            root_, text,
            [&](Outcome outcome) {
                for (std::uint32_t i = 0; node.kind == Kind::chance && i < node.count; ++i) {
                    const Draw& draw = tree_.draws(node)[i];
                    if (draw.outcome == outcome) child = draw.child;
                }
                G::draw(root_, outcome);
            },
            [&](Move move) {
                for (std::uint32_t i = 0; node.kind == Kind::decision && i < node.count; ++i) {
                    const Choice& choice = tree_.choices(node)[i];
                    if (choice.move == move) child = choice.child;
                }
                G::apply(root_, move);
            });
        if (child == kNone) {
            tree_ = Tree(G::seats(root_));
            deepest_ = 0;
        } else {
            tree_.go_on_from(child);
            deepest_ = std::max(deepest_ - 1, 0);
        }
    }

  private:
    using SearcherOf<G>::root_;
    using Tree = PuctTree<G>;
    using Kind = typename Tree::Kind;
    using Node = typename Tree::Node;
    using Choice = typename Tree::Choice;
    using Draw = typename Tree::Draw;
    using Step = typename Tree::Step;
    using Values = typename Tree::Values;
    static constexpr std::uint32_t kNone = Tree::kNone;

    [[nodiscard]] bool is_full() const { return tree_.bytes() >= most_bytes_; }

    void simulate() {
        scratch_ = root_;
        path_.clear();
        std::uint32_t index = tree_.root();
        Values values;
        for (;;) {
            if (index == kNone || (is_bare(index) && is_full() && index != tree_.root())) {
                // Where the tree is full the position is looked at, and not kept.
                while (G::to_move(scratch_) == kChance) S::draw_any(scratch_, random_);
                values = G::to_move(scratch_) == kOver ? final_values(scratch_)
                                                       : values_of_new(look(scratch_));
                path_.push_back({index, 0});
                break;
            }
            Node& node = tree_.node(index);
            if (tree_.is_known(node)) {
                values = tree_.known(node);
                path_.push_back({index, 0});
                break;
            }
            if (node.kind == Kind::bare) {
                if (reach(node, values)) {
                    path_.push_back({index, 0});
                    break;
                }
            }
            if (node.kind == Kind::chance) {
                const std::uint32_t taken = most_wanted(node);
                path_.push_back({index, taken});
                Draw& draw = tree_.draws(node)[taken];
                G::draw(scratch_, draw.outcome);
                index = child_of(draw);
                continue;
            }
            const auto is_open = [&](const Choice& each) { return tree_.is_open(node, each); };
            Step step{index, select(node, [&](const Choice& each) {
                          return is_open(each) || tree_.is_settled(each);
                      })};
            if (tree_.is_settled(tree_.choices(node)[step.taken])) {
                step.known = step.taken;
                step.taken = select(node, is_open);
            }
            path_.push_back(step);
            Choice& choice = tree_.choices(node)[step.taken];
            G::apply(scratch_, choice.move);
            index = child_of(choice);
        }
        give_back(values);
        tree_.conclude(path_);
    }

    [[nodiscard]] bool is_bare(std::uint32_t index) const {
        return tree_.node(index).kind == Kind::bare;
    }

    /// The node behind a move or a draw; kNone if there is none and no room for it.
    template <typename Edge>
    std::uint32_t child_of(Edge& edge) {
        if (edge.child == kNone && !is_full()) edge.child = tree_.add();
        return edge.child;
    }

    /// Finds out what a node is; whether its value is known and the simulation ends here.
    bool reach(Node& node, Values& values) {
        const int turn = G::to_move(scratch_);
        if (turn == kOver) {
            node.kind = Kind::over;
            values = final_values(scratch_);
            tree_.set_known(node, values);
            return true;
        }
        if (turn == kChance) {
            node.kind = Kind::chance;
            node.luck = luck_here();
            list_draws(node);
            return false;
        }
        const std::size_t best = look(scratch_);
        node.kind = Kind::decision;
        node.luck = any_luck();
        node.seat = static_cast<std::int8_t>(turn);
        list_choices(node, best);
        const bool ends =
            std::all_of(after_.begin(), after_.end(), [](const After& each) { return each.over; });
        values = ends ? values_after(best) : values_of_new(best);
        if (ends) tree_.set_known(node, values);
        return true;
    }

    /// What the position is worth that was looked at last, where this move is the best.
    Values values_of_new(std::size_t best) {
        Values values = values_after(best);
        if (G::seats(scratch_) == 2 || settings_.round == 0) return values;
        const Values later = values_a_round_later(best);
        for (std::size_t seat = 0; seat < values.size(); ++seat) {
            values[seat] += settings_.round * (later[seat] - values[seat]);
        }
        return values;
    }

    /// What comes of that position when all play on by the evaluation, for as many decisions as
    /// the seat that moved last has rivals.
    Values values_a_round_later(std::size_t best) {
        later_ = scratch_;
        for (int others = G::seats(later_) - 1; others > 0; --others) {
            G::apply(later_, moves_[best]);
            while (G::to_move(later_) == kChance) S::draw_any(later_, random_);
            if (G::to_move(later_) == kOver) return final_values(later_);
            best = look(later_);
        }
        return values_after(best);
    }

    /// What the position is worth whose game is over.
    Values final_values(const State& state) const {
        return standing_.values_of(S::worth(state, weights_), 0);
    }

    /// Looks at what follows each move; returns which is the best.
    std::size_t look(const State& state) {
        S::list_moves(state, moves_);
        S::look_ahead(state, moves_, weights_, after_);
        doubt_ = standing_.doubt(state);
        leads_.clear();
        typename Standing<G>::Leads leads(standing_, G::to_move(state));
        for (std::size_t i = 0; i < after_.size(); ++i) {
            leads_.push_back(leads.of(after_[i].worth, doubt_after(i)));
        }
        return static_cast<std::size_t>(std::max_element(leads_.begin(), leads_.end()) -
                                        leads_.begin());
    }

    [[nodiscard]] double doubt_after(std::size_t move) const {
        return after_[move].over ? 0 : doubt_;
    }

    [[nodiscard]] Values values_after(std::size_t move) const {
        return standing_.values_of(after_[move].worth, doubt_after(move));
    }

    void list_choices(Node& node, std::size_t best) {
        Choice* const choices = tree_.add_choices(node, moves_.size());
        double all = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const double far = 1 + (leads_[best] - leads_[i]) / settings_.spread;
            const double prior = 1 / (far * far);
            all += prior;
            const double value = standing_.value_of(leads_[i], doubt_after(i));
            choices[i] = {value, prior, 0, kNone, moves_[i]};
        }
        if (settings_.wide > 0) {
            std::stable_sort(choices, choices + moves_.size(),
                             [](const Choice& a, const Choice& b) { return a.prior > b.prior; });
        }
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            choices[i].prior /= all;
        }
    }

    std::uint32_t any_luck() { return random_.below(UINT32_MAX); }

    /// The luck of a position in which chance draws, at the end of the way that leads there.
    std::uint32_t luck_here() {
        if (path_.empty()) return any_luck();
        const Step& step = path_.back();
        const Node& before = tree_.node(step.node);
        if (before.kind == Kind::decision) return before.luck;
        return Random(std::uint64_t{before.luck} + step.taken).below(UINT32_MAX);
    }

    void list_draws(Node& node) {
        S::list_outcomes(scratch_, outcomes_);
        Draw* const draws = tree_.add_draws(node, outcomes_.size());
        double all = 0;
        for (const auto& each : outcomes_) all += each.weight;
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            const double share = outcomes_[i].weight / all;
            Random random(node.luck + (std::uint64_t{i} << 32));
            const double credit = share * random.below(1U << 16) / (1U << 16);
            draws[i] = {outcomes_[i].outcome, share, credit, 0, kNone};
        }
    }

    /// The outcome that is furthest behind its share.
    std::uint32_t most_wanted(const Node& node) const {
        const Draw* const draws = tree_.draws(node);
        const double visits = node.visits + 1.0;
        double most = -1e300;
        std::uint32_t wanted = 0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const double behind = draws[i].share * visits + draws[i].credit - draws[i].visits;
            if (behind > most) {
                most = behind;
                wanted = i;
            }
        }
        return wanted;
    }

    /// How many of a node's moves are looked at now, from the first on.
    [[nodiscard]] double width(const Node& node) const {
        return settings_.wide > 0 ? settings_.wide * std::sqrt(node.visits + 1.0) : node.count;
    }

    /// Of the moves that come into question the one that is most worth a try: one of those that are
    /// looked at now if there is any, else the first.
    template <typename InQuestion>
    std::uint32_t select(const Node& node, InQuestion in_question) const {
        const Choice* const choices = tree_.choices(node);
        const double k = settings_.c * std::sqrt(static_cast<double>(node.visits) + 1);
        const double width = this->width(node);
        double best = -1e300;
        std::uint32_t chosen = 0;
        for (std::uint32_t i = 0; i < node.count && (i < width || best == -1e300); ++i) {
            const double visits = choices[i].visits + 1.0;
            const double value = (choices[i].total + k * choices[i].prior) / visits;
            if (value > best && in_question(choices[i])) {
                best = value;
                chosen = i;
            }
        }
        return chosen;
    }

    void give_back(Values values) {
        if (path_.back().node != kNone) ++tree_.node(path_.back().node).visits;
        for (auto step = path_.rbegin() + 1; step != path_.rend(); ++step) {
            values = tree_.within_sure((step - 1)->node, values);
            Node& node = tree_.node(step->node);
            ++node.visits;
            if (node.kind != Kind::decision) {
                ++tree_.draws(node)[step->taken].visits;
                continue;
            }
            const auto visit = [&](Choice& choice) {
                choice.total += values[static_cast<std::size_t>(node.seat)];
                ++choice.visits;
            };
            visit(tree_.choices(node)[step->taken]);
            if (step->known == kNone) continue;
            Choice& known = tree_.choices(node)[step->known];
            values = tree_.known_after(known);
            visit(known);
        }
        deepest_ = std::max(deepest_, static_cast<int>(path_.size()) - 1);
    }

    /// Fills in what the tree knows now.
    void report(const std::vector<Move>& moves, Progress& progress) {
        progress.memory = static_cast<std::int64_t>(tree_.bytes());
        progress.depth = deepest_;
        const Node& node = tree_.node(tree_.root());
        if (node.kind != Kind::decision) return;
        std::unordered_map<std::uint64_t, const Choice*> found;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const Choice& choice = tree_.choices(node)[i];
            found[S::bits(choice.move)] = &choice;
        }
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Choice& choice = *found.at(S::bits(moves[i]));
            const double mean = choice.total / (choice.visits + 1.0);
            progress.moves[i] = {choice.visits, mean * choice.visits};
        }
        const auto may_be_best = [&](std::size_t i) {
            return tree_.may_be_best(node, *found.at(S::bits(moves[i])));
        };
        if (settings_.noise > 0) {
            choose_by_value(moves, found, progress, [](std::size_t) { return true; });
        } else if (!settings_.choice.choose(progress, may_be_best)) {
            // the last decision of a game is known at once, before any move has a visit
            if (!tree_.is_known(node)) return;
            choose_by_value(moves, found, progress, may_be_best);
        }
        progress.line = line(*found.at(S::bits(moves[static_cast<std::size_t>(progress.best)])));
    }

    /// How wrong it will be about each move of this decision.
    void make_mistakes(std::size_t moves) {
        mistakes_.assign(moves, 0);
        if (settings_.noise == 0) return;
        for (double& each : mistakes_) {
            double sum = -6;  // twelve equal numbers from 0 to 1 have a deviation of 1 together
            for (int i = 0; i < 12; ++i) sum += random_.below(1U << 16) / 65536.0;
            each = settings_.noise * sum;
        }
    }

    /// The best of those that come into question, by its mean and what it is wrong about it.
    template <typename InQuestion>
    void choose_by_value(const std::vector<Move>& moves,
                         const std::unordered_map<std::uint64_t, const Choice*>& found,
                         Progress& progress, InQuestion in_question) const {
        double best = -1e300;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (!in_question(i)) continue;
            const Choice& choice = *found.at(S::bits(moves[i]));
            const double mean = choice.total / (choice.visits + 1.0);
            if (mean + mistakes_[i] <= best) continue;
            best = mean + mistakes_[i];
            progress.best = static_cast<int>(i);
            progress.value = mean;
        }
    }

    /// The chosen move, and the most visited way through the tree from there on.
    std::string line(const Choice& chosen) const {
        std::string text = G::move_text(chosen.move);
        for (std::uint32_t index = chosen.child; index != kNone;) {
            const Node& node = tree_.node(index);
            if (node.kind != Kind::decision && node.kind != Kind::chance) break;
            const auto most = [&](const auto* from) {
                const auto fewer = [](const auto& a, const auto& b) { return a.visits < b.visits; };
                return std::max_element(from, from + node.count, fewer);
            };
            std::string ply;
            std::uint32_t visits;
            if (node.kind == Kind::decision) {
                const Choice* const choice = most(tree_.choices(node));
                ply = G::move_text(choice->move);
                visits = choice->visits;
                index = choice->child;
            } else {
                const Draw* const draw = most(tree_.draws(node));
                ply = G::outcome_text(draw->outcome);
                visits = draw->visits;
                index = draw->child;
            }
            if (visits == 0) break;
            text += " " + ply;
        }
        return text;
    }

    State scratch_;
    State later_;  ///< of those who play on
    double doubt_ = 0;
    Random random_;
    PuctSettings settings_;
    Standing<G> standing_;
    typename S::Worth weights_;
    std::size_t most_bytes_;
    Tree tree_;
    int deepest_ = 0;  ///< below the root; where others went on from it, at most
    std::vector<Step> path_;
    std::vector<double> mistakes_;  ///< of each move of the root
    std::vector<Move> moves_;
    std::vector<After> after_;
    std::vector<double> leads_;  ///< of the seat to move, in points
    std::vector<Weighted<Outcome>> outcomes_;
};

}  // namespace carcbot::search
