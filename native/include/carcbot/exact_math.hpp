// Elementary functions that give the same bits on every machine. Those of the C library differ from
// one library to the next; these use nothing but + - * /, which IEEE 754 fixes.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

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

/// e to the power of x, right to about one unit in the last place; 0 where that is below any
/// normal number. x may be as large as 700.
constexpr double exact_exp(double x) noexcept {
    constexpr double kLog2High = 0x1.62e42fefa3800p-1;  // of few bits, so that its multiples
    constexpr double kLog2Low = 0x1.ef35793c76730p-45;  // are exact
    if (x < -700.0) return 0.0;
    const auto power = static_cast<std::int64_t>(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    const auto times = static_cast<double>(power);
    const double rest = (x - times * kLog2High) - times * kLog2Low;
    double sum = 1.0;  // of the series in `rest`, |rest| < 0.35
    for (int term = 13; term >= 1; --term) sum = 1.0 + rest / term * sum;
    return sum * std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

/// The error function, right to 3 units in the seventh place after the point, which is what a
/// chance of winning needs (Abramowitz and Stegun 1964, 7.1.28). erf(-x) is -erf(x) to the last
/// bit.
constexpr double exact_erf(double x) noexcept {
    const double far = x < 0 ? -x : x;
    double sum = 0.0000430638;
    for (const double factor :
         {0.0002765672, 0.0001520143, 0.0092705272, 0.0422820123, 0.0705230784, 1.0}) {
        sum = sum * far + factor;
    }
    for (int doubled = 0; doubled < 4; ++doubled) sum *= sum;  // to the power of 16
    const double value = 1.0 - 1.0 / sum;
    return x < 0 ? -value : value;
}

}  // namespace carcbot
