// The whole test framework of the core. A test is a main() that makes checks and ends with
// `return check::result();`. A check that fails is reported and the test goes on.

#pragma once

#include <iostream>

namespace check {

inline int made = 0;
inline int failed = 0;

inline bool that(bool holds, const char* what, const char* file, int line) {
    ++made;
    if (holds) return true;
    ++failed;
    std::cerr << file << ':' << line << ": does not hold: " << what << '\n';
    return false;
}

template <typename Actual, typename Expected>
void equal(const Actual& actual, const Expected& expected, const char* what, const char* file,
           int line) {
    if (that(actual == expected, what, file, line)) return;
    if constexpr (requires { std::cerr << actual << expected; })
        std::cerr << "    actual:   " << actual << "\n    expected: " << expected << '\n';
}

// The exit status of the test; one that checked nothing has failed.
inline int result() {
    std::cerr << made << " checks, " << failed << " failed\n";
    return made == 0 || failed != 0;
}

}  // namespace check

#define CHECK(...) check::that((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK_EQ(actual, expected) \
    check::equal((actual), (expected), #actual " == " #expected, __FILE__, __LINE__)
