// Pot in numbers, for learners: carcbot/encoded.hpp says what for.
#pragma once

#include "carcbot/encoded.hpp"
#include "pot.hpp"

namespace carcbot {

template <>
struct Encoded<pot::Pot> {
    using State = pot::Pot::State;

    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    Encoded(const State& first, int /*observation*/) : seats_(first.seats) {}

    /// take, throw, stack, sweep.
    [[nodiscard]] static int actions() { return 4; }
    [[nodiscard]] std::vector<std::size_t> shape() const { return {names().size()}; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names = {"the chip is a 1", "the chip is a 2", "the chip is a 3",
                                          "the pot",         "ones left",       "twos left",
                                          "threes left",     "the game is over"};
        for (const char* what : {"points of player ", "to move is player "}) {
            for (int player = 0; player < seats_; ++player) {
                names.push_back(what + std::to_string(player));
            }
        }
        return names;
    }

    static void list(const State& state, Choices<pot::Pot::Move>& choices) {
        choices.clear();
        for (const auto move : pot::Pot::legal_moves(state)) {
            choices.add(move, static_cast<std::int32_t>(move));
        }
    }

    void observe(const State& state, int seat, float* out) const {
        NumberWriter numbers(out);
        numbers.add_one_of(3, state.chip - 1);
        numbers.add(state.pot);
        for (std::size_t value = 1; value < 4; ++value) numbers.add(state.bag[value]);
        numbers.add(pot::Pot::to_move(state) == kOver);
        for (int player = 0; player < seats_; ++player) {
            numbers.add(state.points[static_cast<std::size_t>((seat + player) % seats_)]);
        }
        numbers.add_player(seats_, pot::Pot::to_move(state), seat);
    }

  private:
    int seats_;
};

static_assert(EncodedGame<pot::Pot>);

}  // namespace carcbot
