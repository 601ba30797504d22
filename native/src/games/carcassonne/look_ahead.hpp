// What a position is worth after each of its moves, for searches that look at all of them at once.
#pragma once

#include <span>
#include <vector>

#include "carcbot/searchable.hpp"
#include "state.hpp"
#include "worth.hpp"

namespace carcbot::carcassonne {

/// Fills `out` with what worth_of() says after each move, which are all legal ones as legal_moves()
/// lists them.
///
/// The moves that lay the tile in one place differ by the figure only. So the tile is laid and
/// scored once for all of them; a figure may only claim what nobody else has, so it adds what its
/// feature is worth to its owner's points and nothing to others.
void look_ahead(const State& state, std::span<const Move> moves, const Worth& weights,
                std::vector<After>& out);

}  // namespace carcbot::carcassonne
