#include "merits.hpp"

namespace carcbot::ticket_to_ride {
namespace {

bool are_all_needed(const Plan& plan, const Cards& deck) {
    for (Colour colour = 0; colour < kColours; ++colour) {
        if (deck.of(colour) && !plan.needs(colour)) return false;
    }
    return true;
}

}  // namespace

int merit_of(Move move, const Plan& plan, const Cards& deck) {
    switch (move.what()) {
        case What::claim: {
            const int tickets = plan.tickets[move.track()];
            return tickets ? tickets * kOfATicket : -kOfATicket;
        }
        case What::take:
            if (move.colour() == kLoco) return kLocomotive;
            return plan.needs(move.colour()) ? kNeededCard : -kNeededCard;
        case What::blind:
            return are_all_needed(plan, deck) ? kNeededCard : -kNeededCard;
        default:
            return 0;
    }
}

void list_merits(const State& state, std::span<const Move> moves, std::vector<int>& merits) {
    const int seat = state.turn_of();
    const Plan plan = plan_of(state, seat, state.hidden.held[index(seat)]);
    merits.clear();
    for (const Move move : moves) merits.push_back(merit_of(move, plan, state.deck));
}

}  // namespace carcbot::ticket_to_ride
