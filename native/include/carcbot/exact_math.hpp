// Elementary functions that give the same bits on every machine. Those of the C library differ from
// one library to the next; these use nothing but + - * /, which IEEE 754 fixes.
#pragma once

#include <bit>
#include <cstdint>

namespace carcbot {

/// Natural logarithm of a positive, normal number; right to about one unit in the last place.
constexpr double exact_log(double x) noexcept {
    constexpr std::uint64_t kMantissa = (1ULL << 52) - 1;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & kMantissa) | 0x3FF0000000000000ULL);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    // ln m = 2 artanh t with t = (m - 1) / (m + 1), |t| < 0.1716
    const double t = (m - 1.0) / (m + 1.0);
    const double square = t * t;
    double sum = 0.0;
    for (int odd = 23; odd >= 1; odd -= 2) sum = sum * square + 1.0 / odd;
    return 2.0 * t * sum + exponent * 0.6931471805599453;
}

}  // namespace carcbot
