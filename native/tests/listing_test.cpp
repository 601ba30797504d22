// Lists of moves: what may be claimed for all rotations at once is what joining the tile says, and
// every way to list gives the same moves.

#include "games/carcassonne/listing.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "games/carcassonne/searchable.hpp"
#include "random_games.hpp"

namespace {

using namespace random_games;

/// Calls f(state) for positions from all parts of games of every flavour.
template <typename F>
void each_position(F f) {
    for (const auto options : kOptionSets) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            State state = Carcassonne::new_game(options);
            Random random(seed);
            while (state.phase != Phase::end) {
                f(state);
                step(state, random);
            }
        }
    }
}

/// Whatever tile is laid wherever it fits.
void claims_are_those_of_a_join() {
    each_position([](const State& state) {
        if (state.tiles % 4 != 0) return;  // much stays as it was from one tile to the next
        const Shapes& shapes = *state.rules->shapes;
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            const auto& rotations = shapes.of[kind];
            const Fits fits(state.frontier, shapes, kind);
            const Claimable claimable(state, fits, rotations);
            fits.each([&](int slot, int rotation) {
                const Shape& shape = rotations[static_cast<std::size_t>(rotation)];
                const unsigned claims = claimable.at[slot] >> (8 * rotation);
                CHECK_EQ(claims & 0xFF, join_at(state, slot, shape).free);
            });
        }
    });
}

/// Row after row, cell by cell, rotation by rotation, and what is done besides.
auto key_of(Move move) {
    return std::tuple(move.y, move.x, move.rotation, move.then);
}

void lists_agree() {
    MoveList list;
    std::vector<Move> listed, searched;
    each_position([&](const State& state) {
        const std::vector<Move> moves = legal_moves(state);
        CHECK_EQ(moves.empty(), state.phase != Phase::place);
        const auto before = [](Move a, Move b) { return key_of(a) < key_of(b); };
        CHECK(std::is_sorted(moves.begin(), moves.end(), before));
        CHECK(std::adjacent_find(moves.begin(), moves.end()) == moves.end());

        legal_moves(state, list);
        CHECK(std::equal(moves.begin(), moves.end(), list.begin(), list.end()));
        legal_moves_into<Carcassonne>(state, listed);
        CHECK(listed == moves);

        list_moves(state, list);
        Searchable<Carcassonne>::list_moves(state, searched);
        CHECK(std::equal(searched.begin(), searched.end(), list.begin(), list.end()));
        std::sort(searched.begin(), searched.end(), before);
        CHECK(searched == moves);
    });
}

}  // namespace

int main() {
    claims_are_those_of_a_join();
    lists_agree();
    return check::result();
}
