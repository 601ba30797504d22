// What must hold in every position, found out anew from the tiles on the table: a second, slow
// reading of the board that shares nothing with the incremental one but the shapes of the tiles.
#pragma once

#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/carcassonne/final.hpp"
#include "games/carcassonne/rules.hpp"

namespace invariants {

using namespace carcbot::carcassonne;

/// The one place that knows how a feature's word is kept: its strengths, counts and type.
inline std::uint64_t word_of(const State& state, int root) {
    return state.features.tally[root];
}

/// A segment as it lies on the table, straight from what is printed on the tile.
struct Segment {
    Spot first;               ///< names it: its first edge or half-edge
    unsigned edges = 0;       ///< of a city or road
    unsigned half_edges = 0;  ///< of a field
    int pennants = 0;
    bool inn = false, cathedral = false;
    std::vector<std::size_t> cities;  ///< those of the tile's segments that a field touches

    [[nodiscard]] bool field() const { return first >= kFieldSpot; }
    [[nodiscard]] bool city() const { return first < kRoadSpot; }
};

inline unsigned turned(unsigned mask, int quarters, int step, int width) {
    const int by = quarters * step;
    return (mask << by | mask >> (width - by)) & ((1U << width) - 1);
}

inline std::vector<Segment> segments_of(const PlacedTile& tile, bool inn_on_ec_c2) {
    const TileKind& kind = tile_kinds()[tile.kind];
    const auto first = [](int base, unsigned mask) {
        return static_cast<Spot>(base + std::countr_zero(mask));
    };
    std::vector<Segment> segments;
    for (const auto& city : kind.cities) {
        const unsigned edges = turned(city.edges, tile.rotation, 1, 4);
        segments.push_back(
            {first(kCitySpot, edges), edges, 0, city.pennants, false, city.cathedral, {}});
    }
    for (const auto& road : kind.roads) {
        const unsigned edges = turned(road.edges, tile.rotation, 1, 4);
        const bool inn = road.inn || (inn_on_ec_c2 && road.inn_in_c2);
        segments.push_back({first(kRoadSpot, edges), edges, 0, 0, inn, false, {}});
    }
    for (const auto& field : kind.fields) {
        const unsigned halves = turned(field.half_edges, tile.rotation, 2, 8);
        Segment segment{
            halves ? first(kFieldSpot, halves) : kInteriorSpot, 0, halves, 0, false, false, {}};
        for (std::size_t city = 0; city < kind.cities.size(); ++city) {
            if (field.cities >> city & 1) segment.cities.push_back(city);
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

/// What a feature amounts to.
struct Sums {
    std::set<std::size_t> tiles;
    int open = 0, pennants = 0;
    bool inn = false, cathedral = false, city = false, field = false;
    std::set<int> cities;  ///< that a field touches
};

/// The segments on the table, grouped into features by looking at every pair of neighbours.
class SlowFeatures {
  public:
    explicit SlowFeatures(const State& state) : placed_(state.placed, state.placed + state.tiles) {
        for (std::size_t tile = 0; tile < placed_.size(); ++tile) {
            tile_on_[placed_[tile].cell] = tile;
            segments_.push_back(segments_of(placed_[tile], state.rules->options.inn_on_ec_c2));
            for (std::size_t i = 0; i < segments_[tile].size(); ++i) {
                parent_[{tile, i}] = static_cast<int>(tile * 16 + i);
            }
        }
        for (std::size_t tile = 0; tile < placed_.size(); ++tile) {
            for (std::size_t i = 0; i < segments_[tile].size(); ++i) join_neighbours(tile, i);
        }
        for (auto& [segment, feature] : parent_) feature = root(feature);
    }

    [[nodiscard]] bool has_tile(Cell cell) const { return tile_on_.contains(cell); }

    /// What the tile on a cell shows on a side.
    [[nodiscard]] Edge edge(Cell cell, int side) const {
        const PlacedTile& tile = placed_[tile_on_.at(cell)];
        return tile_kinds()[tile.kind]
            .edges[static_cast<std::size_t>((side + 4 - tile.rotation) % 4)];
    }

    /// The feature of the segment that a spot of the tile on this cell lies on, or -1.
    [[nodiscard]] int feature_at(Cell cell, Spot spot) const {
        const auto tile = tile_on_.find(cell);
        if (tile == tile_on_.end()) return -1;
        const int segment = segment_at(tile->second, spot);
        return segment < 0 ? -1 : parent_.at({tile->second, static_cast<std::size_t>(segment)});
    }

    /// Every feature by its number.
    [[nodiscard]] std::map<int, Sums> sums() const {
        std::map<int, Sums> all;
        for (std::size_t tile = 0; tile < placed_.size(); ++tile) {
            for (std::size_t i = 0; i < segments_[tile].size(); ++i) {
                const Segment& segment = segments_[tile][i];
                Sums& feature = all[parent_.at({tile, i})];
                feature.tiles.insert(tile);
                feature.city = segment.city();
                feature.field = segment.field();
                feature.pennants += segment.pennants;
                feature.inn |= segment.inn;
                feature.cathedral |= segment.cathedral;
                for (const std::size_t city : segment.cities) {
                    feature.cities.insert(parent_.at({tile, city}));
                }
                for (int side = 0; side < 4; ++side) {
                    const bool open = !has_tile(beside(placed_[tile].cell, side));
                    feature.open += open && (segment.edges >> side & 1);
                }
            }
        }
        return all;
    }

  private:
    int segment_at(std::size_t tile, Spot spot) const {
        for (std::size_t i = 0; i < segments_[tile].size(); ++i) {
            const Segment& segment = segments_[tile][i];
            const bool here = spot == segment.first ||
                              (spot < kRoadSpot && segment.city() && (segment.edges >> spot & 1)) ||
                              (spot >= kRoadSpot && spot < kFieldSpot && !segment.city() &&
                               (segment.edges >> (spot - kRoadSpot) & 1)) ||
                              (spot >= kFieldSpot && spot < kInteriorSpot &&
                               (segment.half_edges >> (spot - kFieldSpot) & 1));
            if (here) return static_cast<int>(i);
        }
        return -1;
    }

    void join_neighbours(std::size_t tile, std::size_t i) {
        const Segment& segment = segments_[tile][i];
        const auto join = [&](int side, int spot_there) {
            const auto next = tile_on_.find(beside(placed_[tile].cell, side));
            if (next == tile_on_.end()) return;
            const int there = segment_at(next->second, static_cast<Spot>(spot_there));
            if (there < 0) return;  // edges that do not match are another check's finding
            const int a = root(parent_.at({tile, i}));
            const int b = root(parent_.at({next->second, static_cast<std::size_t>(there)}));
            parent_[key(b)] = a;
        };
        for (int side = 0; side < 4; ++side) {
            const int base = segment.city() ? kCitySpot : kRoadSpot;
            if (segment.edges >> side & 1) join(side, base + (side + 2) % 4);
        }
        for (int half = 0; half < 8; ++half) {
            const int mate = (half + (half % 2 ? 3 : 5)) % 8;
            if (segment.half_edges >> half & 1) join(half / 2, kFieldSpot + mate);
        }
    }

    using Key = std::pair<std::size_t, std::size_t>;
    static Key key(int number) {
        return {static_cast<std::size_t>(number) / 16, static_cast<std::size_t>(number) % 16};
    }
    int root(int number) const {
        while (parent_.at(key(number)) != number) number = parent_.at(key(number));
        return number;
    }

    std::vector<PlacedTile> placed_;
    std::map<Cell, std::size_t> tile_on_;
    std::vector<std::vector<Segment>> segments_;
    std::map<Key, int> parent_;  ///< tile and segment -> number of a segment of the same feature
};

/// The frontier holds each empty neighbour of a tile once, with the edges that point at it.
inline std::string wrong_frontier(const State& state, const SlowFeatures& slow) {
    const Frontier& frontier = state.frontier;
    if (frontier.count > kMaxFrontier) return "the frontier is longer than it can be";
    std::set<Cell> expected;
    for (int i = 0; i < state.tiles; ++i) {
        for (int side = 0; side < 4; ++side) {
            const Cell next = beside(state.placed[i].cell, side);
            if (!slow.has_tile(next)) expected.insert(next);
        }
    }
    const std::set<Cell> found(frontier.cells, frontier.cells + frontier.count);
    if (found.size() != static_cast<std::size_t>(frontier.count))
        return "a frontier cell is there twice";
    if (found != expected) return "the frontier is not the empty neighbours of the tiles";
    for (int slot = 0; slot < frontier.count; ++slot) {
        for (int side = 0; side < 4; ++side) {
            const unsigned known = frontier.known[slot] >> (2 * side) & 3;
            const unsigned code = frontier.edges[slot] >> (2 * side) & 3;
            const Cell next = beside(frontier.cells[slot], side);
            if (known != (slow.has_tile(next) ? 3U : 0U))
                return "a frontier cell knows the wrong edges";
            if (!known && code) return "an unknown edge has a code";
            if (known && code != static_cast<unsigned>(slow.edge(next, (side + 2) % 4))) {
                return "a known edge is wrong";
            }
        }
    }
    for (int slot = frontier.count; slot < kNoSlot; ++slot) {
        if (frontier.known[slot] || frontier.edges[slot])
            return "there is something behind the frontier";
    }
    return "";
}

/// Labels and features are the same thing under two names, and the tallies are what the tiles say.
inline std::string wrong_features(const State& state, const SlowFeatures& slow) {
    const Features& features = state.features;
    if (features.labels > kMaxLabels) return "labels ran out";
    if (features.city_bits > 128) return "city bits ran out";
    std::map<int, int> root_of, feature_of;
    for (int label = 0; label < features.labels; ++label) {
        const Origin origin = state.record.origin[label];
        const int root = features.root[label];
        const int feature = slow.feature_at(origin.cell, origin.spot);
        if (features.root[root] != root) return "a root is not its own root";
        if (feature < 0) return "a label's origin is not on the table";
        if (root_of.emplace(feature, root).first->second != root)
            return "one feature has two roots";
        if (feature_of.emplace(root, feature).first->second != feature)
            return "two features share a root";
    }
    const auto all = slow.sums();
    if (all.size() != root_of.size()) return "a feature has no label";
    for (const auto& [feature, sums] : all) {
        const int root = root_of.at(feature);
        const std::uint64_t word = word_of(state, root);
        if (sums.field != ((word & tally::kType) == tally::kField))
            return "a feature changed its type";
        if (sums.field) {
            for (const auto& [city, city_sums] : all) {
                if (city_sums.city &&
                    touches(features, root, root_of.at(city)) != sums.cities.contains(city)) {
                    return "a farm touches the wrong cities";
                }
            }
            continue;
        }
        if (tally::open(word) != static_cast<unsigned>(sums.open))
            return "open edges are miscounted";
        if (tally::tiles(word) != static_cast<int>(sums.tiles.size()))
            return "tiles are miscounted";
        if (tally::pennants(word) != sums.pennants) return "pennants are miscounted";
        if (tally::has_inn(word) != sums.inn) return "an inn is missing or too many";
        if (tally::has_cathedral(word) != sums.cathedral)
            return "a cathedral is missing or too many";
        if (((word & tally::kDone) != 0) != (sums.open == 0))
            return "a feature is wrongly complete or not";
    }
    for (int slot = 0; slot < state.frontier.count; ++slot) {
        for (int side = 0; side < 4; ++side) {
            const Cell next = beside(state.frontier.cells[slot], side);
            if (!slow.has_tile(next)) continue;
            const int back = (side + 2) % 4;
            // Seen from the empty cell, what is left on its side is right on the tile's.
            const std::pair<int, int> ports[] = {{kLeft, kFieldSpot + 2 * back + 1},
                                                 {kCentre, kCitySpot + back},
                                                 {kCentre, kRoadSpot + back},
                                                 {kRight, kFieldSpot + 2 * back}};
            for (const auto& [port, spot] : ports) {
                const int feature = slow.feature_at(next, static_cast<Spot>(spot));
                const std::uint8_t label = state.frontier.labels[slot][4 * side + port];
                if (feature >= 0 && features.root[label] != root_of.at(feature)) {
                    return "a frontier label is wrong";
                }
            }
        }
    }
    return "";
}

/// Every figure is in a supply or on the board, and the features know theirs.
inline std::string wrong_figures(const State& state) {
    const Options& options = state.rules->options;
    int small[8] = {}, big[8] = {}, abbot[8] = {};
    int monks = 0;
    std::map<int, std::uint64_t> figures_on;
    for (int i = 0; i < state.record.figures; ++i) {
        const StandingFigure& f = state.record.figure[i];
        const bool is_big = f.figure == Figure::big;
        (is_big ? big : f.figure == Figure::small ? small : abbot)[f.seat] += 1;
        if (f.label == kNone) {
            ++monks;
            continue;
        }
        figures_on[state.features.root[f.label]] +=
            (1ULL + is_big) << (4 * f.seat) | std::uint64_t{is_big} << (tally::kBig + f.seat);
    }
    for (int seat = 0; seat < options.seats; ++seat) {
        if (state.small_supply[seat] + small[seat] != kSmallMeeples)
            return "meeples are not conserved";
        if ((state.big_supply >> seat & 1) + big[seat] != options.inns)
            return "a big meeple got lost";
        if ((state.abbot_supply >> seat & 1) + abbot[seat] != options.abbot)
            return "an abbot got lost";
    }
    if (monks != state.monks) return "the monks are miscounted";
    for (int label = 0; label < state.features.labels; ++label) {
        if (state.features.root[label] != label) continue;
        const std::uint64_t figures = word_of(state, label) & tally::kFigures;
        if (figures != figures_on[label]) return "a feature forgot its figures";
        if (state.features.held[label] != (figures ? 0xFF : 0))
            return "a feature is marked wrongly";
        if (figures && (word_of(state, label) & tally::kDone))
            return "a complete feature is occupied";
    }
    return "";
}

/// What is wrong with this position, or nothing. The position must have been played or read with
/// its Record.
inline std::string broken(const State& state) {
    const SlowFeatures slow(state);
    if (auto wrong = wrong_frontier(state, slow); !wrong.empty()) return wrong;
    if (auto wrong = wrong_features(state, slow); !wrong.empty()) return wrong;
    if (auto wrong = wrong_figures(state); !wrong.empty()) return wrong;
    if (state.record.digest != digest_of(state)) return "the digest is not the one from scratch";
    return "";
}

}  // namespace invariants
