// What everybody knows of hidden cards, and how those of a view are dealt.
#pragma once

#include "carcbot/random.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// The deck is empty: the discard pile becomes the deck, and all hidden cards are old from now on.
template <typename Place>
void shuffle_discards(Place& place);

/// A card of the deck is turned up.
template <typename Place>
void turn_up(Place& place, Colour colour);

/// A card of the deck goes to a hand: kNoColour where nobody here knows which.
template <typename Place>
void take_blind(Place& place, int seat, Colour colour);

/// So many cards of a colour leave a hand. It may have them: see may_have.
template <typename Place>
void pay(Place& place, int seat, Colour colour, int cards);

/// Whether everybody would hold it for possible that a hand has so many cards of a colour. Where
/// this is so, somebody who knows more may still find it impossible after the payment.
bool may_have(const Table& table, int seat, Colour colour, int cards);

/// Whether any deal of hidden cards is what this view knows.
bool can_be_dealt(const View& view);

/// Deals the hidden cards that a view does not know: the pools of old and of fresh cards in any way
/// alike, and open cards were any of the hidden ones that their hand had when it paid. The lots,
/// the deck and what is said of open cards are written into the state, the rest of which is there.
void deal_hidden_cards(const View& view, Random& random, State& state);

}  // namespace carcbot::ticket_to_ride
