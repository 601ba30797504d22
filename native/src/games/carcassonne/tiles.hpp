// The tiles as facts: what is printed on each of the 53 types, and which of them carry a garden.
// Nothing here knows a board; shapes.hpp turns these facts into what placing a tile needs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carcbot::carcassonne {

/// What a tile's edge shows. The values are the two-bit codes of the frontier (fit.hpp).
enum class Edge : std::uint8_t { river = 0, city = 1, road = 2, field = 3 };

enum class TileSet : std::uint8_t { base, inns, river };

/// Edges are N E S W = 0..3; half-edges NL NR EL ER SL SR WL WR = 0..7, clockwise from the
/// north-west corner, L and R as seen from the tile's centre. Masks have one bit for each.
struct CitySegment {
    std::uint8_t edges;
    std::uint8_t pennants;
    bool cathedral;
};

struct RoadSegment {
    std::uint8_t edges;
    bool inn;
    bool inn_in_c2;  ///< carries an inn in the second edition's reading (only EC's W arm)
    std::vector<std::string>
        ends_on;  ///< "crossing", "city" or "cloister", for each end on the tile
};

struct FieldSegment {
    std::uint8_t half_edges;  ///< 0 for the interior field of EH
    std::uint8_t cities;      ///< mask over the tile's city segments whose wall it touches
};

/// One kind of tile: a type, or the copies of a type that carry a garden ("Eg").
struct TileKind {
    std::string name;
    TileSet set;
    std::uint8_t count;  ///< copies of the *type*; see copies()
    std::uint8_t gardens;
    bool garden;
    std::array<Edge, 4> edges;
    std::vector<CitySegment> cities;
    std::vector<RoadSegment> roads;
    std::vector<FieldSegment> fields;
    bool cloister;
    std::uint8_t river;  ///< mask of the edges the river leaves through

    /// How many tiles of this kind a box holds, with or without The Abbot's gardens.
    [[nodiscard]] int copies(bool abbot) const {
        if (garden) return abbot ? gardens : 0;
        return abbot ? count - gardens : count;
    }
};

inline constexpr int kKinds = 64;  ///< 53 types and 11 garden kinds

/// All kinds; the index is the kind's number everywhere in the core.
const std::array<TileKind, kKinds>& tile_kinds();

/// The number of the kind with this name, or -1.
int find_kind(std::string_view name);

/// Kinds with a role of their own.
int start_kind();
int source_kind();
int lake_kind();

}  // namespace carcbot::carcassonne
