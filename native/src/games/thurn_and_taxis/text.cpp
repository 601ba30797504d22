#include "text.hpp"

namespace carcbot::thurn_and_taxis {

std::string cities_text(CitySet cities) {
    std::string text;
    for_each_city(cities, [&](City city) { text += kLetters[city]; });
    return text.empty() ? "-" : text;
}

std::string cards_text(const Cards& cards) {
    std::string text;
    for_each_city(cards.cities(), [&](City city) {
        text += kLetters[city];
        if (cards.of(city) > 1) text += std::to_string(cards.of(city));
    });
    return text.empty() ? "-" : text;
}

City read_city(Reader& reader) {
    const std::size_t at = reader.at();
    bool is_first = true;
    const std::string_view letters = reader.span([&](char c) {
        const bool belongs = is_first ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z';
        is_first = false;
        return belongs;
    });
    const City city = letters.size() >= 3 ? city_named(letters.substr(0, 3)) : kNoCity;
    if (city == kNoCity || letters.size() > 3) {
        reader.back_to(at);
        reader.fail("a city is missing or unknown", "its three letters, as in Ulm");
    }
    return city;
}

CitySet read_cities(Reader& reader) {
    if (reader.take('-')) return 0;
    CitySet set = 0;
    do {
        const City city = read_city(reader);
        if (set >> city) reader.fail("cities are not in their order", "each once, as in LinUlm");
        set |= bit(city);
    } while (reader.peek() >= 'A' && reader.peek() <= 'Z');
    return set;
}

Cards read_cards(Reader& reader) {
    Cards cards;
    if (reader.take('-')) return cards;
    CitySet before = 0;
    do {
        const City city = read_city(reader);
        if (before >> city) reader.fail("cards are not in their order", "as in LinUlm2");
        before |= bit(city);
        cards.add_city(city);
        const int more = reader.take('2') ? 1 : reader.take('3') ? 2 : 0;
        for (int i = 0; i < more; ++i) cards.add_city(city);
    } while (reader.peek() >= 'A' && reader.peek() <= 'Z');
    return cards;
}

}  // namespace carcbot::thurn_and_taxis
