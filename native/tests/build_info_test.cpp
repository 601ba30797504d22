// The core can tell how it was built, and tells the truth where a test can know it.

#include "build_info.hpp"

#include <string>

#include "check.hpp"

int main() {
    const auto info = carcbot::build_info();
    for (const auto& [key, value] : info) {
        CHECK(!key.empty());
        CHECK(!value.empty());
    }
#if defined(__SANITIZE_ADDRESS__)
    CHECK_EQ(info.at("sanitizers"), std::string("address,undefined"));
#else
    CHECK_EQ(info.at("sanitizers"), std::string("none"));
#endif
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    CHECK_EQ(info.at("instruction_set"), std::string("avx512"));
#endif
    CHECK(info.at("flags").find("-ffp-contract=off") != std::string::npos);
    CHECK(info.at("flags").find("fast-math") == std::string::npos);
    return check::result();
}
