// Which move a search by simulations makes in the end, and when it knows it early.
#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "searcher.hpp"

namespace carcbot::search {

/// Which move is made in the end.
enum class Final : std::uint8_t {
    most_visits,
    best_value,
    max_robust,  ///< most visits, after more time if another one has the better value
    secure,      ///< best value less A / sqrt(visits)
};
inline constexpr std::array<Named<Final>, 4> kFinals = {{{"most-visits", Final::most_visits},
                                                         {"best-value", Final::best_value},
                                                         {"max-robust", Final::max_robust},
                                                         {"secure", Final::secure}}};

struct FinalChoice {
    Final final = Final::most_visits;
    double secure_a = 4;

    void list(Parameters& all) {
        all.choice("final", final, kFinals, "Which move is made in the end.");
        all.number("a", secure_a, 0, 1e6, "With final=secure, how secure.");
    }

    /// Makes the best of the moves that were tried the best of the progress; false if none was.
    bool choose(Progress& progress) const {
        return choose(progress, [](std::size_t) { return true; });
    }
    /// The same among those, by their numbers, that come into question.
    template <typename InQuestion>
    bool choose(Progress& progress, InQuestion in_question) const {
        std::optional<std::pair<double, double>> best;
        for (std::size_t i = 0; i < progress.moves.size(); ++i) {
            const RootMove& move = progress.moves[i];
            if (move.visits == 0 || !in_question(i)) continue;
            const auto value = value_of(move);
            if (best && value <= *best) continue;
            best = value;
            progress.best = static_cast<int>(i);
            progress.value = move.total / static_cast<double>(move.visits);
        }
        return best.has_value();
    }

    /// Max-robust: whether the most visited move is not the one with the best value.
    [[nodiscard]] bool wants_more(const Progress& progress) const {
        if (final != Final::max_robust) return false;
        for (const RootMove& move : progress.moves) {
            if (move.visits && move.total / static_cast<double>(move.visits) > progress.value) {
                return true;
            }
        }
        return false;
    }

    /// Whether the most visited move stays the most visited for what is left of the planned time.
    [[nodiscard]] bool is_decided(const Watch& watch, const Progress& progress) const {
        if (final != Final::most_visits || !watch.has_plan()) return false;
        std::uint64_t second = 0;
        for (std::size_t i = 0; i < progress.moves.size(); ++i) {
            if (static_cast<int>(i) != progress.best) {
                second = std::max(second, progress.moves[i].visits);
            }
        }
        const auto best = progress.moves[static_cast<std::size_t>(progress.best)].visits;
        return static_cast<double>(best) - static_cast<double>(second) >
               static_cast<double>(progress.simulations) * watch.left_over_elapsed();
    }

  private:
    /// How good a move is as the final one: what decides, and what does between equal ones. Few
    /// simulations leave many moves with the same visits; of these it is the one with the best
    /// value. Where that decides nothing either, the first in the list is taken.
    [[nodiscard]] std::pair<double, double> value_of(const RootMove& move) const {
        const auto visits = static_cast<double>(move.visits);
        switch (final) {
            case Final::best_value:
                return {move.total / visits, 0};
            case Final::secure:
                return {move.total / visits - secure_a / std::sqrt(visits), 0};
            default:
                return {visits, move.total};
        }
    }
};

/// Simulates until a limit, the plan or the board ends it, and reports now and then.
///
/// `simulate` is false if the search had to end before the simulation did; `report` fills in the
/// progress. Max-robust choices get a quarter more simulations, or half the planned time more, if
/// that is what it takes to agree.
template <typename Simulate, typename Report>
void simulate_until_done(Watch& watch, const FinalChoice& choice, bool decides, Progress& progress,
                         Simulate simulate, Report report) {
    const Budget& budget = watch.budget();
    std::int64_t most = 0;
    while (!progress.finished && !watch.must_end()) {
        if (!simulate()) break;
        const bool due = watch.is_due();
        // A simulation looks at a node at least: near the end of a game the tree does not grow any
        // more, and would never reach a limit.
        const bool enough =
            (budget.simulations && progress.simulations >= budget.simulations) ||
            (budget.nodes && std::max(progress.nodes, progress.simulations) >= budget.nodes);
        if (!due && !enough) continue;
        report();
        if (due) watch.tell(progress);
        if (enough) {
            if (!most) most = progress.simulations + progress.simulations / 4;
            if (!choice.wants_more(progress) || progress.simulations >= most) break;
        } else if (decides && (watch.is_past_soft() || choice.is_decided(watch, progress))) {
            if (!choice.wants_more(progress) || watch.is_past_soft_by_half()) break;
        }
    }
    report();
    watch.tell(progress);
}

}  // namespace carcbot::search
