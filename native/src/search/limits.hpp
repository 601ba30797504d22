// When a search has to end.
#pragma once

#include <ctime>

#include <cstdint>

namespace carcbot::search {

using Nanoseconds = std::int64_t;

/// The clock that all processes of a machine share; Python calls it CLOCK_MONOTONIC.
inline Nanoseconds now() {
    std::timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<Nanoseconds>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Whichever of these comes first ends a search; 0 is no limit.
struct Limits {
    std::int64_t nodes = 0;
    std::int64_t simulations = 0;
    int depth = 0;
    Nanoseconds soft_at = 0;  ///< end here, unless the best move keeps changing
    Nanoseconds hard_at = 0;  ///< never later than this

    /// Whether time is one of them: then nobody wants it wasted on the only move there is.
    [[nodiscard]] bool are_of_time() const { return soft_at != 0 || hard_at != 0; }
};

}  // namespace carcbot::search
