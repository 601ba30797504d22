// What a seat may do where its turn begins or its second card is due, before every way to pay for a
// track is listed: so that random games choose without a list.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "carcbot/random.hpp"
#include "move.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// Whether tickets are drawn as the rules have it, or only by who can do nothing else, also where
/// the rules ask for more.
enum class TicketDraws { by_rule, last_resort };

/// How many cards a hand has of each kind.
using CardCounts = std::array<int, kKinds>;

/// Of a turn, or of its second card: of no other step.
class Offer {
  public:
    /// To the seat to move, which has this hand and holds these tickets.
    Offer(const Table& table, const Cards& hand, TicketSet held,
          TicketDraws draws = TicketDraws::by_rule);

    [[nodiscard]] bool empty() const { return !row_ && !blind_ && claims_.empty() && !rest_; }
    /// The cards of it.
    [[nodiscard]] Offer cards() const;
    /// The claims of some tracks.
    [[nodiscard]] Offer claims_of(const TrackSet& tracks) const;

    /// Adds the moves to a list: cards, claims in the order of the tracks, and the rest.
    void list(std::vector<Move>& moves) const;
    /// One of those that list() finds, each as likely as another, by one number of `random`. The
    /// offer is not empty.
    Move pick(Random& random) const;

  private:
    void offer_cards(const Table& table, bool is_first);
    void offer_turn(const Table& table, TicketSet held, TicketDraws draws);

    bool fewest_locos_;  ///< as the options have it
    CardCounts hand_{};
    unsigned row_ = 0;  ///< cards of the row, kinds as bits
    bool blind_ = false;
    TrackSet claims_;
    std::optional<What> rest_;
};

}  // namespace carcbot::ticket_to_ride
