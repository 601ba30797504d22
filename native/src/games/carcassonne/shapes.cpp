#include "shapes.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "claims.hpp"

namespace carcbot::carcassonne {
namespace {

std::uint8_t turn_edges(unsigned mask, int rotation) {
    const unsigned turned = mask << rotation;
    return static_cast<std::uint8_t>((turned | turned >> 4) & 0xF);
}

std::uint8_t turn_half_edges(unsigned mask, int rotation) {
    const unsigned turned = mask << (2 * rotation);
    return static_cast<std::uint8_t>((turned | turned >> 8) & 0xFF);
}

Spot first_spot(Spot base, unsigned mask) {
    return static_cast<Spot>(base + std::countr_zero(mask));
}

/// One segment in its rotated place, before it gets its number.
struct Placed {
    Spot spot;
    std::uint16_t ports;
    std::uint64_t adds;
    std::uint64_t starts;
    std::size_t printed;  ///< its index among the tile's segments of that type
};

bool by_spot(const Placed& a, const Placed& b) {
    return a.spot < b.spot;
}

std::uint16_t centre_ports(unsigned edges) {
    unsigned ports = 0;
    for (unsigned side = 0; side < 4; ++side) {
        if (edges >> side & 1) ports |= 1U << (4 * side + kCentre);
    }
    return static_cast<std::uint16_t>(ports);
}

std::uint64_t edge_tally(unsigned edges, unsigned pennants, bool inn, bool cathedral) {
    using namespace tally;
    return static_cast<std::uint64_t>(std::popcount(edges)) << kOpen | 1ULL << kTiles |
           std::uint64_t{pennants} << kPennants | std::uint64_t{inn} << kInns |
           std::uint64_t{cathedral} << kCathedrals;
}

std::vector<Placed> place_cities(const TileKind& kind, int rotation) {
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < kind.cities.size(); ++i) {
        const auto& city = kind.cities[i];
        const std::uint8_t edges = turn_edges(city.edges, rotation);
        placed.push_back({first_spot(kCitySpot, edges), centre_ports(edges),
                          edge_tally(edges, city.pennants, false, city.cathedral), tally::kCity,
                          i});
    }
    std::sort(placed.begin(), placed.end(), by_spot);
    return placed;
}

std::vector<Placed> place_roads(const TileKind& kind, int rotation, bool c2) {
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < kind.roads.size(); ++i) {
        const auto& road = kind.roads[i];
        const std::uint8_t edges = turn_edges(road.edges, rotation);
        const bool inn = road.inn || (c2 && road.inn_in_c2);
        placed.push_back({first_spot(kRoadSpot, edges), centre_ports(edges),
                          edge_tally(edges, 0, inn, false), tally::kRoad, i});
    }
    std::sort(placed.begin(), placed.end(), by_spot);
    return placed;
}

std::vector<Placed> place_fields(const TileKind& kind, int rotation) {
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < kind.fields.size(); ++i) {
        const std::uint8_t halves = turn_half_edges(kind.fields[i].half_edges, rotation);
        unsigned ports = 0;
        for (unsigned half = 0; half < 8; ++half) {
            if (halves >> half & 1) ports |= 1U << (4 * (half / 2) + (half % 2 ? kRight : kLeft));
        }
        const Spot spot = halves ? first_spot(kFieldSpot, halves) : kInteriorSpot;
        placed.push_back({spot, static_cast<std::uint16_t>(ports), 0, tally::kField, i});
    }
    std::sort(placed.begin(), placed.end(), by_spot);
    return placed;
}

std::uint8_t renumber(unsigned printed_mask, const std::vector<Placed>& placed) {
    unsigned mask = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (printed_mask >> placed[i].printed & 1) mask |= 1U << i;
    }
    return static_cast<std::uint8_t>(mask);
}

/// Over which ports the segments join what lies on these sides.
void list_joining_ports(Shape& shape, unsigned sides) {
    unsigned known = 0, more = 0, fresh = 0;
    for (unsigned side = 0; side < 4; ++side) {
        if (sides >> side & 1) known |= 0xFU << (4 * side);
    }
    for (std::size_t segment = 0; segment < kMaxSegments; ++segment) {
        const unsigned joins = shape.ports_of[segment] & known;
        shape.first_port[sides][segment] =
            joins ? static_cast<std::uint8_t>(std::countr_zero(joins)) : kNone;
        if (joins == 0 && segment < shape.segments) fresh |= 1U << segment;
        more |= joins & (joins - 1);
    }
    shape.fresh[sides] = static_cast<std::uint8_t>(fresh);
    shape.more_ports[sides] = static_cast<std::uint16_t>(more);
}

/// What the segments, of which each begins with such a type, add to tallies where these sides are
/// known.
void list_gains(Shape& shape, unsigned sides, const std::uint64_t* starts) {
    for (std::size_t segment = 0; segment < shape.segments; ++segment) {
        std::uint64_t open_ends_met = 0;
        for (unsigned side = 0; side < 4; ++side) {
            const unsigned centre = 1U << (4 * side + kCentre);
            if (sides >> side & 1 && shape.ports_of[segment] & centre) ++open_ends_met;
        }
        const bool fresh = shape.fresh[sides] >> segment & 1;
        shape.gains[sides][segment] = shape.adds[segment] - (2 * open_ends_met << tally::kOpen) +
                                      (fresh ? starts[segment] : 0);
    }
}

void list_free_beside(Shape& shape) {
    for (unsigned side = 0; side < 4; ++side) {
        const auto port = [&](int of_side) {
            return 1U << (4 * side + static_cast<unsigned>(of_side));
        };
        for (unsigned facts = 0; facts < 16; ++facts) {
            const unsigned held = (facts & 7) << (4 * side);
            SamePorts same;
            if (facts & found::kLeftIsRight) same.add(port(kLeft) | port(kRight));
            shape.free_beside[side][facts] =
                static_cast<std::uint8_t>(claimable(held, same, shape));
        }
    }
}

Shape compile(std::size_t number, int rotation, bool c2) {
    const TileKind& kind = tile_kinds()[number];
    Shape shape{};
    shape.kind = static_cast<std::uint8_t>(number);
    shape.rotation = static_cast<std::uint8_t>(rotation);
    shape.cloister = kind.cloister;
    shape.garden = kind.garden;
    shape.river = turn_edges(kind.river, rotation);
    for (std::size_t side = 0; side < 4; ++side) {
        const std::size_t turned = (side + static_cast<std::size_t>(rotation)) % 4;
        shape.edges = static_cast<std::uint8_t>(
            shape.edges | static_cast<unsigned>(kind.edges[side]) << (2 * turned));
    }

    const auto cities = place_cities(kind, rotation);
    const auto roads = place_roads(kind, rotation, c2);
    const auto fields = place_fields(kind, rotation);
    std::uint64_t starts[kMaxSegments] = {};
    std::fill_n(shape.segment_at, kPorts, kNone);
    std::fill_n(shape.spots, kMaxSegments, kNoSpot);
    for (const auto* group : {&cities, &roads, &fields}) {
        for (const Placed& segment : *group) {
            const std::size_t next = shape.segments++;
            shape.adds[next] = segment.adds;
            starts[next] = segment.starts;
            shape.spots[next] = segment.spot;
            // Both halves of an edge that is all field belong to one field on either side of it, so
            // joining the left half is enough.
            unsigned ports = segment.ports;
            for (unsigned side = 0; side < 4; ++side) {
                if ((shape.edges >> (2 * side) & 3) == static_cast<unsigned>(Edge::field)) {
                    ports &= ~(1U << (4 * side + kRight));
                }
            }
            shape.ports_of[next] = static_cast<std::uint16_t>(ports);
            for (unsigned port = 0; port < kPorts; ++port) {
                if (segment.ports >> port & 1) {
                    shape.segment_at[port] = static_cast<std::uint8_t>(next);
                }
            }
        }
    }
    shape.cities = static_cast<std::uint8_t>(cities.size());
    shape.closable = static_cast<std::uint8_t>(cities.size() + roads.size());
    shape.forked = cities.size() > 1 || roads.size() > 1;
    if (shape.closable > kMaxClosable) throw std::logic_error("a tile has too many segments");
    for (std::size_t port = 0; port < kPorts; ++port) {
        shape.facing[port] = shape.segment_at[port % 4 == 3 ? port : port + 2 - 2 * (port % 4)];
    }
    std::fill_n(shape.touching_field, 4, kMaxSegments - 1);
    std::fill_n(shape.touching_city, 4, kMaxSegments - 1);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        for (unsigned touched = renumber(kind.fields[fields[i].printed].cities, cities); touched;
             touched &= touched - 1) {
            shape.touching_field[shape.touching] = static_cast<std::uint8_t>(shape.closable + i);
            shape.touching_city[shape.touching++] =
                static_cast<std::uint8_t>(std::countr_zero(touched));
        }
    }
    for (unsigned sides = 0; sides < 16; ++sides) {
        list_joining_ports(shape, sides);
        list_gains(shape, sides, starts);
    }
    list_free_beside(shape);
    return shape;
}

/// Two rotations look the same when every edge and every segment does; where a pennant or a garden
/// is painted within its segment does not matter.
bool look_the_same(const Shape& a, const Shape& b) {
    const auto key = [](const Shape& s) {
        return std::tie(s.edges, s.segments, s.cities, s.closable, s.river);
    };
    return key(a) == key(b) && std::equal(a.adds, a.adds + kMaxSegments, b.adds) &&
           std::equal(a.ports_of, a.ports_of + kMaxSegments, b.ports_of) &&
           std::equal(a.segment_at, a.segment_at + kPorts, b.segment_at) &&
           std::equal(a.touching_field, a.touching_field + 4, b.touching_field) &&
           std::equal(a.touching_city, a.touching_city + 4, b.touching_city);
}

/// Whether the city or road of a side leaves the tile by these sides alone.
bool ends_between(const Shape& shape, unsigned sides, std::size_t side) {
    const std::uint8_t segment = shape.segment_at[4 * side + kCentre];
    if (segment >= shape.closable) return false;
    for (std::size_t other = 0; other < 4; ++other) {
        if (!(sides >> other & 1) && shape.segment_at[4 * other + kCentre] == segment) return false;
    }
    return true;
}

/// Notes between which known sides the tile fits, and what ends there.
void note_fitting(const Shape& shape, Shapes& all) {
    if (shape.river) return;
    for (unsigned sides = 0; sides < 16; ++sides) {
        const unsigned known =
            (sides & 1U) * 3 | (sides & 2U) * 6 | (sides & 4U) * 12 | (sides & 8U) * 24;
        const std::uint8_t edges = static_cast<std::uint8_t>(shape.edges & known);
        all.fitting[sides][edges] |= 1ULL << shape.kind;
        for (std::size_t side = 0; side < 4; ++side) {
            if (sides >> side & 1 && ends_between(shape, sides, side)) {
                all.ending[sides][edges][side] |= 1ULL << shape.kind;
            }
        }
    }
}

Shapes compile_all(bool c2) {
    Shapes all{};
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        for (std::size_t rotation = 0; rotation < 4; ++rotation) {
            const Shape& shape = all.of[kind][rotation] =
                compile(kind, static_cast<int>(rotation), c2);
            Outline& outline = all.outlines[kind];
            outline.edges[rotation] = shape.edges;
            outline.river = shape.river != 0;
            note_fitting(shape, all);
            std::size_t same = 0;
            while (!look_the_same(all.of[kind][same], shape)) ++same;
            all.canonical[kind][rotation] = static_cast<std::uint8_t>(same);
            if (same == rotation) {
                all.distinct[kind] = static_cast<std::uint8_t>(all.distinct[kind] | 1U << rotation);
                outline.offered[rotation] = ~0ULL;
            }
        }
    }
    return all;
}

}  // namespace

const Shapes& shapes(bool inn_on_ec_c2) {
    static const Shapes classic = compile_all(false);
    static const Shapes c2 = compile_all(true);
    return inn_on_ec_c2 ? c2 : classic;
}

}  // namespace carcbot::carcassonne
