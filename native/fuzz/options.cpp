// The parser of options: what it accepts has one text, and a game can begin with it.

#include <cstdint>
#include <string_view>

#include "promise.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using carcbot::carcassonne::Options;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto options = promise::accepted([&] { return Options::parse(text); });
    if (!options) return 0;
    promise::that(Options::parse(options->text()) == *options, "options read back are equal");
    const auto state = promise::Carcassonne::new_game(text);
    const auto again = promise::Carcassonne::new_game(promise::Carcassonne::options(state));
    promise::that(promise::Carcassonne::digest(again) == promise::Carcassonne::digest(state),
                  "a game begins anew from the options that it tells");
    promise::sound(state);
    promise::round_trips(state);
    return 0;
}
