// The parsers of Thurn and Taxis.

#include "games/thurn_and_taxis/game.hpp"
#include "games/thurn_and_taxis/rules.hpp"
#include "hidden_game.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::thurn_and_taxis;
using hidden_game::need;

struct Own {
    static void is_sound(const State& state) {
        int cards = state.supply.count() + state.discards.count();
        need(state.supply.count() == state.supply_cards);
        for (const City city : state.display) cards += city != kNoCity;
        for (int seat = 0; seat < ThurnAndTaxis::seats(state); ++seat) {
            need(hand_of(state, seat).count() == hand_size(state, seat));
            need(state.seats[index(seat)].houses_left() >= 0);
            cards += hand_size(state, seat) + state.seats[index(seat)].route.length;
        }
        need(cards == kAllCards);
    }

    template <typename Place>
    static bool are_same(const Place& place, const Place& other) {
        return place == other;
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return hidden_game::Target<ThurnAndTaxis, Own>::read(bytes, size);
}
