#include "tiles.hpp"

#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace carcbot::carcassonne {
namespace {

struct Printed {
    const char* id;
    TileSet set;
    std::uint8_t count;
    std::uint8_t gardens;
    /// Segments separated by "; ":  city EDGES, * a pennant, + a cathedral
    ///                              road EDGES, ! an inn, ? an inn in the c2 reading; "to" its ends
    ///                              field HALF-EDGES or - for none; "by" its cities
    ///                              cloister
    ///                              river EDGES
    const char* segments;
};

// clang-format off
constexpr Printed kPrinted[] = {
    {"A", TileSet::base, 2, 0, "road S to cloister; field NL NR EL ER SL SR WL WR; cloister"},
    {"B", TileSet::base, 4, 0, "field NL NR EL ER SL SR WL WR; cloister"},
    {"C", TileSet::base, 1, 0, "city NESW*"},
    {"D", TileSet::base, 4, 0, "city N; road EW; field EL WR by 0; field ER SL SR WL"},
    {"E", TileSet::base, 5, 1, "city N; field EL ER SL SR WL WR by 0"},
    {"F", TileSet::base, 2, 0, "city EW*; field NL NR by 0; field SL SR by 0"},
    {"G", TileSet::base, 1, 0, "city EW; field NL NR by 0; field SL SR by 0"},
    {"H", TileSet::base, 3, 1, "city N; city S; field EL ER WL WR by 01"},
    {"I", TileSet::base, 2, 1, "city N; city W; field EL ER SL SR by 01"},
    {"J", TileSet::base, 3, 0, "city N; road ES; field EL SR WL WR by 0; field ER SL"},
    {"K", TileSet::base, 3, 0, "city N; road SW; field EL ER SL WR by 0; field SR WL"},
    {"L", TileSet::base, 3, 0, "city N; road E to crossing; road S to crossing; road W to crossing; field EL WR by 0; field ER SL; field SR WL"},
    {"M", TileSet::base, 2, 1, "city NE*; field SL SR WL WR by 0"},
    {"N", TileSet::base, 3, 1, "city NE; field SL SR WL WR by 0"},
    {"O", TileSet::base, 2, 0, "city NW*; road ES; field EL SR by 0; field ER SL"},
    {"P", TileSet::base, 3, 0, "city NW; road ES; field EL SR by 0; field ER SL"},
    {"Q", TileSet::base, 1, 0, "city NEW*; field SL SR by 0"},
    {"R", TileSet::base, 3, 1, "city NEW; field SL SR by 0"},
    {"S", TileSet::base, 2, 0, "city NEW*; road S to city; field SL by 0; field SR by 0"},
    {"T", TileSet::base, 1, 0, "city NEW; road S to city; field SL by 0; field SR by 0"},
    {"U", TileSet::base, 8, 1, "road NS; field NL SR WL WR; field NR EL ER SL"},
    {"V", TileSet::base, 9, 1, "road SW; field NL NR EL ER SL WR; field SR WL"},
    {"W", TileSet::base, 4, 0, "road E to crossing; road S to crossing; road W to crossing; field NL NR EL WR; field ER SL; field SR WL"},
    {"X", TileSet::base, 1, 0, "road N to crossing; road E to crossing; road S to crossing; road W to crossing; field NL WR; field NR EL; field ER SL; field SR WL"},
    {"EA", TileSet::inns, 1, 0, "road SW!; field NL NR EL ER SL WR; field SR WL"},
    {"EB", TileSet::inns, 1, 1, "road EW!; field NL NR EL WR; field ER SL SR WL"},
    {"EC", TileSet::inns, 1, 0, "road E! to crossing; road S to crossing; road W? to crossing; field NL NR EL WR; field ER SL; field SR WL"},
    {"ED", TileSet::inns, 1, 0, "road E to cloister; road W to cloister; field NL NR EL WR; field ER SL SR WL; cloister"},
    {"EE", TileSet::inns, 1, 0, "road NW; road ES; field NL WR; field NR EL SR WL; field ER SL"},
    {"EF", TileSet::inns, 1, 0, "city NW; road E to city; field EL by 0; field ER SL SR by 0"},
    {"EG", TileSet::inns, 1, 0, "city W; field NL NR by 0; field EL ER SL SR by 0"},
    {"EH", TileSet::inns, 1, 1, "city N; city E; city S; city W; field - by 0123"},
    {"EI", TileSet::inns, 1, 0, "city N; city S; road E to crossing; road W to crossing; field WR by 0; field EL by 0; field ER by 1; field WL by 1"},
    {"EJ", TileSet::inns, 1, 0, "city N; road S to city; field EL ER SL by 0; field SR WL WR by 0"},
    {"EK", TileSet::inns, 2, 0, "city NESW+"},
    {"EL", TileSet::inns, 1, 0, "city NW*; road ES!; field EL SR by 0; field ER SL"},
    {"EM", TileSet::inns, 1, 0, "city N; road SW!; field EL ER SL WR by 0; field SR WL"},
    {"EN", TileSet::inns, 1, 0, "city NW; road S! to city; field EL ER SL by 0; field SR by 0"},
    {"EO", TileSet::inns, 1, 0, "city N; city E; city W; field SL SR by 012"},
    {"EP", TileSet::inns, 1, 0, "city NW*; city S; field EL ER by 01"},
    {"EQ", TileSet::inns, 1, 0, "city EW*; road N to city; road S to city; field NL by 0; field NR by 0; field SL by 0; field SR by 0"},
    {"RA", TileSet::river, 1, 0, "field NL NR EL ER SL SR WL WR; river S"},
    {"RB", TileSet::river, 1, 0, "city N; road S to city; field WR by 0; field EL by 0; field ER SL; field SR WL; river EW"},
    {"RC", TileSet::river, 1, 0, "city N; city S; field EL WR by 0; field ER WL by 1; river EW"},
    {"RD", TileSet::river, 1, 0, "field NL SR WL WR; field NR EL ER SL; river NS"},
    {"RE", TileSet::river, 1, 0, "city NE; field SL WR by 0; field SR WL; river SW"},
    {"RF", TileSet::river, 1, 0, "field NL SR WL WR; field NR EL ER SL; river NS"},
    {"RG", TileSet::river, 1, 0, "field NL WR; field NR EL ER SL SR WL; river NW"},
    {"RH", TileSet::river, 1, 0, "road S to cloister; field NL NR EL WR; field ER SL; field SR WL; cloister; river EW"},
    {"RI", TileSet::river, 1, 0, "road NW; field NL WR; field NR EL SR WL; field ER SL; river ES"},
    {"RJ", TileSet::river, 1, 1, "field ER SL; field NL NR EL SR WL WR; river ES"},
    {"RK", TileSet::river, 1, 0, "road EW; field NL WR; field NR EL; field ER SL; field SR WL; river NS"},
    {"RL", TileSet::river, 1, 0, "field NL NR EL ER SL SR WL WR; river N"},
};
// clang-format on

constexpr std::string_view kEdgeLetters = "NESW";

std::uint8_t bit(std::size_t index) {
    return static_cast<std::uint8_t>(1U << index);
}

std::uint8_t edge_mask(std::string_view letters) {
    std::uint8_t mask = 0;
    for (char letter : letters) {
        const auto at = kEdgeLetters.find(letter);
        if (at != std::string_view::npos) mask = static_cast<std::uint8_t>(mask | bit(at));
    }
    return mask;
}

std::uint8_t half_edge_bit(std::string_view name) {
    return bit(2 * kEdgeLetters.find(name[0]) + (name[1] == 'R' ? 1U : 0U));
}

void add_segment(TileKind& kind, const std::string& text) {
    std::istringstream words(text);
    std::string type, word;
    words >> type;
    if (type == "cloister") {
        kind.cloister = true;
    } else if (type == "city") {
        words >> word;
        kind.cities.push_back({edge_mask(word), word.find('*') != std::string::npos,
                               word.find('+') != std::string::npos});
    } else if (type == "river") {
        words >> word;
        kind.river = edge_mask(word);
    } else if (type == "road") {
        words >> word;
        RoadSegment road{edge_mask(word),
                         word.find('!') != std::string::npos,
                         word.find('?') != std::string::npos,
                         {}};
        if (words >> word) {  // "to"
            std::string ends;
            words >> ends;
            road.ends_on.push_back(ends);
        }
        kind.roads.push_back(road);
    } else {
        FieldSegment field{0, 0};
        while (words >> word && word != "by") {
            if (word != "-") {
                field.half_edges =
                    static_cast<std::uint8_t>(field.half_edges | half_edge_bit(word));
            }
        }
        if (words >> word) {
            for (char digit : word) {
                field.cities = static_cast<std::uint8_t>(
                    field.cities | bit(static_cast<std::size_t>(digit - '0')));
            }
        }
        kind.fields.push_back(field);
    }
}

TileKind read(const Printed& printed) {
    TileKind kind{
        printed.id, printed.set, printed.count, printed.gardens, false, {}, {}, {}, {}, false, 0};
    std::string text = printed.segments;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find("; ", from), text.size());
        add_segment(kind, text.substr(from, to - from));
        from = to + 2;
    }
    kind.edges.fill(Edge::field);
    for (std::size_t side = 0; side < 4; ++side) {
        for (const auto& city : kind.cities) {
            if (city.edges & bit(side)) kind.edges[side] = Edge::city;
        }
        for (const auto& road : kind.roads) {
            if (road.edges & bit(side)) kind.edges[side] = Edge::road;
        }
        if (kind.river & bit(side)) kind.edges[side] = Edge::river;
    }
    return kind;
}

std::array<TileKind, kKinds> read_all() {
    std::array<TileKind, kKinds> kinds;
    std::size_t next = 0;
    for (const Printed& printed : kPrinted) kinds[next++] = read(printed);
    const std::size_t types = next;
    for (std::size_t type = 0; type < types; ++type) {
        if (kinds[type].gardens == 0) continue;
        TileKind kind = kinds[type];
        kind.name += 'g';
        kind.garden = true;
        kinds[next++] = kind;
    }
    if (next != kKinds) throw std::logic_error("the tile table does not fill the kinds");
    return kinds;
}

int must_find(std::string_view name) {
    const int kind = find_kind(name);
    if (kind < 0) throw std::logic_error("the tile table lacks a tile with a role");
    return kind;
}

}  // namespace

const std::array<TileKind, kKinds>& tile_kinds() {
    static const std::array<TileKind, kKinds> kinds = read_all();
    return kinds;
}

int find_kind(std::string_view name) {
    static const auto index = [] {
        std::unordered_map<std::string_view, int> by_name;
        for (int kind = 0; kind < kKinds; ++kind) {
            by_name.emplace(tile_kinds()[static_cast<std::size_t>(kind)].name, kind);
        }
        return by_name;
    }();
    const auto found = index.find(name);
    return found == index.end() ? -1 : found->second;
}

int start_kind() {
    static const int kind = must_find("D");
    return kind;
}

int source_kind() {
    static const int kind = must_find("RA");
    return kind;
}

int lake_kind() {
    static const int kind = must_find("RL");
    return kind;
}

}  // namespace carcbot::carcassonne
