#include "lesson.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "carcbot/exact_math.hpp"
#include "carcbot/random.hpp"
#include "draw.hpp"
#include "judge_ahead.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr double kPoint = 1000;  ///< a point, in thousandths

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

/// Plays to the end: chance draws any tile, and `decide` makes the move of whoever has one.
template <typename Decide>
void play_out(State& state, Random& random, Decide decide) {
    while (state.phase != Phase::end) {
        if (state.phase == Phase::draw) {
            State drawn = state;
            draw(state, take_random(drawn, random));
        } else {
            decide();
        }
    }
}

}  // namespace

namespace {

Lesson learn_from_positions(const State& start, const Judge& judge, const SelfPlay& how) {
    const int box = box_of(*start.rules);
    const int seats = start.rules->options.seats;
    Lesson lesson(kJudgeWeights);
    std::vector<LearnedMove> made;
    Mover mover;
    for (int game = 0; game < how.games; ++game) {
        Random random(mix64(how.seed + static_cast<std::uint64_t>(game)));
        State state = start;
        made.clear();
        play_out(state, random, [&] {
            const MoveList& moves = mover.moves_of(state);
            const Move any = moves.moves[random.below(static_cast<std::uint32_t>(moves.count))];
            const bool at_random = static_cast<int>(random.below(1000)) < how.random_per_mille;
            const Choice best = mover.best_for(state, judge);
            apply(state, at_random ? any : best.move);
            const PerSeat worth = judge.worth(state);
            made.push_back({best.worth, worth, {}});
            if (state.phase != Phase::end) made.back().samples = take_samples(state, worth, box);
        });
        add_game(made, how, scores(state), seats, lesson);
    }
    return lesson;
}

/// How far ahead a seat is of the best that its rivals will have, and how much more so for each
/// point that a seat has more.
struct Lead {
    double points;
    Leads slope;
};

/// Each rival counts as far as it may be the best one, as in search/standing.hpp; `open` is how
/// open that is, in points.
Lead lead_of(const PerSeat& worth, unsigned seat, unsigned seats, double open) {
    double best = std::numeric_limits<double>::lowest();
    for (unsigned other = 0; other < seats; ++other) {
        if (other != seat) best = std::max(best, worth[other] / kPoint);
    }
    Lead lead{worth[seat] / kPoint - best, {}};
    double sum = 0;
    for (unsigned other = 0; other < seats; ++other) {
        if (other == seat) continue;
        const double less = best - worth[other] / kPoint;
        lead.slope[other] = open > 0 ? exact_exp(-less / open) : less == 0;
        sum += lead.slope[other];
    }
    if (open > 0) lead.points -= open * exact_log(sum);
    for (double& each : lead.slope) each /= -sum;
    lead.slope[seat] = 1;
    return lead;
}

/// Moves by a judge that makes those more often after which it sees a seat further ahead.
class Chooser {
  public:
    Chooser(const Judge& judge, double softness) : judge_(judge), softness_(softness) {}

    /// Makes one of the moves of a position in which a seat is to move.
    void move(State& state, Random& random) {
        look(state);
        apply(state, moves_.moves[likely_[any(random)].move]);
    }

    /// The same, with what is learned from it.
    LearnedChoice choose(State& state, Random& random) {
        look(state);
        const std::size_t made = any(random);
        LearnedChoice choice{state.seat, 0, likely_[made].lead.points, {}};
        for (const Likely& each : likely_) choice.expected += each.part * each.lead.points;
        if (likely_.size() > 1) choice.beyond = beyond_all(state, made);
        apply(state, moves_.moves[likely_[made].move]);
        return choice;
    }

  private:
    /// A move that is made often enough to count.
    struct Likely {
        std::size_t move;
        Lead lead;
        double part;  ///< how often it is made
    };
    static constexpr double kSeldom = 0.05;  ///< beside the best; who is rarer is not made
    /// How open it is who will be the best rival: points, times the square root of the turns that
    /// two seats have left, as a table of champion has it.
    static constexpr double kOpen = 0.55 * 2.7;

    void look(const State& state) {
        list_moves(state, moves_);
        judge_moves(state, {moves_.begin(), moves_.end()}, judge_, after_);
        weigh(state);
    }

    void weigh(const State& state) {
        const unsigned seats = state.rules->options.seats;
        const double open = seats == 2 ? 0 : kOpen * std::sqrt(2.0 * tiles_left(state) / seats);
        likely_.clear();
        double best = std::numeric_limits<double>::lowest();
        for (std::size_t i = 0; i < after_.size(); ++i) {
            likely_.push_back({i, lead_of(after_[i].worth, state.seat, seats, open), 0});
            best = std::max(best, likely_.back().lead.points);
        }
        double sum = 0;
        for (Likely& each : likely_) each.part = exact_exp((each.lead.points - best) / softness_);
        std::erase_if(likely_, [](const Likely& each) { return each.part < kSeldom; });
        for (const Likely& each : likely_) sum += each.part;
        for (Likely& each : likely_) each.part /= sum;
    }

    std::size_t any(Random& random) const {
        constexpr std::uint32_t kFine = 1 << 24;
        double at = random.below(kFine) / static_cast<double>(kFine);
        std::size_t i = 0;
        while (i + 1 < likely_.size() && at >= likely_[i].part) at -= likely_[i++].part;
        return i;
    }

    /// What is weighed after the move that is made, less that after all of them.
    std::vector<Weighed> beyond_all(const State& state, std::size_t made) const {
        std::vector<Weighed> beyond;
        for (std::size_t i = 0; i < likely_.size(); ++i) {
            tell(state, likely_[i], (i == made) - likely_[i].part, beyond);
        }
        return carcbot::detail::in_one(std::move(beyond));
    }

    /// Adds `times` what is weighed after a move.
    void tell(const State& state, const Likely& likely, double times,
              std::vector<Weighed>& beyond) const {
        State next = state;
        apply(next, moves_.moves[likely.move]);
        if (next.phase == Phase::end) return;
        const int box = box_of(*state.rules);
        for (const SeatSample& each : take_samples(next, after_[likely.move].worth, box)) {
            const double slope = times * likely.lead.slope[each.seat];
            for (const Weighed& fact : each.facts) beyond.push_back({fact.at, slope * fact.amount});
        }
    }

    const Judge& judge_;
    double softness_;
    MoveList moves_;
    std::vector<After> after_;
    std::vector<Likely> likely_;
};

/// Who plays a game: those who learn in every seat, or in one among others of one kind.
enum class Company : std::uint8_t { own, own_again, careless, other };

Lesson learn_from_choices(const State& start, const Judge& judge,
                          std::span<const std::int32_t> weights, const SelfPlay& how) {
    constexpr int kCompanies = 4;
    constexpr double kCareless = 2, kOther = 0.5;  // how soft they are
    const unsigned seats = start.rules->options.seats;
    const bool is_mixed = !how.others.empty();
    Lesson lesson(kJudgeWeights);
    const Judge other_judge(is_mixed ? how.others : weights, *start.rules);
    Chooser chooser(judge, how.softness), careless(judge, kCareless), other(other_judge, kOther);
    std::vector<LearnedChoice> made;
    for (int game = 0; game < how.games; ++game) {
        Random random(mix64(how.seed + static_cast<std::uint64_t>(game)));
        State state = start;
        made.clear();
        const auto company = is_mixed ? static_cast<Company>(game % kCompanies) : Company::own;
        const unsigned learner = static_cast<unsigned>(game / kCompanies) % seats;
        play_out(state, random, [&] {
            if (company < Company::careless || state.seat == learner) {
                made.push_back(chooser.choose(state, random));
            } else {
                (company == Company::careless ? careless : other).move(state, random);
            }
        });
        const PerSeat in_the_end = judge.worth(state);
        Leads came{};
        for (unsigned seat = 0; seat < seats; ++seat) {
            came[seat] = lead_of(in_the_end, seat, seats, 0).points;
            lesson.points += in_the_end[seat] / kPoint;
        }
        add_choices(made, how, weights, came, lesson);
    }
    return lesson;
}

}  // namespace

Lesson learn(const State& start, std::span<const std::int32_t> weights, const SelfPlay& how) {
    const Judge judge(weights, *start.rules);
    return how.softness > 0 ? learn_from_choices(start, judge, weights, how)
                            : learn_from_positions(start, judge, how);
}

std::vector<PerSeat> compare(const State& start, const Judge& judge, const Judge& rival,
                             std::uint64_t seed, int decks) {
    std::vector<PerSeat> all;
    Mover mover;
    for (int deck = 0; deck < decks; ++deck) {
        for (unsigned own = 0; own < start.rules->options.seats; ++own) {
            Random random(mix64(seed + static_cast<std::uint64_t>(deck)));
            State state = start;
            play_out(state, random, [&] {
                mover.moves_of(state);
                apply(state, mover.best_for(state, state.seat == own ? judge : rival).move);
            });
            PerSeat points = scores(state);
            std::swap(points[0], points[own]);
            all.push_back(points);
        }
    }
    return all;
}

}  // namespace carcbot::carcassonne
