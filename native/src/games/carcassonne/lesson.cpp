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

/// A move as the judge would make it.
struct Choice {
    Move move;
    PerSeat worth;  ///< of the position after it, as judged, in thousandths of a point
};

/// What every seat has in a position that was judged.
std::vector<SeatSample> take_samples(const State& state, const PerSeat& worth, int box) {
    std::vector<SeatSample> samples;
    for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
        samples.push_back({seat, state.points[seat], worth[seat], {}});
    }
    const Moment moment = moment_of(tiles_left(state), box);
    const double upper = static_cast<double>(moment.parts) / Moment::kParts;
    const int at = moment.lower * fact::kCount;
    tell_facts(state, [&](unsigned seat, int what, int amount) {
        auto& facts = samples[seat].facts;
        if (upper < 1) facts.push_back({at + what, amount * (1 - upper)});
        if (upper > 0) facts.push_back({at + fact::kCount + what, amount * upper});
    });
    return samples;
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
    const int seats = start.rules->options.seats;
    Lesson lesson(kJudgeWeights);
    std::vector<LearnedMove> made;
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
        add_game(made, how, scores(state), seats, lesson);
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
