// Points and the score sheet. Nothing here is called while a search plays out games.
#include <algorithm>
#include <map>
#include <set>

#include "final.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

/// Which segment of a shape has this spot as its first one.
int segment_of(const Shape& shape, Spot spot) {
    return static_cast<int>(std::find(shape.spots, shape.spots + shape.segments, spot) -
                            shape.spots);
}

/// The tiles of the feature that the segment at `spot` of the tile on `cell` belongs to, found by
/// walking the board.
std::vector<std::pair<int, int>> tiles_of(const State& state, Cell cell, Spot spot) {
    if (spot >= kCloisterSpot) return {{x_of(cell), y_of(cell)}};
    std::map<Cell, const PlacedTile*> board;
    for (int i = 0; i < state.tiles; ++i) board[state.placed[i].cell] = &state.placed[i];
    const auto shape_at = [&](Cell at) -> const Shape& {
        return state.rules->shapes->of[board.at(at)->kind][board.at(at)->rotation];
    };
    std::set<std::pair<Cell, int>> seen;
    std::vector<std::pair<Cell, int>> todo = {{cell, segment_of(shape_at(cell), spot)}};
    std::set<std::pair<int, int>> tiles;
    while (!todo.empty()) {
        const auto [at, segment] = todo.back();
        todo.pop_back();
        if (!seen.emplace(at, segment).second) continue;
        tiles.emplace(x_of(at), y_of(at));
        const Shape& shape = shape_at(at);
        for (int port = 0; port < kPorts; ++port) {
            if (shape.segment_at[port] != segment) continue;
            const Cell next = beside(at, port / 4);
            if (!board.contains(next)) continue;
            const int facing = 4 * (((port / 4) + 2) & 3) + (2 - port % 4);  // left meets right
            todo.emplace_back(next, shape_at(next).segment_at[facing]);
        }
    }
    return {tiles.begin(), tiles.end()};
}

Points points_of(const int* values) {
    Points points{};
    std::copy_n(values, kMaxSeats, points.begin());
    return points;
}

}  // namespace

Points virtual_scores(const State& state) {
    int points[kMaxSeats] = {};
    add_final(state, points);
    return points_of(points);
}

Points scores(const State& state) {
    if (state.phase == Phase::end) return virtual_scores(state);
    Points points{};
    for (std::size_t seat = 0; seat < state.rules->options.seats; ++seat)
        points[seat] = state.points[seat];
    return points;
}

std::vector<ScoreLine> breakdown(const State& state, bool as_if_over) {
    std::vector<ScoreLine> lines;
    for (int i = 0; i < state.record.scored; ++i) {
        const Scored& s = state.record.sheet[i];
        lines.push_back({s.turn, s.spot, tiles_of(state, s.cell, s.spot), s.owners, s.points});
    }
    if (!as_if_over && state.phase != Phase::end) return lines;
    score_final(state, [&](int label, int monk, unsigned owners, int points) {
        Origin origin;
        if (monk >= 0) {
            origin = {state.monk[monk].cell,
                      state.monk[monk].on_garden ? kGardenSpot : kCloisterSpot};
        } else {
            origin = state.record.origin[label];
        }
        // What the editions before the current one pay for farms is paid for a city.
        const bool farm_by_city = label >= 0 && (state.features.tally[label] & tally::kDone) != 0;
        const Spot shown = farm_by_city ? kInteriorSpot : origin.spot;
        lines.push_back(
            {std::nullopt, shown, tiles_of(state, origin.cell, origin.spot), owners, points});
    });
    return lines;
}

}  // namespace carcbot::carcassonne
