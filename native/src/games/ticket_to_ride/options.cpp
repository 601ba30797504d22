// Options of Ticket to Ride as text.

#include <algorithm>
#include <vector>

#include "text.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// An option with two values, the usual one first.
struct Choice {
    std::string_view key, usual, other;
    bool Options::* value;
    bool is_of_reading;  ///< and the other value is the thesis's
};
constexpr std::array<Choice, 7> kChoices = {{
    {"first", "seat0", "lot", &Options::first_by_lot, false},
    {"start", "two_or_three", "two", &Options::keep_two, true},
    {"tickets", "any_time", "when_done", &Options::tickets_when_done, true},
    {"locos", "any_number", "fewest", &Options::fewest_locos, true},
    {"second", "must", "may", &Options::second_optional, false},
    {"shuffle", "at_once", "late", &Options::shuffle_late, true},
    {"resets", "guard", "limit3", &Options::three_resets, false},
}};
constexpr std::string_view kKeys = "seats reading first start tickets locos second shuffle resets";

void read_reading(Reader& reader, std::size_t at, const std::vector<std::string_view>& seen,
                  Options& options) {
    for (const Choice& each : kChoices) {
        if (!each.is_of_reading || std::find(seen.begin(), seen.end(), each.key) == seen.end())
            continue;
        reader.back_to(at);
        reader.fail("the reading stands behind what differs from it", "it before those");
    }
    constexpr std::array<std::string_view, 2> readings = {"official", "thesis"};
    const bool is_thesis = read_one_of(reader, readings, "the reading") == 1;
    for (const Choice& each : kChoices) {
        if (each.is_of_reading) options.*each.value = is_thesis;
    }
}

}  // namespace

Options read_options(Reader& reader) {
    Options options;
    std::vector<std::string_view> seen;
    do {
        const std::size_t at = reader.at();
        const std::string_view key = reader.span([](char c) { return c >= 'a' && c <= 'z'; });
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            reader.back_to(at);
            reader.fail("that option is given twice", "each once");
        }
        seen.push_back(key);
        const auto* choice = std::find_if(kChoices.begin(), kChoices.end(),
                                          [&](const Choice& each) { return each.key == key; });
        if (choice == kChoices.end() && key != "seats" && key != "reading") {
            reader.back_to(at);
            reader.fail("there is no such option", "one of " + std::string(kKeys));
        }
        reader.need('=', "the option");
        if (key == "seats") {
            options.seats =
                static_cast<std::uint8_t>(reader.number(2, kMostPlayers, "the number of seats"));
        } else if (key == "reading") {
            read_reading(reader, at, seen, options);
        } else {
            const std::array<std::string_view, 2> values = {choice->usual, choice->other};
            options.*choice->value = read_one_of(reader, values, std::string(key)) == 1;
        }
    } while (reader.take(','));
    return options;
}

std::string options_text(const Options& options) {
    std::string text = "seats=" + std::to_string(options.seats);
    const bool is_thesis = std::all_of(kChoices.begin(), kChoices.end(), [&](const Choice& each) {
        return !each.is_of_reading || options.*each.value;
    });
    if (is_thesis) text += ",reading=thesis";
    for (const Choice& each : kChoices) {
        if (!(options.*each.value) || (is_thesis && each.is_of_reading)) continue;
        text.append(",").append(each.key).append("=").append(each.other);
    }
    return text;
}

}  // namespace carcbot::ticket_to_ride
