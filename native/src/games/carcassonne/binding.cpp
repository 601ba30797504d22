// What only Carcassonne has: tiles, figures, points by feature, and the loops that `carcbot bench`
// times.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>

#include "bindings/env.hpp"
#include "bindings/game.hpp"
#include "bindings/matches.hpp"
#include "bindings/search.hpp"
#include "bindings/teacher.hpp"
#include "bindings/topics.hpp"
#include "games/carcassonne/areas.hpp"
#include "games/carcassonne/draw.hpp"
#include "games/carcassonne/encoded.hpp"
#include "games/carcassonne/game.hpp"
#include "games/carcassonne/lesson.hpp"
#include "games/carcassonne/planes.hpp"
#include "games/carcassonne/searchable.hpp"

namespace carcbot::bindings {
namespace {

using namespace carcassonne;

constexpr const char* kEdgeNames[] = {"N", "E", "S", "W"};
constexpr const char* kHalfEdgeNames[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
constexpr const char* kEdgeTypes[] = {"river", "city", "road", "field"};
constexpr const char* kFigureNames[] = {"", "small", "big", "abbot"};

std::vector<std::string> names_of(unsigned mask, const char* const* names) {
    std::vector<std::string> out;
    for (unsigned i = 0; i < 8; ++i) {
        if (mask >> i & 1) out.emplace_back(names[i]);
    }
    return out;
}

std::vector<int> bits_of(unsigned mask) {
    std::vector<int> out;
    for (int i = 0; i < 8; ++i) {
        if (mask >> i & 1) out.push_back(i);
    }
    return out;
}

/// What a figure stands on, and where on the tile: ("city", "N"), ("field", "interior"),
/// ("cloister", None).
std::pair<std::string, std::optional<std::string>> place_of(Spot spot) {
    if (spot < kRoadSpot) return {"city", kEdgeNames[spot]};
    if (spot < kFieldSpot) return {"road", kEdgeNames[spot - kRoadSpot]};
    if (spot < kInteriorSpot) return {"field", kHalfEdgeNames[spot - kFieldSpot]};
    if (spot == kInteriorSpot) return {"field", "interior"};
    return {spot == kCloisterSpot ? "cloister" : "garden", std::nullopt};
}

nb::dict describe(const TileKind& kind) {
    nb::dict out;
    out["name"] = kind.name;
    out["set"] = kind.set == TileSet::base   ? "base"
                 : kind.set == TileSet::inns ? "inns_and_cathedrals"
                                             : "river";
    out["count"] = kind.garden ? kind.gardens : kind.count;
    out["garden"] = kind.garden;
    nb::list edges, cities, roads, fields;
    for (const Edge edge : kind.edges) edges.append(kEdgeTypes[static_cast<std::size_t>(edge)]);
    for (const auto& city : kind.cities) {
        cities.append(
            nb::make_tuple(names_of(city.edges, kEdgeNames), city.pennants, city.cathedral));
    }
    for (const auto& road : kind.roads) {
        roads.append(nb::make_tuple(names_of(road.edges, kEdgeNames), road.inn, road.inn_in_c2,
                                    road.ends_on));
    }
    for (const auto& field : kind.fields) {
        fields.append(
            nb::make_tuple(names_of(field.half_edges, kHalfEdgeNames), bits_of(field.cities)));
    }
    out["edges"] = edges;
    out["cities"] = cities;
    out["roads"] = roads;
    out["fields"] = fields;
    out["cloister"] = kind.cloister;
    out["river"] = names_of(kind.river, kEdgeNames);
    return out;
}

nb::typed<nb::list, nb::typed<nb::dict, nb::str, nb::any>> all_kinds() {
    nb::list out;
    for (const TileKind& kind : tile_kinds()) out.append(describe(kind));
    return nb::typed<nb::list, nb::typed<nb::dict, nb::str, nb::any>>(out);
}

using TileRow = std::tuple<int, int, std::string, int>;

std::vector<TileRow> tiles_of(const State& state) {
    std::vector<TileRow> out;
    for (int i = 0; i < state.tiles; ++i) {
        const PlacedTile& tile = state.placed[i];
        out.emplace_back(x_of(tile.cell), y_of(tile.cell), tile_kinds()[tile.kind].name,
                         tile.rotation);
    }
    return out;
}

using FigureRow = std::tuple<int, int, int, std::string, std::string, std::optional<std::string>>;

std::vector<FigureRow> figures_of(const State& state) {
    std::vector<FigureRow> out;
    for (int i = 0; i < state.record.figures; ++i) {
        const StandingFigure& f = state.record.figure[i];
        const auto [on, at] = place_of(f.spot);
        out.emplace_back(x_of(f.cell), y_of(f.cell), f.seat,
                         kFigureNames[static_cast<std::size_t>(f.figure)], on, at);
    }
    std::sort(out.begin(), out.end());
    return out;
}

using ScoreRow = std::tuple<std::optional<int>, std::string, std::vector<std::pair<int, int>>,
                            std::vector<int>, int>;

std::vector<ScoreRow> breakdown_of(const State& state, bool as_if_over) {
    std::vector<ScoreRow> out;
    for (const ScoreLine& line : breakdown(state, as_if_over)) {
        out.emplace_back(line.turn, place_of(line.spot).first, line.tiles, bits_of(line.owners),
                         line.points);
    }
    return out;
}

using SegmentRow = std::tuple<int, int, std::string, std::optional<std::string>>;
using AreaRow = std::tuple<std::string, std::vector<SegmentRow>, std::vector<int>, int, bool>;

std::vector<AreaRow> areas_of(const State& state) {
    std::vector<AreaRow> out;
    for (const Area& area : areas(state)) {
        std::vector<SegmentRow> segments;
        for (const auto& [cell, spot] : area.segments) {
            const auto [on, at] = place_of(spot);
            segments.emplace_back(x_of(cell), y_of(cell), on, at);
        }
        out.emplace_back(place_of(area.spot).first, std::move(segments), bits_of(area.owners),
                         area.points, area.complete);
    }
    return out;
}

std::vector<std::vector<int>> promises_of(const State& state) {
    const int seats = state.rules->options.seats;
    std::vector<std::vector<int>> out;
    for (const PerSeat& each : Judge::of(*state.rules).promises(state, areas(state))) {
        out.push_back(for_seats(each, seats));
    }
    return out;
}

std::map<std::string, int> bag_of(const State& state) {
    std::map<std::string, int> out;
    for (int i = 0; i < state.bag_count; ++i) ++out[tile_kinds()[state.bag[i]].name];
    for (int i = 0; i < state.bottom_count; ++i) ++out[tile_kinds()[state.bottom[i]].name];
    return out;
}

std::vector<std::string> bottom_of(const State& state) {
    std::vector<std::string> out;
    for (int i = 0; i < state.bottom_count; ++i) out.push_back(tile_kinds()[state.bottom[i]].name);
    return out;
}

std::vector<std::array<int, 3>> supplies_of(const State& state) {
    std::vector<std::array<int, 3>> out;
    for (unsigned seat = 0; seat < state.rules->options.seats; ++seat) {
        out.push_back({state.small_supply[seat], state.big_supply >> seat & 1,
                       state.abbot_supply >> seat & 1});
    }
    return out;
}

std::vector<std::array<int, 3>> placements_of(const State& state, std::string_view name) {
    const std::uint8_t kind = Carcassonne::parse_outcome(name);
    std::vector<std::array<int, 3>> out;
    legal_places(state, kind).each([&](int slot, int rotation) {
        const Cell cell = state.frontier.cells[slot];
        out.push_back({x_of(cell), y_of(cell), rotation});
    });
    std::sort(out.begin(), out.end());
    return out;
}

std::optional<std::string> hand_of_state(const State& state) {
    if (state.hand == kNone) return std::nullopt;
    return tile_kinds()[state.hand].name;
}

/// The tile in hand, laid as this text says; nothing without a text.
std::optional<PlacedTile> tile_laid(const State& state, std::optional<std::string_view> text) {
    if (!text) return std::nullopt;
    const Move move = canonical_move(state, parse_move(*text));
    if (move.then != 0) {
        throw InputError(Fault::notation, "a tile alone is laid", "move " + move_text(move),
                         "a placement without a figure");
    }
    return PlacedTile{cell_at(move.x, move.y), state.hand, move.rotation};
}

std::pair<int, int> plane_corner_of(const State& state, std::optional<std::string_view> laid) {
    const auto tile = tile_laid(state, laid);
    const Corner corner = plane_corner(state, tile ? &*tile : nullptr);
    return {corner.left, corner.top};
}

using PlaneArray = nb::ndarray<nb::numpy, float, nb::ndim<3>, nb::c_contig>;

PlaneArray planes_of(const State& state, std::optional<std::string_view> laid, int first) {
    const auto tile = tile_laid(state, laid);
    const int seats = state.rules->options.seats;
    checked_seat<Carcassonne>(state, first);
    const auto planes = static_cast<std::size_t>(planes_for(seats));
    auto cells = std::make_unique<float[]>(planes * kPlaneCells);
    write_planes(state, tile ? &*tile : nullptr, first, cells.get());
    float* const data = cells.release();
    nb::capsule owner(data, [](void* of) noexcept { delete[] static_cast<float*>(of); });
    return PlaneArray(data, {planes, kPlaneSide, kPlaneSide}, owner);
}

// ---------------------------------------------------------------- for carcbot train

using FactRow = std::tuple<int, std::string, int>;

std::vector<FactRow> facts_of(const State& state) {
    const std::vector<std::string> names = fact_names();
    std::vector<FactRow> out;
    tell_facts(state, [&](unsigned seat, int what, int amount) {
        out.emplace_back(static_cast<int>(seat), names[static_cast<std::size_t>(what)], amount);
    });
    return out;
}

// ---------------------------------------------------------------- for carcbot bench

Sampler sampler_named(std::string_view name) {
    if (name == "placement_then_meeple") return Sampler::placement_then_meeple;
    if (name == "all_moves") return Sampler::all_moves;
    if (name == "all_moves_listed") return Sampler::all_moves_listed;
    throw InputError(Fault::options, quote(name) + " is no way of picking moves", "sampler",
                     "placement_then_meeple, all_moves or all_moves_listed");
}

/// Plays games and returns how many moves they had and a checksum of their final points.
std::pair<std::int64_t, std::uint64_t> playouts(const State& from, std::string_view sampler,
                                                int games, std::uint64_t seed) {
    const Sampler how = sampler_named(sampler);
    const State mine = from;
    const nb::gil_scoped_release unlocked;
    Random random(seed);
    std::int64_t moves = 0;
    std::uint64_t checksum = 0;
    for (int game = 0; game < games; ++game) {
        State state = mine;
        moves += playout(state, random, how);
        for (const int points : virtual_scores(state))
            checksum = mix64(checksum + static_cast<std::uint64_t>(points));
    }
    return {moves, checksum};
}

/// Copies of positions from Python, in each of which a seat is to move: without the GIL another
/// thread may change the originals.
std::vector<State> own_positions(const std::vector<State*>& positions) {
    std::vector<State> mine;
    for (const State* state : positions) {
        if (state == nullptr) throw nb::type_error("positions: None is not a State");
        if (state->phase != Phase::place) {
            throw InputError(Fault::out_of_turn, "a position has no tile in hand",
                             position_text(*state), "positions in which a seat is to move");
        }
        mine.push_back(*state);
    }
    return mine;
}

/// Lists the moves of each position, again and again; returns how many were listed.
std::int64_t list_repeatedly(const std::vector<State*>& positions, int rounds) {
    const std::vector<State> mine = own_positions(positions);
    const nb::gil_scoped_release unlocked;
    std::int64_t moves = 0;
    MoveList list;
    for (int round = 0; round < rounds; ++round) {
        for (const State& state : mine) {
            list_moves(state, list);
            moves += list.count;
        }
    }
    return moves;
}

/// Copies each position and makes one of its moves; returns how often, and a checksum of digests.
std::pair<std::int64_t, std::uint64_t> copy_and_apply(const std::vector<State*>& positions,
                                                      int rounds) {
    const std::vector<State> mine = own_positions(positions);
    const nb::gil_scoped_release unlocked;
    std::int64_t count = 0;
    std::uint64_t checksum = 0;
    std::vector<std::vector<Move>> moves;
    for (const State& state : mine) moves.push_back(legal_moves(state));
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < mine.size(); ++i) {
            State after = mine[i];
            apply(after, moves[i][static_cast<std::size_t>(round) % moves[i].size()]);
            checksum ^= after.record.digest;
            ++count;
        }
    }
    return {count, checksum};
}

/// Every position of random games, as pairs of digest and check value, eight bytes each.
nb::bytes random_digests(std::string_view options, std::uint64_t seed, int games) {
    const State start = Carcassonne::new_game(options);
    std::vector<std::uint64_t> values;
    {
        const nb::gil_scoped_release unlocked;
        Random random(seed);
        for (int game = 0; game < games; ++game) {
            State state = start;
            while (state.phase != Phase::end) {
                values.push_back(state.record.digest);
                values.push_back(check_value(state));
                if (state.phase == Phase::draw) {
                    State drawn = state;
                    draw(state, take_random(drawn, random));
                } else {
                    const auto moves = legal_moves(state);
                    apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                }
            }
        }
    }
    return nb::bytes(values.data(), values.size() * sizeof(std::uint64_t));
}

}  // namespace

void register_carcassonne(nb::module_& parent) {
    nb::module_ module = parent.def_submodule(
        "carcassonne", "Carcassonne: base game, River, Inns & Cathedrals, Abbot.");
    module.def("kinds", &all_kinds, "Every tile kind as a dictionary of facts.");
    module.attr("STATE_BYTES") = sizeof(State);
    module.def("playouts", &playouts, nb::arg("state"), nb::arg("sampler"), nb::arg("games"),
               nb::arg("seed"),
               "Plays random games; returns the number of moves and a checksum of the points.");
    module.def("list_repeatedly", &list_repeatedly, nb::arg("positions"), nb::arg("rounds"),
               "Lists the moves of each position `rounds` times; returns how many.");
    module.def(
        "copy_and_apply", &copy_and_apply, nb::arg("positions"), nb::arg("rounds"),
        "Copies each position and makes a move, `rounds` times; returns how often and a checksum.");
    // For the proof that no two of a hundred million positions have the same digest, which no
    // slower language could play.
    module.def("random_digests", &random_digests, nb::arg("options"), nb::arg("seed"),
               nb::arg("games"),
               "Digest and check value of every position of random games, eight bytes each.");
    module.attr("MOMENTS") = kMoments;
    module.def("fact_names", &fact_names, "The facts that the judge weighs, in order.");
    module.def(
        "shipped_weights",
        [](const State& state) { return Judge::shipped_weights(state.rules->options); },
        nb::arg("state"), "The judge's weights for such games: a moment after the other.");
    bind_teacher<Carcassonne>(
        module, kJudgeWeights,
        [](const State& start, std::span<const std::int32_t> weights, const SelfPlay& how) {
            return learn(start, weights, how);
        },
        [](const State& start, std::span<const std::int32_t> weights,
           std::span<const std::int32_t> rival, std::uint64_t seed, int decks) {
            return compare(start, Judge(weights, *start.rules), Judge(rival, *start.rules), seed,
                           decks);
        });
    module.def("plane_names", &plane_names, nb::arg("seats"), "The name of each plane, in order.");
    bind_batches<Carcassonne>(module);
    bind_searches<Carcassonne>(module);
    bind_matches<Carcassonne>(module);
    bind_game<Carcassonne>(module)
        .def_prop_ro("hand", &hand_of_state, "The tile to be laid, if one is drawn.")
        .def("tiles", &tiles_of,
             "Tiles as (x, y, kind, rotation), in the order in which they were laid.")
        .def("figures", &figures_of, "Figures on the board as (x, y, seat, figure, on, at).")
        .def("supplies", &supplies_of, "Figures each seat has left, as [small, big, abbot].")
        .def("bag", &bag_of, "Copies of each kind not yet drawn, those under the stack included.")
        .def("bottom", &bottom_of, "The known tiles under the stack, the next one first.")
        .def("placements", &placements_of, nb::arg("kind"),
             "Where a tile of this kind could be laid, as [x, y, rotation].")
        .def(
            "virtual_scores",
            [](const State& s) { return for_seats(virtual_scores(s), s.rules->options.seats); },
            "Points of each seat as if the game ended now.")
        .def("breakdown", &breakdown_of, nb::arg("as_if_over") = false,
             "Everything scored, as (turn, kind, tiles, owners, points); turn is None for the "
             "final scoring.")
        .def("areas", &areas_of,
             "Every feature as (kind, segments, owners, points, complete), each segment as (x, y, "
             "on, at): points are what it paid, or what it would if the game ended now.")
        .def("promises", &promises_of,
             "What the judge promises each seat of each of areas(), in thousandths of a point.")
        .def("facts", &facts_of, "What the judge weighs here, as (seat, fact, amount).")
        .def("plane_corner", &plane_corner_of, nb::arg("laid") = nb::none(),
             "The column and row of the board that are the first of planes().")
        .def(
            "planes", &planes_of, nb::arg("laid") = nb::none(), nb::arg("first") = 0,
            "The position as planes of 30 by 30 cells; `laid` is the placement of the tile in hand "
            "before its figure, `first` the seat whose planes come first.")
        // For tests alone: a digest is kept up to date move by move, and this is what it must be.
        .def("recomputed_digest", &digest_of, "The digest from scratch; equals digest.");
}

}  // namespace carcbot::bindings
