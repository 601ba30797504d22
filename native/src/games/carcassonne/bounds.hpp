// How far the tiles of a board reach, and where a window lies whose middle is theirs.
#pragma once

#include <algorithm>

#include "state.hpp"

namespace carcbot::carcassonne {

/// Which cell of the board is the first of a window's first row.
struct Corner {
    int left;
    int top;
};

class Bounds {
  public:
    explicit Bounds(const State& state) {
        for (int i = 0; i < state.tiles; ++i) add(state.placed[i].cell);
    }

    void add(Cell cell) {
        west_ = std::min(west_, x_of(cell));
        east_ = std::max(east_, x_of(cell));
        north_ = std::min(north_, y_of(cell));
        south_ = std::max(south_, y_of(cell));
    }

    /// The corner of a window of `side` by `side` cells.
    [[nodiscard]] Corner corner(int side) const {
        const auto begin = [side](int low, int high) {
            return low - (side - (high - low + 1)) / 2;
        };
        return {begin(west_, east_), begin(north_, south_)};
    }

  private:
    int west_ = 127, east_ = -128, north_ = 127, south_ = -128;
};

}  // namespace carcbot::carcassonne
