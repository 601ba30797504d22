// What one decision may cost, and the clock by which it is told.
#pragma once

#include <ctime>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace carcbot::search {

using Nanoseconds = std::int64_t;

/// The clock that all processes of a machine share; Python calls it CLOCK_MONOTONIC.
inline Nanoseconds now() {
    std::timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<Nanoseconds>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// For how long this thread has had a core; it stands still while the machine gives that to others.
inline Nanoseconds core_time() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<Nanoseconds>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Whichever of these comes first ends a search; 0 is no limit. Python's face of it is
/// carcbot.search.budget.Budget.
struct Budget {
    double soft_s = 0;  ///< seconds that are planned: end then, unless the best move keeps changing
    double hard_s = 0;  ///< seconds after which the answer has to be there
    std::int64_t nodes = 0;
    std::int64_t simulations = 0;
    int depth = 0;
};

/// The moment so many seconds after another one; 0, which is never, for none.
inline Nanoseconds moment_after(Nanoseconds began, double seconds) {
    if (began == 0 || seconds == 0) return 0;
    return began + std::max<Nanoseconds>(std::llround(seconds * 1e9), 1);
}

}  // namespace carcbot::search
