// Grove in numbers, for learners: carcbot/encoded.hpp says what for.
#pragma once

#include "carcbot/encoded.hpp"
#include "grove.hpp"

namespace carcbot {

template <>
struct Encoded<grove::Grove> {
    using State = grove::Grove::State;

    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    Encoded(const State& first, int /*observation*/) : shape_(first.shape) {}

    /// m0, m1, ...
    [[nodiscard]] int actions() const { return shape_.moves; }
    [[nodiscard]] std::vector<std::size_t> shape() const { return {names().size()}; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (int step = 1; step <= shape_.decisions; ++step) {
            const std::string number = " " + std::to_string(step) + " was ";
            for (int i = 0; i < shape_.outcomes; ++i) {
                names.push_back("draw" + number + "o" + std::to_string(i));
            }
            for (int i = 0; i < shape_.moves; ++i) {
                names.push_back("move" + number + "m" + std::to_string(i));
            }
        }
        for (const char* what : {"points of player ", "to move is player "}) {
            for (int player = 0; player < shape_.seats; ++player) {
                names.push_back(what + std::to_string(player));
            }
        }
        return names;
    }

    static void list(const State& state, Choices<grove::Grove::Move>& choices) {
        choices.clear();
        for (const auto move : grove::Grove::legal_moves(state)) choices.add(move, move);
    }

    void observe(const State& state, int seat, float* out) const {
        NumberWriter numbers(out);
        for (std::size_t step = 0; step < static_cast<std::size_t>(2 * shape_.decisions); ++step) {
            const int taken = step < static_cast<std::size_t>(state.steps) ? state.step[step] : -1;
            numbers.add_one_of(step % 2 ? shape_.moves : shape_.outcomes, taken);
        }
        const PerSeat points = grove::Grove::scores(state);
        for (int player = 0; player < shape_.seats; ++player) {
            numbers.add(points[static_cast<std::size_t>((seat + player) % shape_.seats)]);
        }
        numbers.add_player(shape_.seats, grove::Grove::to_move(state), seat);
    }

  private:
    grove::Grove::Shape shape_;
};

static_assert(EncodedGame<grove::Grove>);

}  // namespace carcbot
