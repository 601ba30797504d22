// The parser of moves, asked in one position of each kind of game: what it accepts is one of the
// legal moves, and a legal move is accepted however its text is written.

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../tests/random_games.hpp"
#include "promise.hpp"

namespace {

using namespace promise;
using carcassonne::Move;

struct Asked {
    State state;
    std::vector<Move> legal;
};

/// From each kind of game a position with a tile in hand, some way into a random game.
std::vector<Asked> asked_positions() {
    std::vector<Asked> asked;
    std::uint64_t seed = 0;
    for (const auto options : random_games::kOptionSets) {
        State state = Carcassonne::new_game(options);
        Random random(++seed);
        while (state.tiles < 20 || Carcassonne::to_move(state) == kChance) {
            random_games::step(state, random);
        }
        asked.push_back({state, Carcassonne::legal_moves(state)});
    }
    return asked;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const std::vector<Asked> all = asked_positions();
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto read = accepted([&] { return carcassonne::parse_move(text); });
    for (const Asked& asked : all) {
        const auto& legal = asked.legal;
        const auto move = accepted([&] { return Carcassonne::parse_move(asked.state, text); });
        const bool listed = read && std::find(legal.begin(), legal.end(), *read) != legal.end();
        that(move.has_value() || !listed, "a legal move is accepted");
        if (!move) continue;
        that(std::find(legal.begin(), legal.end(), *move) != legal.end(),
             "what is accepted is a legal move");
        that(!listed || *move == *read, "a move that is listed is canonical");
        State after = asked.state;
        Carcassonne::apply(after, *move);
        sound(after);
    }
    if (read)
        that(carcassonne::parse_move(carcassonne::move_text(*read)) == *read, "a move reads back");
    return 0;
}
