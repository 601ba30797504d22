// Bad input, as the core sees it. The bindings turn each Fault into the class of the same name in
// carcbot/errors.py; the core itself never prints and never aborts on what a caller passed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace carcbot {

/// Foreign text for a message: in quotes, not too long, and nothing that a terminal would obey.
inline std::string quote(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string out = "'";
    for (const char c : text.substr(0, most)) out += c >= ' ' && c <= '~' ? c : '?';
    return out + (text.size() > most ? "...'" : "'");
}

/// What kind of thing was wrong with the input.
enum class Fault { options, notation, illegal_move, out_of_turn, agent };

/// Thrown for anything a caller got wrong: says what, where, and what was expected instead.
class InputError : public std::runtime_error {
  public:
    explicit InputError(Fault kind, const std::string& what, std::string place = "",
                        std::string wish = "")
        : std::runtime_error(what),
          fault(kind),
          where(std::move(place)),
          expected(std::move(wish)) {}

    Fault fault;
    std::string where;
    std::string expected;
};

}  // namespace carcbot
