#include "rules.hpp"

#include <algorithm>
#include <cstring>

#include "carcbot/error.hpp"
#include "draw.hpp"
#include "turn.hpp"

namespace carcbot::carcassonne {
namespace {

template <typename T>
void copy_used(T* to, const T* from, int count) {
    std::memcpy(to, from, sizeof(T) * static_cast<std::size_t>(count));
}

constexpr std::size_t up_to_64(int count) {
    return (static_cast<std::size_t>(count) + 63) & ~std::size_t{63};
}

}  // namespace

void State::copy_worth(const State& other) {
    copy_worth_around(other);
    copy_used(placed, other.placed, other.tiles);
    const Features& f = other.features;
    copy_used(features.tally, f.tally, f.labels);
    copy_used(features.cities, f.cities, f.labels);
}

void State::copy_worth_around(const State& other) {
    // The small members lie in front of the bag, in one piece.
    std::memcpy(static_cast<void*>(this), &other, offsetof(State, bag));
    copy_used(monk, other.monk, other.monks);
    const Features& f = other.features;
    features.labels = f.labels;
    features.city_bits = f.city_bits;
    features.forked_bits = f.forked_bits;
    std::memcpy(features.root, f.root, sizeof f.root);
    std::memcpy(features.held, f.held, sizeof f.held);
}

void State::copy_judged(const State& other) {
    copy_worth(other);
    frontier.count = other.frontier.count;
    const std::size_t bytes = up_to_64(other.frontier.count);
    // Cells to come are found empty, so these two are copied whole.
    std::memcpy(frontier.edges, other.frontier.edges, sizeof frontier.edges);
    std::memcpy(frontier.known, other.frontier.known, sizeof frontier.known);
    std::memcpy(frontier.cells, other.frontier.cells, 2 * bytes);
    std::memcpy(frontier.labels, other.frontier.labels,
                static_cast<std::size_t>(other.frontier.count) * kPorts);
}

State& State::operator=(const State& other) {
    if (this == &other) return *this;
    copy_judged(other);
    std::memcpy(bag, other.bag, sizeof bag);
    copy_used(bottom, other.bottom, other.bottom_count);

    record.digest = other.record.digest;
    record.figures = other.record.figures;
    record.scored = other.record.scored;
    copy_used(record.figure, other.record.figure, other.record.figures);
    copy_used(record.sheet, other.record.sheet, other.record.scored);
    copy_used(record.origin, other.record.origin, other.features.labels);
    return *this;
}

namespace {

void xor_bottom(State& state) {
    for (int i = 0; i < state.bottom_count; ++i) {
        state.record.digest ^= digest::bottom(i, state.bottom[i]);
    }
}

template <Recorded kRecorded>
void take_from_bag(State& state, int index) {
    const std::uint8_t kind = state.bag[index];
    if constexpr (kRecorded == Recorded::all) {
        const int copies = copies_in_bag(state, kind);
        state.record.digest ^= digest::bag(kind, copies) ^ digest::bag(kind, copies - 1);
    }
    state.bag[index] = state.bag[--state.bag_count];
    if (is_river(kind, state)) --state.river_left;
}

/// Whether any tile left, drawn by whatever rule, has a legal place.
bool anything_fits(const State& state) {
    std::uint64_t seen = 0;
    const auto fits = [&](std::uint8_t kind) {
        if (seen >> kind & 1) return false;
        seen |= 1ULL << kind;
        return legal_places(state, kind).total() != 0;
    };
    return std::any_of(state.bag, state.bag + state.bag_count, fits) ||
           std::any_of(state.bottom, state.bottom + state.bottom_count, fits);
}

bool river_allows(const State& state, int slot, const Shape& shape) {
    const Frontier& frontier = state.frontier;
    const int enter = river_side(frontier, slot);
    if (enter < 0) return false;
    const unsigned leave = shape.river & ~(1U << enter);
    if (leave == 0) return true;  // the lake
    const Options& options = state.rules->options;
    const int turn = river_turn(shape, enter);
    const int before = options.river_strict ? state.last_bend : state.last_turn;
    if (turn != 0 && turn == before) return false;
    if (!options.river_look_ahead) return true;
    const int ahead = std::countr_zero(leave);
    const Cell front = beside(frontier.cells[slot], ahead);
    const Cell next = beside(front, ahead);
    const Cell must_be_empty[] = {beside(front, (ahead + 1) & 3), beside(front, (ahead + 3) & 3),
                                  next, beside(next, (ahead + 1) & 3),
                                  beside(next, (ahead + 3) & 3)};
    return std::none_of(state.placed, state.placed + state.tiles, [&](const PlacedTile& tile) {
        return std::find(std::begin(must_be_empty), std::end(must_be_empty), tile.cell) !=
               std::end(must_be_empty);
    });
}

}  // namespace

Fits legal_river_places(const State& state, std::uint8_t kind) {
    const Shapes& shapes = *state.rules->shapes;
    Fits fits(state.frontier, shapes, kind);
    fits.keep_if([&](int slot, int rotation) {
        return river_allows(state, slot, shapes.of[kind][static_cast<std::size_t>(rotation)]);
    });
    return fits;
}

void set_aside(State& state, std::uint8_t kind) {
    const Unplaceable rule = state.rules->options.unplaceable;
    if (!is_river(kind, state) && rule != Unplaceable::discard) {
        if (rule == Unplaceable::return_to_bag) {
            const int copies = copies_in_bag(state, kind);
            state.record.digest ^= digest::bag(kind, copies) ^ digest::bag(kind, copies + 1);
            state.bag[state.bag_count++] = kind;
        } else {
            state.record.digest ^= digest::bottom(state.bottom_count, kind);
            state.bottom[state.bottom_count++] = kind;
        }
        if (!anything_fits(state)) state.phase = Phase::end;
    }
    if (tiles_left(state) == 0) state.phase = Phase::end;
}

void begin(State& state, const Options& options) {
    std::memset(static_cast<void*>(&state), 0, sizeof state);
    const Start start = start_of(options);
    state.rules = &rules_for(options);
    state.start = start;
    state.phase = Phase::draw;
    state.hand = kNone;
    const unsigned seats = options.seats;
    for (unsigned seat = 0; seat < seats; ++seat) state.small_supply[seat] = kSmallMeeples;
    const auto everybody = static_cast<std::uint8_t>((1U << seats) - 1);
    state.big_supply = options.inns ? everybody : 0;
    state.abbot_supply = options.abbot ? everybody : 0;

    for (int label = 0; label < kLabelSlots; ++label) {
        state.features.root[label] = static_cast<std::uint8_t>(label);
    }
    Frontier& frontier = state.frontier;
    frontier.count = 1;
    frontier.cells[0] = cell_at(start.x, start.y);
    std::memset(frontier.labels, kNone, sizeof frontier.labels);
    const Shape& shape = state.rules->shapes->of[start.kind][start.rotation];
    lay_tile<Recorded::all>(state, 0, shape, join_at(state, 0, shape));
}

void fill_bag(State& state, const std::array<std::uint8_t, kKinds>& counts) {
    const auto lake = static_cast<std::uint8_t>(lake_kind());
    const auto fill = [&](auto belongs) {
        for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
            if (!belongs(kind)) continue;
            for (int n = 0; n < counts[kind]; ++n) state.bag[state.bag_count++] = kind;
        }
    };
    fill([&](std::uint8_t kind) { return !is_river(kind, state); });
    const int land = state.bag_count;
    fill([&](std::uint8_t kind) { return kind == lake; });
    fill([&](std::uint8_t kind) { return is_river(kind, state) && kind != lake; });
    state.river_left = static_cast<std::uint8_t>(state.bag_count - land);
}

State new_game(const Options& options) {
    State state;
    begin(state, options);
    std::array<std::uint8_t, kKinds> counts = state.rules->copies;
    --counts[state.start.kind];
    fill_bag(state, counts);
    state.record.digest = digest_of(state);
    return state;
}

Options options_of(const State& state) {
    Options options = state.rules->options;
    if (!(state.start == start_of(options))) options.start = state.start;
    return options;
}

std::vector<std::pair<std::uint8_t, int>> outcomes(const State& state) {
    std::vector<std::pair<std::uint8_t, int>> out;
    if (state.phase != Phase::draw) return out;
    if (state.bag_count == 0) {
        out.emplace_back(state.bottom[0], 1);
        return out;
    }
    std::array<int, kKinds> counts{};
    for (int i = first_drawable(state); i < state.bag_count; ++i) ++counts[state.bag[i]];
    out.reserve(kKinds);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (counts[kind]) out.emplace_back(static_cast<std::uint8_t>(kind), counts[kind]);
    }
    return out;
}

void draw(State& state, std::uint8_t kind) {
    Fits places;
    draw<Recorded::all>(state, kind, places);
}

template <Recorded kRecorded>
void draw(State& state, std::uint8_t kind, Fits& places) {
    if (state.phase != Phase::draw) {
        throw InputError(Fault::out_of_turn, "no tile is to be drawn now", position_text(state),
                         state.phase == Phase::end ? "nothing: the game is over" : "a move");
    }
    const int from = first_drawable(state);
    const int found = lanes::Tray(state.bag, state.bag_count).first(kind, from);
    const bool queued = state.bag_count == 0 && state.bottom[0] == kind;
    if (!queued && found >= state.bag_count) {
        std::string expected = "one of";
        for (const auto& [possible, weight] : outcomes(state))
            expected += " " + tile_kinds()[possible].name;
        throw InputError(Fault::illegal_move,
                         "tile " + tile_kinds()[kind].name + " cannot be drawn",
                         position_text(state), expected);
    }
    if constexpr (kRecorded == Recorded::all) state.record.digest ^= turn_fact(state);
    if (queued) {
        xor_bottom(state);
        std::memmove(state.bottom, state.bottom + 1, --state.bottom_count);
        xor_bottom(state);
    } else {
        take_from_bag<kRecorded>(state, found);
    }
    find_legal_places(state, kind, places);
    if (places.total() == 0) {
        set_aside(state, kind);
    } else {
        state.hand = kind;
        state.phase = Phase::place;
    }
    if constexpr (kRecorded == Recorded::all) state.record.digest ^= turn_fact(state);
}

template void draw<Recorded::all_but_digest>(State& state, std::uint8_t kind, Fits& places);

void apply(State& state, Move move) {
    make_move<Recorded::all>(state, move, Unwatched{});
}

int turns_left(const State& state, int seat) {
    const int seats = state.rules->options.seats;
    const int ahead = (seat - state.seat + seats) % seats;
    const int tiles = tiles_left(state) + (state.phase == Phase::place);
    return state.phase == Phase::end || tiles <= ahead ? 0 : (tiles - ahead + seats - 1) / seats;
}

std::pair<int, int> value_bounds(const State& state, int seat) {
    if (state.phase == Phase::end) {
        const int points = scores(state)[static_cast<std::size_t>(seat)];
        return {points, points};
    }
    const int points = state.points[seat];
    return {points, points + state.rules->highest_gain};
}

Points ranking(const State& state) {
    const Points points = scores(state);
    Points places{};
    for (std::size_t seat = 0; seat < state.rules->options.seats; ++seat) {
        places[seat] = 1;
        for (std::size_t other = 0; other < state.rules->options.seats; ++other) {
            places[seat] += points[other] > points[seat];
        }
    }
    return places;
}

}  // namespace carcbot::carcassonne
