// How this core was built. Bug reports and benchmarks quote it.

#pragma once

#include <map>
#include <string>

namespace carcbot {

// Always the same keys: architecture, build_type, compiler, flags, instruction_set, march,
// sanitizers and version. A build without sanitizers says "none".
std::map<std::string, std::string> build_info();

}  // namespace carcbot
