// Choices of one turn that are one in a tree for hidden cards (ismcts.hpp), as far as a game allows
// it: what chance does between them is seen when the turn is over.
#pragma once

#include <vector>

#include "carcbot/searchable.hpp"

namespace carcbot::search {

/// A node on the way of a simulation, and what its observer has seen since.
struct Spot {
    std::uint32_t node;
    std::uint64_t seen;
};

/// What an observer has seen after this, too.
inline std::uint64_t more_seen(std::uint64_t seen, std::uint64_t what) {
    return mix64(seen ^ mix64(what)) | 1;
}

template <ChanceGame G>
class JoinedTurn {
  public:
    using State = typename G::State;

    /// Before a simulation.
    void clear() {
        late_.clear();
        number_ = 0;
    }

    /// Before a choice: where it is the first one of its turn, what chance did in the last turn,
    /// between its choices, is seen now.
    void see_choice(const State& state, std::vector<Spot>& spots) {
        if (is_in_turn(state)) return;
        for (std::size_t i = 0; i < late_.size(); ++i) {
            if (late_[i].seen) spots[i].seen = more_seen(spots[i].seen, late_[i].seen);
        }
        late_.assign(spots.size(), {});
        number_ = G::turn(state).number;
    }

    /// Where it has to be noted that this was drawn: the spots, or what is seen later.
    std::vector<Spot>& spots_of_draw(const State& before, typename G::Outcome outcome,
                                     std::vector<Spot>& spots) {
        return is_in_turn(before) && Searchable<G>::is_joined(before, outcome) ? late_ : spots;
    }

  private:
    /// Whether something was chosen in this turn already.
    [[nodiscard]] bool is_in_turn(const State& state) const {
        return G::turn(state).number == number_;
    }

    std::vector<Spot> late_;
    int number_ = 0;
};

}  // namespace carcbot::search
