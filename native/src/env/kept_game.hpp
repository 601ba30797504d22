// A game of a batch: its position, and what is kept beside it where the game keeps something.
#pragma once

#include <concepts>
#include <utility>

#include "carcbot/encoded.hpp"
#include "carcbot/searchable.hpp"

namespace carcbot::env {

template <EncodedGame G>
class KeptGame {
  public:
    using State = typename G::State;
    using Move = typename G::Move;

    KeptGame(const Encoded<G>& encoded, const State& state)
        : state_(state), kept_(kept(encoded, state)) {}

    /// Enough to play by.
    [[nodiscard]] const State& state() const { return state_; }
    /// A copy with all that the rules have in it.
    [[nodiscard]] State whole(const Encoded<G>& encoded) const {
        State whole = state_;
        if constexpr (kKeeps) encoded.complete(whole);
        return whole;
    }

    void apply(const Encoded<G>& encoded, Move move) {
        if constexpr (kKeeps) {
            encoded.apply(state_, move, kept_);
        } else {
            G::apply(state_, move);
        }
    }

    /// Draws by the game's own rules.
    void draw(const Encoded<G>& encoded, Random& random) {
        if constexpr (kKeeps) {
            encoded.draw_any(state_, random, kept_);
        } else {
            Searchable<G>::draw_any(state_, random);
        }
    }

    [[nodiscard]] PerSeat scores(const Encoded<G>& encoded) const {
        if constexpr (kKeeps) {
            return encoded.scores(state_, kept_);
        } else {
            return G::scores(state_);
        }
    }

    void list(const Encoded<G>& encoded, Choices<Move>& choices) const {
        if constexpr (kKeeps) {
            encoded.list(state_, kept_, choices);
        } else {
            encoded.list(state_, choices);
        }
    }

    void observe(const Encoded<G>& encoded, int seat, float* out) const {
        if constexpr (kKeeps) {
            encoded.observe(state_, seat, kept_, out);
        } else {
            encoded.observe(view_of<G>(state_, seat), seat, out);
        }
    }

  private:
    static constexpr bool kKeeps = requires { typename Encoded<G>::Kept; };
    static_assert(!kKeeps || std::same_as<ViewOf<G>, State>, "what is kept tells no secrets");
    struct Nothing {};

    static auto kept(const Encoded<G>& encoded, const State& state) {
        if constexpr (kKeeps) {
            return encoded.keep(state);
        } else {
            return Nothing{};
        }
    }

    State state_;
    [[no_unique_address]] decltype(kept(std::declval<const Encoded<G>&>(),
                                        std::declval<const State&>())) kept_;
};

}  // namespace carcbot::env
