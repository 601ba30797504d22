// The parsers of Ticket to Ride: whatever they accept is a sound position or view, that is read
// again from its own text, and from which games go on as those who look on see them.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/ticket_to_ride/game.hpp"
#include "games/ticket_to_ride/lots.hpp"
#include "games/ticket_to_ride/ticket_deck.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::ticket_to_ride;
using Game = TicketToRide;

void need(bool holds) {
    if (!holds) std::abort();
}

void is_sound(const State& state) {
    int cards = state.deck.count() + state.discards.count();
    int tickets = std::popcount(state.top) + state.queue_length;
    need(state.deck.count() == state.deck_cards);
    for (const Colour card : state.row) cards += card != kNoColour;
    for (int seat = 0; seat < Game::seats(state); ++seat) {
        need(hand_of(state, seat).count() == hand_size(state, seat));
        cards += hand_size(state, seat);
        tickets += std::popcount(state.hidden.held[index(seat)]);
    }
    if (state.step == Step::start || state.step == Step::keep) tickets += state.made;
    need(cards == kAllCards && tickets == kTickets);
    const int turn = Game::to_move(state);
    need(Game::legal_moves(state).empty() == (turn < 0));
    need(Game::outcomes(state).empty() == (turn != kChance));
}

/// Plays on for a while, with whoever looks on.
void can_be_played(State state) {
    Random random(1);
    std::vector<View> views;
    for (int seat = kNoSeat; seat < Game::seats(state); ++seat)
        views.push_back(Game::view(state, seat));
    for (int ply = 0; ply < 60 && Game::to_move(state) != kOver; ++ply) {
        is_sound(state);
        std::string text;
        if (Game::to_move(state) == kChance) {
            State after = state;
            text = Game::outcome_text(draw_by_weight<Game>(after, random));
        } else {
            const auto moves = Game::legal_moves(state);
            text = Game::move_text(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        for (View& view : views) Game::see(view, Game::seen(state, view.viewer, text));
        apply_text<Game>(state, text);
        for (const View& view : views)
            need(Game::position_text(view) == Game::position_text(Game::view(state, view.viewer)));
    }
    is_sound(state);
}

void read_position(std::string_view text) {
    const State state = Game::parse_position(text);
    const std::string written = Game::position_text(state);
    need(Game::position_text(Game::parse_position(written)) == written);
    can_be_played(state);
}

void read_view(std::string_view text) {
    const View view = Game::parse_view(text);
    const std::string written = Game::position_text(view);
    need(Game::position_text(Game::parse_view(written)) == written);
    Random random(2);
    const State state = Game::determinize(view, random);
    need(Game::position_text(Game::view(state, view.viewer)) == written);
    can_be_played(state);
}

/// A text that begins with a position or a view, and goes on with what is seen of a ply.
void see(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return read_view(text);
    View view = Game::parse_view(text.substr(0, end));
    Game::see(view, text.substr(end + 1));
    const std::string written = Game::position_text(view);
    need(Game::position_text(Game::parse_view(written)) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    for (const auto read : {read_position, see}) {
        try {
            read(text);
        } catch (const InputError& error) {
            need(*error.what() != '\0');
        }
    }
    return 0;
}
