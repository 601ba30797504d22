#include "network.hpp"

#include <bit>

namespace carcbot::ticket_to_ride {
namespace {

/// A path that cannot be made longer at an end has used all tracks there. So its two ends are
/// cities with an odd number of tracks, or it is a circle; and if a circle is the longest path, it
/// has all tracks of its part of the network. A part with 2k odd cities falls into k paths at
/// least, so of a single one k - 1 tracks at least are left out.
class PathSearch {
  public:
    explicit PathSearch(const TrackSet& tracks) {
        tracks.for_each([&](TrackNumber number) {
            const Track& track = kTrackTable[number];
            const std::uint64_t edge = std::uint64_t{1} << edges_;
            at_[track.a] |= edge;
            at_[track.b] |= edge;
            ends_[edges_] = static_cast<City>(track.a ^ track.b);
            length_[edges_++] = track.length;
            cities_ |= bit(track.a) | bit(track.b);
        });
    }

    int longest() {
        while (cities_) {
            const CitySet part = take_part(static_cast<City>(std::countr_zero(cities_)));
            if (left_ <= best_) continue;
            search_part(part);
        }
        return best_;
    }

  private:
    /// The cities that are connected with this one; they are done then. Counts their tracks.
    CitySet take_part(City start) {
        CitySet part = 0, next = bit(start);
        std::uint64_t edges = 0;
        while (next) {
            const City city = static_cast<City>(std::countr_zero(next));
            part |= bit(city);
            edges |= at_[city];
            for (std::uint64_t rest = at_[city]; rest; rest &= rest - 1)
                next |= bit(static_cast<City>(ends_[index_of(rest)] ^ city));
            next &= ~part;
        }
        cities_ &= ~part;
        left_ = 0;
        for (std::uint64_t rest = edges; rest; rest &= rest - 1) left_ += length_[index_of(rest)];
        free_ = edges;
        return part;
    }

    void search_part(CitySet part) {
        CitySet odd = 0;
        for (CitySet rest = part; rest; rest &= rest - 1) {
            const City city = static_cast<City>(std::countr_zero(rest));
            if (std::popcount(at_[city]) & 1) odd |= bit(city);
        }
        const int pairs = std::popcount(odd) / 2;
        if (pairs <= 1) {
            best_ = left_;
            return;
        }
        const int most = left_ - shortest(pairs - 1);
        for (; odd & (odd - 1); odd &= odd - 1) {  // the last one is only ever the other end
            if (best_ >= most) return;
            go_on(static_cast<City>(std::countr_zero(odd)), 0);
        }
    }

    /// The length of so many of the shortest tracks that are free.
    [[nodiscard]] int shortest(int count) const {
        int sum = 0;
        for (int length = 1; length <= kLongestTrack; ++length) {
            for (std::uint64_t rest = free_; rest && count > 0; rest &= rest - 1) {
                if (length_[index_of(rest)] != length) continue;
                sum += length;
                --count;
            }
        }
        return sum;
    }

    void go_on(City city, int length) {
        if (length > best_) best_ = length;
        if (length + left_ <= best_) return;
        for (std::uint64_t rest = at_[city] & free_; rest; rest &= rest - 1) {
            const std::size_t edge = index_of(rest);
            free_ ^= std::uint64_t{1} << edge;
            left_ -= length_[edge];
            go_on(static_cast<City>(ends_[edge] ^ city), length + length_[edge]);
            left_ += length_[edge];
            free_ ^= std::uint64_t{1} << edge;
        }
    }

    static std::size_t index_of(std::uint64_t edges) {
        return static_cast<std::size_t>(std::countr_zero(edges));
    }

    std::size_t edges_ = 0;
    std::array<std::uint64_t, kCities> at_{};  ///< the tracks of each city, as bits
    std::array<City, kTrains> ends_{};         ///< both cities of a track in one: a ^ b
    std::array<int, kTrains> length_{};
    CitySet cities_ = 0;      ///< of parts that are not searched yet
    std::uint64_t free_ = 0;  ///< tracks of the part that the path has not used
    int left_ = 0;            ///< their length
    int best_ = 0;
};

}  // namespace

int longest_path(const TrackSet& tracks) {
    return PathSearch(tracks).longest();
}

Connections::Connections(const TrackSet& tracks) {
    for (City city = 0; city < kCities; ++city) parent_[city] = city;
    tracks.for_each([&](TrackNumber number) {
        const City a = root(kTrackTable[number].a), b = root(kTrackTable[number].b);
        parent_[a < b ? b : a] = a < b ? a : b;
    });
}

TicketSet Connections::completed(TicketSet tickets) const {
    TicketSet completed = 0;
    for_each_ticket(tickets, [&](TicketNumber number) {
        if (connects(kTicketTable[number].a, kTicketTable[number].b))
            completed |= ticket_bit(number);
    });
    return completed;
}

}  // namespace carcbot::ticket_to_ride
