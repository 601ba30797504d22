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
    std::uint64_t most = 0xFFFF;
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

constexpr const char* kAreaNames[] = {"cloister or garden ", "city ", "road ", "field "};
constexpr Telling kPoints = {"points", kTen, told::kPoints, 12};
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

}  // namespace

Compact::Compact(const Rules& rules) : rules_(rules), seats_(rules.options.seats) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        box_ += rules.copies[kind];
        if (rules.copies[kind]) {
            place_of_[kind] = static_cast<std::uint8_t>(kinds_);
            kind_at_[static_cast<std::size_t>(kinds_++)] = static_cast<std::uint8_t>(kind);
        }
    }
    for (const Number& number : layout()) units_[static_cast<std::size_t>(count_++)] = number.unit;
    for (const Type type : kAllTypes) {
        Extract& extract = extracts_[type];
        const auto add = [&](int at, int bits, std::uint64_t most) {
            extract.at[extract.count] = static_cast<std::uint64_t>(at);
            extract.mask[extract.count] = (1ULL << bits) - 1;
            extract.most[extract.count++] = most;
        };
        for (const Telling& each : kOfArea[type]) add(each.at, each.bits, each.most);
        for (int player = 0; player < seats_; ++player) add(4 * player, 4, 15);
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
        add("left: " + tile_kinds()[kind_at(i)].name,
            1 / static_cast<float>(rules_.copies[kind_at(i)]));
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
        for (std::size_t place = 1; place <= kTold[type]; ++place) {
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
    const Survey survey(state, first, kept.areas);
    // Most numbers are whole ones times a unit: they are multiplied many at a time.
    alignas(64) std::int16_t whole[kMostNumbers + kAtOnce];
    std::fill_n(whole, count_, std::int16_t{0});
    std::int16_t* const of_players = write_tiles(state, kept.left, whole + 1);
    for (int player = 0; player < seats_; ++player) {
        const int seat = (first + player) % seats_;
        std::int16_t* const at = of_players + player * kPlayerNumbers;
        at[kOwnPoints] = state.points[seat];
        at[kFinalPoints] = static_cast<std::int16_t>(survey.final_points(player));
        at[kBigMeeple] = state.big_supply >> seat & 1;
        at[kAbbot] = state.abbot_supply >> seat & 1;
        at[kTurn] = state.phase != Phase::end && state.seat == seat;
    }
    std::int16_t* const of_tops = write_sums(survey, of_players + seats_ * kPlayerNumbers);
    write_tops(survey, of_tops);
    const float* const units = units_.data();
    for (int i = 0; i < count_; ++i) out[i] = static_cast<float>(whole[i]) * units[i];
    // A part of all is no product, which might be another number in its last bit.
    out[0] = static_cast<float>(tiles_left(state)) / static_cast<float>(box_);
    float* const meeples = out + (of_players - whole) + kMeeples;
    for (int player = 0; player < seats_; ++player) {
        const int seat = (first + player) % seats_;
        meeples[player * kPlayerNumbers] =
            static_cast<float>(state.small_supply[seat]) / kSmallMeeples;
    }
}

void Compact::recount(const State& state, LeftByPlace& left) const {
    // Where one tile is missing since the last turn, it is the one in hand.
    const bool one_fewer = tiles_left(state) == left.tiles - 1;
    left.tiles = tiles_left(state);
    if (one_fewer && state.hand != kNone) {
        --left.of[place_of_[state.hand]];
        return;
    }
    const lanes::Tray bag(state.bag, state.bag_count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(kinds_); ++i) {
        left.of[i] = static_cast<std::int16_t>(bag.count(kind_at_[i]));
    }
    for (int i = 0; i < state.bottom_count; ++i) ++left.of[place_of_[state.bottom[i]]];
}

std::int16_t* Compact::write_tiles(const State& state, const LeftByPlace& left,
                                   std::int16_t* at) const {
    if (state.hand != kNone) at[place_of_[state.hand]] = 1;
    std::memcpy(at + kinds_, left.of.data(), sizeof(std::int16_t) * static_cast<unsigned>(kinds_));
    return at + 2 * kinds_;
}

std::int16_t* Compact::write_sums(const Survey& survey, std::int16_t* at) const {
    const auto add = [&](int number) { *at++ = static_cast<std::int16_t>(number); };
    for (const Type type : kSummed) {
        for (int owner = 0; owner < seats_ + 2; ++owner) {
            const std::uint64_t all = survey.sum_of(type, owner);
            add(sum::areas(all));
            add(sum::points(all));
            if (type != kFields) add(sum::open_ends(all));
        }
    }
    return at;
}

void Compact::write_tops(const Survey& survey, std::int16_t* at) const {
    for (const Type type : kAllTypes) {
        const Extract& extract = extracts_[type];
        std::int16_t* area = at;
        for (const std::uint64_t told : survey.tops(type)) {
            extract.write(told, area);
            if (type == kCities || type == kRoads) {
                area[1] = static_cast<std::int16_t>(
                    completed_value(told::tally_of(told), rules_.options));
            }
            area += extract.count;
        }
        at += kTold[type] * extract.count;
    }
}

void Compact::Extract::write(std::uint64_t told, std::int16_t* out) const {
    using Shorts [[gnu::vector_size(2 * kAtOnce)]] = std::int16_t;
    for (std::size_t from = 0; from < count; from += kAtOnce) {
        Words places, masks, limits;
        std::memcpy(&places, at + from, sizeof places);
        std::memcpy(&masks, mask + from, sizeof masks);
        std::memcpy(&limits, most + from, sizeof limits);
        const Words found = (Words{} + told) >> places & masks;
        const Words numbers = found < limits ? found : limits;
        const Shorts eight = __builtin_convertvector(numbers, Shorts);
        std::memcpy(out + from, &eight, sizeof eight);
    }
}

}  // namespace carcbot::carcassonne
