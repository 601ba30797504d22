// The tracks of one seat as a network: what it connects, and its longest path.
#pragma once

#include "map.hpp"

namespace carcbot::ticket_to_ride {

/// The longest path: the most trains on a way that uses each track once at most, and may come to a
/// city several times. Exact.
int longest_path(const TrackSet& tracks);

/// Which cities are connected.
class Connections {
  public:
    explicit Connections(const TrackSet& tracks);

    [[nodiscard]] bool connects(City a, City b) const { return root(a) == root(b); }
    /// Those of the tickets whose cities are connected.
    [[nodiscard]] TicketSet completed(TicketSet tickets) const;

  private:
    [[nodiscard]] City root(City city) const {
        while (parent_[city] != city) city = parent_[city];
        return city;
    }

    std::array<City, kCities> parent_{};
};

}  // namespace carcbot::ticket_to_ride
