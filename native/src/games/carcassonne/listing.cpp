#include "listing.hpp"

#include <algorithm>

#include "rules.hpp"

namespace carcbot::carcassonne {
namespace {

/// The slots with a place for the tile, by cell, row after row.
class OrderedSlots {
  public:
    /// Each finds its place by how many come before it: more comparisons than a sort makes, but
    /// many at a time, and none of which the CPU has to guess the outcome.
    OrderedSlots(const Frontier& frontier, const Fits& fits) {
        alignas(64) std::int16_t keys[kFrontierBytes];
        std::uint8_t slots[kFrontierBytes];
        fits.each_slot([&](int slot) {
            // rows are the high byte, and the sign of a column is not one of the whole
            keys[count_] = static_cast<std::int16_t>(frontier.cells[slot] ^ 0x80U);
            slots[count_++] = static_cast<std::uint8_t>(slot);
        });
        std::fill_n(keys + count_, lanes::kKeysAtOnce, std::int16_t{0x7FFF});
        for (int i = 0; i < count_; ++i) {
            ordered_[lanes::count_below(keys, count_, keys[i])] = slots[i];
        }
    }

    [[nodiscard]] const std::uint8_t* begin() const { return ordered_; }
    [[nodiscard]] const std::uint8_t* end() const { return ordered_ + count_; }

  private:
    int count_ = 0;
    std::uint8_t ordered_[kFrontierBytes];
};

/// Puts the moves of a place, listed from `begin` on, in order: a small meeple on the cloister
/// comes before big ones elsewhere.
void put_in_order(Move* begin, const Hand& hand, const Shape& shape, unsigned free) {
    if (!hand.small || !hand.big || !shape.cloister) return;
    const auto claims = static_cast<int>(count_bits(free));
    Move* const big = begin + 1 + claims;
    std::rotate(big, big + claims, big + claims + 1);
}

}  // namespace

void list_moves(const State& state, MoveList& list) {
    list.count = 0;
    if (state.phase != Phase::place) return;
    list_places(state, legal_places(state, state.hand), list);
}

void legal_moves(const State& state, MoveList& list) {
    list.count = 0;
    if (state.phase != Phase::place) return;
    const auto& rotations = state.rules->shapes->of[state.hand];
    const Hand hand = hand_of(state, rotations[0]);
    const Fits fits = legal_places(state, state.hand);
    const OrderedSlots slots(state.frontier, fits);
    with_claims(state, fits, hand, [&](auto free_at) {
        for (const int slot : slots) {
            const Cell cell = state.frontier.cells[slot];
            const bool returning = may_return(state, hand, cell);
            for (unsigned left = fits.rotations(slot); left; left &= left - 1) {
                const int rotation = std::countr_zero(left);
                const Shape& shape = rotations[static_cast<std::size_t>(rotation)];
                const unsigned free = free_at(slot, rotation);
                const int first = list.count;
                list_place(list, bare_move(cell, rotation), hand, shape, free, returning);
                put_in_order(list.moves + first, hand, shape, free);
            }
        }
    });
}

std::vector<Move> legal_moves(const State& state) {
    MoveList list;
    legal_moves(state, list);
    return {list.begin(), list.end()};
}

}  // namespace carcbot::carcassonne
