// The parsers of Ticket to Ride.

#include "games/ticket_to_ride/game.hpp"
#include "games/ticket_to_ride/lots.hpp"
#include "games/ticket_to_ride/ticket_deck.hpp"
#include "hidden_game.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::ticket_to_ride;
using hidden_game::need;

struct Own {
    static void is_sound(const State& state) {
        int cards = state.deck.count() + state.discards.count();
        int tickets = std::popcount(state.top) + state.queue_length;
        need(state.deck.count() == state.deck_cards);
        for (const Colour card : state.row) cards += card != kNoColour;
        for (int seat = 0; seat < TicketToRide::seats(state); ++seat) {
            need(hand_of(state, seat).count() == hand_size(state, seat));
            cards += hand_size(state, seat);
            tickets += std::popcount(state.hidden.held[index(seat)]);
        }
        if (state.step == Step::start || state.step == Step::keep) tickets += state.made;
        need(cards == kAllCards && tickets == kTickets);
    }

    template <typename Place>
    static bool are_same(const Place& place, const Place& other) {
        return TicketToRide::position_text(place) == TicketToRide::position_text(other);
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return hidden_game::Target<TicketToRide, Own>::read(bytes, size);
}
