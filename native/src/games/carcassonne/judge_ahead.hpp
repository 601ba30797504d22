// What the judge says of the positions after all moves at once.
#pragma once

#include <span>
#include <vector>

#include "carcbot/searchable.hpp"
#include "judge.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Fills `out` with what the judge says after each of these moves, which are all legal ones as
/// legal_moves() lists them.
///
/// The tile is laid and scored once for each place, and of what feels it the facts are told again,
/// with no figure. A figure claims what nobody holds: it adds what the claimed area tells of its
/// owner, and what others fear from it.
void judge_moves(const State& state, std::span<const Move> moves, const Judge& judge,
                 std::vector<After>& out);

}  // namespace carcbot::carcassonne
