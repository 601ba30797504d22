// A game as text: the options, then one ply after the other, separated by spaces. A ply that is
// refused leaves the position as it was; the game goes on with the next.

#include <cstdint>
#include <string_view>

#include "promise.hpp"

namespace {

using namespace promise;

bool make_ply(State& state, std::string_view text) {
    switch (Carcassonne::to_move(state)) {
        case kOver:
            return false;
        case kChance:
            Carcassonne::draw(state, Carcassonne::parse_outcome(text));
            return true;
        default:
            Carcassonne::apply(state, Carcassonne::parse_move(state, text));
            return true;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(bytes), size);
    const auto next_word = [&] {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        return word;
    };
    auto state = accepted([&] { return Carcassonne::new_game(next_word()); });
    if (!state) return 0;
    while (!rest.empty()) {
        const std::string_view word = next_word();
        const auto digest = Carcassonne::digest(*state);
        const bool made = accepted([&] { return make_ply(*state, word); }).value_or(false);
        that(made || digest == Carcassonne::digest(*state), "a refused ply changes nothing");
    }
    sound(*state);
    round_trips(*state);
    return 0;
}
