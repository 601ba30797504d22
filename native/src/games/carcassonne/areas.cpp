// Nothing here is called while a search plays out games.
#include "areas.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "final.hpp"

namespace carcbot::carcassonne {
namespace {

/// Walks the board from segment to segment.
class Walk {
  public:
    explicit Walk(const State& state) : state_(state) {
        for (int i = 0; i < state.tiles; ++i) {
            const PlacedTile& tile = state.placed[i];
            shapes_[tile.cell] = &state.rules->shapes->of[tile.kind][tile.rotation];
        }
        for (int label = 0; label < state.features.labels; ++label) {
            const Origin& origin = state.record.origin[label];
            labels_[{origin.cell, origin.spot}] = state.features.root[label];
        }
    }

    /// The feature of this segment; empty if it was found before.
    std::vector<std::pair<Cell, Spot>> from(Cell cell, int segment) {
        std::vector<std::pair<Cell, Spot>> found;
        std::vector<std::pair<Cell, int>> todo = {{cell, segment}};
        while (!todo.empty()) {
            const auto [at, number] = todo.back();
            todo.pop_back();
            if (!seen_.emplace(at, number).second) continue;
            const Shape& shape = *shapes_.at(at);
            found.emplace_back(at, shape.spots[number]);
            for (int port = 0; port < kPorts; ++port) {
                if (shape.segment_at[port] != number) continue;
                const auto next = shapes_.find(beside(at, port / 4));
                if (next == shapes_.end()) continue;
                const int facing = 4 * (((port / 4) + 2) & 3) + (2 - port % 4);  // left meets right
                todo.emplace_back(next->first, next->second->segment_at[facing]);
            }
        }
        return found;
    }

    /// The label of the feature that has these segments: one of them began with a label.
    [[nodiscard]] std::uint8_t label_of(const std::vector<std::pair<Cell, Spot>>& segments) const {
        for (const auto& segment : segments) {
            const auto found = labels_.find(segment);
            if (found != labels_.end()) return found->second;
        }
        return kNone;
    }

  private:
    const State& state_;
    std::map<Cell, const Shape*> shapes_;
    std::map<std::pair<Cell, Spot>, std::uint8_t> labels_;
    std::set<std::pair<Cell, int>> seen_;
};

int farm_points(const State& state, int field) {
    const FarmScoring scoring = state.rules->options.farm_scoring;
    if (scoring == FarmScoring::off) return 0;
    int cities = 0;
    for (int label = 0; label < state.features.labels; ++label) {
        const std::uint64_t word = state.features.tally[label];
        const bool done = (word & (tally::kType | tally::kDone)) == (tally::kCity | tally::kDone);
        cities += done && touches(state.features, field, label);
    }
    return cities * (scoring == FarmScoring::first ? 4 : 3);
}

Area described(const State& state, std::uint8_t label,
               std::vector<std::pair<Cell, Spot>> segments) {
    const std::uint64_t word = state.features.tally[label];
    const Options& options = state.rules->options;
    const bool field = (word & tally::kType) == tally::kField;
    const bool complete = !field && (word & tally::kDone) != 0;
    const int points = field      ? farm_points(state, label)
                       : complete ? completed_value(word, options)
                                  : incomplete_value(word);
    const Spot spot = segments.front().second;
    return {spot, std::move(segments), owners_of(word, options.seats), points, complete, label};
}

/// The cloister or garden on a tile.
Area around(const State& state, Cell cell, Spot spot) {
    const int neighbours = neighbours_of(state, cell);
    unsigned owners = 0;
    for (int i = 0; i < state.monks; ++i) {
        if (state.monk[i].cell == cell) owners = 1U << state.monk[i].seat;
    }
    return {spot, {{cell, spot}}, owners, 1 + neighbours, neighbours == 8, kNone};
}

}  // namespace

std::vector<Area> areas(const State& state) {
    Walk walk(state);
    std::vector<Area> found;
    for (int i = 0; i < state.tiles; ++i) {
        const PlacedTile& tile = state.placed[i];
        const Shape& shape = state.rules->shapes->of[tile.kind][tile.rotation];
        for (int segment = 0; segment < shape.segments; ++segment) {
            auto segments = walk.from(tile.cell, segment);
            if (segments.empty()) continue;
            const std::uint8_t label = walk.label_of(segments);
            found.push_back(described(state, label, std::move(segments)));
        }
        if (shape.cloister) found.push_back(around(state, tile.cell, kCloisterSpot));
        if (shape.garden) found.push_back(around(state, tile.cell, kGardenSpot));
    }
    return found;
}

}  // namespace carcbot::carcassonne
