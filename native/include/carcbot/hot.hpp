// For the innermost loops.
#pragma once

#include <bit>
#include <cstdint>

/// Always inlined: where a call costs as much as the work.
#define CARCBOT_HOT [[gnu::always_inline]] inline

namespace carcbot {

/// yes or no, without a branch, which a compiler may make of ?: and a CPU then has to guess.
template <typename T>
CARCBOT_HOT constexpr T select(bool which, T yes, T no) noexcept {
    const auto mask = static_cast<T>(-static_cast<T>(which));
    return static_cast<T>((yes & mask) | (no & static_cast<T>(~mask)));
}

/// How many bits are set. std::popcount is a call where the oldest machines of a kind have no
/// instruction for it.
CARCBOT_HOT constexpr unsigned count_bits(std::uint64_t mask) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__)
    mask -= mask >> 1 & 0x5555555555555555ULL;
    mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return static_cast<unsigned>(mask * 0x0101010101010101ULL >> 56);
#else
    return static_cast<unsigned>(std::popcount(mask));
#endif
}

}  // namespace carcbot
