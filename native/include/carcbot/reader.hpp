// Reading our one-line texts: positions, moves, views.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "carcbot/error.hpp"

namespace carcbot {

/// A cursor over text that says where it stopped when something is wrong.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    [[noreturn]] void fail(const std::string& what, const std::string& expected) const {
        std::string shown(text_.substr(at_, 20));
        std::erase_if(shown, [](char c) { return c < ' ' || c > '~'; });
        throw InputError(Fault::notation, what,
                         "character " + std::to_string(at_ + 1) +
                             (at_ >= text_.size() ? " (the end)" : " (before '" + shown + "')"),
                         expected);
    }

    [[nodiscard]] bool done() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }

    bool take(char wanted) {
        if (peek() != wanted || done()) return false;
        ++at_;
        return true;
    }

    void need(char wanted, const std::string& where) {
        if (!take(wanted)) fail(where + " breaks off", std::string("'") + wanted + "'");
    }

    int number(int low, int high, const std::string& name) {
        const char* from = text_.data() + at_;
        int value = 0;
        const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), value);
        const std::string_view digits(from, static_cast<std::size_t>(end - from));
        const bool padded = digits.size() > 1 && (digits[0] == '0' || digits.substr(0, 2) == "-0");
        if (error != std::errc{} || padded || value < low || value > high) {
            fail(name + " is missing or out of range",
                 "a number from " + std::to_string(low) + " to " + std::to_string(high));
        }
        at_ += digits.size();
        return value;
    }

    std::size_t one_of(std::string_view choices, const std::string& name) {
        const auto index = done() ? std::string_view::npos : choices.find(peek());
        if (index == std::string_view::npos) {
            fail(name + " is missing or unknown", "one of " + std::string(choices));
        }
        ++at_;
        return index;
    }

    /// The longest run of characters that `belongs` accepts.
    template <typename Belongs>
    std::string_view span(Belongs belongs) {
        const std::size_t from = at_;
        while (!done() && belongs(peek())) ++at_;
        return text_.substr(from, at_ - from);
    }

    /// Everything up to the next space or the end.
    std::string_view word() {
        return span([](char c) { return c != ' '; });
    }

    /// Small letters, digits and underscores, as many as come.
    std::string_view name() {
        return span(
            [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || (c >= '0' && c <= '9'); });
    }

    /// The name of an option, which joins those seen before. Fails where it is one of them.
    std::string_view new_option(std::vector<std::string_view>& seen) {
        const std::size_t from = at_;
        const std::string_view key = name();
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            back_to(from);
            fail("that option is given twice", "each once");
        }
        seen.push_back(key);
        return key;
    }

    /// The index of such a name among these, which are all that it can be.
    template <typename Names>
    std::size_t one_name_of(const Names& names, const std::string& what) {
        const std::size_t from = at_;
        const auto found = std::find(names.begin(), names.end(), name());
        if (found == names.end()) {
            std::string expected;
            for (const std::string_view each : names)
                expected += (expected.empty() ? "" : " ") + std::string(each);
            back_to(from);
            fail(what + " is missing or unknown", "one of " + expected);
        }
        return static_cast<std::size_t>(found - names.begin());
    }

    [[nodiscard]] std::size_t at() const { return at_; }
    void back_to(std::size_t at) { at_ = at; }

    void need_end(const std::string& where) const {
        if (!done()) fail("there is something behind " + where, "nothing more");
    }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace carcbot
