// Many games at once, for learners: one call makes a move in each, lets chance draw, begins again
// what has ended, and writes what the next decision needs into arrays of the caller.
//
// A game depends on its seed alone: not on how many others there are, nor on how many threads play
// them. All that a learner gets comes from views; positions are for who runs the batch.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "carcbot/encoded.hpp"
#include "carcbot/searchable.hpp"
#include "env/crew.hpp"
#include "env/kept_game.hpp"

namespace carcbot::env {

/// What a step pays to each seat. `win`: at the end 1 for the winner, and -1 for the only other
/// seat; of n seats the losers share the -1, and winners who share a victory share it out evenly.
/// `difference`: at the end the points of a seat beyond those of the best other. `gain`: the points
/// that the seat won or lost since the step before.
enum class Reward { win, difference, gain };

/// What becomes of a number that is no legal move: all is refused and nothing changes; the seat
/// loses at once; or a random legal move is made.
enum class Illegal { refuse, lose, random };

struct Rules {
    Reward reward = Reward::win;
    Illegal illegal = Illegal::refuse;
    bool restarts = true;  ///< a game that ends begins again in the same step
    int threads = 1;
};

/// In place of the number of a move: the game waits, and nothing happens there.
inline constexpr std::int64_t kWait = -2;
/// What a seat pays that loses by an illegal move where points are paid.
inline constexpr float kForfeit = 100;

/// Where a batch writes, a row for each game. Between two calls nobody else writes to the masks.
struct Arrays {
    float* observations;  ///< what the seat to move sees; of a game that is over, what seat 0 sees
    std::uint8_t* masks;  ///< 1 for the number of each legal move
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
          actions_(static_cast<std::size_t>(encoded_.actions())),
          tables_(games, Table(first_)),
          crew_(static_cast<std::size_t>(rules.threads)) {
        std::fill_n(arrays.masks, games * actions_, std::uint8_t{0});
    }

    [[nodiscard]] std::size_t games() const { return tables_.size(); }
    [[nodiscard]] std::size_t observation_numbers() const { return numbers_; }
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
            begin(table);
            show_anew(game);
        }
    }

    /// Puts a game into this position, as if it had just come there.
    void put(std::size_t game, const State& state) {
        Table& table = tables_[game];
        table.is_put = true;
        table.game = KeptGame<G>(encoded_, state);
        go_on(table);
        show_anew(game);
    }

    /// The next step of this game makes this move, whatever number stands there.
    void choose(std::size_t game, std::string_view text) {
        Table& table = tables_[game];
        if (table.over) {
            throw InputError(Fault::out_of_turn, "the game is over", "game " + std::to_string(game),
                             "a reset");
        }
        const auto move = G::parse_move(table.game.state(), text);
        const auto moves = table.choices.moves();
        table.chosen =
            static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
    }

    /// Makes a move in every game that is not over and does not wait.
    ///
    /// Throws InputError if a number is no legal move and that is refused; then nothing changes.
    void step(std::span<const std::int64_t> actions) {
        for (std::size_t game = 0; game < games(); ++game) find(tables_[game], actions[game]);
        if (rules_.illegal == Illegal::refuse) refuse_illegal(actions);
        crew_.share(games(), [&](std::size_t game) {
            clear_outcome(game);
            if (!tables_[game].over && actions[game] != kWait) play(game);
        });
    }

    /// Writes, for each of these games, the number of a random legal move, or kOutside where there
    /// is none. What it is depends on the game, and on how often it was asked for there.
    void sample(std::span<const std::int64_t> which, std::span<std::int64_t> actions) {
        for (const std::int64_t game : which) {
            Table& table = tables_[static_cast<std::size_t>(game)];
            actions[static_cast<std::size_t>(game)] = sample(table);
        }
    }

    /// What follows from every legal move of these games. In a game with secrets that is told of a
    /// position drawn, by this seed, from those that the seat holds for possible.
    [[nodiscard]] Afterstates afterstates(std::span<const std::int64_t> which, std::uint64_t seed) {
        Afterstates all;
        all.offsets.push_back(0);
        for (const std::int64_t game : which) {
            const auto count = static_cast<std::int64_t>(table_at(game).choices.count());
            all.offsets.push_back(all.offsets.back() + count);
        }
        const auto total = static_cast<std::size_t>(all.offsets.back());
        all.actions.resize(total);
        all.observations.resize(total * numbers_);
        all.scores.resize(total * seats_);
        all.over.resize(total);
        crew_.share(which.size(), [&](std::size_t i) {
            look_ahead(table_at(which[i]), Random(mix64(seed + i)),
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
        return tables_[game].choices;
    }

    /// What a seat sees of a game now.
    void observe(std::size_t game, int seat, float* out) const {
        tables_[game].game.observe(encoded_, seat, out);
    }

  private:
    struct Table {
        explicit Table(const KeptGame<G>& first) : game(first) {}

        KeptGame<G> game;
        Choices<typename G::Move> choices;
        bool over = true;           ///< or not begun, or lost by an illegal move
        int chosen = kNothing;      ///< index of the move that is made next
        std::uint32_t sampled = 0;  ///< index of the move that sample() gave last
        Random random{0};           ///< for chance
        Random sampler{0};          ///< for sample() and for what is made instead of illegal moves
        std::uint64_t seed = 0;
        std::uint64_t episode = 0;                ///< how many games have begun from it
        std::vector<typename G::Move> made = {};  ///< since this one began
        bool is_put = false;                      ///< this one did not begin, but was put there
    };
    static constexpr int kNothing = -1;

    static std::size_t numbers_in(const std::vector<std::size_t>& shape) {
        std::size_t numbers = 1;
        for (const std::size_t side : shape) numbers *= side;
        return numbers;
    }

    const Table& table_at(std::int64_t game) const {
        return tables_[static_cast<std::size_t>(game)];
    }

    /// One of the numbers that are not kOutside, each as likely as another.
    static std::int32_t sample(Table& table) {
        const auto legal = table.choices.actions();
        const std::size_t outside = table.choices.outside();
        if (legal.size() == outside) return kOutside;
        std::uint32_t ticket =
            table.sampler.below(static_cast<std::uint32_t>(legal.size() - outside));
        if (outside != 0) {
            for (std::uint32_t i = 0; i <= ticket; ++i) ticket += legal[i] == kOutside;
        }
        table.sampled = ticket;
        return legal[ticket];
    }

    static std::uint64_t game_seed(const Table& table) {
        return mix64(mix64(table.seed) + table.episode - 1);
    }
    /// As it is when a game begins.
    static Random chance(const Table& table) { return Random(game_seed(table)); }

    void begin(Table& table) {
        ++table.episode;
        table.random = chance(table);
        table.sampler = Random(~game_seed(table));
        table.made.clear();
        table.is_put = false;
        table.game = first_;
        go_on(table);
    }

    /// Whose turn it is; kOver also before a game has begun and after it is lost.
    static int turn(const Table& table) { return table.over ? kOver : to_move(table); }

    static int to_move(const Table& table) { return G::to_move(table.game.state()); }

    /// Lets chance draw until a seat has to decide.
    void go_on(Table& table) {
        while (to_move(table) == kChance) table.game.draw(encoded_, table.random);
        table.over = to_move(table) == kOver;
    }

    /// Finds the move with this number, if none was chosen by its text.
    void find(Table& table, std::int64_t action) {
        if (table.chosen != kNothing || action == kWait) return;
        if (action < 0 || action > std::numeric_limits<std::int32_t>::max()) return;
        const auto wanted = static_cast<std::int32_t>(action);
        const std::int32_t* const actions = table.choices.actions().data();
        const auto count = static_cast<int>(table.choices.count());
        // Often it is what sample() gave.
        const auto sampled = static_cast<int>(table.sampled);
        if (sampled < count && actions[sampled] == wanted) {
            table.chosen = sampled;
            return;
        }
        // No two have the same, so all are compared, many at a time.
        int found = kNothing;
        for (int i = 0; i < count; ++i)
            found = std::max(found, actions[i] == wanted ? i : kNothing);
        table.chosen = found;
    }

    void refuse_illegal(std::span<const std::int64_t> actions) {
        for (std::size_t game = 0; game < games(); ++game) {
            const Table& table = tables_[game];
            if (table.chosen != kNothing || table.over || actions[game] == kWait) continue;
            for (Table& each : tables_) each.chosen = kNothing;
            throw InputError(
                Fault::illegal_move, "action " + std::to_string(actions[game]) + " is not legal",
                "game " + std::to_string(game),
                "one of the " + std::to_string(table.choices.count()) + " whose mask is 1");
        }
    }

    /// A step of a game that is not over.
    void play(std::size_t game) {
        Table& table = tables_[game];
        const int mover = to_move(table);
        const bool gains = rules_.reward == Reward::gain;
        const PerSeat before = gains ? G::scores(table.game.state()) : PerSeat{};
        const bool is_illegal = table.chosen == kNothing;
        arrays_.illegal[game] = is_illegal;
        const bool lost = is_illegal && rules_.illegal == Illegal::lose;
        if (lost) {
            table.over = true;
        } else {
            if (is_illegal) {
                const auto count = static_cast<std::uint32_t>(table.choices.count());
                table.chosen = static_cast<int>(table.sampler.below(count));
            }
            const auto move = table.choices.moves()[static_cast<std::size_t>(table.chosen)];
            table.made.push_back(move);
            table.game.apply(encoded_, move);
            go_on(table);
        }
        table.chosen = kNothing;
        const PerSeat after = G::scores(table.game.state());
        write_scores(game, after);
        arrays_.ended[game] = table.over;
        if (lost) {
            pay_forfeit(game, mover);
        } else {
            pay(game, before, after, table.over);
        }
        if (table.over && rules_.restarts) begin(table);
        show(game);
    }

    void pay(std::size_t game, const PerSeat& before, const PerSeat& after, bool ended) {
        float* const rewards = arrays_.rewards + game * seats_;
        if (rules_.reward == Reward::gain) {
            for (std::size_t seat = 0; seat < seats_; ++seat) {
                rewards[seat] = static_cast<float>(after[seat] - before[seat]);
            }
        } else if (ended && rules_.reward == Reward::win) {
            const PerSeat places = G::ranking(tables_[game].game.state());
            pay_win(rewards, [&](std::size_t seat) { return places[seat] == 1; });
        } else if (ended) {
            for (std::size_t seat = 0; seat < seats_; ++seat) {
                int best = std::numeric_limits<int>::min();
                for (std::size_t other = 0; other < seats_; ++other) {
                    if (other != seat) best = std::max(best, after[other]);
                }
                rewards[seat] = static_cast<float>(after[seat] - best);
            }
        }
    }

    void pay_forfeit(std::size_t game, int loser) {
        float* const rewards = arrays_.rewards + game * seats_;
        if (rules_.reward == Reward::win) {
            pay_win(rewards, [&](std::size_t seat) { return static_cast<int>(seat) != loser; });
        } else {
            rewards[loser] = -kForfeit;
        }
    }

    /// The winners share a whole evenly; then everybody pays alike so that all sums up to 0, and a
    /// winner alone has 1.
    template <typename Wins>
    void pay_win(float* rewards, Wins wins) const {
        int winners = 0;
        for (std::size_t seat = 0; seat < seats_; ++seat) winners += wins(seat);
        const auto seats = static_cast<float>(seats_);
        for (std::size_t seat = 0; seat < seats_; ++seat) {
            const float share = wins(seat) ? 1 / static_cast<float>(winners) : 0;
            rewards[seat] = (share * seats - 1) / (seats - 1);
        }
    }

    void write_scores(std::size_t game, const PerSeat& points) {
        std::copy_n(points.begin(), seats_, arrays_.scores + game * seats_);
    }

    /// Shows a position that no step led to.
    void show_anew(std::size_t game) {
        clear_outcome(game);
        write_scores(game, G::scores(tables_[game].game.state()));
        tables_[game].chosen = kNothing;
        show(game);
    }

    void clear_outcome(std::size_t game) {
        std::fill_n(arrays_.rewards + game * seats_, seats_, 0.0F);
        arrays_.ended[game] = 0;
        arrays_.illegal[game] = 0;
    }

    /// Writes what the next decision needs.
    void show(std::size_t game) {
        Table& table = tables_[game];
        mark(game, 0);
        if (table.over) {
            table.choices.clear();
        } else {
            table.game.list(encoded_, table.choices);
        }
        mark(game, 1);
        const int seat = turn(table);
        arrays_.to_move[game] = seat;
        observe(game, std::max(seat, 0), arrays_.observations + game * numbers_);
    }

    /// Writes this for each legal move.
    void mark(std::size_t game, std::uint8_t legal) {
        const Table& table = tables_[game];
        std::uint8_t* const mask = arrays_.masks + game * actions_;
        if (table.choices.outside() == 0) [[likely]] {
            for (const std::int32_t action : table.choices.actions()) mask[action] = legal;
            return;
        }
        for (const std::int32_t action : table.choices.actions()) {
            if (action != kOutside) mask[action] = legal;
        }
    }

    void look_ahead(const Table& table, Random random, std::size_t at, Afterstates& all) const {
        const int mover = turn(table);
        if (mover == kOver) return;
        const KeptGame<G> from(encoded_,
                               determinized<G>(view_of<G>(table.game.state(), mover), random));
        for (std::size_t i = 0; i < table.choices.count(); ++i, ++at) {
            KeptGame<G> after = from;
            after.apply(encoded_, table.choices.moves()[i]);
            all.actions[at] = table.choices.actions()[i];
            after.observe(encoded_, mover, all.observations.data() + at * numbers_);
            const PerSeat points = G::scores(after.state());
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
    std::size_t actions_;
    std::vector<Table> tables_;
    Crew crew_;
};

}  // namespace carcbot::env
