// Many games at once, for learners: one call makes a move in each, lets chance draw, begins again
// what has ended, and writes what the next decision needs into arrays of the caller.
//
// A game depends on its seed alone: not on how many others there are, nor on how many threads play
// them. All that a learner gets comes from views; positions are for who runs the batch.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "carcbot/encoded.hpp"
#include "carcbot/searchable.hpp"
#include "env/crew.hpp"
#include "env/kept_game.hpp"
#include "env/masks.hpp"
#include "env/rewards.hpp"

namespace carcbot::env {

/// What becomes of a number that is no legal move: all is refused and nothing changes; the seat
/// loses at once; or a random legal move is made.
enum class Illegal { refuse, lose, random };

struct Rules {
    Reward reward = Reward::win;
    Illegal illegal = Illegal::refuse;
    bool restarts = true;  ///< a game that ends begins again in the same step
    int threads = 1;
    MaskKind masks = MaskKind::bytes;
};

/// In place of the number of a move: the game waits, and nothing happens there.
inline constexpr std::int64_t kWait = -2;
/// Where a batch writes, a row for each game. Between two calls nobody else writes to the masks.
struct Arrays {
    float* observations;  ///< what the seat to move sees; of a game that is over, what seat 0 sees
    std::uint8_t* masks;  ///< the numbers of legal moves
    float* rewards;       ///< for each seat, of the last step
    std::int32_t*
        scores;  ///< points of each seat after the last step: final ones if it ended the game
    std::int32_t* to_move;  ///< a seat, or kOver
    std::uint8_t* ended;    ///< whether the last step ended a game
    std::uint8_t* illegal;  ///< whether its number was no legal move
};

/// The positions after all legal moves of some games, those of a game side by side.
struct Afterstates {
    std::vector<std::int64_t> offsets;  ///< where the moves of each game begin; one more at the end
    std::vector<std::int32_t> actions;
    std::vector<float> observations;   ///< what the seat that moves sees after the move
    std::vector<std::int32_t> scores;  ///< points of each seat then
    std::vector<std::uint8_t> over;    ///< whether the move ends the game
};

/// How many numbers an array of this shape has.
inline std::size_t numbers_in(const std::vector<std::size_t>& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

template <EncodedGame G>
class Batch {
  public:
    using State = typename G::State;

    /// Games that have not begun: reset() comes first.
    Batch(const State& first, const Encoded<G>& encoded, std::size_t games, const Rules& rules,
          const Arrays& arrays)
        : encoded_(encoded),
          first_(encoded_, first),
          rules_(rules),
          arrays_(arrays),
          seats_(static_cast<std::size_t>(G::seats(first))),
          numbers_(numbers_in(encoded_.shape())),
          masks_(rules.masks, games, static_cast<std::size_t>(encoded_.actions()), arrays.masks),
          tables_(games, Table(first_)),
          turns_(games),
          crew_(static_cast<std::size_t>(rules.threads)) {}

    [[nodiscard]] std::size_t games() const { return tables_.size(); }
    [[nodiscard]] std::size_t seats() const { return seats_; }
    [[nodiscard]] const Encoded<G>& encoded() const { return encoded_; }
    /// The position in which every game begins.
    [[nodiscard]] const State& first() const { return first_.state(); }

    /// Begins these games anew, each from its seed.
    void reset(std::span<const std::int64_t> which, std::span<const std::uint64_t> seeds) {
        for (std::size_t i = 0; i < which.size(); ++i) {
            const auto game = static_cast<std::size_t>(which[i]);
            Table& table = tables_[game];
            table.seed = seeds[i];
            table.episode = 0;
            begin(game);
            show_anew(game);
        }
    }

    /// Puts a game into this position, as if it had just come there.
    void put(std::size_t game, const State& state) {
        Table& table = tables_[game];
        table.is_put = true;
        table.game = KeptGame<G>(encoded_, state);
        go_on(game);
        show_anew(game);
    }

    /// The next step of this game makes this move, whatever number stands there.
    void choose(std::size_t game, std::string_view text) {
        Turn& turn = turns_[game];
        if (turn.over) {
            throw InputError(Fault::out_of_turn, "the game is over", "game " + std::to_string(game),
                             "a reset");
        }
        const auto move = G::parse_move(tables_[game].game.state(), text);
        const auto moves = turn.choices.moves();
        turn.chosen = static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
    }

    /// What was chosen is not made.
    void forget_choices() {
        for (Turn& each : turns_) each.chosen = kNothing;
    }

    /// Makes a move in every game that is not over and does not wait; one that was chosen for it
    /// does not.
    ///
    /// Throws InputError if a number is no legal move and that is refused; then nothing changes.
    void step(std::span<const std::int64_t> actions) {
        for (std::size_t game = 0; game < games(); ++game) find(turns_[game], actions[game]);
        if (rules_.illegal == Illegal::refuse) refuse_illegal(actions);
        crew_.share(games(), [&](std::size_t game) {
            clear_outcome(game);
            const Turn& turn = turns_[game];
            if (!turn.over && (turn.chosen != kNothing || actions[game] != kWait)) play(game);
        });
    }

    /// Writes, for each game, the number of a random legal move, or kOutside where there is none.
    /// What it is depends on the game, and on how often it was asked for there.
    void sample(std::span<std::int64_t> actions) {
        for (std::size_t game = 0; game < games(); ++game) actions[game] = sample(turns_[game]);
    }

    /// The same for these games alone.
    void sample(std::span<const std::int64_t> which, std::span<std::int64_t> actions) {
        for (const std::int64_t game : which) {
            const auto at = static_cast<std::size_t>(game);
            actions[at] = sample(turns_[at]);
        }
    }

    /// What follows from every legal move of these games. In a game with secrets that is told of a
    /// position drawn, by this seed, from those that the seat holds for possible.
    [[nodiscard]] Afterstates afterstates(std::span<const std::int64_t> which, std::uint64_t seed) {
        Afterstates all;
        all.offsets.push_back(0);
        for (const std::int64_t game : which) {
            const auto count =
                static_cast<std::int64_t>(turns_[static_cast<std::size_t>(game)].choices.count());
            all.offsets.push_back(all.offsets.back() + count);
        }
        const auto total = static_cast<std::size_t>(all.offsets.back());
        all.actions.resize(total);
        all.observations.resize(total * numbers_);
        all.scores.resize(total * seats_);
        all.over.resize(total);
        crew_.share(which.size(), [&](std::size_t i) {
            look_ahead(static_cast<std::size_t>(which[i]), Random(mix64(seed + i)),
                       static_cast<std::size_t>(all.offsets[i]), all);
        });
        return all;
    }

    [[nodiscard]] State state(std::size_t game) const { return tables_[game].game.whole(encoded_); }

    /// All that was drawn and moved in a game since it began, as text: for who runs the batch.
    ///
    /// Throws InputError if it was put into a position, behind which there is nothing.
    [[nodiscard]] std::vector<std::string> plies(std::size_t game) const {
        const Table& table = tables_[game];
        if (table.is_put) {
            throw InputError(Fault::out_of_turn, "the game was put into a position",
                             "game " + std::to_string(game), "one that has begun by a reset");
        }
        std::vector<std::string> texts;
        State state = first();
        Random random = chance(table);
        auto made = table.made.begin();
        while (true) {
            if (G::to_move(state) == kChance) {
                texts.push_back(G::outcome_text(Searchable<G>::draw_any(state, random)));
            } else if (made == table.made.end()) {
                return texts;
            } else {
                texts.push_back(G::move_text(*made));
                G::apply(state, *made++);
            }
        }
    }

    /// The legal moves of a game and their numbers.
    [[nodiscard]] const Choices<typename G::Move>& choices(std::size_t game) const {
        return turns_[game].choices;
    }

    /// What a seat sees of a game now.
    void observe(std::size_t game, int seat, float* out) const {
        tables_[game].game.observe(encoded_, seat, out);
    }

  private:
    static constexpr int kNothing = -1;

    struct Table {
        explicit Table(const KeptGame<G>& first) : game(first) {}

        KeptGame<G> game;
        Random random{0};  ///< for chance
        std::uint64_t seed = 0;
        std::uint64_t episode = 0;                ///< how many games have begun from it
        std::vector<typename G::Move> made = {};  ///< since this one began
        bool is_put = false;                      ///< this one did not begin, but was put there
    };
    /// What a game waits for. All are looked at before any is played, so they lie close together.
    struct Turn {
        Choices<typename G::Move> choices;
        Random sampler{0};          ///< for sample() and for what is made instead of illegal moves
        std::uint32_t sampled = 0;  ///< index of the move that sample() gave last
        int chosen = kNothing;      ///< index of the move that is made next
        bool over = true;           ///< or not begun, or lost by an illegal move
    };

    /// One of the numbers that are not kOutside, each as likely as another.
    static std::int32_t sample(Turn& turn) {
        const auto legal = turn.choices.actions();
        const std::size_t outside = turn.choices.outside();
        if (legal.size() == outside) return kOutside;
        std::uint32_t ticket =
            turn.sampler.below(static_cast<std::uint32_t>(legal.size() - outside));
        if (outside != 0) {
            for (std::uint32_t i = 0; i <= ticket; ++i) ticket += legal[i] == kOutside;
        }
        turn.sampled = ticket;
        return legal[ticket];
    }

    static std::uint64_t game_seed(const Table& table) {
        return mix64(mix64(table.seed) + table.episode - 1);
    }
    /// As it is when a game begins.
    static Random chance(const Table& table) { return Random(game_seed(table)); }

    void begin(std::size_t game) {
        Table& table = tables_[game];
        ++table.episode;
        table.random = chance(table);
        turns_[game].sampler = Random(~game_seed(table));
        table.made.clear();
        table.is_put = false;
        table.game = first_;
        go_on(game);
    }

    /// Whose turn it is; kOver also before a game has begun and after it is lost.
    [[nodiscard]] int mover(std::size_t game) const {
        return turns_[game].over ? kOver : to_move(tables_[game]);
    }

    static int to_move(const Table& table) { return G::to_move(table.game.state()); }

    /// Lets chance draw until a seat has to decide.
    void go_on(std::size_t game) {
        Table& table = tables_[game];
        while (to_move(table) == kChance) table.game.draw(encoded_, table.random);
        turns_[game].over = to_move(table) == kOver;
    }

    /// Finds the move with this number, if none was chosen by its text.
    void find(Turn& turn, std::int64_t action) {
        if (turn.chosen != kNothing || action == kWait) return;
        if (action < 0 || action > std::numeric_limits<std::int32_t>::max()) return;
        const auto wanted = static_cast<std::int32_t>(action);
        const std::int32_t* const actions = turn.choices.actions().data();
        const auto count = static_cast<int>(turn.choices.count());
        // Often it is what sample() gave.
        const auto sampled = static_cast<int>(turn.sampled);
        if (sampled < count && actions[sampled] == wanted) {
            turn.chosen = sampled;
            return;
        }
        // No two have the same, so all are compared, many at a time.
        int found = kNothing;
        for (int i = 0; i < count; ++i)
            found = std::max(found, actions[i] == wanted ? i : kNothing);
        turn.chosen = found;
    }

    void refuse_illegal(std::span<const std::int64_t> actions) {
        for (std::size_t game = 0; game < games(); ++game) {
            const Turn& turn = turns_[game];
            if (turn.chosen != kNothing || turn.over || actions[game] == kWait) continue;
            forget_choices();
            throw InputError(
                Fault::illegal_move, "action " + std::to_string(actions[game]) + " is not legal",
                "game " + std::to_string(game),
                "one of the " + std::to_string(turn.choices.count()) + " whose mask is 1");
        }
    }

    /// A step of a game that is not over.
    void play(std::size_t game) {
        Table& table = tables_[game];
        Turn& turn = turns_[game];
        const int seat = to_move(table);
        const bool gains = rules_.reward == Reward::gain;
        const PerSeat before = gains ? table.game.scores(encoded_) : PerSeat{};
        const bool is_illegal = turn.chosen == kNothing;
        arrays_.illegal[game] = is_illegal;
        const bool lost = is_illegal && rules_.illegal == Illegal::lose;
        if (lost) {
            turn.over = true;
        } else {
            if (is_illegal) {
                const auto count = static_cast<std::uint32_t>(turn.choices.count());
                turn.chosen = static_cast<int>(turn.sampler.below(count));
            }
            const auto move = turn.choices.moves()[static_cast<std::size_t>(turn.chosen)];
            table.made.push_back(move);
            table.game.apply(encoded_, move);
            go_on(game);
        }
        turn.chosen = kNothing;
        const PerSeat after = table.game.scores(encoded_);
        write_scores(game, after);
        arrays_.ended[game] = turn.over;
        const std::span rewards(arrays_.rewards + game * seats_, seats_);
        if (lost) {
            pay_forfeit(rewards, rules_.reward, static_cast<std::size_t>(seat));
        } else {
            pay(rewards, rules_.reward, before, after, turn.over,
                [&] { return G::ranking(table.game.state()); });
        }
        if (turn.over && rules_.restarts) begin(game);
        show(game);
    }

    void write_scores(std::size_t game, const PerSeat& points) {
        std::int32_t* const scores = arrays_.scores + game * seats_;
        for (std::size_t seat = 0; seat < seats_; ++seat) scores[seat] = points[seat];
    }

    /// Shows a position that no step led to.
    void show_anew(std::size_t game) {
        clear_outcome(game);
        write_scores(game, tables_[game].game.scores(encoded_));
        turns_[game].chosen = kNothing;
        show(game);
    }

    void clear_outcome(std::size_t game) {
        std::fill_n(arrays_.rewards + game * seats_, seats_, 0.0F);
        arrays_.ended[game] = 0;
        arrays_.illegal[game] = 0;
    }

    /// Writes what the next decision needs.
    void show(std::size_t game) {
        Turn& turn = turns_[game];
        masks_.wipe(game, turn.choices);
        if (turn.over) {
            turn.choices.clear();
        } else {
            tables_[game].game.list(encoded_, turn.choices);
        }
        masks_.mark(game, turn.choices);
        const int seat = mover(game);
        arrays_.to_move[game] = seat;
        observe(game, std::max(seat, 0), arrays_.observations + game * numbers_);
    }

    void look_ahead(std::size_t game, Random random, std::size_t at, Afterstates& all) const {
        const int seat = mover(game);
        if (seat == kOver) return;
        const Choices<typename G::Move>& choices = turns_[game].choices;
        const State& now = tables_[game].game.state();
        const KeptGame<G> from(encoded_, determinized<G>(view_of<G>(now, seat), random));
        for (std::size_t i = 0; i < choices.count(); ++i, ++at) {
            KeptGame<G> after = from;
            after.apply(encoded_, choices.moves()[i]);
            all.actions[at] = choices.actions()[i];
            after.observe(encoded_, seat, all.observations.data() + at * numbers_);
            const PerSeat points = after.scores(encoded_);
            std::copy_n(points.begin(), seats_,
                        all.scores.begin() + static_cast<std::ptrdiff_t>(at * seats_));
            all.over[at] = G::to_move(after.state()) == kOver;
        }
    }

    Encoded<G> encoded_;
    KeptGame<G> first_;  ///< in which every game begins
    Rules rules_;
    Arrays arrays_;
    std::size_t seats_;
    std::size_t numbers_;
    Masks masks_;
    std::vector<Table> tables_;
    std::vector<Turn> turns_;
    Crew crew_;
};

}  // namespace carcbot::env
