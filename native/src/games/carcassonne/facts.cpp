#include "facts.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "lay.hpp"

namespace carcbot::carcassonne {

TilesLeft count_left(const State& state) {
    TilesLeft left{};
    const auto add = [&](std::uint8_t kind) {
        ++left.of[kind];
        left.kinds |= 1ULL << kind;
    };
    for (int i = 0; i < state.bag_count; ++i) add(state.bag[i]);
    for (int i = 0; i < state.bottom_count; ++i) add(state.bottom[i]);
    if (state.hand != kNone) add(state.hand);
    return left;
}

namespace {

Gap gap_of(const State& state, const TilesLeft& left, int slot) {
    const Frontier& frontier = state.frontier;
    const Shapes& shapes = *state.rules->shapes;
    const unsigned sides = known_sides(frontier.known[slot]);
    const std::uint8_t edges = frontier.edges[slot];
    const auto copies = [&](std::uint64_t kinds) {
        return static_cast<std::uint8_t>(lanes::sum_of(left.of, kinds & left.kinds));
    };
    Gap gap{copies(shapes.fitting[sides][edges]), 0, {}, {}};
    const auto add = [&](int port, std::uint8_t ends) {
        const std::uint8_t label = state.features.root[frontier.labels[slot][port]];
        std::uint8_t* const behind = gap.area + gap.areas;
        std::uint8_t* const found = std::find(gap.area, behind, label);
        const auto i = found - gap.area;
        if (found == behind) {
            *found = label;
            gap.ends[i] = ends;
            ++gap.areas;
        } else {
            gap.ends[i] = std::min(gap.ends[i], ends);
        }
    };
    for (int side = 0; side < 4; ++side) {
        if ((frontier.known[slot] >> (2 * side) & 3) == 0) continue;
        const auto edge = static_cast<Edge>(edges >> (2 * side) & 3);
        if (edge == Edge::city || edge == Edge::road) {
            const std::uint64_t ending = shapes.ending[sides][edges][static_cast<unsigned>(side)];
            add(4 * side + kCentre, copies(ending));
        }
        if (edge == Edge::city) continue;
        add(4 * side + kLeft, 0);
        if (edge != Edge::field) add(4 * side + kRight, 0);
    }
    return gap;
}

}  // namespace

Gaps::Gaps(const State& state, const TilesLeft& left) : count_(state.frontier.count) {
    for (int slot = 0; slot < count_; ++slot) {
        gaps_[slot] = gap_of(state, left, slot);
    }
}

void Gaps::follow(const State& state, const TilesLeft& left, int slot, Cell cell) {
    const Frontier& frontier = state.frontier;
    changes_ = 0;
    const auto look_again = [&](int at) {
        changed_[changes_] = at;
        was_[changes_++] = at < count_ ? gaps_[at] : Gap{};
        gaps_[at] = gap_of(state, left, at);
    };
    const Cell around[4] = {beside(cell, 0), beside(cell, 1), beside(cell, 2), beside(cell, 3)};
    const detail::Slots slots = detail::find_cells(frontier, around);
    for (const int at : slots.at) {
        if (at < frontier.count) look_again(at);
    }
    const bool is_seen = std::find(slots.at, slots.at + 4, slot) != slots.at + 4;
    if (slot < frontier.count && !is_seen) look_again(slot);  // the last one has come there
}

void Gaps::restore() {
    for (int i = 0; i < changes_; ++i) gaps_[changed_[i]] = was_[i];
    changes_ = 0;
}

std::vector<std::string> fact_names() {
    using namespace fact;
    std::vector<std::string> names = {"always", "moves next", "a turn more than others"};
    for (int i = 0; i <= kSmallMeeples; ++i) {
        names.push_back(std::to_string(i) + " meeples left");
    }
    names.insert(names.end(), {"big meeple left", "abbot left"});
    const char* const types[] = {"city", "road"};
    const char* const roles[] = {"alone", "ahead", "tied", "behind"};
    const char* const amounts[] = {"figures", "points", "points to come"};
    const char* const fits[] = {"0", "1", "2", "3-4", "5-8", "9-14", "15+"};
    const char* const few[] = {"0", "1-2", "3+"};
    const auto add = [&](const std::string& what, int cells, int most, const char* fit) {
        const std::string around = std::to_string(cells) + (cells == most ? "+" : "");
        for (const char* const amount : amounts) {
            names.push_back(what + ", " + around + " cells, " + fit + " fit: " + amount);
        }
    };
    for (const std::string type : types) {
        for (int cells = 1; cells <= kCellsTold; ++cells) {
            for (const char* const fit : fits) add(type + " alone", cells, kCellsTold, fit);
        }
    }
    for (const std::string type : types) {
        for (int role = kAhead; role < kRoles; ++role) {
            for (int cells = 1; cells <= 3; ++cells) {
                for (const char* const fit : few) add(type + " " + roles[role], cells, 3, fit);
            }
        }
    }
    for (const std::string type : types) {
        for (const std::string rival : {"weaker", "stronger"}) {
            names.push_back(type + " beside a " + rival + " rival's: figures");
            names.push_back(type + " beside a " + rival + " rival's: points when complete");
        }
    }
    for (const std::string who : {"monk", "abbot"}) {
        for (int missing = 0; missing < kMissing; ++missing) {
            for (const char* const fit : few) {
                names.push_back(who + ", " + std::to_string(missing) + " missing, " + fit + " fit");
            }
        }
    }
    const char* const of_fields[] = {"held",        "points",          "open cities",
                                     "near cities", "cells around it", "points beside a rival's"};
    for (const std::string role : roles) {
        for (const char* const amount : of_fields) names.push_back("field " + role + ": " + amount);
    }
    for (const std::string type : types) {
        for (int cells = 1; cells <= kCellsTold; ++cells) {
            for (const char* const end : fits) {
                const std::string around =
                    std::to_string(cells) + (cells == kCellsTold ? "+" : "") + " cells, ";
                const std::string name = type + " alone, " + around + end + " end it: ";
                names.insert(names.end(), {name + "figures", name + "points"});
            }
        }
    }
    return names;
}

}  // namespace carcbot::carcassonne
