// When data arrived at a socket, whatever the thread that reads it was doing at the time.
//
// An event loop reads a frame when it comes around to it; a clock that is judged by that moment
// bills a player for other people's work. Here a thread of its own sleeps until data arrives at one
// of the sockets and notes when the system received it; it never reads any. Who reads then asks
// when it came. The thread looks at most every millisecond: what is read before it has looked
// counts as just come.
//
// On systems without epoll nothing is ever noted, and readers have to look at the clock themselves.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

namespace carcbot::net {

class Arrivals {
  public:
    /// Starts the thread.
    Arrivals();
    Arrivals(const Arrivals&) = delete;
    Arrivals& operator=(const Arrivals&) = delete;
    ~Arrivals();

    /// Watches a socket from now on. Closing it ends that.
    void watch(int socket);

    /// Asked right after the socket was read empty: when the first data came that was not read yet
    /// before, in nanoseconds of CLOCK_MONOTONIC. 0 if that is not known, because the reader was
    /// quicker than the thread: then it has just come. Always by the same thread.
    std::int64_t take(int socket);

  private:
    static constexpr std::size_t kMostSockets = 65536;

    void run();

    /// For each socket the first arrival that was not taken yet, or 0.
    std::array<std::atomic<std::int64_t>, kMostSockets> first_{};
    /// When it was asked for last.
    std::array<std::int64_t, kMostSockets> taken_{};
    std::atomic<bool> ends_{false};
    int poll_ = -1;
    int wake_ = -1;
    std::thread thread_;
};

}  // namespace carcbot::net
