#include "compact.hpp"

#include <algorithm>
#include <cstring>

#include "draw.hpp"
#include "survey.hpp"
#include "tiles.hpp"

namespace carcbot::carcassonne {
namespace {

constexpr float kTen = 0.1F;  ///< what is told in tens
constexpr float kAsItIs = 1;

/// A number that is told. Of an area: its lowest bit among those of `told`, how many bits it has,
/// and what it is at most.
struct Telling {
    const char* what;
    float unit;
    int at = 0;
    int bits = 0;
    std::uint32_t most = 0xFFFF;
};
/// What is told of a player. What he has left is a part of all, which is written by itself.
constexpr Telling kOfPlayer[] = {
    {"points", kTen},          {"points if it ended now", kTen},
    {"meeples left", kAsItIs}, {"big meeple left", kAsItIs},
    {"abbot left", kAsItIs},   {"turn", kAsItIs},
};
enum OfPlayer { kOwnPoints, kFinalPoints, kMeeples, kBigMeeple, kAbbot, kTurn };
constexpr int kPlayerNumbers = std::size(kOfPlayer);

/// Those that are summed up; cloisters are not, for each has one owner and eight neighbours.
constexpr Type kSummed[] = {kCities, kRoads, kFields};
constexpr Type kAllTypes[] = {kCities, kRoads, kFields, kCloisters};
constexpr const char* kTypeNames[] = {"", "cities", "roads", "fields"};
constexpr const char* kOfSums[] = {"", "points of ", "open ends of "};
/// Fields have no open ends.
constexpr int sum_numbers(Type type) {
    return type == kFields ? 2 : 3;
}

/// How many of each are told one by one.
constexpr int kTold[] = {4, 6, 4, 4};
/// Behind the areas stands what they are worth when they are complete.
constexpr int kCompletes = 8;
constexpr const char* kAreaNames[] = {"cloister or garden ", "city ", "road ", "field "};
constexpr Telling kPoints = {"points", kTen, told::kPoints, 8};
constexpr Telling kComplete = {"points when complete", kTen};
constexpr Telling kTiles = {"tiles", kTen, tally::kTiles - told::kFromTally, 7};
constexpr Telling kOpenEnds = {"open ends", kTen, tally::kOpen - told::kFromTally, 8};
constexpr Telling kPennants = {"pennants", kAsItIs, tally::kPennants - told::kFromTally, 5};
constexpr Telling kCathedral = {"cathedral", kAsItIs, tally::kCathedrals - told::kFromTally, 2, 1};
constexpr Telling kInn = {"inn", kAsItIs, tally::kInns - told::kFromTally, 3, 1};
constexpr Telling kStandsAbbot = {"abbot", kAsItIs, told::kOn, 1};
/// What is told of each, before the figures on it.
const std::vector<Telling> kOfArea[] = {
    {kPoints, kStandsAbbot},
    {kPoints, kComplete, kTiles, kOpenEnds, kPennants, kCathedral},
    {kPoints, kComplete, kTiles, kOpenEnds, kInn},
    {kPoints},
};

/// Finds completed_value() of eight cities or roads; 0 of none.
CARCBOT_HOT void find_completes(const Eight& told, const Options& options, Eight& completes) {
    const Eight tiles = told >> (tally::kTiles - told::kFromTally) & 0x7F;
    const Eight pennants = told >> (tally::kPennants - told::kFromTally) & 0x1F;
    const Eight inns = told >> (tally::kInns - told::kFromTally) & 7;
    const Eight cathedrals = told >> (tally::kCathedrals - told::kFromTally) & 3;
    const Eight all = tiles + pennants;
    const Eight of_road = inns != 0 ? 2 * tiles : tiles;
    const Eight of_city = cathedrals != 0 ? 3 * all : 2 * all;
    const std::uint64_t small = options.two_tile_city == 2 ? 2 : 0;
    completes = told >> told::kType == std::uint64_t{kRoads} ? of_road
                : tiles == small                             ? all
                                                             : of_city;
}

}  // namespace

Compact::Compact(const Rules& rules) : rules_(rules), seats_(rules.options.seats) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        box_ += rules.copies[kind];
        if (rules.copies[kind]) {
            place_of_[kind] = static_cast<std::uint8_t>(kinds_);
            kind_at_[static_cast<std::size_t>(kinds_++)] = static_cast<std::uint8_t>(kind);
        }
    }
    count_ = static_cast<int>(layout().size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(kinds_); ++i)
        left_unit_[i] = 1 / static_cast<float>(rules.copies[kind_at_[i]]);
    for (std::size_t left = 0; left < meeples_.size(); ++left)
        meeples_[left] = static_cast<float>(left) / kSmallMeeples;
    for (const Type type : kAllTypes) {
        for (int area = 0; area < kTold[type]; ++area) {
            Extract& top = tops_[type];
            for (const Telling& each : kOfArea[type]) {
                const int word = each.bits ? area : area + kCompletes;
                top.add(word, each.at, each.bits ? each.bits : 16, each.most, each.unit);
            }
            for (int player = 0; player < seats_; ++player)
                top.add(area, told::kFiguresAt + 4 * player, 4, 15, kAsItIs);
        }
    }
    for (int first = 0; first < seats_; ++first) {
        for (const Type type : kSummed) {
            Extract& sum = sums_[static_cast<std::size_t>(first)][type];
            for (int owner = 0; owner < seats_ + 2; ++owner) {
                // HeldAreas tells them by seat
                const int word = owner == 0       ? seats_ + 1
                                 : owner > seats_ ? seats_
                                                  : (first + owner - 1) % seats_;
                sum.add(word, 0, 16, 0xFFFF, kTen);
                sum.add(word, sum::kPoints, 16, 0xFFFF, kTen);
                if (type != kFields) sum.add(word, sum::kOpen, 16, 0xFFFF, kTen);
            }
        }
    }
}

std::vector<std::string> Compact::names() const {
    std::vector<std::string> names;
    for (const Number& number : layout()) names.push_back(number.name);
    return names;
}

std::vector<Compact::Number> Compact::layout() const {
    std::vector<Number> all = {{"tiles left", kAsItIs}};
    const auto add = [&](const std::string& name, float unit) { all.push_back({name, unit}); };
    const auto player_name = [](int player) { return " of player " + std::to_string(player); };
    const auto kind_at = [&](int i) { return kind_at_[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < kinds_; ++i) add("in hand: " + tile_kinds()[kind_at(i)].name, kAsItIs);
    for (int i = 0; i < kinds_; ++i) {
        add("left: " + tile_kinds()[kind_at(i)].name, left_unit_[static_cast<std::size_t>(i)]);
    }
    for (int player = 0; player < seats_; ++player) {
        for (const Telling& each : kOfPlayer) add(each.what + player_name(player), each.unit);
    }
    for (const Type type : kSummed) {
        for (int owner = 0; owner < seats_ + 2; ++owner) {
            const std::string whose = owner == 0            ? "nobody"
                                      : owner == seats_ + 1 ? "several"
                                                            : "player " + std::to_string(owner - 1);
            for (int i = 0; i < sum_numbers(type); ++i) {
                add(std::string(kOfSums[i]) + kTypeNames[type] + " owned by " + whose, kTen);
            }
        }
    }
    for (const Type type : kAllTypes) {
        for (int place = 1; place <= kTold[type]; ++place) {
            const std::string area = std::string(kAreaNames[type]) + std::to_string(place) + ": ";
            for (const Telling& each : kOfArea[type]) add(area + each.what, each.unit);
            for (int player = 0; player < seats_; ++player) {
                add(area + "figures" + player_name(player), kAsItIs);
            }
        }
    }
    return all;
}

void Compact::write(const State& state, int first, const Kept& kept, float* out) const {
    const Survey survey(state, first, kept.held);
    out[0] = static_cast<float>(tiles_left(state)) / static_cast<float>(box_);
    out = write_tiles(state, kept.left, out + 1);
    out = write_players(state, first, survey, out);
    write_tops(survey, write_sums(first, kept.held, out));
}

void Compact::recount(const State& state, LeftByPlace& left) const {
    const auto tell = [&](std::size_t place) {
        left.told[place] = static_cast<float>(left.of[place]) * left_unit_[place];
    };
    // Where one tile is missing since the last turn, it is the one in hand.
    const bool one_fewer = tiles_left(state) == left.tiles - 1;
    left.tiles = tiles_left(state);
    if (one_fewer && state.hand != kNone) {
        --left.of[place_of_[state.hand]];
        tell(place_of_[state.hand]);
        return;
    }
    const lanes::Tray bag(state.bag, state.bag_count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(kinds_); ++i) {
        left.of[i] = bag.count(kind_at_[i]);
    }
    for (int i = 0; i < state.bottom_count; ++i) ++left.of[place_of_[state.bottom[i]]];
    for (std::size_t i = 0; i < static_cast<std::size_t>(kinds_); ++i) tell(i);
}

float* Compact::write_tiles(const State& state, const LeftByPlace& left, float* out) const {
    // Of both whole vectors: what follows is at least as much, and comes later.
    constexpr int kAtOnce = 16;
    static_assert(6 * 2 + 8 * 4 + (4 * 4 + 6 * 8 + 4 * 7 + 4 * 3) >= kAtOnce);
    static_assert(kKinds % kAtOnce == 0);
    for (int i = 0; i < kinds_; i += kAtOnce) std::fill_n(out + i, kAtOnce, 0.0F);
    if (state.hand != kNone) out[place_of_[state.hand]] = 1;
    for (int i = 0; i < kinds_; i += kAtOnce)
        std::copy_n(left.told.data() + i, kAtOnce, out + kinds_ + i);
    return out + 2 * kinds_;
}

float* Compact::write_players(const State& state, int first, const Survey& survey,
                              float* out) const {
    for (int player = 0; player < seats_; ++player, out += kPlayerNumbers) {
        const int seat = first + player - (first + player < seats_ ? 0 : seats_);
        out[kOwnPoints] = static_cast<float>(state.points[seat]) * kTen;
        out[kFinalPoints] = static_cast<float>(survey.final_points(player)) * kTen;
        out[kMeeples] = meeples_[state.small_supply[seat]];
        out[kBigMeeple] = static_cast<float>(state.big_supply >> seat & 1);
        out[kAbbot] = static_cast<float>(state.abbot_supply >> seat & 1);
        out[kTurn] = static_cast<float>(state.phase != Phase::end && state.seat == seat);
    }
    return out;
}

float* Compact::write_sums(int first, const HeldAreas& held, float* out) const {
    for (const Type type : kSummed) {
        const Extract& sums = sums_[static_cast<std::size_t>(first)][type];
        sums.write(held.sums(type), Eight{}, out);
        out += sums.count();
    }
    return out;
}

float* Compact::write_tops(const Survey& survey, float* out) const {
    for (const Type type : kAllTypes) {
        Eight tops, completes = {};
        survey.find_tops(type, tops);
        if (type == kCities || type == kRoads) find_completes(tops, rules_.options, completes);
        tops_[type].write(tops, completes, out);
        out += tops_[type].count();
    }
    return out;
}

}  // namespace carcbot::carcassonne
