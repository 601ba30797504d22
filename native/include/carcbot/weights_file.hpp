// Files of learned weights, as they lie in carcbot/search/weights: "version 1", comments behind #,
// and lines of numbers, a tab, and the name of what they weigh. A game may have lines of its own
// between.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace carcbot {

/// Calls tell(line) for each line that says something.
template <typename Tell>
void each_line_of_weights(const std::string& text, Tell tell) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (!line.starts_with("version ")) {
            tell(line);
        } else if (line != "version 1") {
            throw std::runtime_error("weights of another " + line);
        }
    }
}

/// What a line of numbers weighs.
inline std::string weighed_by(const std::string& line) {
    return line.substr(line.find('\t') + 1);
}

}  // namespace carcbot
