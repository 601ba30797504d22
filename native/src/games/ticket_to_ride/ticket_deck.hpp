// The ticket deck, and who knows which tickets of it and of the hands.
#pragma once

#include "carcbot/random.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// How many tickets the draw that goes on, or one that would begin now, is of.
int tickets_of_draw(const Table& table);

/// The tickets that may come next, each alike.
TicketSet next_tickets(const State& state);

/// A seat draws a ticket: kNoTicket where nobody here knows which. After the last one of its draw
/// all of them have left the deck.
template <typename Place>
void draw_ticket(Place& place, int seat, TicketNumber ticket);

/// A seat keeps so many of the tickets that it drew, these where they are known, and the others go
/// under the deck.
template <typename Place>
void keep_tickets(Place& place, int seat, TicketSet kept, int number);

/// Whether nobody but the seat may know yet how many of its first tickets it has kept.
bool is_count_hidden(const Table& table, int seat);

/// Takes out of a view how many first tickets others have kept, where that is hidden.
void hide_counts(View& view);

/// Everybody learns how many first tickets a seat has kept.
void tell_count(View& view, int seat, int number);

/// Whether the tickets that a view knows are in one place each, none has more than it has, and what
/// is being drawn came in its order.
bool tickets_can_be_dealt(const View& view);

/// Deals the tickets that a view does not know: in any way alike. Those that are hidden in number
/// are as if every choice of first tickets were as likely.
void deal_hidden_tickets(const View& view, Random& random, State& state);

}  // namespace carcbot::ticket_to_ride
