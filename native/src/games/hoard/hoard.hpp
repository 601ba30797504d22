// Hoard: a small card game with secrets, made to try the house on. It has what Kuhn poker lacks:
// two to four seats, two or three decisions in a turn, cards drawn blind, and a discard pile that
// is shuffled again.
//
// There are a few copies of each rank. Everybody is dealt a hand that the others do not see. In a
// turn a seat
//   draws   the card that lies open, or one that nobody else sees from the deck;
//   plays   a card of its hand, in the order in which they lie there: `lay` puts it into the seat's
//           own row, `drop` on the discard pile, and everybody sees it;
//   cashes  if it laid a card of which its row now has several, it may turn those n cards of rank r
//           in for r * n * (n - 1) points. They are discarded.
// Before each turn the open place is filled from the deck if it is empty. Where a card is wanted
// and the deck is empty, the discard pile is shuffled and becomes the deck. The game is over when
// all have had their turns, or when no card can be opened before a turn. Then hands are shown, and
// each card still in one costs its rank.
//
// Everybody sees which card of a hand is played, and which were drawn from which deck. So what is
// known of a hidden card is that it is one of those not seen yet of the deck that it came from.
#pragma once

#include <array>
#include <cstdint>

#include "carcbot/game.hpp"

namespace carcbot::hoard {

inline constexpr std::size_t kMostPlayers = 4;
inline constexpr std::size_t kMostRanks = 5;
inline constexpr std::size_t kMostCards = 4;  ///< in a hand, the one just drawn included
/// Decks of which hidden cards can be in hands at once, and the one that is drawn from.
inline constexpr std::size_t kMostDecks = kMostPlayers * kMostCards + 1;

/// How many cards of each rank; place 0 is not used.
using Counts = std::array<std::uint8_t, kMostRanks + 1>;

enum class Phase : std::uint8_t { deal, open, draw, blind, play, cash, over };

/// A card in a hand. Which deck it came from is public as long as the card is not.
struct Held {
    std::uint8_t rank = 0;  ///< 0 in the view of who does not know it
    std::uint8_t deck = 0;
    bool shown = false;  ///< everybody knows it
    bool operator==(const Held&) const = default;
};

struct Hand {
    std::uint8_t cards = 0;
    std::array<Held, kMostCards> card{};
    bool operator==(const Hand&) const = default;
};

/// What everybody sees of a game, and of the hands what one knows.
struct Table {
    std::int8_t seats = 2, ranks = 3, copies = 4, hand = 2, turns = 4;
    Phase phase = Phase::deal;
    std::int8_t seat = 0;         ///< whose turn it is, or who is dealt a card
    std::uint8_t done = 0;        ///< turns that are over
    std::uint8_t laid = 0;        ///< the rank that was laid in this turn, while it may be cashed
    std::uint8_t open = 0;        ///< the card that lies open; 0 if none does
    std::uint8_t deck = 0;        ///< the number of the deck that is drawn from
    std::uint8_t deck_cards = 0;  ///< how many are left in it
    Counts discards{};
    std::array<Hand, kMostPlayers> hands{};
    std::array<Counts, kMostPlayers> rows{};
    std::array<std::int16_t, kMostPlayers> points{};  ///< for cards that were cashed
    bool operator==(const Table&) const = default;
};

struct Hoard {
    static constexpr std::string_view kName = "hoard";
    /// The rank of the card, 1 the lowest.
    using Outcome = std::uint8_t;

    struct Move {
        enum class What : std::uint8_t { open, blind, lay, drop, cash, keep };
        What what;
        std::uint8_t place = 0;  ///< of `lay` and `drop`: which card of the hand, from 0
        bool operator==(const Move&) const = default;
    };

    struct State : Table {
        Counts left{};  ///< the cards of the deck
        bool operator==(const State&) const = default;
    };

    /// What a seat knows, or everybody. It has no field for cards that it has not seen, only for
    /// how many of each rank these are.
    struct View : Table {
        std::int8_t viewer = kNoSeat;
        /// Of each deck: cards that nobody showed this seat, in the deck or in hands.
        std::array<Counts, kMostDecks> unseen{};
    };

    /// Options: seats=2..4, ranks=2..5, copies=2..4, hand=1..3, turns=1..10 for each seat.
    static State new_game(std::string_view options);
    static std::string options(const Table& table);
    static int seats(const Table& table) { return table.seats; }
    static int to_move(const Table& table);
    static Turn turn(const Table& table);
    static PerSeat scores(const Table& table);
    /// Turns that the seat still has, if cards do not run out.
    static int turns_left(const Table& table, int seat);
    static PerSeat ranking(const State& state);
    static std::pair<int, int> value_bounds(const State& state, int seat);

    static std::vector<Move> legal_moves(const State& state);
    static void apply(State& state, Move move);
    static std::string move_text(Move move);
    static Move parse_move(const State& state, std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome rank);
    static std::string outcome_text(Outcome rank) { return std::to_string(rank); }
    static Outcome parse_outcome(std::string_view text);
    static std::uint64_t digest(const State& state);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);

    static View view(const State& state, int seat);
    static int seat(const View& view) { return view.viewer; }
    /// Of a card that another seat draws blind or is dealt: "?". Of one that is played from where
    /// this seat did not know it: the move and its rank, as in "lay2/3". What ends the game shows
    /// all hands behind it, as in "keep=12:3".
    static std::string seen(const State& state, int seat, std::string_view text);
    static void see(View& view, std::string_view text);
    static State determinize(const View& view, Random& random);
    static std::vector<Move> legal_moves(const View& view);
    static Move parse_move(const View& view, std::string_view text);
    static std::uint64_t digest(const View& view);
    static std::string position_text(const View& view);
    static View parse_view(std::string_view text);
};

static_assert(ChanceGame<Hoard> && HiddenInfoGame<Hoard>);

}  // namespace carcbot::hoard
