#include "build_info.hpp"

namespace carcbot {
namespace {

// The widest vectors that the compiler was allowed to use: what was compiled, not what was wished.
constexpr const char* instruction_set() {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    return "avx512";
#elif defined(__AVX2__)
    return "avx2";
#else
    return "baseline";
#endif
}

constexpr const char* sanitizers() {
    return *CARCBOT_SANITIZERS == '\0' ? "none" : CARCBOT_SANITIZERS;
}

}  // namespace

std::map<std::string, std::string> build_info() {
    return {
        {"architecture", CARCBOT_ARCHITECTURE}, {"build_type", CARCBOT_BUILD_TYPE},
        {"compiler", CARCBOT_COMPILER},         {"flags", CARCBOT_FLAGS},
        {"instruction_set", instruction_set()}, {"march", CARCBOT_MARCH},
        {"sanitizers", sanitizers()},           {"version", CARCBOT_VERSION},
        {"weights", CARCBOT_WEIGHTS},
    };
}

}  // namespace carcbot
