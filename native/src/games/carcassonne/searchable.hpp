// What Carcassonne tells to searches, beyond its rules: carcbot/searchable.hpp says what for.
#pragma once

#include "carcbot/searchable.hpp"
#include "draw.hpp"
#include "game.hpp"
#include "look_ahead.hpp"
#include "worth.hpp"

namespace carcbot {

template <>
struct Searchable<carcassonne::Carcassonne> : PlainSearchable<carcassonne::Carcassonne> {
    using Game = carcassonne::Carcassonne;
    using State = Game::State;
    using Move = Game::Move;
    using Outcome = Game::Outcome;
    using Worth = carcassonne::Worth;

    static constexpr std::array<std::string_view, 2> kPolicies = {"placement-then-meeple",
                                                                  "uniform"};
    static constexpr std::array<std::string_view, 4> kEvaluations = {"virtual", "heyden",
                                                                     "heyden-intuitive", "judge"};
    static constexpr std::array<std::string_view, 3> kOrders = {"none", "meeple-first", "features"};

    static void list_moves(const State& state, std::vector<Move>& moves) {
        carcassonne::MoveList list;
        carcassonne::list_moves(state, list);
        moves.assign(list.begin(), list.end());
    }

    /// Tiles that can be laid, and all if none can: an unplaceable tile leads to another draw, or
    /// to the end of the game.
    static void list_outcomes(const State& state, std::vector<Weighted<Outcome>>& outcomes) {
        const auto all = carcassonne::outcomes(state);
        outcomes.clear();
        for (const auto& [kind, copies] : all) {
            if (carcassonne::legal_places(state, kind).total()) outcomes.push_back({kind, copies});
        }
        if (!outcomes.empty()) return;
        for (const auto& [kind, copies] : all) outcomes.push_back({kind, copies});
    }

    static Outcome draw_any(State& state, Random& random) {
        const Outcome kind = carcassonne::any_drawable(state, random);
        carcassonne::draw(state, kind);
        return kind;
    }

    static int next_decider(const State& state) { return state.seat; }

    static Move random_move(const State& state, Random& random, int policy) {
        return carcassonne::random_move(state, random, static_cast<carcassonne::Sampler>(policy));
    }

    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        const auto sampler = static_cast<carcassonne::Sampler>(policy);
        if (!note) {
            carcassonne::playout(state, random, sampler);
            return;
        }
        const int seats = Game::seats(state);
        int seat = state.seat;
        const int before = state.tiles;
        std::uint8_t claims[carcassonne::kMaxTiles];
        carcassonne::playout(state, random, sampler, claims);
        for (int i = before; i < state.tiles; ++i) {
            const carcassonne::PlacedTile& tile = state.placed[i];
            const Move move{static_cast<std::int8_t>(carcassonne::x_of(tile.cell)),
                            static_cast<std::int8_t>(carcassonne::y_of(tile.cell)), tile.rotation,
                            claims[i - before]};
            note->push_back({deed(tile.kind, move), seat});
            seat = seat + 1 == seats ? 0 : seat + 1;
        }
    }

    static PerSeat points(const State& state) { return carcassonne::virtual_scores(state); }

    static std::uint32_t deed_context(const State& state) { return state.hand; }

    static PerSeat worth(const State& state, const Worth& weights) {
        return carcassonne::worth_of(state, weights);
    }

    static void look_ahead(const State& state, std::span<const Move> moves, const Worth& weights,
                           std::vector<After>& out) {
        carcassonne::look_ahead(state, moves, weights, out);
    }

    static unsigned rank(Move move, int order) {
        using namespace carcassonne;
        const bool puts = move.then != 0 && move.then != Move::kTakeAbbotBack;
        if (order == 0) return 0;
        if (order == 1) return puts ? 0 : 1;
        if (!puts) return 3;
        const Spot spot = move.spot();
        if (spot < kRoadSpot) return 0;
        if (spot < kFieldSpot) return 2;
        return spot >= kCloisterSpot ? 1 : 4;
    }
};

}  // namespace carcbot
