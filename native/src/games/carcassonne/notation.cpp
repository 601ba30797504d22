// Moves and positions as text. The grammar is written down in
// protocol/games/carcassonne/notation.md.
#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "carcbot/reader.hpp"
#include "final.hpp"
#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr std::string_view kEdgeLetters = "NESW";
constexpr std::string_view kFigureLetters = " sba";

std::uint8_t read_kind(Reader& reader) {
    const std::size_t from = reader.at();
    const int kind =
        find_kind(reader.span([](char c) { return (c >= 'A' && c <= 'Z') || c == 'g'; }));
    if (kind < 0) {
        reader.back_to(from);
        reader.fail("that is not a tile", "a tile such as A, Eg, EB or RL");
    }
    return static_cast<std::uint8_t>(kind);
}

std::string spot_text(Spot spot) {
    if (spot < kRoadSpot) return std::string("c") + kEdgeLetters[spot];
    if (spot < kFieldSpot) return std::string("r") + kEdgeLetters[spot - kRoadSpot];
    if (spot < kInteriorSpot) {
        const std::size_t half = spot - kFieldSpot;
        return std::string("f") + kEdgeLetters[half / 2] + (half % 2 ? 'R' : 'L');
    }
    return spot == kInteriorSpot ? "f*" : spot == kCloisterSpot ? "m" : "g";
}

Spot read_spot(Reader& reader) {
    const std::string edge = "the edge";
    switch (reader.one_of("crfmg", "what the figure stands on")) {
        case 0:
            return static_cast<Spot>(kCitySpot + reader.one_of(kEdgeLetters, edge));
        case 1:
            return static_cast<Spot>(kRoadSpot + reader.one_of(kEdgeLetters, edge));
        case 2: {
            if (reader.take('*')) return kInteriorSpot;
            const std::size_t side = reader.one_of(kEdgeLetters, edge);
            return static_cast<Spot>(kFieldSpot + 2 * side +
                                     reader.one_of("LR", "the half of the edge"));
        }
        case 3:
            return kCloisterSpot;
        default:
            return kGardenSpot;
    }
}

std::vector<PlacedTile> sorted_tiles(const State& state) {
    std::vector<PlacedTile> tiles(state.placed, state.placed + state.tiles);
    std::sort(tiles.begin(), tiles.end(), [](const PlacedTile& a, const PlacedTile& b) {
        return std::make_pair(y_of(a.cell), x_of(a.cell)) <
               std::make_pair(y_of(b.cell), x_of(b.cell));
    });
    return tiles;
}

}  // namespace

std::string move_text(Move move) {
    std::string text =
        std::to_string(move.x) + "," + std::to_string(move.y) + "/" + std::to_string(move.rotation);
    if (move.then == Move::kTakeAbbotBack) return text + "^";
    if (move.then == 0) return text;
    return text + "+" + kFigureLetters[static_cast<std::size_t>(move.figure())] +
           spot_text(move.spot());
}

Move parse_move(std::string_view text) {
    Reader reader(text);
    Move move{};
    move.x = static_cast<std::int8_t>(reader.number(-128, 127, "the column"));
    reader.need(',', "the cell");
    move.y = static_cast<std::int8_t>(reader.number(-128, 127, "the row"));
    reader.need('/', "the placement");
    move.rotation = static_cast<std::uint8_t>(reader.number(0, 3, "the rotation"));
    if (reader.take('^')) {
        move.then = Move::kTakeAbbotBack;
    } else if (reader.take('+')) {
        const auto figure =
            static_cast<Figure>(1 + reader.one_of(kFigureLetters.substr(1), "the figure"));
        move.then = Move::put(figure, read_spot(reader));
    }
    reader.need_end("the move");
    return move;
}

std::string position_text(const State& state) {
    std::string out = "carcassonne/1 position " + options_of(state).text();
    char separator = ' ';
    for (const PlacedTile& tile : sorted_tiles(state)) {
        out += separator + tile_text(tile.kind, tile.rotation, x_of(tile.cell), y_of(tile.cell));
        separator = ';';
        for (int i = 0; i < state.record.figures; ++i) {
            const StandingFigure& f = state.record.figure[i];
            if (f.cell != tile.cell) continue;
            out += "+" + std::to_string(f.seat) +
                   kFigureLetters[static_cast<std::size_t>(f.figure)] + spot_text(f.spot);
        }
    }
    separator = ' ';
    for (std::size_t seat = 0; seat < state.rules->options.seats; ++seat) {
        out += separator + std::to_string(state.points[seat]);
        separator = ':';
    }
    if (state.phase == Phase::draw) out += " draw:" + std::to_string(state.seat);
    if (state.phase == Phase::place) {
        out += " place:" + std::to_string(state.seat) + ":" + tile_kinds()[state.hand].name;
    }
    if (state.phase == Phase::end) out += " end";
    std::array<int, kKinds> counts{};
    for (int i = 0; i < state.bag_count; ++i) ++counts[state.bag[i]];
    separator = ' ';
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (counts[kind] == 0) continue;
        out += separator + tile_kinds()[kind].name + std::to_string(counts[kind]);
        separator = '.';
    }
    if (state.bag_count == 0) out += " -";
    separator = ' ';
    for (int i = 0; i < state.bottom_count; ++i) {
        out += separator + tile_kinds()[state.bottom[i]].name;
        separator = '.';
    }
    if (state.bottom_count == 0) out += " -";
    return out;
}

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
        lay_tile<true>(state_, slot, shape, join);
        std::vector<std::uint8_t> labels(join.root.at, join.root.at + shape.segments);
        labels_[tile.cell] = std::move(labels);
        // A complete feature is closed for good; figures on it are refused below.
        for (unsigned segment = 0; segment < shape.closable; ++segment) {
            std::uint64_t& word = state_.features.of[join.root.at[segment]].tally;
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
                if (state_.features.of[label].tally & tally::kDone) {
                    fail_at(tile, "its figure stands on a complete feature",
                            "figures on incomplete ones only");
                }
            }
            put_figure<true>(state_, tile.cell, f.figure, f.spot, label);
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
            const std::uint64_t word = features.of[label].tally;
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
        std::array<int, kKinds> counts{};
        if (!reader_.take('-')) {
            int last = -1;
            do {
                const std::size_t at = reader_.at();
                const int kind = read_kind(reader_);
                if (kind <= last) {
                    reader_.back_to(at);
                    reader_.fail("kinds in the bag are out of order",
                                 "each once, in the order of the tile list");
                }
                last = kind;
                const int most = state_.rules->copies[static_cast<std::size_t>(kind)];
                counts[static_cast<std::size_t>(kind)] =
                    reader_.number(1, most, "the number of copies");
            } while (reader_.take('.'));
        }
        reader_.need(' ', "the bag");
        const int lake = lake_kind();
        const auto fill = [&](auto belongs) {
            for (int kind = 0; kind < kKinds; ++kind) {
                const bool river =
                    tile_kinds()[static_cast<std::size_t>(kind)].set == TileSet::river;
                if (!belongs(kind, river)) continue;
                for (int n = 0; n < counts[static_cast<std::size_t>(kind)]; ++n) {
                    state_.bag[state_.bag_count++] = static_cast<std::uint8_t>(kind);
                    ++laid_[static_cast<std::size_t>(kind)];
                    state_.river_left = static_cast<std::uint8_t>(state_.river_left + river);
                }
            }
        };
        // check_counts() refuses more than the box holds, which is what bag[] has room for
        int total = 0;
        for (const int count : counts) total += count;
        if (total > kMaxTiles)
            reader_.fail("the bag holds too many tiles", "no more than the box holds");
        fill([](int, bool river) { return !river; });
        fill([&](int kind, bool) { return kind == lake; });
        fill([&](int kind, bool river) { return river && kind != lake; });
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
