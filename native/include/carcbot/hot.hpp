// For the innermost loops.
#pragma once

/// Always inlined: where a call costs as much as the work.
#define CARCBOT_HOT [[gnu::always_inline]] inline

namespace carcbot {

/// yes or no, without a branch, which a compiler may make of ?: and a CPU then has to guess.
template <typename T>
CARCBOT_HOT constexpr T select(bool which, T yes, T no) noexcept {
    const auto mask = static_cast<T>(-static_cast<T>(which));
    return static_cast<T>((yes & mask) | (no & static_cast<T>(~mask)));
}

}  // namespace carcbot
