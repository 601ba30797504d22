// What the fuzz target of a game with hidden cards promises: whatever its parsers accept is a sound
// position or view, that is read again from its own text, and from which games go on as those who
// look on see them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "carcbot/game.hpp"

namespace hidden_game {

using namespace carcbot;

inline void need(bool holds) {
    if (!holds) std::abort();
}

/// `Own` is what a game says itself: is_sound(state), which needs what holds of each position, and
/// are_same(place, other), whether two of its states or views are.
template <HiddenInfoGame G, typename Own>
struct Target {
    using State = typename G::State;
    using View = typename G::View;

    static void is_sound(const State& state) {
        Own::is_sound(state);
        const int turn = G::to_move(state);
        need(G::legal_moves(state).empty() == (turn < 0));
        need(G::outcomes(state).empty() == (turn != kChance));
    }

    /// Plays on for a while, with whoever looks on.
    static void can_be_played(State state) {
        Random random(1);
        std::vector<View> views;
        for (int seat = kNoSeat; seat < G::seats(state); ++seat)
            views.push_back(G::view(state, seat));
        for (int ply = 0; ply < 60 && G::to_move(state) != kOver; ++ply) {
            is_sound(state);
            std::string text;
            if (G::to_move(state) == kChance) {
                State after = state;
                text = G::outcome_text(draw_by_weight<G>(after, random));
            } else {
                const auto moves = G::legal_moves(state);
                text = G::move_text(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            }
            for (View& view : views) G::see(view, G::seen(state, view.viewer, text));
            apply_text<G>(state, text);
            for (const View& view : views) need(Own::are_same(view, G::view(state, view.viewer)));
        }
        is_sound(state);
    }

    static void read_position(std::string_view text) {
        const State state = G::parse_position(text);
        need(Own::are_same(G::parse_position(G::position_text(state)), state));
        can_be_played(state);
    }

    static void read_view(std::string_view text) {
        const View view = G::parse_view(text);
        need(Own::are_same(G::parse_view(G::position_text(view)), view));
        Random random(2);
        const State state = G::determinize(view, random);
        need(Own::are_same(G::view(state, view.viewer), view));
        can_be_played(state);
    }

    /// A text that begins with a position or a view, and goes on with what is seen of a ply.
    static void see(std::string_view text) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return read_view(text);
        View view = G::parse_view(text.substr(0, end));
        G::see(view, text.substr(end + 1));
        need(Own::are_same(G::parse_view(G::position_text(view)), view));
    }

    /// Reads what the fuzzer made.
    static int read(const std::uint8_t* bytes, std::size_t size) {
        const std::string_view text(reinterpret_cast<const char*>(bytes), size);
        for (const auto how : {read_position, see}) {
            try {
                how(text);
            } catch (const InputError& error) {
                need(*error.what() != '\0');
            }
        }
        return 0;
    }
};

}  // namespace hidden_game
