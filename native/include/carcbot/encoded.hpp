// What learners ask of a game, beyond the contract of carcbot/game.hpp: numbers. A batch of games
// (env/batch.hpp) speaks to Encoded<G> and knows no game; a game that can be learned specialises it
// in a file encoded.hpp beside its rules, and binds a batch of itself.
//
// An Encoded<G> is made from the first position of a game, and serves all games of these options.
//
//   Actions        Every move has a number below actions(), or kOutside if the numbers do not reach
//                  it. No two legal moves of a position share a number below actions(). list gives
//                  each legal move of the seat to move once, with its number.
//   Observations   What a seat knows, as numbers: observe writes them from its view, and players
//                  are counted from that seat on. There may be several kinds of observations; the
//                  first of kObservations is the usual one. shape() is that of the numbers as an
//                  array; names() says what each place of its first dimension is, in order.
//   Versions       The numbers of a version never change, so that what has learned them plays on. A
//                  game that has had others says by kVersions how many versions there are, and an
//                  Encoded of it is made with the number of one, from 0, besides.
//   Kept           A game may have such a type, of what is kept beside a game while it goes on, so
//                  that not all has to be found anew for each decision: keep makes one of a
//                  position. apply and draw_any then do what those of the rules and of Searchable
//                  do, and keep it up; what nobody needs to play on they may leave to complete,
//                  which is called when somebody asks for the position. list and observe take what
//                  is kept besides, which changes nothing of what they write; scores tells what
//                  those of the game do. Such a game has no
//                  secrets: a view of it is its position.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carcbot/game.hpp"

namespace carcbot {

/// The number of a move that has none.
inline constexpr std::int32_t kOutside = -1;

/// Legal moves and their numbers, side by side. What was there once is written over, so that no
/// list is longer to make than its moves.
template <typename Move>
class Choices {
  public:
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::span<const Move> moves() const { return {moves_.data(), count_}; }
    [[nodiscard]] std::span<const std::int32_t> actions() const {
        return {actions_.data(), count_};
    }
    /// How many of them have no number.
    [[nodiscard]] std::size_t outside() const { return outside_; }

    void clear() { count_ = outside_ = 0; }
    void add(Move move, std::int32_t action) {
        const Room free = room(count_ + 1);
        free.moves[count_] = move;
        free.actions[count_++] = action;
        outside_ += action == kOutside;
    }

    /// For who writes them himself, up to `most` of them; then hold() says how many there are, and
    /// whether any of them may have no number.
    struct Room {
        Move* moves;
        std::int32_t* actions;
    };
    Room room(std::size_t most) {
        if (moves_.size() < most) {
            moves_.resize(most + most / 2);
            actions_.resize(most + most / 2);
        }
        return {moves_.data(), actions_.data()};
    }
    void hold(std::size_t count, bool may_be_outside) {
        count_ = count;
        outside_ = 0;
        if (!may_be_outside) return;
        for (const std::int32_t action : actions()) outside_ += action == kOutside;
    }

  private:
    std::vector<Move> moves_;
    std::vector<std::int32_t> actions_;
    std::size_t count_ = 0, outside_ = 0;
};

template <ChanceGame G>
struct Encoded;

template <class G>
concept EncodedGame =
    ChanceGame<G> && std::constructible_from<Encoded<G>, const typename G::State&, int> &&
    requires(const Encoded<G>& encoded, const typename G::State& state, const ViewOf<G>& view,
             Choices<typename G::Move>& choices, int seat, float* out) {
        { Encoded<G>::kObservations[0] } -> std::convertible_to<std::string_view>;
        { encoded.actions() } -> std::same_as<int>;
        { encoded.shape() } -> std::same_as<std::vector<std::size_t>>;
        { encoded.names() } -> std::same_as<std::vector<std::string>>;
        { encoded.list(state, choices) } -> std::same_as<void>;
        { encoded.observe(view, seat, out) } -> std::same_as<void>;
    };

/// How many versions there are of a game's numbers.
template <EncodedGame G>
constexpr int versions_of() {
    if constexpr (requires { Encoded<G>::kVersions; }) {
        return Encoded<G>::kVersions;
    } else {
        return 1;
    }
}

/// A game's numbers as they are in one of its versions.
template <EncodedGame G>
Encoded<G> encoded_of(const typename G::State& first, int observation, int version) {
    if constexpr (requires { Encoded<G>::kVersions; }) {
        return Encoded<G>(first, observation, version);
    } else {
        return Encoded<G>(first, observation);
    }
}

/// Writes numbers one after the other.
class NumberWriter {
  public:
    explicit NumberWriter(float* out) : out_(out) {}

    template <typename Number>
    void add(Number number) {
        *out_++ = static_cast<float>(number);
    }
    /// A one at this place among so many zeros; zeros alone for a place below 0.
    void add_one_of(int count, int place) {
        for (int i = 0; i < count; ++i) add(i == place);
    }
    /// Which player a seat is, counted from `first`; zeros alone for none.
    void add_player(int seats, int seat, int first) {
        add_one_of(seats, seat < 0 ? -1 : (seat - first + seats) % seats);
    }

  private:
    float* out_;
};

}  // namespace carcbot
