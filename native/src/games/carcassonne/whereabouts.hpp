// Where the cells of a frontier are, for who lays one tile after the other: a map of the board is
// quicker to ask than the frontier, but too large to be copied with each position.
#pragma once

#include "lay.hpp"

namespace carcbot::carcassonne {

/// A thread has one map, which is empty between two uses; so a use wipes what it entered.
class Whereabouts {
  public:
    explicit Whereabouts(const State& state) : state_(state) {
        for (int slot = 0; slot < state.frontier.count; ++slot) {
            enter(state.frontier.cells[slot], slot);
        }
        for (int i = 0; i < state.tiles; ++i) enter(state.placed[i].cell, kNoSlot);
    }
    Whereabouts(const Whereabouts&) = delete;
    Whereabouts& operator=(const Whereabouts&) = delete;
    ~Whereabouts() {
        for (int slot = 0; slot < state_.frontier.count; ++slot) {
            enter(state_.frontier.cells[slot], kUnknown);
        }
        for (int i = 0; i < state_.tiles; ++i) enter(state_.placed[i].cell, kUnknown);
    }

    /// As detail::BySearch has it.
    CARCBOT_HOT detail::Slots next_slots(Frontier& frontier, int slot, const Cell* around4) {
        const int last = --frontier.count;
        enter(frontier.cells[last], slot);
        enter(frontier.cells[slot], kNoSlot);
        detail::Slots next;
        for (int side = 0; side < 4; ++side) {
            const int known = at_[around4[side]];
            const bool is_new = known == kUnknown;
            next.at[side] = select(is_new, frontier.count, known);
            frontier.count += is_new;
            enter(around4[side], next.at[side]);
        }
        return next;
    }

  private:
    /// Neither a slot nor a tile, which has kNoSlot.
    static constexpr int kUnknown = kNoSlot - 1;
    static_assert(kMaxFrontier <= kUnknown);

    struct Map {
        std::uint8_t at[1 << 16];  ///< by the whole word of a cell
        Map() { std::memset(at, kUnknown, sizeof at); }
    };

    CARCBOT_HOT void enter(Cell cell, int slot) { at_[cell] = static_cast<std::uint8_t>(slot); }

    static std::uint8_t* map() {
        static thread_local Map map;
        return map.at;
    }

    const State& state_;
    std::uint8_t* const at_ = map();
};

}  // namespace carcbot::carcassonne
