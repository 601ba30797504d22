// When data left through a socket, whatever became of the thread that sent it.
//
// Data is on its way as soon as the system has it, and whoever waits for it wakes: often on the
// core of the thread that is sending still, which goes on only when he lets it. A clock that is
// read then does not bill a player for what he did first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace carcbot::net {

struct Departure {
    /// How many bytes the system took.
    std::size_t taken;
    /// When it had them, in nanoseconds of CLOCK_MONOTONIC.
    std::int64_t moment;
};

/// Sends as much as the system takes at once: how many bytes; 0 if none, also where the socket is
/// broken.
std::size_t send_now(int socket, std::span<const char> data);

/// The same, and when it was: to know that takes half as long again as the sending.
///
/// The moment is when that would have been done if the thread had not had to wait in between: of
/// the sending only its own work counts. It is never later than the return.
Departure send_timed(int socket, std::span<const char> data);

}  // namespace carcbot::net
