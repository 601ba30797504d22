// A check that does not hold makes its test fail: ctest expects a failure of this one.

#include "check.hpp"

int main() {
    CHECK(true);
    CHECK_EQ(1 + 1, 3);
    return check::result();
}
