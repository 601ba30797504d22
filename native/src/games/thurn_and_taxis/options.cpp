#include "options.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

/// An option with two values, the usual one first.
struct Choice {
    std::string_view key, usual, other;
    bool Options::* value;
    bool is_of_reading;  ///< and the other value is the thesis's
};
constexpr std::array<Choice, 6> kChoices = {{
    {"officials", "step", "start", &Options::officials_at_start, true},
    {"useless", "left_out", "offered", &Options::useless_offered, true},
    {"carrier", "optional", "must", &Options::carrier_must, true},
    {"ties", "official", "shared", &Options::ties_shared, true},
    {"one_card", "once", "twice", &Options::one_card_twice, false},
    {"provinces", "9", "8", &Options::without_baiern, false},
}};
constexpr std::string_view kKeys =
    "seats reading officials useless carrier ties one_card provinces cut";

}  // namespace

Options read_options(Reader& reader) {
    Options options;
    std::vector<std::string_view> seen;
    do {
        const std::size_t at = reader.at();
        const std::string_view key = read_word(reader);
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            reader.back_to(at);
            reader.fail("that option is given twice", "each once");
        }
        seen.push_back(key);
        const auto* choice = std::find_if(kChoices.begin(), kChoices.end(),
                                          [&](const Choice& each) { return each.key == key; });
        const bool is_known =
            choice != kChoices.end() || key == "seats" || key == "reading" || key == "cut";
        if (!is_known) {
            reader.back_to(at);
            reader.fail("there is no such option", "one of " + std::string(kKeys));
        }
        reader.need('=', "the option");
        if (key == "seats") {
            options.seats = static_cast<std::uint8_t>(reader.number(2, 4, "the number of seats"));
        } else if (key == "cut") {
            options.cut = static_cast<std::uint16_t>(reader.number(0, 9999, "the cut"));
        } else if (key == "reading") {
            for (const Choice& each : kChoices) {
                if (!each.is_of_reading ||
                    std::find(seen.begin(), seen.end(), each.key) == seen.end()) {
                    continue;
                }
                reader.back_to(at);
                reader.fail("the reading stands behind what differs from it", "it before those");
            }
            const bool is_thesis =
                read_one_of<2>(reader, {"official", "thesis"}, "the reading") == 1;
            for (const Choice& each : kChoices) {
                if (each.is_of_reading) options.*each.value = is_thesis;
            }
        } else {
            options.*choice->value =
                read_one_of<2>(reader, {choice->usual, choice->other}, std::string(key)) == 1;
        }
    } while (reader.take(','));
    if (options.officials_at_start && !options.useless_offered) {
        reader.fail("at the start of a turn it is not known which officials will be useless",
                    "useless=offered with officials=start");
    }
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
    if (options.cut != Options{}.cut) text += ",cut=" + std::to_string(options.cut);
    return text;
}

}  // namespace carcbot::thurn_and_taxis
