// Every feature on the table as people see it: how far it reaches, whose it is, what it is worth
// now.
#pragma once

#include <utility>
#include <vector>

#include "rules.hpp"

namespace carcbot::carcassonne {

struct Area {
    Spot spot;                                    ///< tells the type of the feature
    std::vector<std::pair<Cell, Spot>> segments;  ///< cell, and the segment's first spot there
    unsigned owners;                              ///< mask of seats; none if nobody stands there
    /// What a complete city, road or cloister paid; else what the final scoring would pay for it
    /// now, if only those who own it have figures there.
    int points;
    bool complete;
    std::uint8_t label;  ///< of the feature; kNone for a cloister or garden
};

/// All features, by the order in which their first tiles were laid.
std::vector<Area> areas(const State& state);

}  // namespace carcbot::carcassonne
