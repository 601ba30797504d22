// Words, cities and cards as text.
#pragma once

#include <string>

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

}  // namespace carcbot::thurn_and_taxis
