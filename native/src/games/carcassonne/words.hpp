// The small words of the notation that moves and positions share.
#pragma once

#include <string>

#include "carcbot/reader.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// By Figure; the first is none.
inline constexpr std::string_view kFigureLetters = " sba";

std::uint8_t read_kind(Reader& reader);

/// Where a figure stands, as in "cN", "rE", "fSL", "f*", "m", "g".
std::string spot_text(Spot spot);
Spot read_spot(Reader& reader);

}  // namespace carcbot::carcassonne
