// Positions read from text, each part checked against the rules: what is accepted can be played on.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "rules.hpp"
#include "turn.hpp"
#include "words.hpp"

namespace carcbot::carcassonne {
namespace {

struct WrittenFigure {
    std::uint8_t seat;
    Figure figure;
    Spot spot;
};

struct WrittenTile {
    std::uint8_t kind;
    std::uint8_t rotation;
    Cell cell;
    std::optional<WrittenFigure> figure;
    std::size_t at;  ///< in the text, for messages
};

/// Rebuilds a position from its parts, checking each against the rules.
class Builder {
  public:
    Builder(State& state, Reader& reader) : state_(state), reader_(reader) {}

    void read() {
        read_head();
        read_tiles();
        lay_tiles();
        put_figures();
        read_points();
        read_turn();
        read_bag();
        read_bottom();
        reader_.need_end("the position");
        check_counts();
        check_phase();
        state_.record.digest = digest_of(state_);
    }

  private:
    static constexpr int kFarthest = 127 - 1;

    void read_head() {
        if (reader_.word() != "carcassonne/1") {
            reader_.back_to(0);
            reader_.fail("this is not a position", "carcassonne/1 position ...");
        }
        reader_.need(' ', "the position");
        const std::size_t at = reader_.at();
        if (reader_.word() != "position") {
            reader_.back_to(at);
            reader_.fail("this is not a position", "the word position");
        }
        reader_.need(' ', "the position");
        options_ = Options::parse(reader_.word());
        begin(state_, options_);
        reader_.need(' ', "the position");
    }

    void read_tiles() {
        do {
            WrittenTile tile{};
            tile.at = reader_.at();
            tile.kind = read_kind(reader_);
            tile.rotation = static_cast<std::uint8_t>(reader_.number(0, 3, "the rotation"));
            if (state_.rules->shapes->canonical[tile.kind][tile.rotation] != tile.rotation) {
                reader_.back_to(tile.at);
                reader_.fail("that rotation looks like a smaller one",
                             "the smallest that looks the same");
            }
            reader_.need('@', "the tile");
            const int x = reader_.number(-kFarthest, kFarthest, "the column");
            reader_.need(',', "the tile");
            tile.cell = cell_at(x, reader_.number(-kFarthest, kFarthest, "the row"));
            if (reader_.take('+')) {
                WrittenFigure figure{};
                figure.seat = static_cast<std::uint8_t>(
                    reader_.number(0, options_.seats - 1, "the seat of the figure"));
                figure.figure =
                    static_cast<Figure>(1 + reader_.one_of(kFigureLetters.substr(1), "the figure"));
                figure.spot = read_spot(reader_);
                tile.figure = figure;
            }
            if (!tiles_.empty()) check_order(tile);
            tiles_.push_back(tile);
        } while (reader_.take(';'));
        reader_.need(' ', "the list of tiles");
    }

    void check_order(const WrittenTile& tile) {
        const auto place = [](const WrittenTile& t) {
            return std::make_pair(y_of(t.cell), x_of(t.cell));
        };
        if (place(tiles_.back()) < place(tile)) return;
        reader_.back_to(tile.at);
        reader_.fail("tiles are out of order or two lie on one cell",
                     "tiles by row, then by column");
    }

    [[noreturn]] void fail_at(const WrittenTile& tile, const std::string& what,
                              const std::string& expected) {
        reader_.back_to(tile.at);
        reader_.fail(what, expected);
    }

    /// Lays the tiles in an order in which each touches what lies: by the list, again and again.
    /// The river is followed from its source, so that its last bend is known.
    void lay_tiles() {
        for (const WrittenTile& tile : tiles_) ++laid_[tile.kind];
        for (const WrittenTile& tile : tiles_) {
            if (laid_[tile.kind] > state_.rules->copies[tile.kind]) {
                fail_at(tile, "more tiles " + tile_kinds()[tile.kind].name + " than the box holds",
                        std::to_string(state_.rules->copies[tile.kind]) + " at the most");
            }
        }
        const Start start = state_.start;
        std::vector<const WrittenTile*> left;
        for (const WrittenTile& tile : tiles_) {
            const bool is_start = tile.cell == cell_at(start.x, start.y);
            if (!is_start) {
                left.push_back(&tile);
                continue;
            }
            if (tile.kind != start.kind || tile.rotation != start.rotation || tile.figure) {
                fail_at(
                    tile, "another tile lies where the game starts",
                    tile_text(start.kind, start.rotation, start.x, start.y) + " without a figure");
            }
        }
        if (left.size() == tiles_.size()) {
            fail_at(tiles_[0], "the start tile is missing",
                    tile_text(start.kind, start.rotation, start.x, start.y));
        }
        const auto lay_what_fits = [&](bool river) {
            bool laid = true;
            while (laid) {
                laid = false;
                for (auto& tile : left) {
                    if (!tile || (tile_kinds()[tile->kind].set == TileSet::river) != river)
                        continue;
                    const int slot = detail::find_cell(state_.frontier, tile->cell);
                    if (slot == state_.frontier.count ||
                        (river && river_side(state_.frontier, slot) < 0)) {
                        continue;
                    }
                    lay(*tile, slot);
                    tile = nullptr;
                    laid = true;
                }
            }
        };
        lay_what_fits(true);
        lay_what_fits(false);
        for (const auto* tile : left) {
            if (tile)
                fail_at(*tile, "that tile is not connected to the start",
                        "one group of tiles, one river");
        }
    }

    void lay(const WrittenTile& tile, int slot) {
        const Shape& shape = state_.rules->shapes->of[tile.kind][tile.rotation];
        const Frontier& frontier = state_.frontier;
        if ((frontier.edges[slot] ^ shape.edges) & frontier.known[slot]) {
            fail_at(tile, "an edge of that tile does not match its neighbour's",
                    "edges that match");
        }
        const Join join = join_at(state_, slot, shape);
        lay_tile<Recorded::all>(state_, slot, shape, join);
        std::vector<std::uint8_t> labels(join.root.at, join.root.at + shape.segments);
        labels_[tile.cell] = std::move(labels);
        // A complete feature is closed for good; figures on it are refused below.
        for (unsigned segment = 0; segment < shape.closable; ++segment) {
            std::uint64_t& word = state_.features.tally[join.root.at[segment]];
            if (tally::open(word) == 0) word |= tally::kDone;
        }
    }

    void put_figures() {
        for (const WrittenTile& tile : tiles_) {
            if (!tile.figure) continue;
            const WrittenFigure& f = *tile.figure;
            const Shape& shape = state_.rules->shapes->of[tile.kind][tile.rotation];
            state_.seat = f.seat;
            const bool has = f.figure == Figure::small ? state_.small_supply[f.seat] > 0
                             : f.figure == Figure::big ? state_.big_supply >> f.seat & 1
                                                       : state_.abbot_supply >> f.seat & 1;
            if (!has)
                fail_at(tile, "seat " + std::to_string(f.seat) + " has not that many figures",
                        "fewer");
            std::uint8_t label = kNone;
            if (f.spot >= kCloisterSpot) {
                const bool fits = f.spot == kCloisterSpot
                                      ? shape.cloister
                                      : shape.garden && f.figure == Figure::abbot;
                if (!fits) fail_at(tile, "its figure cannot stand there", "a spot for that figure");
            } else {
                const auto* end = shape.spots + shape.segments;
                const auto* spot = std::find(shape.spots, end, f.spot);
                const bool farmer = f.spot >= kFieldSpot;
                if (spot == end || f.figure == Figure::abbot ||
                    (farmer && options_.farm_scoring == FarmScoring::off)) {
                    fail_at(tile, "its figure cannot stand there",
                            "the first spot of a segment of the tile");
                }
                const auto segment = static_cast<std::size_t>(spot - shape.spots);
                label = state_.features.root[labels_[tile.cell][segment]];
                if (state_.features.tally[label] & tally::kDone) {
                    fail_at(tile, "its figure stands on a complete feature",
                            "figures on incomplete ones only");
                }
            }
            put_figure<Recorded::all>(state_, tile.cell, f.figure, f.spot, label);
            if (label == kNone && state_.monk[state_.monks - 1].neighbours == 8) {
                fail_at(tile, "its figure stands on a complete feature",
                        "figures on incomplete ones only");
            }
        }
    }

    /// What is complete has been scored at most once; a cloister or garden without a figure may
    /// have been, or an abbot was taken back from it. Nobody can have more, and playing on keeps it
    /// so.
    [[nodiscard]] int most_points() const {
        int most = 0;
        const Features& features = state_.features;
        for (int label = 0; label < features.labels; ++label) {
            const std::uint64_t word = features.tally[label];
            if (word & tally::kDone) most += completed_value(word, options_);
        }
        for (const WrittenTile& tile : tiles_) {
            const Shape& shape = state_.rules->shapes->of[tile.kind][tile.rotation];
            const bool occupied = tile.figure && tile.figure->spot >= kCloisterSpot;
            if ((shape.cloister || shape.garden) && !occupied) most += 9;
        }
        return most;
    }

    void read_points() {
        const int most = most_points();
        for (int seat = 0; seat < options_.seats; ++seat) {
            if (seat) reader_.need(':', "the points");
            state_.points[seat] =
                static_cast<std::int16_t>(reader_.number(0, most, "the points of a seat"));
        }
        reader_.need(' ', "the points");
    }

    void read_turn() {
        turn_at_ = reader_.at();
        state_.seat = static_cast<std::uint8_t>((state_.tiles - 1) % options_.seats);
        const std::string_view word = reader_.word();
        const std::string seat = std::to_string(state_.seat);
        if (word == "end") {
            state_.phase = Phase::end;
        } else if (word == "draw:" + seat) {
            state_.phase = Phase::draw;
        } else if (word.starts_with("place:" + seat + ":") &&
                   find_kind(word.substr(7 + seat.size())) >= 0) {
            state_.phase = Phase::place;
            state_.hand = static_cast<std::uint8_t>(find_kind(word.substr(7 + seat.size())));
            ++laid_[state_.hand];
        } else {
            reader_.back_to(turn_at_);
            reader_.fail(
                "that is not whose turn it is",
                "draw:" + seat + ", place:" + seat + ":TILE or end, for the number of tiles laid");
        }
        reader_.need(' ', "the position");
    }

    void read_bag() {
        bag_at_ = reader_.at();
        std::array<std::uint8_t, kKinds> counts{};
        if (!reader_.take('-')) {
            int last = -1;
            do {
                const std::size_t at = reader_.at();
                const std::uint8_t kind = read_kind(reader_);
                if (kind <= last) {
                    reader_.back_to(at);
                    reader_.fail("kinds in the bag are out of order",
                                 "each once, in the order of the tile list");
                }
                last = kind;
                const int count =
                    reader_.number(1, state_.rules->copies[kind], "the number of copies");
                counts[kind] = static_cast<std::uint8_t>(count);
                laid_[kind] += count;
            } while (reader_.take('.'));
        }
        reader_.need(' ', "the bag");
        fill_bag(state_, counts);
    }

    void read_bottom() {
        if (reader_.take('-')) return;
        do {
            const std::size_t at = reader_.at();
            const std::uint8_t kind = read_kind(reader_);
            const bool allowed = options_.unplaceable == Unplaceable::bottom &&
                                 tile_kinds()[kind].set != TileSet::river &&
                                 state_.bottom_count < kMaxTiles;
            if (!allowed) {
                reader_.back_to(at);
                reader_.fail("no such tile goes under the stack",
                             "- or land tiles, with unplaceable=bottom");
            }
            state_.bottom[state_.bottom_count++] = kind;
            ++laid_[kind];
        } while (reader_.take('.'));
    }

    void check_counts() {
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            if (laid_[kind] > state_.rules->copies[kind]) {
                reader_.back_to(bag_at_);
                reader_.fail(
                    "more tiles " + tile_kinds()[kind].name + " than the box holds",
                    std::to_string(state_.rules->copies[kind]) + " on the table, in hand and left");
            }
        }
        const auto lake = static_cast<std::size_t>(lake_kind());
        if (state_.river_left && options_.river) {
            // As long as river tiles are left nothing else was drawn, and the lake comes last.
            const bool lake_left = std::count(state_.bag, state_.bag + state_.bag_count, lake) == 1;
            const bool land_laid =
                std::any_of(tiles_.begin(), tiles_.end(), [](const WrittenTile& tile) {
                    return tile_kinds()[tile.kind].set != TileSet::river;
                });
            const bool land_in_hand =
                state_.phase == Phase::place && tile_kinds()[state_.hand].set != TileSet::river;
            if (!lake_left || land_laid || land_in_hand) {
                reader_.back_to(bag_at_);
                reader_.fail("river tiles are left behind",
                             "the river first, the lake last, then land");
            }
        }
    }

    void check_phase() {
        reader_.back_to(turn_at_);
        if (state_.phase == Phase::draw && tiles_left(state_) == 0) {
            reader_.fail("there is nothing to draw", "end");
        }
        if (state_.phase == Phase::place && legal_places(state_, state_.hand).total() == 0) {
            reader_.fail("the tile in hand has no legal place", "a tile that can be laid");
        }
        if (state_.phase == Phase::end && tiles_left(state_) != 0) {
            // Only when nothing that is left can ever be laid does a game end with tiles left.
            const auto fits = [&](std::uint8_t kind) {
                return legal_places(state_, kind).total() != 0;
            };
            if (options_.unplaceable == Unplaceable::discard ||
                std::any_of(state_.bag, state_.bag + state_.bag_count, fits) ||
                std::any_of(state_.bottom, state_.bottom + state_.bottom_count, fits)) {
                reader_.fail("the game cannot be over with these tiles left", "draw or place");
            }
        }
    }

    State& state_;
    Reader& reader_;
    Options options_;
    std::vector<WrittenTile> tiles_;
    std::map<Cell, std::vector<std::uint8_t>> labels_;
    std::array<int, kKinds> laid_{};
    std::size_t turn_at_ = 0;
    std::size_t bag_at_ = 0;
};

}  // namespace

State parse_position(std::string_view text) {
    Reader reader(text);
    State state;
    Builder(state, reader).read();
    return state;
}

}  // namespace carcbot::carcassonne
