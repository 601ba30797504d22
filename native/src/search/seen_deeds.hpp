// A set of deeds that is emptied and filled again for every random game.
#pragma once

#include <vector>

#include "carcbot/searchable.hpp"

namespace carcbot::search {

class SeenDeeds {
  public:
    /// Empties it, and makes room for this many.
    void clear(std::size_t most) {
        std::size_t size = 64;
        while (size < 2 * most) size *= 2;
        if (slots_.size() < size) {
            slots_.assign(size, {});
            round_ = 0;
        }
        ++round_;
    }

    void add(const Deed& deed) {
        for (std::size_t at = home(deed);; at = (at + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[at];
            if (slot.round == round_ && !(slot.deed == deed)) continue;
            slot = {deed, round_};
            return;
        }
    }

    [[nodiscard]] bool has(const Deed& deed) const {
        for (std::size_t at = home(deed);; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            if (slot.round != round_) return false;
            if (slot.deed == deed) return true;
        }
    }

  private:
    struct Slot {
        Deed deed{};
        std::uint64_t round = 0;  ///< the slot is in use if this is the set's
    };

    [[nodiscard]] std::size_t home(const Deed& deed) const {
        return mix64(deed.what * kMostSeats + static_cast<std::uint64_t>(deed.seat)) &
               (slots_.size() - 1);
    }

    std::vector<Slot> slots_;
    std::uint64_t round_ = 0;
};

}  // namespace carcbot::search
