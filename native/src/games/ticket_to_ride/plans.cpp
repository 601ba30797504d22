#include "plans.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// The tracks at each city.
constexpr auto kTracksAt = [] {
    std::array<TrackSet, kCities> at{};
    for (TrackNumber track = 0; track < kTracks; ++track) {
        at[kTrackTable[track].a].add(track);
        at[kTrackTable[track].b].add(track);
    }
    return at;
}();

/// No way without a circle is longer.
constexpr std::size_t kFarthest = (kCities - 1) * kLongestTrack;

constexpr City other_end(TrackNumber track, City city) {
    return static_cast<City>(kTrackTable[track].a ^ kTrackTable[track].b ^ city);
}

/// Shortest ways from a city: Dijkstra's, with the cities that are as far in a set each.
class Ways {
  public:
    Ways(const TrackSet& own, const TrackSet& open, City start) : own_(own), open_(open) {
        cost_.fill(kFarthest + 1);
        reach(start, 0, kNoTrack);
    }

    /// Goes on until the city is reached; false if it cannot be.
    bool find(City goal) {
        for (std::size_t far = 0; far <= kFarthest; ++far) {
            while (at_[far]) {
                const auto city = static_cast<City>(std::countr_zero(at_[far]));
                at_[far] &= at_[far] - 1;
                if (city == goal) return true;
                leave(city, far);
            }
        }
        return false;
    }

    /// The tracks of the way to a city that was found, as far as they are not there yet.
    [[nodiscard]] TrackSet to(City city) const {
        TrackSet way;
        while (from_[city] != kNoTrack) {
            const TrackNumber track = from_[city];
            if (!own_.has(track)) {
                way.add(track);
                const TrackNumber twin = kTrackTable[track].twin;
                if (twin != kNoTrack && open_.has(twin)) way.add(twin);
            }
            city = other_end(track, city);
        }
        return way;
    }

  private:
    void leave(City city, std::size_t far) {
        (kTracksAt[city] & own_).for_each([&](TrackNumber track) {
            reach(other_end(track, city), far, track);
        });
        (kTracksAt[city] & open_).for_each([&](TrackNumber track) {
            reach(other_end(track, city), far + kTrackTable[track].length, track);
        });
    }

    void reach(City city, std::size_t far, TrackNumber track) {
        if (far >= cost_[city]) return;
        if (cost_[city] <= kFarthest) at_[cost_[city]] &= ~bit(city);
        cost_[city] = far;
        from_[city] = track;
        at_[far] |= bit(city);
    }

    TrackSet own_, open_;
    std::array<std::size_t, kCities> cost_{};
    std::array<TrackNumber, kCities> from_{};  ///< the last track of the way to each
    std::array<CitySet, kFarthest + 1> at_{};  ///< cities that are to be left, by their cost
};

/// Tracks between two cities count once.
int stretches(const TrackSet& tracks) {
    int found = 0;
    tracks.for_each([&](TrackNumber track) {
        const TrackNumber twin = kTrackTable[track].twin;
        found += twin == kNoTrack || twin > track || !tracks.has(twin);
    });
    return found;
}

}  // namespace

TrackSet way_of(const Table& table, int seat, TicketNumber ticket) {
    const auto [a, b, value] = kTicketTable[ticket];
    Ways ways(table.seats[index(seat)].tracks, claimable(table, seat), a);
    return ways.find(b) ? ways.to(b) : TrackSet();
}

Plan plan_of(const Table& table, int seat, TicketSet held) {
    Plan plan;
    for_each_ticket(held, [&](TicketNumber ticket) {
        way_of(table, seat, ticket).for_each([&](TrackNumber track) {
            plan.tracks.add(track);
            ++plan.tickets[track];
            const Colour colour = kTrackTable[track].colour;
            plan.colours |= colour == kNoColour ? (1U << kColours) - 1 : 1U << colour;
        });
    });
    return plan;
}

TicketSet start_tickets(const Table& table, int seat, TicketSet offered) {
    TicketNumber first = kNoTicket;
    for_each_ticket(offered, [&](TicketNumber each) {
        if (first == kNoTicket || kTicketTable[each].value > kTicketTable[first].value)
            first = each;
    });
    const TrackSet way = way_of(table, seat, first);
    TicketNumber second = kNoTicket;
    std::array<int, 3> best{};
    for_each_ticket(offered & ~ticket_bit(first), [&](TicketNumber each) {
        const TrackSet own = way_of(table, seat, each);
        const int shared = stretches(own & way);
        const std::array<int, 3> how{shared, shared - stretches(own), kTicketTable[each].value};
        if (second != kNoTicket && how < best) return;
        second = each;
        best = how;
    });
    return ticket_bit(first) | ticket_bit(second);
}

}  // namespace carcbot::ticket_to_ride
