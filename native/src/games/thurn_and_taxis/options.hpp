// What can be chosen about a game of Thurn and Taxis.
#pragma once

#include <cstdint>
#include <string>

#include "carcbot/reader.hpp"

namespace carcbot::thurn_and_taxis {

struct Options {
    std::uint8_t seats = 2;
    bool officials_at_start = false;
    bool useless_offered = false;
    bool carrier_must = false;
    bool ties_shared = false;
    bool one_card_twice = false;
    bool without_baiern = false;  ///< the tile for all provinces
    std::uint16_t cut = 400;      ///< turns of all seats; 0: none
    bool operator==(const Options&) const = default;
};

/// Fails where they are unknown, given twice, or contradict each other.
Options read_options(Reader& reader);
/// The seats, and all that is not as usual.
std::string options_text(const Options& options);

}  // namespace carcbot::thurn_and_taxis
