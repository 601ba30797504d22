// Moves as text, and positions written; position.cpp reads positions. The grammar is written down
// in protocol/games/carcassonne/notation.md.
#include <algorithm>
#include <utility>

#include "rules.hpp"
#include "words.hpp"

namespace carcbot::carcassonne {
namespace {

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

}  // namespace carcbot::carcassonne
