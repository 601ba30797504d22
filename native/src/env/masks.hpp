// Which moves are legal, as a batch tells it: a row for each game, with a byte or a bit for each
// number of a move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "carcbot/encoded.hpp"

namespace carcbot::env {

/// `bytes`: 1 for a legal move. `bits`: eight numbers in a byte, the lowest in its highest bit, as
/// numpy.unpackbits has them.
enum class MaskKind { bytes, bits };

/// How long a row is.
constexpr std::size_t mask_bytes(MaskKind kind, std::size_t actions) {
    return kind == MaskKind::bits ? (actions + 7) / 8 : actions;
}

/// Writes them into memory of the caller, and there only what changes.
class Masks {
  public:
    Masks(MaskKind kind, std::size_t games, std::size_t actions, std::uint8_t* at)
        : kind_(kind), row_(mask_bytes(kind, actions)), at_(at) {
        std::fill_n(at_, games * row_, std::uint8_t{0});
    }

    /// The moves of an empty row.
    template <typename Move>
    void mark(std::size_t game, const Choices<Move>& choices) const {
        std::uint8_t* const row = at_ + game * row_;
        if (kind_ == MaskKind::bits) {
            each(choices, [row](std::uint32_t action) {
                const unsigned bit = 0x80U >> (action & 7);
                row[action >> 3] = static_cast<std::uint8_t>(row[action >> 3] | bit);
            });
        } else {
            each(choices, [row](std::uint32_t action) { row[action] = 1; });
        }
    }

    /// Empties the row that had these moves.
    template <typename Move>
    void wipe(std::size_t game, const Choices<Move>& choices) const {
        std::uint8_t* const row = at_ + game * row_;
        if (kind_ == MaskKind::bits) {
            each(choices, [row](std::uint32_t action) { row[action >> 3] = 0; });
        } else {
            each(choices, [row](std::uint32_t action) { row[action] = 0; });
        }
    }

  private:
    /// Calls f(number) for each move that has one.
    template <typename Move, typename F>
    static void each(const Choices<Move>& choices, F f) {
        if (choices.outside() == 0) [[likely]] {
            for (const std::int32_t action : choices.actions())
                f(static_cast<std::uint32_t>(action));
            return;
        }
        for (const std::int32_t action : choices.actions()) {
            if (action != kOutside) f(static_cast<std::uint32_t>(action));
        }
    }

    MaskKind kind_;
    std::size_t row_;
    std::uint8_t* at_;
};

}  // namespace carcbot::env
