#include "compact.hpp"

#include <algorithm>
#include <bit>

#include "final.hpp"
#include "tiles.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr float kTen = 0.1F;  ///< what is told in tens

/// Types of areas that figures can stand on, and how many of each are told one by one.
enum Type { kCities, kRoads, kFields, kCloisters };
constexpr int kTypes = 3;  ///< cloisters are not summed up: each has one owner and eight neighbours
constexpr int kTold[] = {6, 4, 4, 4};
constexpr int kMostTold = 6;
constexpr const char* kTypeNames[] = {"cities", "roads", "fields"};
constexpr const char* kAreaNames[] = {"city ", "road ", "field ", "cloister or garden "};
/// What is told of each, before the figures on it.
constexpr const char* kTellings[4][6] = {
    {"points", "points when complete", "tiles", "open ends", "pennants", "cathedral"},
    {"points", "points when complete", "tiles", "open ends", "inn"},
    {"points"},
    {"points", "abbot"},
};

/// Areas of one type that have the same owner.
struct Sum {
    int areas = 0;
    int points = 0;
    int open_ends = 0;
};

/// Figures by seat, four bits each, as a word in which player 0 is `first`.
std::uint64_t by_player(std::uint64_t word, int first, int seats) {
    const std::uint64_t all = (1ULL << (4 * seats)) - 1;
    const std::uint64_t figures = word & all;
    return (figures >> (4 * first) | figures << (4 * (seats - first))) & all;
}

/// An area as one number, so that the most valuable come first and no two different ones are equal.
/// From the lowest bit: figures by player 24, what is on it 26, points.
struct Told {
    static constexpr int kOn = 24, kPoints = 50;

    static std::uint64_t pack(int points, std::uint64_t on, std::uint64_t figures) {
        return static_cast<std::uint64_t>(points) << kPoints | on << kOn | figures;
    }
    static std::uint64_t on(std::uint64_t told) {
        return told >> kOn & ((1ULL << (kPoints - kOn)) - 1);
    }
    static int points(std::uint64_t told) { return static_cast<int>(told >> kPoints); }
    static float figures(std::uint64_t told, int player) {
        return static_cast<float>(told >> (4 * player) & 15);
    }
};

/// The areas that are told one by one: the best so far, the best of all first.
struct Tops {
    int count = 0;
    std::uint64_t told[kMostTold];

    void add(std::uint64_t area, int most) {
        if (count == most && told[most - 1] >= area) return;
        int place = count < most ? count++ : most - 1;
        for (; place > 0 && told[place - 1] < area; --place) told[place] = told[place - 1];
        told[place] = area;
    }
};

/// Everything about areas that is told.
struct Areas {
    Sum sums[kTypes][kMaxSeats + 2] = {};  ///< nobody's, each player's alone, shared
    Tops tops[4];
    int final_points[kMaxSeats];  ///< by seat: as if the game ended now
};

/// 0 for nobody's, 1 + player, or 1 + seats where several share it.
int owner_class(unsigned owners, int first, int seats) {
    if (owners == 0) return 0;
    if (!std::has_single_bit(owners)) return 1 + seats;
    return 1 + (std::countr_zero(owners) - first + seats) % seats;
}

/// What kTellings says of an area; of no area, zeros.
void tell(Type type, std::uint64_t told, const Options& options, NumberWriter& numbers) {
    numbers.add(kTen * static_cast<float>(Told::points(told)));
    if (type == kFields) return;
    if (type == kCloisters) {
        numbers.add(Told::on(told));
        return;
    }
    const std::uint64_t word =
        Told::on(told) << tally::kOpen | (type == kRoads ? tally::kRoad : tally::kCity);
    numbers.add(told ? kTen * static_cast<float>(completed_value(word, options)) : 0);
    numbers.add(kTen * static_cast<float>(tally::tiles(word)));
    numbers.add(kTen * static_cast<float>(tally::open(word)));
    if (type == kRoads) {
        numbers.add(tally::has_inn(word));
    } else {
        numbers.add(tally::pennants(word));
        numbers.add(tally::has_cathedral(word));
    }
}

/// The areas that are not complete, by type; the labels of other types lie at 0.
struct OpenLabels {
    int count[4] = {};
    std::uint8_t at[4][kLabelSlots];

    explicit OpenLabels(const Features& features) {
        for (int label = 0; label < features.labels; ++label) {
            const std::uint64_t word = features.of[label].tally;
            const std::uint64_t type = word >> 62;
            at[type][count[type]] = static_cast<std::uint8_t>(label);
            count[type] += (word & tally::kDone) == 0;
        }
    }
};

/// The bits of the complete cities, one after the other.
struct CityBits {
    int count = 0;
    std::uint64_t low[kLabelSlots], high[kLabelSlots];

    explicit CityBits(const Features& features) {
        for (int label = 0; label < features.labels; ++label) {
            low[count] = features.of[label].cities_low;
            high[count] = features.of[label].cities_high & ~kForkedTiles;
            count += is_complete_city(features.of[label].tally);
        }
    }

    /// How many of them a field touches.
    [[nodiscard]] int touched_by(const Feature& field) const {
        int touched = 0;
        for (int c = 0; c < count; ++c) {
            touched += ((field.cities_low & low[c]) | (field.cities_high & high[c])) != 0;
        }
        return touched;
    }
};

/// Looks at all areas once.
class Survey {
  public:
    Survey(const State& state, int first)
        : state_(state), first_(first), seats_(state.rules->options.seats) {
        const FarmScoring farms = state.rules->options.farm_scoring;
        for (int seat = 0; seat < seats_; ++seat) areas_.final_points[seat] = state.points[seat];
        const OpenLabels open(state.features);
        features(kCities, open.at[1], open.count[1]);
        features(kRoads, open.at[2], open.count[2]);
        if (farms != FarmScoring::off) fields(open.at[3], open.count[3]);
        monks();
        // where farmers are paid by city, the rules are asked
        if (farms != FarmScoring::current) add_final(state, areas_.final_points);
    }

    [[nodiscard]] const Areas& areas() const { return areas_; }

  private:
    void features(Type type, const std::uint8_t* labels, int count) {
        for (int i = 0; i < count; ++i) {
            const std::uint64_t word = state_.features.of[labels[i]].tally;
            // what its tally has between the figures and the type
            const std::uint64_t on = (word & ~(tally::kType | tally::kDone)) >> tally::kOpen;
            const auto open_ends = static_cast<int>(tally::open(word));
            tell_of(type, word, on, incomplete_value(word), open_ends);
        }
    }

    void fields(const std::uint8_t* labels, int count) {
        const CityBits cities(state_.features);
        for (int i = 0; i < count; ++i) {
            const Feature& field = state_.features.of[labels[i]];
            tell_of(kFields, field.tally, 0, 3 * cities.touched_by(field), 0);
        }
    }

    void tell_of(Type type, std::uint64_t word, std::uint64_t on, int points, int open_ends) {
        const bool held = (word & tally::kFigures) != 0;
        const unsigned owners = held ? owners_of(word, static_cast<unsigned>(seats_)) : 0;
        Sum& sum = areas_.sums[type][owner_class(owners, first_, seats_)];
        ++sum.areas;
        sum.points += points;
        sum.open_ends += open_ends;
        if (!held) return;
        areas_.tops[type].add(Told::pack(points, on, by_player(word, first_, seats_)), kTold[type]);
        pay(owners, points);
    }

    void monks() {
        for (int i = 0; i < state_.monks; ++i) {
            const Monk& monk = state_.monk[i];
            const std::uint64_t figure = 1ULL << (4 * monk.seat);
            const bool abbot = monk.figure == static_cast<unsigned>(Figure::abbot);
            const int points = 1 + monk.neighbours;
            areas_.tops[kCloisters].add(
                Told::pack(points, abbot, by_player(figure, first_, seats_)), kTold[kCloisters]);
            pay(1U << monk.seat, points);
        }
    }

    void pay(unsigned owners, int points) {
        for (int seat = 0; seat < seats_; ++seat) {
            areas_.final_points[seat] += owners >> seat & 1 ? points : 0;
        }
    }

    const State& state_;
    int first_;
    int seats_;
    Areas areas_;
};

}  // namespace

Compact::Compact(const Rules& rules) : seats_(rules.options.seats), box_(0) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        box_ += rules.copies[kind];
        if (rules.copies[kind])
            kind_at_[static_cast<std::size_t>(kinds_++)] = static_cast<std::uint8_t>(kind);
    }
    for (int i = 0; i < kinds_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        part_of_kind_[at] = 1 / static_cast<float>(rules.copies[kind_at_[at]]);
    }
    count_ = static_cast<int>(names().size());
}

std::vector<std::string> Compact::names() const {
    std::vector<std::string> names = {"tiles left"};
    for (int i = 0; i < kinds_; ++i) names.push_back("in hand: " + kind_name(i));
    for (int i = 0; i < kinds_; ++i) names.push_back("left: " + kind_name(i));
    const auto of_player = [&](const std::string& what, int player) {
        names.push_back(what + " of player " + std::to_string(player));
    };
    for (int player = 0; player < seats_; ++player) {
        for (const char* what : {"points", "points if it ended now", "meeples left",
                                 "big meeple left", "abbot left"}) {
            of_player(what, player);
        }
        of_player("turn", player);
    }
    for (const char* type : kTypeNames) {
        for (int owner = 0; owner < seats_ + 2; ++owner) {
            const std::string whose = owner == 0            ? "nobody"
                                      : owner == seats_ + 1 ? "several"
                                                            : "player " + std::to_string(owner - 1);
            for (const char* what : {"", "points of ", "open ends of "}) {
                if (type == kTypeNames[kFields] && *what == 'o') continue;
                names.push_back(std::string(what) + type + " owned by " + whose);
            }
        }
    }
    for (int type = 0; type < 4; ++type) {
        for (int place = 1; place <= kTold[type]; ++place) {
            const std::string area = std::string(kAreaNames[type]) + std::to_string(place) + ": ";
            for (const char* what : kTellings[type]) {
                if (what) names.push_back(area + what);
            }
            for (int player = 0; player < seats_; ++player) of_player(area + "figures", player);
        }
    }
    return names;
}

void Compact::write(const State& state, int first, float* out) const {
    const Survey survey(state, first);
    const Areas& areas = survey.areas();
    NumberWriter numbers(out);
    numbers.add(static_cast<float>(tiles_left(state)) / static_cast<float>(box_));
    write_tiles(state, numbers);
    for (int player = 0; player < seats_; ++player) {
        const int seat = (first + player) % seats_;
        numbers.add(kTen * state.points[seat]);
        numbers.add(kTen * static_cast<float>(areas.final_points[seat]));
        numbers.add(static_cast<float>(state.small_supply[seat]) / kSmallMeeples);
        numbers.add(state.big_supply >> seat & 1);
        numbers.add(state.abbot_supply >> seat & 1);
        numbers.add(state.phase != Phase::end && state.seat == seat);
    }
    for (int type = 0; type < kTypes; ++type) {
        for (int owner = 0; owner < seats_ + 2; ++owner) {
            const Sum& sum = areas.sums[type][owner];
            numbers.add(kTen * static_cast<float>(sum.areas));
            numbers.add(kTen * static_cast<float>(sum.points));
            if (type != kFields) numbers.add(kTen * static_cast<float>(sum.open_ends));
        }
    }
    for (int type = 0; type < 4; ++type) {
        const Tops& tops = areas.tops[type];
        for (int place = 0; place < kTold[type]; ++place) {
            const std::uint64_t told = place < tops.count ? tops.told[place] : 0;
            tell(static_cast<Type>(type), told, state.rules->options, numbers);
            for (int player = 0; player < seats_; ++player) {
                numbers.add(Told::figures(told, player));
            }
        }
    }
}

std::string Compact::kind_name(int index) const {
    return tile_kinds()[kind_at_[static_cast<std::size_t>(index)]].name;
}

void Compact::write_tiles(const State& state, NumberWriter& numbers) const {
    // whole vectors of bytes: what is counted below is counted many at a time
    alignas(64) std::uint8_t tiles[2 * 64];
    static_assert(sizeof tiles >= kMaxTiles);
    std::fill(std::begin(tiles), std::end(tiles), kNone);
    std::copy_n(state.bag, state.bag_count, tiles);
    std::copy_n(state.bottom, state.bottom_count, tiles + state.bag_count);
    for (int i = 0; i < kinds_; ++i) {
        numbers.add(kind_at_[static_cast<std::size_t>(i)] == state.hand);
    }
    for (int i = 0; i < kinds_; ++i) {
        const std::uint8_t kind = kind_at_[static_cast<std::size_t>(i)];
        std::uint8_t left = 0;
        for (const std::uint8_t tile : tiles)
            left = static_cast<std::uint8_t>(left + (tile == kind));
        numbers.add(static_cast<float>(left) * part_of_kind_[static_cast<std::size_t>(i)]);
    }
}

}  // namespace carcbot::carcassonne
