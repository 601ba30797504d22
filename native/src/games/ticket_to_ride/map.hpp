// The map of Ticket to Ride (USA): cities, the tracks between them, and tickets.
//
// Of the hundred routes that are printed the two of a gray double are alike for everybody: they are
// one *track* here that two seats can have where both may be used. So there are ninety tracks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "carcbot/hot.hpp"
#include "cards.hpp"

namespace carcbot::ticket_to_ride {

/// The number of a city, in the order of their names.
using City = std::uint8_t;
inline constexpr City kCities = 36;
inline constexpr City kNoCity = 63;
/// Cities as bits.
using CitySet = std::uint64_t;

/// Three letters by which texts call each city.
inline constexpr std::array<std::string_view, kCities> kCityLetters = {
    "Atl", "Bos", "Cal", "Cha", "Chi", "Dal", "Den", "Dul", "Elp", "Hel", "Hou", "Kan",
    "Las", "Lit", "Los", "Mia", "Mon", "Nas", "Nor", "Nyc", "Okl", "Oma", "Pho", "Pit",
    "Por", "Ral", "Stl", "Slc", "Sfo", "Sfe", "Ssm", "Sea", "Tor", "Van", "Was", "Win"};

constexpr CitySet bit(City city) {
    return CitySet{1} << city;
}

/// The city with these letters, or kNoCity.
constexpr City city_named(std::string_view letters) {
    for (City city = 0; city < kCities; ++city) {
        if (kCityLetters[city] == letters) return city;
    }
    return kNoCity;
}

// ---------------------------------------------------------------- tracks

/// The number of a track.
using TrackNumber = std::uint8_t;
inline constexpr TrackNumber kTracks = 90;
inline constexpr TrackNumber kNoTrack = 127;
inline constexpr std::uint8_t kLongestTrack = 6;
/// Points for a track, by its length.
inline constexpr std::array<std::uint8_t, kLongestTrack + 1> kTrackPoints = {0, 1, 2, 4, 7, 10, 15};

struct Track {
    City a = 0, b = 0;
    std::uint8_t length = 0;
    Colour colour = kNoColour;    ///< gray: kNoColour
    std::uint8_t copies = 1;      ///< two of a gray double
    TrackNumber twin = kNoTrack;  ///< the other one of a coloured double
};

namespace detail {
consteval Track track(std::string_view a, std::string_view b, std::uint8_t length, char colour,
                      std::uint8_t copies = 1) {
    const auto at = kLetters.find(colour);
    return {city_named(a), city_named(b),
            length,        at == std::string_view::npos ? kNoColour : static_cast<Colour>(at),
            copies,        kNoTrack};
}

consteval auto with_twins(std::array<Track, kTracks> tracks) {
    for (TrackNumber i = 0; i < kTracks; ++i) {
        for (TrackNumber j = 0; j < kTracks; ++j) {
            if (i != j && tracks[i].a == tracks[j].a && tracks[i].b == tracks[j].b)
                tracks[i].twin = j;
        }
    }
    return tracks;
}
}  // namespace detail

// clang-format off
/// From the lower city to the higher, in their order; gray ones have -.
inline constexpr std::array<Track, kTracks> kTrackTable = [] {
    using detail::track;
    return detail::with_twins({{
        track("Atl", "Cha", 2, '-'), track("Atl", "Mia", 5, 'B'), track("Atl", "Nas", 1, '-'),
        track("Atl", "Nor", 4, 'O'), track("Atl", "Nor", 4, 'Y'), track("Atl", "Ral", 2, '-', 2),
        track("Bos", "Mon", 2, '-', 2), track("Bos", "Nyc", 2, 'R'), track("Bos", "Nyc", 2, 'Y'),
        track("Cal", "Hel", 4, '-'), track("Cal", "Sea", 4, '-'), track("Cal", "Van", 3, '-'),
        track("Cal", "Win", 6, 'W'), track("Cha", "Mia", 4, 'P'), track("Cha", "Ral", 2, '-'),
        track("Chi", "Dul", 3, 'R'), track("Chi", "Oma", 4, 'B'), track("Chi", "Pit", 3, 'K'),
        track("Chi", "Pit", 3, 'O'), track("Chi", "Stl", 2, 'G'), track("Chi", "Stl", 2, 'W'),
        track("Chi", "Tor", 4, 'W'), track("Dal", "Elp", 4, 'R'), track("Dal", "Hou", 1, '-', 2),
        track("Dal", "Lit", 2, '-'), track("Dal", "Okl", 2, '-', 2), track("Den", "Hel", 4, 'G'),
        track("Den", "Kan", 4, 'K'), track("Den", "Kan", 4, 'O'), track("Den", "Okl", 4, 'R'),
        track("Den", "Oma", 4, 'P'), track("Den", "Pho", 5, 'W'), track("Den", "Slc", 3, 'R'),
        track("Den", "Slc", 3, 'Y'), track("Den", "Sfe", 2, '-'), track("Dul", "Hel", 6, 'O'),
        track("Dul", "Oma", 2, '-', 2), track("Dul", "Ssm", 3, '-'), track("Dul", "Tor", 6, 'P'),
        track("Dul", "Win", 4, 'K'), track("Elp", "Hou", 6, 'G'), track("Elp", "Los", 6, 'K'),
        track("Elp", "Okl", 5, 'Y'), track("Elp", "Pho", 3, '-'), track("Elp", "Sfe", 2, '-'),
        track("Hel", "Oma", 5, 'R'), track("Hel", "Slc", 3, 'P'), track("Hel", "Sea", 6, 'Y'),
        track("Hel", "Win", 4, 'B'), track("Hou", "Nor", 2, '-'), track("Kan", "Okl", 2, '-', 2),
        track("Kan", "Oma", 1, '-', 2), track("Kan", "Stl", 2, 'B'), track("Kan", "Stl", 2, 'P'),
        track("Las", "Los", 2, '-'), track("Las", "Slc", 3, 'O'), track("Lit", "Nas", 3, 'W'),
        track("Lit", "Nor", 3, 'G'), track("Lit", "Okl", 2, '-'), track("Lit", "Stl", 2, '-'),
        track("Los", "Pho", 3, '-'), track("Los", "Sfo", 3, 'P'), track("Los", "Sfo", 3, 'Y'),
        track("Mia", "Nor", 6, 'R'), track("Mon", "Nyc", 3, 'B'), track("Mon", "Ssm", 5, 'K'),
        track("Mon", "Tor", 3, '-'), track("Nas", "Pit", 4, 'Y'), track("Nas", "Ral", 3, 'K'),
        track("Nas", "Stl", 2, '-'), track("Nyc", "Pit", 2, 'G'), track("Nyc", "Pit", 2, 'W'),
        track("Nyc", "Was", 2, 'K'), track("Nyc", "Was", 2, 'O'), track("Okl", "Sfe", 3, 'B'),
        track("Pho", "Sfe", 3, '-'), track("Pit", "Ral", 2, '-'), track("Pit", "Stl", 5, 'G'),
        track("Pit", "Tor", 2, '-'), track("Pit", "Was", 2, '-'), track("Por", "Slc", 6, 'B'),
        track("Por", "Sfo", 5, 'G'), track("Por", "Sfo", 5, 'P'), track("Por", "Sea", 1, '-', 2),
        track("Ral", "Was", 2, '-', 2), track("Slc", "Sfo", 5, 'O'), track("Slc", "Sfo", 5, 'W'),
        track("Ssm", "Tor", 2, '-'), track("Ssm", "Win", 6, '-'), track("Sea", "Van", 1, '-', 2)}});
}();
// clang-format on

/// Tracks as bits.
class TrackSet {
  public:
    constexpr TrackSet() = default;
    static constexpr TrackSet all() {
        TrackSet set;
        for (TrackNumber track = 0; track < kTracks; ++track) set.add(track);
        return set;
    }
    [[nodiscard]] constexpr bool has(TrackNumber track) const {
        return bits_[track >> 6] >> (track & 63) & 1;
    }
    constexpr void add(TrackNumber track) { bits_[track >> 6] |= std::uint64_t{1} << (track & 63); }
    constexpr void take(TrackNumber track) {
        bits_[track >> 6] &= ~(std::uint64_t{1} << (track & 63));
    }
    [[nodiscard]] constexpr bool empty() const { return !(bits_[0] | bits_[1]); }
    [[nodiscard]] constexpr int count() const {
        return static_cast<int>(count_bits(bits_[0]) + count_bits(bits_[1]));
    }
    [[nodiscard]] constexpr TrackSet operator&(const TrackSet& other) const {
        return {bits_[0] & other.bits_[0], bits_[1] & other.bits_[1]};
    }
    [[nodiscard]] constexpr TrackSet operator|(const TrackSet& other) const {
        return {bits_[0] | other.bits_[0], bits_[1] | other.bits_[1]};
    }
    [[nodiscard]] constexpr TrackSet without(const TrackSet& other) const {
        return {bits_[0] & ~other.bits_[0], bits_[1] & ~other.bits_[1]};
    }
    /// Does something with each of them, in their order.
    template <typename Use>
    constexpr void for_each(Use use) const {
        for (unsigned half = 0; half < 2; ++half) {
            for (std::uint64_t rest = bits_[half]; rest; rest &= rest - 1) {
                use(static_cast<TrackNumber>(64 * half +
                                             static_cast<unsigned>(std::countr_zero(rest))));
            }
        }
    }
    constexpr bool operator==(const TrackSet&) const = default;

  private:
    constexpr TrackSet(std::uint64_t low, std::uint64_t high) : bits_{low, high} {}
    std::array<std::uint64_t, 2> bits_{};
};

// ---------------------------------------------------------------- tickets

/// The number of a ticket.
using TicketNumber = std::uint8_t;
inline constexpr TicketNumber kTickets = 30;
inline constexpr TicketNumber kNoTicket = 31;
/// Tickets as bits.
using TicketSet = std::uint32_t;
inline constexpr TicketSet kAllTickets = (TicketSet{1} << kTickets) - 1;

constexpr TicketSet ticket_bit(TicketNumber ticket) {
    return TicketSet{1} << ticket;
}

struct Ticket {
    City a, b;
    std::uint8_t value;
};

// clang-format off
inline constexpr std::array<Ticket, kTickets> kTicketTable = [] {
    const auto ticket = [](std::string_view a, std::string_view b, std::uint8_t value) {
        return Ticket{city_named(a), city_named(b), value};
    };
    return std::array<Ticket, kTickets>{{
        ticket("Den", "Elp", 4), ticket("Hou", "Kan", 5), ticket("Atl", "Nyc", 6),
        ticket("Cal", "Slc", 7), ticket("Chi", "Nor", 7), ticket("Dul", "Hou", 8),
        ticket("Hel", "Los", 8), ticket("Nas", "Ssm", 8), ticket("Atl", "Mon", 9),
        ticket("Chi", "Sfe", 9), ticket("Los", "Sea", 9), ticket("Okl", "Ssm", 9),
        ticket("Dul", "Elp", 10), ticket("Mia", "Tor", 10), ticket("Dal", "Nyc", 11),
        ticket("Den", "Pit", 11), ticket("Lit", "Win", 11), ticket("Pho", "Por", 11),
        ticket("Bos", "Mia", 12), ticket("Hou", "Win", 12), ticket("Cal", "Pho", 13),
        ticket("Mon", "Nor", 13), ticket("Sfe", "Van", 13), ticket("Chi", "Los", 16),
        ticket("Atl", "Sfo", 17), ticket("Nas", "Por", 17), ticket("Los", "Mia", 20),
        ticket("Mon", "Van", 20), ticket("Los", "Nyc", 21), ticket("Nyc", "Sea", 22)}};
}();
// clang-format on

/// Does something with each ticket of a set, in their order.
template <typename Use>
constexpr void for_each_ticket(TicketSet set, Use use) {
    for (; set; set &= set - 1) use(static_cast<TicketNumber>(std::countr_zero(set)));
}

/// The sum of the values of these tickets.
constexpr int value_of(TicketSet set) {
    int sum = 0;
    for_each_ticket(set, [&](TicketNumber ticket) { sum += kTicketTable[ticket].value; });
    return sum;
}

// ---------------------------------------------------------------- what the game is played with

inline constexpr std::size_t kRow = 5;
inline constexpr int kFirstCards = 4;
inline constexpr int kTrains = 45;
inline constexpr int kTicketsDrawn = 3;
inline constexpr int kLastTrains = 2;  ///< with so many or fewer the last round begins
inline constexpr int kLocosInRow = 3;  ///< so many are too many
inline constexpr int kPathPoints = 10;
inline constexpr int kSeatsForDoubles = 4;

namespace detail {
constexpr bool fits_the_printed_map() {
    int routes = 0, doubles = 0, spaces = 0;
    for (const Track& track : kTrackTable) {
        routes += track.copies;
        spaces += track.copies * track.length;
        doubles += (track.copies == 2 ? 2 : 0) + (track.twin != kNoTrack);
        if (track.a >= track.b || track.b >= kCities) return false;
    }
    return routes == 100 && doubles == 44 && spaces == 309 && value_of(kAllTickets) == 349;
}
}  // namespace detail
static_assert(detail::fits_the_printed_map());

}  // namespace carcbot::ticket_to_ride
