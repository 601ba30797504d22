// The parser of positions: whatever it accepts is a sound position that can be played to its end.

#include <cstdint>
#include <string_view>

#include "promise.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto state =
        promise::accepted([&] { return promise::Carcassonne::parse_position(text); });
    if (!state) return 0;
    promise::sound(*state);
    promise::round_trips(*state);
    promise::can_be_played(*state);
    return 0;
}
