// Train cards of Ticket to Ride without an order: a hand, the discard pile, the cards of the deck.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace carcbot::ticket_to_ride {

/// The number of a kind of card: eight colours, and the locomotive, which stands for any of them.
using Colour = std::uint8_t;
inline constexpr Colour kColours = 8;
inline constexpr Colour kLoco = 8;
inline constexpr Colour kKinds = 9;
/// A card that nobody here has seen, an empty place of the row; of a track: any colour.
inline constexpr Colour kNoColour = 15;
/// Pink, white, blue, yellow, orange, black, red, green; locomotive.
inline constexpr std::string_view kLetters = "PWBYOKRGL";

inline constexpr int kOfEachColour = 12;
inline constexpr int kLocos = 14;
inline constexpr int kAllCards = kColours * kOfEachColour + kLocos;

/// Up to fifteen cards of each kind, four bits for each; of no kind are there more than fourteen.
class Cards {
  public:
    constexpr Cards() = default;
    static constexpr Cards all() {
        Cards cards;
        for (Colour colour = 0; colour < kColours; ++colour) cards.add(colour, kOfEachColour);
        cards.add(kLoco, kLocos);
        return cards;
    }

    [[nodiscard]] constexpr int of(Colour colour) const {
        return static_cast<int>(bits_ >> (4 * colour) & 15);
    }
    [[nodiscard]] constexpr int count() const {
        constexpr std::uint64_t even = 0x0F0F0F0F0FULL;
        const std::uint64_t pairs = (bits_ & even) + (bits_ >> 4 & even);
        return static_cast<int>(pairs * 0x0101010101010101ULL >> 56);
    }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

    /// There is room for them.
    constexpr void add(Colour colour, int cards = 1) {
        bits_ += static_cast<std::uint64_t>(cards) << (4 * colour);
    }
    /// There are so many.
    constexpr void take(Colour colour, int cards = 1) {
        bits_ -= static_cast<std::uint64_t>(cards) << (4 * colour);
    }
    constexpr void add(const Cards& more) { bits_ += more.bits_; }
    constexpr void take(const Cards& less) { bits_ -= less.bits_; }
    [[nodiscard]] constexpr bool contains(const Cards& part) const {
        for (Colour kind = 0; kind < kKinds; ++kind) {
            if (part.of(kind) > of(kind)) return false;
        }
        return true;
    }

    constexpr bool operator==(const Cards&) const = default;

  private:
    std::uint64_t bits_ = 0;
};

static_assert(Cards::all().count() == kAllCards && kAllCards == 110);

}  // namespace carcbot::ticket_to_ride
