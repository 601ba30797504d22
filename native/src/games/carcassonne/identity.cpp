// What makes two positions equal, from scratch.
#include "draw.hpp"
#include "rules.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {
namespace {

/// Calls absorb(fact) for every fact of the position, as digest.hpp writes them.
template <typename Absorb>
void each_fact(const State& state, Absorb absorb) {
    const Options& options = state.rules->options;
    const int expansions = options.river | options.inns << 1 | options.abbot << 2;
    const int settings[] = {options.seats,
                            expansions,
                            static_cast<int>(options.farm_scoring),
                            options.two_tile_city,
                            static_cast<int>(options.unplaceable),
                            options.river_start_tile_kept,
                            options.river_strict,
                            options.river_look_ahead,
                            options.inn_on_ec_c2,
                            state.start.kind,
                            state.start.rotation,
                            state.start.x,
                            state.start.y};
    absorb(digest::turn(static_cast<int>(state.phase), state.seat, state.hand));
    int which = 0;
    for (const int setting : settings) absorb(digest::option(which++, setting));
    for (int i = 0; i < state.tiles; ++i) {
        const PlacedTile& t = state.placed[i];
        absorb(digest::tile(t.kind, t.rotation, x_of(t.cell), y_of(t.cell)));
    }
    for (int i = 0; i < state.record.figures; ++i) {
        const StandingFigure& f = state.record.figure[i];
        absorb(digest::figure(f.seat, f.figure, f.spot, x_of(f.cell), y_of(f.cell)));
    }
    for (unsigned seat = 0; seat < options.seats; ++seat) {
        absorb(digest::points(seat, state.points[seat]));
    }
    for (int kind = 0; kind < kKinds; ++kind) {
        absorb(digest::bag(kind, copies_in_bag(state, static_cast<std::uint8_t>(kind))));
    }
    for (int i = 0; i < state.bottom_count; ++i) absorb(digest::bottom(i, state.bottom[i]));
}

}  // namespace

std::uint64_t digest_of(const State& state) {
    std::uint64_t digest = 0;
    each_fact(state, [&](std::uint64_t fact) { digest ^= fact; });
    return digest;
}

std::uint64_t check_value(const State& state) {
    std::uint64_t value = 0;
    for (const char c : position_text(state)) value = mix64(value ^ static_cast<unsigned char>(c));
    return value;
}

}  // namespace carcbot::carcassonne
