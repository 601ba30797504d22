// Numbers as text, with a point wherever the process runs: its locale may have a comma.
#pragma once

#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace carcbot {

/// With six digits at most, as %g writes it.
inline std::string number_text(double number) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << number;
    return text.str();
}

/// The number that all of the text says, in decimal digits; nothing if it says another thing.
inline std::optional<double> number_of_text(std::string_view text) {
    if (text.empty() || text.find_first_not_of("+-0123456789.eE") != std::string_view::npos)
        return {};
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double number = 0;
    if (!(stream >> number) || stream.peek() != std::istringstream::traits_type::eof()) return {};
    return number;
}

}  // namespace carcbot
