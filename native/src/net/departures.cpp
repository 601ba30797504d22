#include "departures.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "moments.hpp"

namespace carcbot::net {

std::size_t send_now(int socket, std::span<const char> data) {
    ssize_t taken = 0;
    do {
        taken = send(socket, data.data(), data.size(), MSG_DONTWAIT);
    } while (taken < 0 && errno == EINTR);
    return taken > 0 ? static_cast<std::size_t>(taken) : 0;
}

Departure send_timed(int socket, std::span<const char> data) {
    // In this order: a thread that has worked long is made to wait at its next call to the system,
    // which asking for its work is, and telling the time is not.
    const std::int64_t worked_before = now(CLOCK_THREAD_CPUTIME_ID);
    const std::int64_t begin = now(CLOCK_MONOTONIC);
    const std::size_t taken = send_now(socket, data);
    const std::int64_t work = now(CLOCK_THREAD_CPUTIME_ID) - worked_before;
    // a little of that may have been before the beginning
    const std::int64_t moment = std::min(begin + work, now(CLOCK_MONOTONIC));
    return {taken, moment};
}

}  // namespace carcbot::net
