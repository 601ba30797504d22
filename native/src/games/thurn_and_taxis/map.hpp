// The map of Thurn and Taxis: cities, roads, provinces, and the stacks of bonus tiles.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace carcbot::thurn_and_taxis {

/// The number of a city, in the order of their names.
using City = std::uint8_t;
inline constexpr City kCities = 22;
/// What stands where no city does.
inline constexpr City kNoCity = 31;

/// Cities as bits.
using CitySet = std::uint32_t;
inline constexpr CitySet kAllCities = (CitySet{1} << kCities) - 1;

/// The first letters of each city, by which texts call it.
inline constexpr std::array<std::string_view, kCities> kLetters = {
    "Aug", "Bas", "Bud", "Car", "Fre", "Ing", "Inn", "Kem", "Lin", "Lod", "Man",
    "Mue", "Nue", "Pas", "Pil", "Reg", "Sal", "Sig", "Stu", "Ulm", "Wue", "Zue"};

constexpr CitySet bit(City city) {
    return CitySet{1} << city;
}

/// The city with these letters, or kNoCity.
constexpr City city_named(std::string_view letters) {
    for (City city = 0; city < kCities; ++city) {
        if (kLetters[city] == letters) return city;
    }
    return kNoCity;
}

/// The cities whose letters stand one after the other.
consteval CitySet cities(std::string_view letters) {
    CitySet set = 0;
    for (; !letters.empty(); letters.remove_prefix(3)) set |= bit(city_named(letters.substr(0, 3)));
    return set;
}

/// Where one can go from each city, in their order.
inline constexpr std::array<CitySet, kCities> kRoads = {
    cities("IngInnKemMueUlm"),        // Augsburg
    cities("FreZue"),                 // Basel
    cities("LinPil"),                 // Budweis
    cities("FreManStu"),              // Carlsruhe
    cities("BasCarSigZue"),           // Freiburg
    cities("AugMueNueRegStuUlm"),     // Ingolstadt
    cities("AugKemMueSal"),           // Innsbruck
    cities("AugInnSigUlmZue"),        // Kempten
    cities("BudPasSal"),              // Linz
    cities("Pil"),                    // Lodz
    cities("CarStuWue"),              // Mannheim
    cities("AugIngInnPasRegSal"),     // Muenchen
    cities("IngPilRegStuWue"),        // Nuernberg
    cities("LinMueRegSal"),           // Passau
    cities("BudLodNueReg"),           // Pilsen
    cities("IngMueNuePasPil"),        // Regensburg
    cities("InnLinMuePas"),           // Salzburg
    cities("FreKemStuUlmZue"),        // Sigmaringen
    cities("CarIngManNueSigUlmWue"),  // Stuttgart
    cities("AugIngKemSigStu"),        // Ulm
    cities("ManNueStu"),              // Wuerzburg
    cities("BasFreKemSig"),           // Zuerich
};

inline constexpr CitySet kBaiern = cities("AugIngKemMueNuePasRegWue");
inline constexpr std::array<CitySet, 9> kProvinces = {
    cities("CarFreMan"),  // Baden
    cities("StuUlm"),     // Wuerttemberg
    cities("Sig"),        // Hohenzollern
    cities("BasZue"),     // Schweiz
    cities("Inn"),        // Tyrol
    cities("BudPil"),     // Boehmen
    cities("LinSal"),     // Salzburg
    kBaiern,              //
    cities("Lod"),        // Polen
};

// The stacks: those of provinces, that of all provinces, those of routes with 5, 6, 7 and more
// cards.
inline constexpr std::size_t kProvinceStacks = 5;
inline constexpr std::size_t kAllProvinces = 5;
inline constexpr std::size_t kRoute5 = 6;
inline constexpr std::size_t kRoute7 = 8;
inline constexpr std::size_t kStacks = 9;

/// The cities in which a seat needs a house for the tile of a province stack.
inline constexpr std::array<CitySet, kProvinceStacks> kStackCities = {
    cities("CarFreMan"), cities("SigStuUlm"), cities("BasInnZue"), cities("BudLinPilSal"), kBaiern};
inline constexpr std::array<std::uint8_t, kStacks> kFullStack = {3, 3, 3, 3, 4, 4, 2, 3, 4};
/// The points of the lowest tile of each stack; each above it has one more.
inline constexpr std::array<std::uint8_t, kStacks> kLowestTile = {1, 1, 1, 2, 2, 3, 1, 1, 1};

inline constexpr int kHouses = 20;
inline constexpr int kFirstLevel = 3;
inline constexpr int kLastLevel = 7;
/// The points of a carriage, by its level.
inline constexpr std::array<std::uint8_t, kLastLevel + 1> kCarriagePoints = {0, 0, 0, 2,
                                                                             3, 5, 7, 10};
inline constexpr int kShortestRoute = 3;
inline constexpr int kCardsKept = 3;

namespace detail {
constexpr bool is_symmetric() {
    for (City from = 0; from < kCities; ++from) {
        for (City to = 0; to < kCities; ++to) {
            if (((kRoads[from] >> to) & 1) != ((kRoads[to] >> from) & 1)) return false;
        }
        if (kRoads[from] & bit(from)) return false;
    }
    return true;
}
constexpr int roads() {
    int ends = 0;
    for (const CitySet each : kRoads) ends += std::popcount(each);
    return ends / 2;
}
constexpr CitySet in_provinces() {
    CitySet seen = 0;
    for (const CitySet each : kProvinces) seen ^= each;  // a city in two of them would be missing
    return seen;
}
}  // namespace detail
static_assert(detail::is_symmetric() && detail::roads() == 45);
static_assert(detail::in_provinces() == kAllCities);

}  // namespace carcbot::thurn_and_taxis
