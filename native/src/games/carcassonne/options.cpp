#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "carcbot/error.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {
namespace {

/// A start tile further out would leave no room for 101 tiles in a line within signed bytes.
constexpr int kFarthestStart = 20;

[[noreturn]] void refuse(const std::string& what, const std::string& where,
                         const std::string& expected) {
    throw InputError(Fault::options, what, where, expected);
}

int read_int(std::string_view text, const std::string& where, const std::string& expected) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool padded = std::to_string(value) != text;
    if (error != std::errc{} || end != text.data() + text.size() || padded) {
        refuse(quote(text) + " is not a number", where, expected);
    }
    return value;
}

/// The index of `value` among `choices`.
std::size_t choose(std::string_view value, const std::string& where,
                   std::initializer_list<std::string_view> choices) {
    std::size_t index = 0;
    std::string expected = "one of";
    for (const std::string_view choice : choices) {
        if (choice == value) return index;
        expected += " " + std::string(choice);
        ++index;
    }
    refuse(quote(value) + " is not a value of this option", where, expected);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

void set_expansions(Options& options, std::string_view value, const std::string& where) {
    for (const std::string_view name : split(value, '+')) {
        bool* const in_play[] = {&options.river, &options.inns, &options.abbot};
        bool& expansion = *in_play[choose(name, where, {"river", "inns_and_cathedrals", "abbot"})];
        if (expansion) refuse(quote(name) + " is given twice", where, "each expansion once");
        expansion = true;
    }
}

Start read_start(std::string_view value, const std::string& where) {
    const std::string expected = "a tile on a cell, such as D0@0,0";
    const auto at = value.find('@');
    const auto comma = value.find(',', at == std::string_view::npos ? 0 : at);
    if (at == std::string_view::npos || at < 2 || comma == std::string_view::npos) {
        refuse(quote(value) + " is not a start tile", where, expected);
    }
    const int kind = find_kind(value.substr(0, at - 1));
    const int rotation = value[at - 1] - '0';
    if (kind < 0 || rotation < 0 || rotation > 3) {
        refuse(quote(value.substr(0, at)) + " is not a tile with its rotation", where, expected);
    }
    const int x = read_int(value.substr(at + 1, comma - at - 1), where, expected);
    const int y = read_int(value.substr(comma + 1), where, expected);
    if (x < -kFarthestStart || x > kFarthestStart || y < -kFarthestStart || y > kFarthestStart) {
        refuse("the start tile lies too far out", where,
               "coordinates from -" + std::to_string(kFarthestStart) + " to " +
                   std::to_string(kFarthestStart));
    }
    return {static_cast<std::uint8_t>(kind), static_cast<std::int8_t>(x),
            static_cast<std::int8_t>(y), static_cast<std::uint8_t>(rotation)};
}

void set_option(Options& options, std::string_view key, std::string_view value) {
    const std::string where = "option " + quote(key);
    if (key == "seats") {
        const int seats = read_int(value, where, "a number from 2 to 6");
        if (seats < 2 || seats > kMaxSeats) {
            refuse(std::to_string(seats) + " seats cannot play", where, "a number from 2 to 6");
        }
        options.seats = static_cast<std::uint8_t>(seats);
    } else if (key == "expansions") {
        set_expansions(options, value, where);
    } else if (key == "farm_scoring") {
        options.farm_scoring =
            static_cast<FarmScoring>(choose(value, where, {"current", "second", "first", "off"}));
    } else if (key == "two_tile_city") {
        options.two_tile_city = choose(value, where, {"4", "2"}) == 0 ? 4 : 2;
    } else if (key == "unplaceable") {
        options.unplaceable =
            static_cast<Unplaceable>(choose(value, where, {"discard", "return_to_bag", "bottom"}));
    } else if (key == "river_start_tile") {
        options.river_start_tile_kept = choose(value, where, {"removed", "kept"}) == 1;
    } else if (key == "river_rule") {
        options.river_strict = choose(value, where, {"immediate", "strict"}) == 1;
    } else if (key == "river_look_ahead") {
        options.river_look_ahead = choose(value, where, {"off", "on"}) == 1;
    } else if (key == "inn_on_EC") {
        options.inn_on_ec_c2 = choose(value, where, {"classic", "c2"}) == 1;
    } else if (key == "start") {
        options.start = read_start(value, where);
    } else {
        refuse("there is no option " + quote(key), "the options",
               "one of seats expansions farm_scoring two_tile_city unplaceable river_start_tile "
               "river_rule river_look_ahead inn_on_EC start");
    }
}

bool in_the_box(const TileKind& kind, const Options& options) {
    switch (kind.set) {
        case TileSet::river:
            return options.river;
        case TileSet::inns:
            return options.inns;
        default:
            return true;
    }
}

std::array<std::uint8_t, kKinds> copies_in_the_box(const Options& options) {
    std::array<std::uint8_t, kKinds> copies{};
    for (std::size_t k = 0; k < kKinds; ++k) {
        const TileKind& kind = tile_kinds()[k];
        if (in_the_box(kind, options)) {
            copies[k] = static_cast<std::uint8_t>(kind.copies(options.abbot));
        }
    }
    const bool d_goes = options.river && !options.river_start_tile_kept;
    if (d_goes) --copies[static_cast<std::size_t>(start_kind())];
    return copies;
}

/// More than this no seat can score in a whole game: each segment pays once at its best rate, and a
/// farm is paid for a city only where one of its segments lies at one of the city's.
int highest_gain(const Options& options, const std::array<std::uint8_t, kKinds>& copies) {
    int most = 0;
    for (std::size_t k = 0; k < kKinds; ++k) {
        const TileKind& kind = tile_kinds()[k];
        int one = 9 * (kind.cloister + kind.garden);
        for (const auto& city : kind.cities) one += (options.inns ? 3 : 2) * (1 + city.pennants);
        one += (options.inns ? 2 : 1) * static_cast<int>(kind.roads.size());
        if (options.farm_scoring == FarmScoring::first) {
            one += 4 * static_cast<int>(kind.cities.size());
        } else if (options.farm_scoring != FarmScoring::off) {
            for (const auto& field : kind.fields) one += 3 * __builtin_popcount(field.cities);
        }
        most += one * copies[k];
    }
    return most;
}

}  // namespace

std::string tile_text(int kind, int rotation, int x, int y) {
    return tile_kinds()[static_cast<std::size_t>(kind)].name + std::to_string(rotation) + "@" +
           std::to_string(x) + "," + std::to_string(y);
}

std::string Options::text() const {
    std::string out = "seats=" + std::to_string(seats);
    std::string expansions;
    const auto expansion = [&](bool in_play, const char* name) {
        if (in_play) expansions += (expansions.empty() ? "" : "+") + std::string(name);
    };
    expansion(river, "river");
    expansion(inns, "inns_and_cathedrals");
    expansion(abbot, "abbot");
    if (!expansions.empty()) out += ",expansions=" + expansions;
    constexpr const char* farms[] = {"current", "second", "first", "off"};
    constexpr const char* aside[] = {"discard", "return_to_bag", "bottom"};
    const auto set = [&](bool differs, const std::string& setting) {
        if (differs) out += "," + setting;
    };
    set(farm_scoring != FarmScoring::current,
        std::string("farm_scoring=") + farms[static_cast<std::size_t>(farm_scoring)]);
    set(two_tile_city != 4, "two_tile_city=2");
    set(unplaceable != Unplaceable::discard,
        std::string("unplaceable=") + aside[static_cast<std::size_t>(unplaceable)]);
    set(river_start_tile_kept, "river_start_tile=kept");
    set(river_strict, "river_rule=strict");
    set(!river_look_ahead, "river_look_ahead=off");
    set(inn_on_ec_c2, "inn_on_EC=c2");
    if (start.kind != kNone)
        set(true, "start=" + tile_text(start.kind, start.rotation, start.x, start.y));
    return out;
}

Options Options::parse(std::string_view text) {
    Options options;
    std::vector<std::string_view> seen;
    while (!text.empty()) {
        const auto equals = text.find_first_of("=,");
        if (equals == std::string_view::npos || text[equals] == ',') {
            refuse(quote(text.substr(0, equals)) + " has no value", "the options",
                   "key=value, with + between several values");
        }
        const std::string_view key = text.substr(0, equals);
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            refuse("option " + quote(key) + " is given twice", "the options", "each once");
        }
        seen.push_back(key);
        text.remove_prefix(equals + 1);
        auto end = text.find(',');
        // The comma inside "start=D0@0,0" belongs to its value.
        if (key == "start" && end != std::string_view::npos) end = text.find(',', end + 1);
        set_option(options, key, text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
        if (text.empty()) refuse("the options end with a comma", "the options", "key=value");
    }
    rules_for(options);
    const Start start = start_of(options);
    Options usual = options;
    usual.start = {};
    options.start = start == start_of(usual) ? Start{} : start;
    return options;
}

const Rules& rules_for(const Options& options) {
    if (options.seats == 6 && !options.inns) {
        refuse("six seats need the sixth colour of Inns & Cathedrals", "option seats",
               "at most 5 seats, or expansions=inns_and_cathedrals");
    }
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const Rules>> all;
    Options key = options;
    key.start = {};
    const std::lock_guard lock(mutex);
    auto& found = all[key.text()];
    if (!found) {
        const auto copies = copies_in_the_box(key);
        found = std::make_unique<const Rules>(
            Rules{key, &shapes(key.inn_on_ec_c2), copies, highest_gain(key, copies)});
    }
    return *found;
}

Start start_of(const Options& options) {
    Start start = options.start;
    if (start.kind == kNone) {
        start = {static_cast<std::uint8_t>(options.river ? source_kind() : start_kind()), 0, 0, 0};
    }
    const TileKind& kind = tile_kinds()[start.kind];
    if (options.river != (start.kind == source_kind()) &&
        (options.river || kind.set == TileSet::river)) {
        refuse("a game " + std::string(options.river ? "with" : "without") +
                   " the River cannot start from " + kind.name,
               "option start", options.river ? "the source, RA" : "a land tile");
    }
    const Rules& rules = rules_for(options);
    if (rules.copies[start.kind] == 0) {
        refuse("tile " + kind.name + " is not in the box", "option start",
               "a tile of the base game or of an expansion in play");
    }
    start.rotation = rules.shapes->canonical[start.kind][start.rotation];
    return start;
}

}  // namespace carcbot::carcassonne
