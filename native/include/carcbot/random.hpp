// A small, fast, seedable generator: splitmix64 (Steele, Lea and Flood 2014). One multiplication
// chain per number and no state beyond a counter, so that successive numbers overlap in the CPU.
#pragma once

#include <cstdint>
#include <string_view>

namespace carcbot {

/// Bijective 64-bit finaliser: neighbouring inputs give unrelated outputs.
constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
    z += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// 64 bits that depend on every letter.
constexpr std::uint64_t digest_of_text(std::string_view text) noexcept {
    std::uint64_t digest = 0;
    for (const char letter : text) digest = mix64(digest ^ static_cast<unsigned char>(letter));
    return digest;
}

/// Same seed, same numbers, on every machine.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) noexcept : counter_(seed) {}

    constexpr std::uint64_t next() noexcept {
        const std::uint64_t out = mix64(counter_);
        counter_ += 0x9E3779B97F4A7C15ULL;
        return out;
    }

    /// Uniform in [0, n) for 1 <= n < 2^32, from the 64-bit product's high half. The bias is below
    /// n / 2^64, far under what any experiment could see, and there is no loop to mispredict.
    constexpr std::uint32_t below(std::uint32_t n) noexcept {
        return static_cast<std::uint32_t>((static_cast<__uint128_t>(next()) * n) >> 64);
    }

  private:
    std::uint64_t counter_;
};

}  // namespace carcbot
