// Kuhn poker in numbers, for learners: carcbot/encoded.hpp says what for.
#pragma once

#include "carcbot/encoded.hpp"
#include "kuhn.hpp"

namespace carcbot {

template <>
struct Encoded<kuhn::Kuhn> {
    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    Encoded(const kuhn::Kuhn::State& /*first*/, int /*observation*/) {}

    /// pass, bet.
    [[nodiscard]] static int actions() { return 2; }
    [[nodiscard]] static std::vector<std::size_t> shape() { return {names().size()}; }
    [[nodiscard]] static std::vector<std::string> names() {
        std::vector<std::string> names;
        for (const char* owner : {"own card", "card shown by the other"}) {
            for (const char* card : {"J", "Q", "K"}) {
                names.push_back(std::string(owner) + " is " + card);
            }
        }
        names.emplace_back("moves first");
        for (const char* number : {"first", "second", "third"}) {
            for (const char* what : {"passed", "bet"}) {
                names.push_back(std::string(number) + " move " + what);
            }
        }
        return names;
    }

    static void list(const kuhn::Kuhn::State& state, Choices<kuhn::Kuhn::Move>& choices) {
        choices.clear();
        for (const auto move : kuhn::Kuhn::legal_moves(state)) {
            choices.add(move, static_cast<std::int32_t>(move));
        }
    }

    static void observe(const kuhn::Kuhn::View& view, int seat, float* out) {
        NumberWriter numbers(out);
        numbers.add_one_of(3, view.own_card - 1);
        numbers.add_one_of(3, view.shown - 1);
        numbers.add(seat == 0);
        for (int move = 0; move < 3; ++move) {
            numbers.add_one_of(2, move < view.moves ? view.bets >> move & 1 : -1);
        }
    }
};

static_assert(EncodedGame<kuhn::Kuhn>);

}  // namespace carcbot
