// The parsers of Thurn and Taxis: whatever they accept is a sound position or view, that is read
// again from its own text, and from which games go on as those who look on see them.

#include "games/thurn_and_taxis/game.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/thurn_and_taxis/rules.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::thurn_and_taxis;
using Game = ThurnAndTaxis;

void need(bool holds) {
    if (!holds) std::abort();
}

void is_sound(const State& state) {
    int cards = state.supply.count() + state.discards.count();
    need(state.supply.count() == state.supply_cards);
    for (const City city : state.display) cards += city != kNoCity;
    for (int seat = 0; seat < Game::seats(state); ++seat) {
        need(hand_of(state, seat).count() == hand_size(state, seat));
        need(state.seats[index(seat)].houses_left() >= 0);
        cards += hand_size(state, seat) + state.seats[index(seat)].route.length;
    }
    need(cards == kAllCards);
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
        for (const View& view : views) need(view == Game::view(state, view.viewer));
    }
    is_sound(state);
}

void read_position(std::string_view text) {
    const State state = Game::parse_position(text);
    need(Game::parse_position(Game::position_text(state)) == state);
    can_be_played(state);
}

void read_view(std::string_view text) {
    const View view = Game::parse_view(text);
    need(Game::parse_view(Game::position_text(view)) == view);
    Random random(2);
    const State state = Game::determinize(view, random);
    need(Game::view(state, view.viewer) == view);
    can_be_played(state);
}

/// A text that begins with a position or a view, and goes on with what is seen of a ply.
void see(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return read_view(text);
    View view = Game::parse_view(text.substr(0, end));
    Game::see(view, text.substr(end + 1));
    need(Game::parse_view(Game::position_text(view)) == view);
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
