// A decision in Ticket to Ride.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "map.hpp"

namespace carcbot::ticket_to_ride {

class Move {
  public:
    enum class What : std::uint8_t { take, blind, claim, tickets, pass, stop, keep };

    Move() = default;
    constexpr explicit Move(What what, std::uint32_t with = 0)
        : code_(static_cast<std::uint32_t>(what) | with << 3) {}
    /// A card of the row.
    static constexpr Move take(Colour colour) { return Move(What::take, colour); }
    /// A track, for cards of one colour and locomotives; with locomotives alone the colour is
    /// theirs.
    static constexpr Move claim(TrackNumber track, Colour colour, int locos) {
        if (locos == kTrackTable[track].length) colour = kLoco;
        return Move(What::claim, static_cast<std::uint32_t>(track | colour << 7 | locos << 11));
    }
    /// Up to three tickets.
    static constexpr Move keep(TicketSet tickets) {
        std::uint32_t with = 0;
        int places = 0;
        for_each_ticket(tickets, [&](TicketNumber ticket) {
            with |= static_cast<std::uint32_t>(ticket) << (5 * places++);
        });
        for (; places < kTicketsDrawn; ++places) with |= std::uint32_t{kNoTicket} << (5 * places);
        return Move(What::keep, with);
    }

    [[nodiscard]] constexpr What what() const { return static_cast<What>(code_ & 7); }
    /// Of `take` and `claim`.
    [[nodiscard]] constexpr Colour colour() const {
        return static_cast<Colour>((what() == What::take ? code_ >> 3 : code_ >> 10) & 15);
    }
    [[nodiscard]] constexpr TrackNumber track() const {
        return static_cast<TrackNumber>(code_ >> 3 & 127);
    }
    [[nodiscard]] constexpr int locos() const { return static_cast<int>(code_ >> 14 & 7); }
    /// Cards that are not locomotives, with which a track is paid.
    [[nodiscard]] constexpr int coloured() const { return kTrackTable[track()].length - locos(); }
    /// Of `keep`.
    [[nodiscard]] constexpr TicketSet tickets() const {
        TicketSet tickets = 0;
        for (int place = 0; place < kTicketsDrawn; ++place) {
            const std::uint32_t ticket = code_ >> (3 + 5 * place) & 31;
            if (ticket != kNoTicket) tickets |= ticket_bit(static_cast<TicketNumber>(ticket));
        }
        return tickets;
    }
    bool operator==(const Move&) const = default;

  private:
    std::uint32_t code_ = 0;
};

using What = Move::What;

/// What chance does: a card, a ticket, the seat that begins, or a number of tickets that was kept.
class Outcome {
  public:
    Outcome() = default;
    static constexpr Outcome card(Colour colour) { return Outcome(colour); }
    static constexpr Outcome ticket(TicketNumber ticket) {
        return Outcome(static_cast<std::uint8_t>(kFirstTicket + ticket));
    }
    static constexpr Outcome seat(int seat) {
        return Outcome(static_cast<std::uint8_t>(kFirstSeat + seat));
    }
    static constexpr Outcome kept(int number) {
        return Outcome(static_cast<std::uint8_t>(kFirstNumber + number));
    }

    [[nodiscard]] constexpr bool is_card() const { return code_ < kKinds; }
    [[nodiscard]] constexpr bool is_ticket() const {
        return code_ >= kFirstTicket && code_ < kFirstTicket + kTickets;
    }
    [[nodiscard]] constexpr bool is_seat() const {
        return code_ >= kFirstSeat && code_ < kFirstNumber;
    }
    [[nodiscard]] constexpr Colour colour() const { return code_; }
    [[nodiscard]] constexpr TicketNumber ticket_number() const {
        return static_cast<TicketNumber>(code_ - kFirstTicket);
    }
    [[nodiscard]] constexpr int seat_number() const { return code_ - kFirstSeat; }
    [[nodiscard]] constexpr int number() const { return code_ - kFirstNumber; }
    bool operator==(const Outcome&) const = default;

  private:
    static constexpr std::uint8_t kFirstTicket = 16, kFirstSeat = 48, kFirstNumber = 56;
    constexpr explicit Outcome(std::uint8_t code) : code_(code) {}
    std::uint8_t code_ = 0;
};

}  // namespace carcbot::ticket_to_ride
