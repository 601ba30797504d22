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
//               note, if given, takes down what each seat did. play_part does the same as far as a
//               Sample says, and draw_any, random_move and play_part never list a move that is not
//               legal. points are those of a state that was played out or as far as it was played;
//               part_worth plays a part, and says what the position is worth where that ends.
//   Deeds       A deed is what a seat did, apart from when: the same piece put in the same place
//               in the same way. A move is one together with the context it is made in, a
//               number. Searches compare what happens now with what happens later.
//   Worth       What a position is worth to each seat, in thousandths of a point: a sum of features
//               that the game knows, with weights that have a name.
//               look_ahead says it for the positions after all legal moves at once.
//   Knowledge   knowledge says how good each legal move seems before anything is tried, in
//               thousandths of a point: rules of thumb, for searches that look at good moves first;
//               in one of several ways that are known by their names.
//   Guesses     guess makes a state that has a view, in one of several ways that are known by their
//               names; the first is as likely as what it guesses is.
//   Rules       ruled is the move that a rule of the game's own makes without any search, where
//               there is one: for searches that leave such decisions to it. A game may have
//               several sets of such rules, which are known by their names.
//   Observers   seen_move and seen_draw say as a number what a seat sees of a move or a draw that
//               is about to be made: the same for what it cannot tell apart. seen_hand says so what
//               a seat sees and others may not, where all the rest of two positions is the same.
//   Joining     is_joined says whether a seat could choose at once what it does before and after a
//               draw, without knowing what is drawn.
//   Names       Of policies, orders, evaluations, guesses, kinds of knowledge and sets of rules;
//               the first of each is the usual one.
//   Orders      rank says how soon a move should be looked at: 0 first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
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

/// How a random game is played that may end before the game does.
struct Sample {
    int policy = 0;                                      ///< of its first turns
    int later_policy = 0;                                ///< of those after policy_turns
    int policy_turns = std::numeric_limits<int>::max();  ///< turns of all seats
    int turns = std::numeric_limits<int>::max();         ///< after which it ends
    int lead = 0;  ///< it ends when a seat leads by so many points more than at its start; 0: never

    /// Whether it is by one policy to the end of the game.
    [[nodiscard]] bool is_whole() const {
        constexpr int all = std::numeric_limits<int>::max();
        return turns == all && lead == 0 && policy_turns == all;
    }
};

/// Whether a seat leads its best rival by so many points more than it did at the start.
inline bool leads_by_more(const PerSeat& start, const PerSeat& now, int seats, int more) {
    const auto leads = [seats](const PerSeat& points, int seat) {
        int best = std::numeric_limits<int>::min();
        for (int other = 0; other < seats; ++other) {
            if (other != seat) best = std::max(best, points[static_cast<std::size_t>(other)]);
        }
        return points[static_cast<std::size_t>(seat)] - best;
    };
    for (int seat = 0; seat < seats; ++seat) {
        if (leads(now, seat) - leads(start, seat) >= more) return true;
    }
    return false;
}

template <typename Outcome>
struct Weighted {
    Outcome outcome;
    int weight;
};

/// A number of a text; two texts have the same one as good as never.
inline std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0;
    for (const char each : text) hash = mix64(hash ^ static_cast<unsigned char>(each));
    return hash;
}

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

template <ChanceGame G>
struct Searchable;

/// The answers that follow from the contract alone.
template <ChanceGame G>
struct PlainSearchable {
    using State = typename G::State;
    using Move = typename G::Move;
    using Outcome = typename G::Outcome;

    static constexpr std::array<std::string_view, 1> kPolicies = {"uniform"};
    static constexpr std::array<std::string_view, 1> kOrders = {"none"};

    static constexpr std::array<std::string_view, 1> kEvaluations = {"points"};
    static constexpr std::array<std::string_view, 1> kGuesses = {"uniform"};
    static constexpr std::array<std::string_view, 1> kKnowledge = {"points"};
    static constexpr std::array<std::string_view, 1> kRules = {"none"};

    /// Points on the table, and nothing else.
    struct Worth {
        static Worth named(std::string_view name) {
            index_of_name(name, kEvaluations, "the evaluation");
            return {};
        }
    };

    static void list_moves(const State& state, std::vector<Move>& moves) {
        legal_moves_into<G>(state, moves);
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
    /// The turn that is due when it starts is its first; it ends where a turn is to begin.
    static void play_part(State& state, Random& random, const Sample& sample,
                          std::vector<Deed>* note) {
        using S = Searchable<G>;
        const int first = G::turn(state).number;
        const PerSeat start = sample.lead ? S::points(state) : PerSeat{};
        int number = first;
        for (int turn = G::to_move(state); turn != kOver; turn = G::to_move(state)) {
            if (const int now = G::turn(state).number; now != number) {
                number = now;
                if (number - first >= sample.turns) return;
                if (sample.lead &&
                    leads_by_more(start, S::points(state), G::seats(state), sample.lead)) {
                    return;
                }
            }
            if (turn == kChance) {
                S::draw_any(state, random);
                continue;
            }
            const int policy =
                number - first < sample.policy_turns ? sample.policy : sample.later_policy;
            const Move move = S::random_move(state, random, policy);
            if (note) note->push_back({S::deed(S::deed_context(state), move), turn});
            G::apply(state, move);
        }
    }
    static PerSeat points(const State& state) { return G::scores(state); }
    template <typename Weights>
    static PerSeat part_worth(State& state, Random& random, const Sample& sample,
                              const Weights& weights) {
        Searchable<G>::play_part(state, random, sample, nullptr);
        return Searchable<G>::worth(state, weights);
    }
    /// What each move changes at once in points, beside the best rival.
    static void knowledge(const State& state, std::span<const Move> moves, int /*how*/,
                          std::vector<int>& out) {
        using S = Searchable<G>;
        std::vector<After> after;
        S::look_ahead(state, moves, typename S::Worth(), after);
        out.clear();
        const auto seat = static_cast<std::size_t>(G::to_move(state));
        for (const After& each : after) {
            int best = std::numeric_limits<int>::min();
            for (std::size_t other = 0; other < static_cast<std::size_t>(G::seats(state));
                 ++other) {
                if (other != seat) best = std::max(best, each.worth[other]);
            }
            out.push_back(each.worth[seat] - best);
        }
    }
    static State guess(const ViewOf<G>& view, Random& random, int /*how*/) {
        return determinized<G>(view, random);
    }
    static std::optional<Move> ruled(const State& /*state*/, int /*how*/) { return std::nullopt; }
    static bool is_joined(const State& /*before*/, Outcome /*outcome*/) { return true; }
    static std::uint64_t seen_move(const State& state, int seat, Move move) {
        if constexpr (HiddenInfoGame<G>) {
            return hash_of(G::seen(state, seat, G::move_text(move)));
        } else {
            return bits(move);
        }
    }
    static std::uint64_t seen_draw(const State& state, int seat, Outcome outcome) {
        return hash_of(seen<G>(state, seat, G::outcome_text(outcome)));
    }
    static std::uint64_t seen_hand(const State& state, int seat)
        requires HiddenInfoGame<G>
    {
        return G::digest(G::view(state, seat));
    }
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
    template <typename Weights>
    static void look_ahead(const State& state, std::span<const Move> moves, const Weights& weights,
                           std::vector<After>& out) {
        out.clear();
        for (const Move move : moves) {
            State after = state;
            G::apply(after, move);
            out.push_back({Searchable<G>::worth(after, weights), G::to_move(after) == kOver});
        }
    }
    static unsigned rank(Move /*move*/, int /*order*/) { return 0; }
};

template <ChanceGame G>
struct Searchable : PlainSearchable<G> {};

}  // namespace carcbot
