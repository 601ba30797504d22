// The rules of Carcassonne as functions on a State: begin, draw, list and make moves, score.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carcbot/game.hpp"
#include "fit.hpp"
#include "move_list.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// The position before the first draw. Throws InputError(options).
State new_game(const Options& options);

/// The same with an empty bag: only the start tile is laid. For building positions from text.
void begin(State& state, const Options& options);

/// Puts this many of each kind into the empty bag.
void fill_bag(State& state, const std::array<std::uint8_t, kKinds>& counts);

/// The options of a running game, its start tile included where it is not the official one.
Options options_of(const State& state);

// Chance ---------------------------------------------------------------------------------------

/// Kinds that can be drawn now with their weights, by kind number. Empty unless phase is draw.
std::vector<std::pair<std::uint8_t, int>> outcomes(const State& state);

/// Draws a kind: it comes to hand, or is an unplaceable tile and the rules' event happens, after
/// which the same seat draws again or the game is over. Throws InputError if it cannot be drawn.
void draw(State& state, std::uint8_t kind);

/// The same, and says where it may be laid.
template <Recorded kRecorded>
void draw(State& state, std::uint8_t kind, Fits& places);

// Moves ----------------------------------------------------------------------------------------

/// legal_places() for a river tile, by the River's own rules.
Fits legal_river_places(const State& state, std::uint8_t kind);

/// Where a tile of this kind may be laid now, whether or not it can be drawn. It is found where it
/// stays: the CPU would wait before it copies what was just written.
inline void find_legal_places(const State& state, std::uint8_t kind, Fits& places) {
    if (state.rules->shapes->outlines[kind].river) [[unlikely]] {
        places = legal_river_places(state, kind);
    } else {
        places.find(state.frontier, *state.rules->shapes, kind);
    }
}

inline Fits legal_places(const State& state, std::uint8_t kind) {
    Fits places;
    find_legal_places(state, kind, places);
    return places;
}

/// Every legal move once, by cell and rotation. Empty unless phase is place.
std::vector<Move> legal_moves(const State& state);

/// The same into a list of the caller's; what was there is gone.
void legal_moves(const State& state, MoveList& list);

/// The same moves in an order that depends on how the position came about, which is quicker: for
/// searches, which put moves in an order of their own.
void list_moves(const State& state, MoveList& list);

/// Any way of writing a legal move -> its one canonical form. Throws InputError(illegal_move) with
/// the rule that forbids it.
Move canonical_move(const State& state, Move move);

/// Makes a legal canonical move and scores what it completes.
void apply(State& state, Move move);

// Points ---------------------------------------------------------------------------------------

using Points = PerSeat;
static_assert(kMaxSeats == kMostSeats);

/// In-play points while the game runs, final ones after it.
Points scores(const State& state);

/// Points as if the game ended now.
Points virtual_scores(const State& state);

struct ScoreLine {
    std::optional<int> turn;  ///< none for the final scoring
    Spot spot;                ///< tells the type of the feature
    std::vector<std::pair<int, int>> tiles;
    unsigned owners;
    int points;
};

/// Everything scored so far; after the end, or if `as_if_over`, the final scoring too.
std::vector<ScoreLine> breakdown(const State& state, bool as_if_over);

/// Place of each seat, 1 the best; equal points share a place.
Points ranking(const State& state);

/// Turns the seat still has if every tile left can be laid.
int turns_left(const State& state, int seat);

/// Lowest and highest final points of a seat that the rules allow from here.
std::pair<int, int> value_bounds(const State& state, int seat);

/// The digest from scratch; equals state.record.digest where that is kept up.
std::uint64_t digest_of(const State& state);

/// Another 64 bits, from the position's text and not from the digest's facts: two positions with
/// equal digests and unequal check values are a collision, or differ in something the digest
/// forgets.
std::uint64_t check_value(const State& state);

// Random play ----------------------------------------------------------------------------------

enum class Sampler {
    placement_then_meeple,  ///< uniform over placements, then over what may follow
    all_moves,              ///< uniform over moves, by rejection
    all_moves_listed,       ///< uniform over moves, from the full list
};

/// Plays to the end with random draws and moves, without keeping the Record. Returns the number of
/// moves made, and if `claims` is not null notes Move::then of each there.
int playout(State& state, Random& random, Sampler sampler, std::uint8_t* claims = nullptr);

/// A move as a playout would make it here.
Move random_move(const State& state, Random& random, Sampler sampler);

// Text -----------------------------------------------------------------------------------------

std::string move_text(Move move);
Move parse_move(
    std::string_view text);  ///< Throws InputError(notation); says nothing about legality.

std::string position_text(const State& state);
State parse_position(std::string_view text);  ///< Throws InputError(notation).

}  // namespace carcbot::carcassonne
