// Moments on the clocks of the system, in nanoseconds.
#pragma once

#include <time.h>

#include <cstdint>

namespace carcbot::net {

inline std::int64_t nanoseconds(const timespec& moment) {
    return std::int64_t{moment.tv_sec} * 1'000'000'000 + moment.tv_nsec;
}

inline std::int64_t now(clockid_t clock) {
    timespec moment{};
    clock_gettime(clock, &moment);
    return nanoseconds(moment);
}

}  // namespace carcbot::net
