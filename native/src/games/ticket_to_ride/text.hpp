// What texts of Ticket to Ride are made of: cards, tracks, tickets, options.
#pragma once

#include <array>
#include <string>

#include "carcbot/reader.hpp"
#include "move.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// What is due, by its Step.
inline constexpr std::array<std::string_view, 12> kStepNames = {"first",  "hand",   "row",  "blind",
                                                                "ticket", "count",  "show", "start",
                                                                "turn",   "second", "keep", "over"};

/// As in B2L, for two blue cards and a locomotive; - for none.
std::string cards_text(const Cards& cards);
Cards read_cards(Reader& reader);

/// As in DalHou, or DenKanO where a letter has to tell two tracks apart.
std::string track_text(TrackNumber track);
TrackNumber read_track(Reader& reader);

/// As in LosMia.
std::string ticket_text(TicketNumber ticket);
TicketNumber read_ticket(Reader& reader);
/// As in HelLos+LosMia; - for none.
std::string tickets_text(TicketSet tickets);
TicketSet read_tickets(Reader& reader);

/// Any move, and nothing is said about legality.
Move read_move(std::string_view text);

std::string options_text(const Options& options);
Options read_options(Reader& reader);

}  // namespace carcbot::ticket_to_ride
