// When data arrived at a socket, whatever the thread that reads it was doing at the time.
//
// An event loop reads a frame when it comes around to it; a clock that is judged by that moment
// bills a player for other people's work. The system knows better: asked to, it stamps what it
// receives. A loop that is about to read sockets has the stamps of all of them noted first, because
// a stamp goes when its data is read.
//
// Where the system gives no stamps nothing is ever noted, and readers have to look at the clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace carcbot::net {

class Arrivals {
  public:
    Arrivals();
    Arrivals(const Arrivals&) = delete;
    Arrivals& operator=(const Arrivals&) = delete;
    ~Arrivals();

    /// Has the system stamp what it receives for a socket, from now on.
    void watch(int socket);

    /// The socket is going to be closed: its number may be another's next.
    void forget(int socket);

    /// Notes when the first unread data of each socket arrived; leaves out those not watched. Where
    /// more has come behind it the system may tell of the last of that, and of nothing before.
    void note(std::span<const int> sockets);

    /// When the data arrived that was unread when it was noted last, in nanoseconds of
    /// CLOCK_MONOTONIC; 0 if nothing was noted since this was asked last.
    std::int64_t take(int socket);

  private:
    static constexpr std::size_t kMostSockets = 65536;

    bool is_watched(int socket) const;

    /// A socket that nobody uses, for which stamps are asked for too: the system begins to stamp a
    /// while after it was asked to, and stops when nobody wants it any more.
    int keeper_ = -1;
    std::array<bool, kMostSockets> watched_{};
    std::array<std::int64_t, kMostSockets> noted_{};
};

}  // namespace carcbot::net
