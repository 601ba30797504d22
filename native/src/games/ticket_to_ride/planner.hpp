// A player of Ticket to Ride by rules of our own, without any search. It plans the lines that
// connect its tickets, draws the cards that they lack, claims first what it could lose, then builds
// for points or draws tickets, whichever promises more for the turns that it takes.
//
// It decides by what its seat knows: the table, its hand and its tickets.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "move.hpp"
#include "sight.hpp"
#include "wants.hpp"

namespace carcbot::ticket_to_ride {

class Planner {
  public:
    explicit Planner(const Habits& habits = Habits()) : habits_(habits) {}

    /// Its move of the seat to move, without any chance. What it planned for a seat it remembers,
    /// and plans anew where that does not hold any longer.
    Move choose(const Sight& sight);

    /// What a seat means to build, whoever is to move.
    const Lines& lines(const Sight& sight) { return plan(sight).lines; }

    /// How good each of these legal moves seems to it, in points; none better than its own choice.
    void weigh(const Sight& sight, std::span<const Move> moves, std::vector<int>& merits);

  private:
    struct Plan {
        bool is_made = false;
        TicketSet held = 0;
        TrackSet own;
        Lines lines;
        std::array<int, Lines::kMost> risk{};  ///< what losing each stretch would cost
        std::optional<int> promise;            ///< of drawing tickets, if it was asked for
    };

    Plan& plan(const Sight& sight);
    void order_by_risk(const Sight& sight, Costs costs, Plan& plan) const;
    [[nodiscard]] Lines spare_lines(const Sight& sight) const;
    Wants wants(const Sight& sight);

    Move turn(const Sight& sight);
    [[nodiscard]] std::optional<Move> first_claim(const Sight& sight, const Lines& lines,
                                                  const Wants& wanted,
                                                  std::span<const int> risk) const;
    Move spare_turn(const Sight& sight);
    Move last_turn(const Sight& sight);
    Move draw(const Sight& sight, const Wants& wanted, bool is_first);
    Move keep(const Sight& sight);
    void weigh_keeps(const Sight& sight, std::span<const Move> moves,
                     std::vector<int>& worths) const;
    [[nodiscard]] int ticket_promise(const Sight& sight, int rate) const;

    Habits habits_;
    std::array<Plan, kMostPlayers> plans_{};
    std::vector<Move> moves_;
    std::vector<int> worths_;
};

}  // namespace carcbot::ticket_to_ride
