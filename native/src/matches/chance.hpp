// Chance that can be played again: the same seed gives the same draws, whoever sits where.
//
// A draw is made with the next number of a stream. A game that draws from one deck has one stream,
// so that its k-th card is the same however the game goes on. Where what is drawn depends on how
// people play, each seat has a stream of its own, and chance before the first move another one: the
// k-th draw that a seat's moves bring about has the same number in every game, whatever the others
// do. A draw belongs to the seat that moved last.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "carcbot/game.hpp"

namespace carcbot::matches {

class MirroredChance {
  public:
    MirroredChance(std::uint64_t seed, bool one_deck) : one_deck_(one_deck) {
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            streams_[i] = Random(mix64(seed + mix64(i)));
        }
    }

    /// Which of outcomes with these positive weights comes, after a move of this seat.
    std::size_t pick(std::span<const int> weights, int mover) {
        std::uint32_t total = 0;
        for (const int weight : weights) total += static_cast<std::uint32_t>(weight);
        auto ticket = static_cast<int>(
            streams_[one_deck_ ? 0 : static_cast<std::size_t>(mover + 1)].below(total));
        std::size_t drawn = 0;
        while ((ticket -= weights[drawn]) >= 0) ++drawn;
        return drawn;
    }

  private:
    bool one_deck_;
    std::array<Random, kMostSeats + 1> streams_ = {Random(0), Random(0), Random(0), Random(0),
                                                   Random(0), Random(0), Random(0)};
};

}  // namespace carcbot::matches
