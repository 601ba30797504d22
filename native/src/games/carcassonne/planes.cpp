#include "planes.hpp"

#include <algorithm>
#include <bit>

namespace carcbot::carcassonne {
namespace {

// Printed on a tile ----------------------------------------------------------------------------

constexpr int kCityPlane = 0, kRoadPlane = 10, kRiverPlane = 20, kFieldPlane = 30,
              kSpecialPlane = 66, kInnPlane = 70;

/// Places that may be connected: those of the rim, by number, and the middle as the last.
constexpr int kSidesAndMiddle = 5, kHalvesAndMiddle = 9;

/// The number of a pair of different places in the order (0,1) (0,2) ... (1,2) ...
constexpr int pair_number(int a, int b, int places) {
    return a * (2 * places - a - 1) / 2 + b - a - 1;
}

/// The planes that are 1 where a tile lies.
struct Printed {
    int count = 0;
    std::uint8_t planes[kTilePlanes];

    void add(int plane) { planes[count++] = static_cast<std::uint8_t>(plane); }

    /// Every pair of the places in the mask is connected; one alone ends in the middle.
    void connect(int first, unsigned mask, int places) {
        if (std::has_single_bit(mask)) {
            add(first + pair_number(std::countr_zero(mask), places - 1, places));
        }
        for (int a = 0; a < places; ++a) {
            for (int b = a + 1; b < places; ++b) {
                if ((mask >> a & 1) && (mask >> b & 1)) add(first + pair_number(a, b, places));
            }
        }
    }
};

/// The sides over which a city or road leaves a tile, or the half-edges of a field, as a mask.
unsigned rim_of(const Shape& shape, int segment) {
    unsigned mask = 0;
    for (unsigned side = 0; side < 4; ++side) {
        if (segment < shape.closable) {
            if (shape.segment_at[4 * side + kCentre] == segment) mask |= 1U << side;
        } else {
            if (shape.segment_at[4 * side + kLeft] == segment) mask |= 1U << 2 * side;
            if (shape.segment_at[4 * side + kRight] == segment) mask |= 2U << 2 * side;
        }
    }
    return mask;
}

Printed printed_on(const Shape& shape) {
    Printed printed;
    bool pennant = false, cathedral = false;
    unsigned inns = 0;
    for (int segment = 0; segment < shape.segments; ++segment) {
        const unsigned rim = rim_of(shape, segment);
        const std::uint64_t adds = shape.adds[segment];
        if (segment < shape.cities) {
            printed.connect(kCityPlane, rim, kSidesAndMiddle);
            pennant |= tally::pennants(adds) > 0;
            cathedral |= tally::has_cathedral(adds);
        } else if (segment < shape.closable) {
            printed.connect(kRoadPlane, rim, kSidesAndMiddle);
            if (tally::has_inn(adds)) inns |= rim;
        } else {
            printed.connect(kFieldPlane, rim, kHalvesAndMiddle);
        }
    }
    printed.connect(kRiverPlane, shape.river, kSidesAndMiddle);
    const bool special[] = {shape.cloister, shape.garden, pennant, cathedral};
    for (int i = 0; i < 4; ++i) {
        if (special[i]) printed.add(kSpecialPlane + i);
    }
    for (int side = 0; side < 4; ++side) {
        if (inns >> side & 1) printed.add(kInnPlane + side);
    }
    return printed;
}

using AllPrinted = std::array<std::array<Printed, 4>, kKinds>;

AllPrinted printed_on_all(const Shapes& shapes) {
    AllPrinted all;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        for (std::size_t rotation = 0; rotation < 4; ++rotation) {
            all[kind][rotation] = printed_on(shapes.of[kind][rotation]);
        }
    }
    return all;
}

const AllPrinted& printed(const Rules& rules) {
    static const AllPrinted classic = printed_on_all(shapes(false));
    static const AllPrinted c2 = printed_on_all(shapes(true));
    return rules.options.inn_on_ec_c2 ? c2 : classic;
}

// Who stands there -----------------------------------------------------------------------------

/// Within the planes of one kind of figure: north, east, south, west or the corners between them,
/// and the middle.
constexpr unsigned kMiddle = 1U << 4;
constexpr unsigned kCornerOf[8] = {0, 1, 1, 2, 2, 3, 3, 0};  ///< of each half-edge
/// The farmers' order of corners, which are clockwise from the north-west above.
constexpr unsigned kFarmerPlace[4] = {0, 1, 3, 2};

int segment_with(const Shape& shape, Spot spot) {
    if (spot < kFieldSpot) return shape.segment_at[4 * (spot & 3) + kCentre];
    const int half = spot - kFieldSpot;
    return shape.segment_at[4 * (half / 2) + (half % 2 ? kRight : kLeft)];
}

/// All places of the segment on which a figure stands: where on it is nobody's business.
unsigned places_of(const Shape& shape, Spot spot) {
    if (spot >= kInteriorSpot) return kMiddle;
    const unsigned rim = rim_of(shape, segment_with(shape, spot));
    if (spot < kFieldSpot) return rim;
    unsigned corners = 0;
    for (unsigned half = 0; half < 8; ++half) {
        if (rim >> half & 1) corners |= 1U << kFarmerPlace[kCornerOf[half]];
    }
    return corners;
}

/// The first plane of a kind of figure, among all seats' planes.
struct FigurePlanes {
    int seats;
    [[nodiscard]] int of(Figure figure, bool farmer, int player) const {
        constexpr int meeples = 0, abbots = 5, farmers = 6, big_farmers = 11, big_meeples = 16;
        if (figure == Figure::abbot) return abbots * seats + player;
        const int before = figure == Figure::small ? (farmer ? farmers : meeples)
                                                   : (farmer ? big_farmers : big_meeples);
        return before * seats + 5 * player;
    }
};

// The whole ------------------------------------------------------------------------------------

class Planes {
  public:
    Planes(const State& state, const PlacedTile* laid, int first, float* out)
        : state_(state),
          laid_(laid),
          seats_(state.rules->options.seats),
          first_(first),
          corner_(plane_corner(state, laid)),
          out_(out) {
        std::fill_n(out, planes_for(seats_) * kPlaneCells, 0.0F);
    }

    void tile(const PlacedTile& tile) {
        const Printed& on = printed(*state_.rules)[tile.kind][tile.rotation];
        for (int i = 0; i < on.count; ++i) set(on.planes[i], tile.cell);
    }

    void figure(const StandingFigure& figure) {
        const auto* const on =
            std::find_if(state_.placed, state_.placed + state_.tiles,
                         [&](const PlacedTile& tile) { return tile.cell == figure.cell; });
        const Shape& shape = state_.rules->shapes->of[on->kind][on->rotation];
        const bool farmer = figure.spot >= kFieldSpot && figure.spot <= kInteriorSpot;
        const int plane =
            kTilePlanes + FigurePlanes{seats_}.of(figure.figure, farmer, player(figure.seat));
        if (figure.figure == Figure::abbot) {
            set(plane, figure.cell);
            return;
        }
        const unsigned places = places_of(shape, figure.spot);
        for (int place = 0; place < 5; ++place) {
            if (places >> place & 1) set(plane + place, figure.cell);
        }
    }

    void numbers() {
        number(0, 0, tiles_left(state_));
        number(0, 1, laid_ ? 1 : state_.phase == Phase::end ? 2 : 0);
        if (laid_) {
            number(0, 2, y_of(laid_->cell) - corner_.top + 1);
            number(0, 3, x_of(laid_->cell) - corner_.left + 1);
        }
        if (state_.phase != Phase::end) number(0, 4 + player(state_.seat), 1);
        for (int seat = 0; seat < seats_; ++seat) {
            const int column = player(seat);
            number(1, column, state_.points[seat]);
            number(2, column, state_.small_supply[seat]);
            number(3, column, state_.big_supply >> seat & 1);
            number(4, column, state_.abbot_supply >> seat & 1);
        }
        if (state_.hand != kNone) {
            const Printed& on = printed(*state_.rules)[state_.hand][0];
            for (int i = 0; i < on.count; ++i) add_number(5, on.planes[i]);
        }
        for (int i = 0; i < state_.bag_count; ++i) add_number(8, state_.bag[i]);
        for (int i = 0; i < state_.bottom_count; ++i) add_number(8, state_.bottom[i]);
    }

  private:
    [[nodiscard]] int player(int seat) const { return (seat - first_ + seats_) % seats_; }

    void set(int plane, Cell cell) {
        const int row = y_of(cell) - corner_.top, column = x_of(cell) - corner_.left;
        if (row < 0 || row >= kPlaneSide || column < 0 || column >= kPlaneSide) return;
        out_[plane * kPlaneCells + row * kPlaneSide + column] = 1;
    }

    float& number_at(int row, int column) {
        return out_[(planes_for(seats_) - 1) * kPlaneCells + row * kPlaneSide + column];
    }
    void number(int row, int column, int value) {
        number_at(row, column) = static_cast<float>(value);
    }
    /// One more of what has this number in a list that begins with the row.
    void add_number(int row, int index) {
        number_at(row + index / kPlaneSide, index % kPlaneSide) += 1;
    }

    const State& state_;
    const PlacedTile* laid_;
    int seats_;
    int first_;
    Corner corner_;
    float* out_;
};

// Names ----------------------------------------------------------------------------------------

using Names = std::vector<std::string>;

const Names& sides() {
    static const Names names = {"top", "right", "bottom", "left", "center"};
    return names;
}

/// The two halves of each side, clockwise: the corner, and the side at which it lies.
const Names& halves() {
    static const Names names = {"top_left_top",       "top_right_top",       "top_right_right",
                                "bottom_right_right", "bottom_right_bottom", "bottom_left_bottom",
                                "bottom_left_left",   "top_left_left",       "center"};
    return names;
}

void add_pairs(Names& names, const std::string& what, const Names& places) {
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = a + 1; b < places.size(); ++b) {
            names.push_back(what + " " + places[a] + "-" + places[b]);
        }
    }
}

Names printed_names() {
    Names names;
    for (const char* what : {"city", "road", "river"}) add_pairs(names, what, sides());
    add_pairs(names, "field", halves());
    for (const char* what : {"chapel", "flowers", "shield", "cathedral"}) names.emplace_back(what);
    for (std::size_t side = 0; side < 4; ++side) names.push_back("inn " + sides()[side]);
    return names;
}

}  // namespace

std::vector<std::string> plane_names(int seats) {
    const Names corners = {"top_left", "top_right", "bottom_left", "bottom_right", "center"};
    const std::pair<const char*, Names> figures[] = {{"meeple", sides()},
                                                     {"abbot", {""}},
                                                     {"farmer", corners},
                                                     {"big farmer", corners},
                                                     {"big meeple", sides()}};
    Names names = printed_names();
    for (const auto& [figure, places] : figures) {
        for (int player = 0; player < seats; ++player) {
            for (const std::string& place : places) {
                std::string name = figure + std::string(" of player ") + std::to_string(player);
                names.push_back(place.empty() ? name : name + " " + place);
            }
        }
    }
    names.emplace_back("numbers");
    return names;
}

Corner plane_corner(const State& state, const PlacedTile* laid) {
    Bounds bounds(state);
    if (laid) bounds.add(laid->cell);
    return bounds.corner(kPlaneSide);
}

void write_planes(const State& state, const PlacedTile* laid, int first, float* out) {
    Planes planes(state, laid, first, out);
    for (int i = 0; i < state.tiles; ++i) planes.tile(state.placed[i]);
    if (laid) planes.tile(*laid);
    for (int i = 0; i < state.record.figures; ++i) planes.figure(state.record.figure[i]);
    planes.numbers();
}

}  // namespace carcbot::carcassonne
