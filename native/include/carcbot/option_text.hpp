// Options as text, of a game whose rules are read in two ways: the official one, and a thesis's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carcbot/reader.hpp"

namespace carcbot {

/// An option with two values, the usual one first.
template <typename Options>
struct Choice {
    std::string_view key, usual, other;
    bool Options::* value;
    bool is_of_reading;  ///< and the other value is the thesis's
};

/// An option that is a number from 0 on.
template <typename Options>
struct Number {
    std::string_view key;
    std::uint16_t Options::* value;
    int most;
};

/// What a game's options are called, beside their seats and the reading.
template <typename Options>
struct OptionTable {
    int most_seats;
    std::span<const Choice<Options>> choices;
    std::span<const Number<Options>> numbers = {};

    /// Fails where one is unknown or given twice, and where the reading stands behind what differs
    /// from it.
    [[nodiscard]] Options read(Reader& reader) const {
        Options options;
        std::vector<std::string_view> seen;
        do {
            const std::size_t at = reader.at();
            const std::string_view key = reader.new_option(seen);
            const auto choice = with_key(choices, key);
            const auto number = with_key(numbers, key);
            if (choice == choices.end() && number == numbers.end() && key != "seats" &&
                key != "reading") {
                reader.back_to(at);
                reader.fail("there is no such option", "one of " + keys());
            }
            reader.need('=', "the option");
            if (key == "seats") {
                options.seats =
                    static_cast<std::uint8_t>(reader.number(2, most_seats, "the number of seats"));
            } else if (key == "reading") {
                const bool is_late = std::any_of(seen.begin(), seen.end(), [&](auto before) {
                    const auto set = with_key(choices, before);
                    return set != choices.end() && set->is_of_reading;
                });
                if (is_late) {
                    reader.back_to(at);
                    reader.fail("the reading stands behind what differs from it",
                                "it before those");
                }
                read_reading(reader, options);
            } else if (number != numbers.end()) {
                options.*number->value = static_cast<std::uint16_t>(
                    reader.number(0, number->most, "the " + std::string(key)));
            } else {
                const std::array values = {choice->usual, choice->other};
                options.*choice->value = reader.one_name_of(values, std::string(key)) == 1;
            }
        } while (reader.take(','));
        return options;
    }

    /// The seats, and all that is not as usual.
    [[nodiscard]] std::string text(const Options& options) const {
        std::string text = "seats=" + std::to_string(options.seats);
        const bool is_thesis = std::all_of(choices.begin(), choices.end(), [&](const auto& each) {
            return !each.is_of_reading || options.*each.value;
        });
        if (is_thesis) text += ",reading=thesis";
        for (const auto& each : choices) {
            if (!(options.*each.value) || (is_thesis && each.is_of_reading)) continue;
            text.append(",").append(each.key).append("=").append(each.other);
        }
        const Options usual;
        for (const auto& each : numbers) {
            const int value = options.*each.value;
            if (value == usual.*each.value) continue;
            text.append(",").append(each.key).append("=").append(std::to_string(value));
        }
        return text;
    }

  private:
    template <typename Entries>
    static auto with_key(const Entries& entries, std::string_view key) {
        return std::find_if(entries.begin(), entries.end(),
                            [&](const auto& each) { return each.key == key; });
    }

    void read_reading(Reader& reader, Options& options) const {
        constexpr std::array<std::string_view, 2> readings = {"official", "thesis"};
        const bool is_thesis = reader.one_name_of(readings, "the reading") == 1;
        for (const auto& each : choices) {
            if (each.is_of_reading) options.*each.value = is_thesis;
        }
    }

    [[nodiscard]] std::string keys() const {
        std::string text = "seats reading";
        for (const auto& each : choices) text.append(" ").append(each.key);
        for (const auto& each : numbers) text.append(" ").append(each.key);
        return text;
    }
};

}  // namespace carcbot
