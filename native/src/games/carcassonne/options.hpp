// The options of a game and what follows from them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "shapes.hpp"

namespace carcbot::carcassonne {

inline constexpr int kMaxSeats = 6;

enum class FarmScoring : std::uint8_t { current, second, first, off };
enum class Unplaceable : std::uint8_t { discard, return_to_bag, bottom };

/// The tile that lies on the table before the first turn.
struct Start {
    std::uint8_t kind = kNone;
    std::int8_t x = 0;
    std::int8_t y = 0;
    std::uint8_t rotation = 0;
    bool operator==(const Start&) const = default;
};

struct Options {
    std::uint8_t seats = 2;
    bool river = false;
    bool inns = false;
    bool abbot = false;
    FarmScoring farm_scoring = FarmScoring::current;
    std::uint8_t two_tile_city = 4;
    Unplaceable unplaceable = Unplaceable::discard;
    bool river_start_tile_kept = false;
    bool river_strict = false;
    bool river_look_ahead = true;
    bool inn_on_ec_c2 = false;
    Start start;  ///< kind kNone: the official one, D or the river's source

    bool operator==(const Options&) const = default;

    /// Text as in "seats=3,expansions=river+abbot,two_tile_city=2": seats first, then what differs
    /// from the defaults, in a fixed order.
    [[nodiscard]] std::string text() const;
    /// Inverse of text(); order is free. Throws InputError(options).
    static Options parse(std::string_view text);
};

/// Everything that stays the same during a game. Two games with equal options, start tile apart,
/// share one Rules for the life of the process, so that a state can point to it.
struct Rules {
    Options options;
    const Shapes* shapes;
    std::array<std::uint8_t, kKinds> copies;  ///< of each kind in the box, the start tile included
    int highest_gain;                         ///< no seat can score more than this in a whole game
};

/// The rules for these options (whose start tile is ignored). Throws InputError(options) for
/// combinations that cannot be played.
const Rules& rules_for(const Options& options);

/// The start tile with the default filled in, checked against the options.
Start start_of(const Options& options);

/// "EA2@-3,4": a tile kind in a rotation on a cell.
std::string tile_text(int kind, int rotation, int x, int y);

}  // namespace carcbot::carcassonne
