// What a search asks of a game, beyond the contract of carcbot/game.hpp. A search speaks to
// Searchable<G> and to nothing else. For a game that says nothing more the answers are made from
// its contract; one that has faster or wiser ones specialises Searchable beside its rules, and
// still knows no search.
//
//   Lists       list_moves gives each legal move once, in an order that depends on the state's
//               history alone. list_outcomes gives what can be drawn as far as a search looks: a
//               game may leave out outcomes after which nobody can decide anything.
//   Chance      draw_any draws by the game's own rules and says what it drew. next_decider is the
//               seat that decides after chance.
//   Playouts    playout plays to the end by one of the policies, which are known by their names;
//               note, if given, takes down what each seat did. points are those of a state that
//               was played out.
//   Deeds       A deed is what a seat did, apart from when: the same piece put in the same place
//               in the same way. A move is one together with the context it is made in, a
//               number. Searches compare what happens now with what happens later.
//   Worth       What a position is worth to each seat, in thousandths of a point: a sum of features
//               that the game knows, with weights that have a name.
//               look_ahead says it for the positions after all legal moves at once.
//   Names       Of policies, orders and evaluations; the first of each is the usual one.
//   Orders      rank says how soon a move should be looked at: 0 first.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carcbot/game.hpp"

namespace carcbot {

inline constexpr int kWorthOfAPoint = 1000;

struct Deed {
    std::uint64_t what;
    int seat;
    bool operator==(const Deed&) const = default;
};

/// What is known of a position after a move.
struct After {
    PerSeat worth;
    bool over;  ///< the move ended the game
};

template <typename Outcome>
struct Weighted {
    Outcome outcome;
    int weight;
};

/// The index of a name in a list; throws InputError(options) with the list if it is not there.
inline int index_of_name(std::string_view name, std::span<const std::string_view> names,
                         const char* what) {
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return static_cast<int>(i);
        if (i) all += ", ";
        all += names[i];
    }
    throw InputError(Fault::options, quote(name) + " is not known", what, "one of " + all);
}

/// The answers that follow from the contract alone.
template <ChanceGame G>
struct PlainSearchable {
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    static constexpr std::array<std::string_view, 1> kPolicies = {"uniform"};
    static constexpr std::array<std::string_view, 1> kOrders = {"none"};

    static constexpr std::array<std::string_view, 1> kEvaluations = {"points"};

    /// Points on the table, and nothing else.
    struct Worth {
        static Worth named(std::string_view name) {
            index_of_name(name, kEvaluations, "the evaluation");
            return {};
        }
    };

    static void list_moves(const State& state, std::vector<Move>& moves) {
        moves = G::legal_moves(state);
    }
    static void list_outcomes(const State& state, std::vector<Weighted<Outcome>>& outcomes) {
        outcomes.clear();
        for (const auto& [outcome, weight] : G::outcomes(state)) {
            outcomes.push_back({outcome, weight});
        }
    }
    static Outcome draw_any(State& state, Random& random) {
        return draw_by_weight<G>(state, random);
    }
    static int next_decider(const State& state) {
        State ahead = state;
        while (G::to_move(ahead) == kChance) G::draw(ahead, G::outcomes(ahead).front().first);
        return G::to_move(ahead);
    }
    static Move random_move(const State& state, Random& random, int /*policy*/) {
        const auto moves = G::legal_moves(state);
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    static void playout(State& state, Random& random, int policy, std::vector<Deed>* note) {
        for (int turn = G::to_move(state); turn != kOver; turn = G::to_move(state)) {
            if (turn == kChance) {
                draw_any(state, random);
                continue;
            }
            const Move move = random_move(state, random, policy);
            if (note) note->push_back({deed(deed_context(state), move), turn});
            G::apply(state, move);
        }
    }
    static PerSeat points(const State& state) { return G::scores(state); }
    /// The move as a number.
    static std::uint64_t bits(Move move) {
        std::uint32_t bits = 0;
        static_assert(sizeof move <= sizeof bits);
        std::memcpy(&bits, &move, sizeof move);
        return bits;
    }
    static std::uint32_t deed_context(const State& /*before*/) { return 0; }
    static std::uint64_t deed(std::uint32_t context, Move move) {
        return std::uint64_t{context} << 32 | bits(move);
    }
    static PerSeat worth(const State& state, const Worth& /*weights*/) {
        PerSeat worth = G::scores(state);
        for (int& each : worth) each *= kWorthOfAPoint;
        return worth;
    }
    static void look_ahead(const State& state, std::span<const Move> moves, const Worth& weights,
                           std::vector<After>& out) {
        out.clear();
        for (const Move move : moves) {
            State after = state;
            G::apply(after, move);
            out.push_back({worth(after, weights), G::to_move(after) == kOver});
        }
    }
    static unsigned rank(Move /*move*/, int /*order*/) { return 0; }
};

template <ChanceGame G>
struct Searchable : PlainSearchable<G> {};

}  // namespace carcbot
