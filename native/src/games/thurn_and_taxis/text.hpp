// Words, cities and cards as text.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "carcbot/reader.hpp"
#include "cards.hpp"

namespace carcbot::thurn_and_taxis {

/// Their letters, or a dash.
std::string cities_text(CitySet cities);
/// Their letters, with numbers behind those that are not alone, or a dash.
std::string cards_text(const Cards& cards);

// These fail where the text is not as those write it.
City read_city(Reader& reader);
CitySet read_cities(Reader& reader);
Cards read_cards(Reader& reader);

/// Small letters, digits and underscores, as many as come.
std::string_view read_word(Reader& reader);

/// The index of the word among so many, which are all that it can be.
template <std::size_t Count>
std::size_t read_one_of(Reader& reader, const std::array<std::string_view, Count>& words,
                        const std::string& name) {
    const std::size_t at = reader.at();
    const std::string_view word = read_word(reader);
    const auto* found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        std::string expected;
        for (const std::string_view each : words)
            expected += (expected.empty() ? "" : " ") + std::string(each);
        reader.back_to(at);
        reader.fail(name + " is missing or unknown", "one of " + expected);
    }
    return static_cast<std::size_t>(found - words.begin());
}

}  // namespace carcbot::thurn_and_taxis
