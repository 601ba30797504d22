#include "words.hpp"

#include "tiles.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr std::string_view kEdgeLetters = "NESW";

}  // namespace

std::uint8_t read_kind(Reader& reader) {
    const std::size_t from = reader.at();
    const int kind =
        find_kind(reader.span([](char c) { return (c >= 'A' && c <= 'Z') || c == 'g'; }));
    if (kind < 0) {
        reader.back_to(from);
        reader.fail("that is not a tile", "a tile such as A, Eg, EB or RL");
    }
    return static_cast<std::uint8_t>(kind);
}

std::string spot_text(Spot spot) {
    if (spot < kRoadSpot) return std::string("c") + kEdgeLetters[spot];
    if (spot < kFieldSpot) return std::string("r") + kEdgeLetters[spot - kRoadSpot];
    if (spot < kInteriorSpot) {
        const std::size_t half = spot - kFieldSpot;
        return std::string("f") + kEdgeLetters[half / 2] + (half % 2 ? 'R' : 'L');
    }
    return spot == kInteriorSpot ? "f*" : spot == kCloisterSpot ? "m" : "g";
}

Spot read_spot(Reader& reader) {
    const std::string edge = "the edge";
    switch (reader.one_of("crfmg", "what the figure stands on")) {
        case 0:
            return static_cast<Spot>(kCitySpot + reader.one_of(kEdgeLetters, edge));
        case 1:
            return static_cast<Spot>(kRoadSpot + reader.one_of(kEdgeLetters, edge));
        case 2: {
            if (reader.take('*')) return kInteriorSpot;
            const std::size_t side = reader.one_of(kEdgeLetters, edge);
            return static_cast<Spot>(kFieldSpot + 2 * side +
                                     reader.one_of("LR", "the half of the edge"));
        }
        case 3:
            return kCloisterSpot;
        default:
            return kGardenSpot;
    }
}

}  // namespace carcbot::carcassonne
