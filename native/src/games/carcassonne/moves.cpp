// Recognising equivalent moves, and saying why a move is not legal.
#include <algorithm>

#include "carcbot/error.hpp"
#include "rules.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {
namespace {

[[noreturn]] void forbid(Move move, const std::string& what, const std::string& expected) {
    throw InputError(Fault::illegal_move, what, "move " + move_text(move), expected);
}

std::string cell_text(Cell cell) {
    return std::to_string(x_of(cell)) + "," + std::to_string(y_of(cell));
}

constexpr const char* kSides[] = {"north", "east", "south", "west"};
constexpr const char* kEdges[] = {"river", "city", "road", "field"};

/// The slot of the move's cell, after checking everything about laying the tile.
int check_placement(const State& state, Move move) {
    const Frontier& frontier = state.frontier;
    const Cell cell = cell_at(move.x, move.y);
    const int slot = detail::find_cell(frontier, cell);
    if (slot == frontier.count) {
        const bool taken = std::any_of(state.placed, state.placed + state.tiles,
                                       [&](const PlacedTile& tile) { return tile.cell == cell; });
        forbid(move,
               taken ? "cell " + cell_text(cell) + " holds a tile already"
                     : "cell " + cell_text(cell) + " touches no tile",
               "an empty cell beside a tile");
    }
    const Shape& shape = state.rules->shapes->of[state.hand][move.rotation];
    const unsigned wrong = (frontier.edges[slot] ^ shape.edges) & frontier.known[slot];
    if (wrong) {
        const int side = std::countr_zero(wrong) / 2;
        forbid(move,
               "its " + std::string(kSides[side]) + " edge is " +
                   kEdges[shape.edges >> (2 * side) & 3] + " and the neighbour's is " +
                   kEdges[frontier.edges[slot] >> (2 * side) & 3],
               "edges that match");
    }
    if (!shape.river) return slot;
    const Fits fits = legal_places(state, state.hand);
    bool allowed = false;
    fits.each([&](int s, int rotation) { allowed |= s == slot && rotation == move.rotation; });
    if (!allowed)
        forbid(move, "the river may not go there", "a place that the River's rules allow");
    return slot;
}

int segment_with(const Shape& shape, Spot spot) {
    if (spot < kRoadSpot || (spot >= kRoadSpot && spot < kFieldSpot)) {
        const int segment = shape.segment_at[4 * (spot & 3) + kCentre];
        const bool city = segment < shape.cities;
        return segment == kNone || city != (spot < kRoadSpot) ? -1 : segment;
    }
    if (spot < kInteriorSpot) {
        const int half = spot - kFieldSpot;
        const int segment = shape.segment_at[4 * (half / 2) + (half % 2 ? kRight : kLeft)];
        return segment == kNone ? -1 : segment;
    }
    for (int segment = shape.closable; segment < shape.segments; ++segment) {
        if (shape.spots[segment] == spot) return segment;
    }
    return -1;
}

void check_supply(const State& state, Move move) {
    const unsigned seat = state.seat;
    const bool has = move.figure() == Figure::small ? state.small_supply[seat] > 0
                     : move.figure() == Figure::big ? state.big_supply >> seat & 1
                                                    : state.abbot_supply >> seat & 1;
    constexpr const char* names[] = {"", "meeple", "big meeple", "abbot"};
    if (!has) {
        forbid(move,
               "seat " + std::to_string(seat) + " has no " +
                   names[static_cast<int>(move.figure())] + " to put",
               "a figure from the supply, or none");
    }
}

/// The spot that names the feature at the move's spot, after checking that it may be claimed.
Spot check_claim(const State& state, Move move, const Shape& shape, const Join& join) {
    const Spot spot = move.spot();
    const bool abbot = move.figure() == Figure::abbot;
    if (spot == kCloisterSpot || spot == kGardenSpot) {
        if (spot == kCloisterSpot ? !shape.cloister : !shape.garden) {
            forbid(move, "the tile has no such place", "a place on the tile just laid");
        }
        if (spot == kGardenSpot && !abbot) forbid(move, "a garden takes only an abbot", "an abbot");
        return spot;
    }
    const int segment = segment_with(shape, spot);
    if (segment < 0)
        forbid(move, "the tile has no such segment", "a segment of the tile just laid");
    if (abbot) forbid(move, "an abbot stands only on cloisters and gardens", "a meeple");
    if (segment >= shape.closable && state.rules->options.farm_scoring == FarmScoring::off) {
        forbid(move, "this game is played without farmers", "another place, or no figure");
    }
    unsigned named = static_cast<unsigned>(segment);
    for (unsigned other = 0; other < named; ++other) {
        if (join.root.at[other] == join.root.at[segment]) named = other;
    }
    if (!(join.free >> named & 1)) {
        forbid(move, "that feature is occupied", "a feature without figures");
    }
    return shape.spots[named];
}

}  // namespace

Move canonical_move(const State& state, Move move) {
    if (state.phase != Phase::place) {
        throw InputError(Fault::out_of_turn, "no tile is in hand to be laid",
                         "move " + move_text(move),
                         state.phase == Phase::end ? "nothing: the game is over" : "a draw");
    }
    Move named = move;
    named.rotation = state.rules->shapes->canonical[state.hand][move.rotation & 3];
    const int slot = check_placement(state, named);
    if (move.then == 0) return named;
    const Cell cell = cell_at(move.x, move.y);
    if (move.then == Move::kTakeAbbotBack) {
        const int index = returnable_abbot(state);
        if (index < 0)
            forbid(move, "there is no abbot to take back", "an own abbot on something incomplete");
        const Monk& monk = state.monk[index];
        if (monk.neighbours + touching(monk.cell, cell) == 8) {
            forbid(move, "this tile completes what the abbot stands on",
                   "the abbot to be scored instead");
        }
        return named;
    }
    check_supply(state, move);
    const Shape& shape = state.rules->shapes->of[state.hand][named.rotation];
    const Spot spot = check_claim(state, move, shape, join_at(state, slot, shape));
    named.then = Move::put(move.figure(), spot);
    return named;
}

}  // namespace carcbot::carcassonne
