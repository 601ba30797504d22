#include "lesson.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "carcbot/random.hpp"
#include "draw.hpp"
#include "judge_ahead.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

/// A fact with its amount, at both moments that a position is between.
struct Entry {
    int at;
    double amount;
};

struct Sample {
    unsigned seat;
    int points;  ///< that it has already
    int worth;   ///< as judged, in thousandths of a point
    std::vector<Entry> entries;
};

/// A move as the judge would make it.
struct Choice {
    Move move;
    PerSeat worth;  ///< of the position after it, as judged, in thousandths of a point
};

/// A move of a game.
struct Made {
    PerSeat best;                 ///< as judged after the move that the judge likes best
    PerSeat worth;                ///< as judged after this one
    std::vector<Sample> samples;  ///< of all seats after it; none when the game is over
};

/// What every seat has in a position that was judged.
std::vector<Sample> take_samples(const State& state, const PerSeat& worth, int box) {
    std::vector<Sample> samples;
    for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
        samples.push_back({seat, state.points[seat], worth[seat], {}});
    }
    const Moment moment = moment_of(tiles_left(state), box);
    const double upper = static_cast<double>(moment.parts) / Moment::kParts;
    const int at = moment.lower * fact::kCount;
    tell_facts(state, [&](unsigned seat, int what, int amount) {
        auto& entries = samples[seat].entries;
        if (upper < 1) entries.push_back({at + what, amount * (1 - upper)});
        if (upper > 0) entries.push_back({at + fact::kCount + what, amount * upper});
    });
    return samples;
}

/// Adds up an equation, that these weighed amounts should be so much, which counts so often.
void add_equation(const std::vector<Entry>& entries, double wanted, double times, Lesson& lesson) {
    for (const Entry& row : entries) {
        const double amount = times * row.amount;
        double* const cells =
            lesson.matrix.data() + static_cast<std::size_t>(row.at) * Lesson::kSize;
        for (const Entry& column : entries) {
            if (column.at >= row.at) cells[column.at] += amount * column.amount;
        }
        lesson.target[static_cast<std::size_t>(row.at)] += amount * wanted;
    }
}

/// The same amounts with each fact once, in order.
std::vector<Entry> in_one(std::vector<Entry> entries) {
    const auto by_fact = [](const Entry& a, const Entry& b) { return a.at < b.at; };
    std::stable_sort(entries.begin(), entries.end(), by_fact);
    std::vector<Entry> one;
    for (const Entry& each : entries) {
        if (one.empty() || one.back().at != each.at) one.push_back({each.at, 0});
        one.back().amount += each.amount;
    }
    return one;
}

/// Adds up a position. `told` are the points that each seat should have been judged to have.
///
/// Where x are the amounts of a seat and X those of all n together, the sum over seats of
/// (x - X/n)(x - X/n)' is that of xx' without XX'/n: so what they have in common is taken away.
void add_up(const std::vector<Sample>& seats, const std::array<double, kMostSeats>& told,
            const PerSeat& final_points, double common, Lesson& lesson) {
    std::vector<Entry> all;
    double all_wanted = 0;
    for (const Sample& each : seats) {
        const double wanted = told[each.seat] - each.points;
        add_equation(each.entries, wanted, 1, lesson);
        const double error = final_points[each.seat] - each.worth / 1000.0;
        lesson.squared_error += error * error;
        ++lesson.samples;
        all.insert(all.end(), each.entries.begin(), each.entries.end());
        all_wanted += wanted;
    }
    if (common == 1 || seats.empty()) return;
    const double times = (common - 1) / static_cast<double>(seats.size());
    add_equation(in_one(std::move(all)), all_wanted, times, lesson);
}

/// Adds up a game.
///
/// A position should have been judged to bring what came of it: what was judged after the best next
/// move, and the patience times what that was wrong by, as far as it became known after the move
/// that was made. So a move at random, which costs points, does not speak against what was before
/// it.
void add_up(const std::vector<Made>& game, const SelfPlay& how, const PerSeat& final_points,
            Lesson& lesson) {
    std::array<double, kMostSeats> told;
    std::copy(final_points.begin(), final_points.end(), told.begin());
    for (auto made = game.rbegin(); made != game.rend(); ++made) {
        add_up(made->samples, told, final_points, how.common, lesson);
        for (std::size_t seat = 0; seat < told.size(); ++seat) {
            const double wrong_by = told[seat] - made->worth[seat] / 1000.0;
            told[seat] = made->best[seat] / 1000.0 + how.patience * wrong_by;
        }
    }
}

/// Moves by a judge that looks one ply ahead.
class Mover {
  public:
    /// The legal moves of a position in which a seat is to move.
    const MoveList& moves_of(const State& state) {
        list_moves(state, moves_);
        return moves_;
    }

    /// Of these, the one after which the mover is furthest ahead of the best other.
    Choice best_for(const State& state, const Judge& judge) {
        judge_moves(state, {moves_.begin(), moves_.end()}, judge, after_);
        int best = std::numeric_limits<int>::min();
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < after_.size(); ++i) {
            const PerSeat& worth = after_[i].worth;
            int rival = std::numeric_limits<int>::min();
            for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
                if (seat != state.seat) rival = std::max(rival, worth[seat]);
            }
            if (worth[state.seat] - rival <= best) continue;
            best = worth[state.seat] - rival;
            chosen = i;
        }
        return {moves_.moves[chosen], after_[chosen].worth};
    }

  private:
    MoveList moves_;
    std::vector<After> after_;
};

void draw_any(State& state, Random& random) {
    State drawn = state;
    draw(state, take_random(drawn, random));
}

}  // namespace

Lesson learn(const State& start, const Judge& judge, const SelfPlay& how) {
    const int box = box_of(*start.rules);
    const unsigned seats = start.rules->options.seats;
    Lesson lesson;
    lesson.matrix.resize(std::size_t{Lesson::kSize} * Lesson::kSize);
    lesson.target.resize(Lesson::kSize);
    std::vector<Made> made;
    Mover mover;
    for (int game = 0; game < how.games; ++game) {
        Random random(mix64(how.seed + static_cast<std::uint64_t>(game)));
        State state = start;
        made.clear();
        while (state.phase != Phase::end) {
            if (state.phase == Phase::draw) {
                draw_any(state, random);
                continue;
            }
            const MoveList& moves = mover.moves_of(state);
            const Move any = moves.moves[random.below(static_cast<std::uint32_t>(moves.count))];
            const bool at_random = static_cast<int>(random.below(1000)) < how.random_per_mille;
            const Choice best = mover.best_for(state, judge);
            apply(state, at_random ? any : best.move);
            const PerSeat worth = judge.worth(state);
            made.push_back({best.worth, worth, {}});
            if (state.phase != Phase::end) made.back().samples = take_samples(state, worth, box);
        }
        const PerSeat final_points = scores(state);
        add_up(made, how, final_points, lesson);
        for (unsigned seat = 0; seat < seats; ++seat) lesson.points += final_points[seat];
    }
    return lesson;
}

std::vector<PerSeat> compare(const State& start, const Judge& judge, const Judge& rival,
                             std::uint64_t seed, int decks) {
    std::vector<PerSeat> all;
    Mover mover;
    for (int deck = 0; deck < decks; ++deck) {
        for (unsigned own = 0; own < start.rules->options.seats; ++own) {
            Random random(mix64(seed + static_cast<std::uint64_t>(deck)));
            State state = start;
            while (state.phase != Phase::end) {
                if (state.phase == Phase::draw) {
                    draw_any(state, random);
                    continue;
                }
                mover.moves_of(state);
                apply(state, mover.best_for(state, state.seat == own ? judge : rival).move);
            }
            PerSeat points = scores(state);
            std::swap(points[0], points[own]);
            all.push_back(points);
        }
    }
    return all;
}

}  // namespace carcbot::carcassonne
