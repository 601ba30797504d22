// Thurn and Taxis in numbers, for learners.
#pragma once

#include <algorithm>

#include "carcbot/encoded.hpp"
#include "lots.hpp"
#include "rules.hpp"

namespace carcbot {

template <>
struct Encoded<thurn_and_taxis::ThurnAndTaxis> {
    using Game = thurn_and_taxis::ThurnAndTaxis;
    using Move = thurn_and_taxis::Move;
    using What = Move::What;

    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    /// In the first one a card that had been drawn blind and was shown since could count as not
    /// seen.
    static constexpr int kVersions = 2;

    /// Sets of cities for houses that have numbers; a position with more of them is very rare.
    static constexpr int kHouseSets = 512;

    explicit Encoded(const Game::State& first, int /*observation*/, int version = kVersions - 1)
        : seats_(Game::seats(first)), version_(version) {}

    static constexpr int actions() { return kKeep + kThrees; }
    [[nodiscard]] std::vector<std::size_t> shape() const { return {names().size()}; }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        const auto each_city = [&](const std::string& what) {
            for (const std::string_view city : thurn_and_taxis::kLetters)
                names.push_back(what + " " + std::string(city));
        };
        for (const char* step :
             {"official", "draw", "place", "finish", "houses", "cartwright", "keep"}) {
            names.push_back(std::string("what is due: ") + step);
        }
        for (const char* official :
             {"none", "administrator", "postmaster", "carrier", "cartwright"}) {
            names.push_back(std::string("the official of this turn: ") + official);
        }
        names.insert(names.end(), {"cards drawn in this turn", "cards placed in this turn",
                                   "turns that are over", "cards of the supply"});
        each_city("cards in the own hand:");
        each_city("cards in the display:");
        each_city("cards in the discard pile:");
        each_city("cards that were not seen, in the supply and in hands:");
        for (const char* stack :
             {"Baden", "Württemberg and Hohenzollern", "Schweiz and Tyrol", "Böhmen and Salzburg",
              "Baiern", "all provinces", "routes of 5", "routes of 6", "routes of 7"}) {
            names.push_back(std::string("tiles left: ") + stack);
        }
        for (int player = 0; player < seats_; ++player) {
            const std::string of = " of player " + std::to_string(player);
            for (const char* number :
                 {"points", "houses left", "level of the carriage", "points of tiles",
                  "cards in the hand", "cards in the route", "the end tile"}) {
                names.push_back(number + of);
            }
            each_city("route" + of + " has");
            each_city("route" + of + " begins with");
            each_city("route" + of + " ends with");
            each_city("houses" + of + ":");
            each_city("known cards in the hand" + of + ":");
        }
        for (int player = 0; player < seats_; ++player)
            names.push_back("to move is player " + std::to_string(player));
        return names;
    }

    static void list(const Game::State& state, Choices<Move>& choices) {
        choices.clear();
        int sets = 0;
        for (const Move move : Game::legal_moves(state)) {
            if (move.what() != What::houses) {
                choices.add(move, number_of(move));
            } else {
                choices.add(move, sets < kHouseSets ? kHouses + sets : kOutside);
                ++sets;
            }
        }
    }

    void observe(const Game::View& view, int seat, float* out) const {
        using namespace thurn_and_taxis;
        NumberWriter numbers(out);
        const auto add_cards = [&](const Cards& cards) {
            for (City city = 0; city < kCities; ++city) numbers.add(cards.of(city));
        };
        const auto add_cities = [&](CitySet cities) {
            for (City city = 0; city < kCities; ++city) numbers.add(cities >> city & 1);
        };
        constexpr int steps = static_cast<int>(Step::keep) - static_cast<int>(Step::official) + 1;
        numbers.add_one_of(steps, static_cast<int>(view.step) - static_cast<int>(Step::official));
        numbers.add_one_of(5, static_cast<int>(view.official));
        numbers.add(view.draws);
        numbers.add(view.placed);
        numbers.add(view.done);
        numbers.add(view.supply_cards);
        add_cards(hand_of(view, seat));
        Cards shown;
        for (const City city : view.display) {
            if (city != kNoCity) shown.add_city(city);
        }
        add_cards(shown);
        add_cards(view.discards);
        add_cards(not_seen(view, seat, shown));
        for (const auto left : view.stacks) numbers.add(left);
        const PerSeat points = Game::scores(view);
        for (int player = 0; player < seats_; ++player) {
            const int at = (seat + player) % seats_;
            const Seat& each = view.seats[index(at)];
            numbers.add(points[index(at)]);
            numbers.add(each.houses_left());
            numbers.add(each.level);
            numbers.add(each.tiles);
            numbers.add(hand_size(view, at));
            numbers.add(each.route.length);
            numbers.add(view.end_holder == at);
            add_cities(each.route.set);
            add_cities(each.route.length ? bit(each.route.left()) : 0);
            add_cities(each.route.length ? bit(each.route.right()) : 0);
            add_cities(each.houses);
            add_cards(each.known);
        }
        numbers.add_player(seats_, Game::to_move(view), seat);
    }

  private:
    static constexpr int kTake = 5;
    static constexpr int kBlind = kTake + thurn_and_taxis::kCities;
    static constexpr int kStart = kBlind + 1;
    static constexpr int kClose = kStart + 4 * thurn_and_taxis::kCities;
    static constexpr int kHouses = kClose + 2;
    static constexpr int kKeep = kHouses + kHouseSets;
    /// Three cards, of equal or different cities.
    static constexpr int kThrees = thurn_and_taxis::kCities * (thurn_and_taxis::kCities + 1) *
                                   (thurn_and_taxis::kCities + 2) / 6;

    static std::int32_t number_of(Move move) {
        const What what = move.what();
        if (what <= What::none) return static_cast<int>(what);
        if (what == What::take) return kTake + move.city();
        if (what == What::blind) return kBlind;
        if (what <= What::scrap) {
            const int way = static_cast<int>(what) - static_cast<int>(What::start);
            return kStart + way * thurn_and_taxis::kCities + move.city();
        }
        if (what != What::keep) return kClose + (what == What::end);
        // threes in their order: those with a lower highest card, then a lower middle one, come
        // first
        std::array<int, 3> three{};
        std::size_t at = 0;
        const thurn_and_taxis::Cards cards = move.cards();
        thurn_and_taxis::for_each_city(cards.cities(), [&](thurn_and_taxis::City city) {
            for (int i = 0; i < cards.of(city); ++i) three[at++] = city;
        });
        const auto [low, middle, high] = three;
        return kKeep + high * (high + 1) * (high + 2) / 6 + middle * (middle + 1) / 2 + low;
    }

    /// The cards that a seat sees nowhere, where these are in the display.
    [[nodiscard]] thurn_and_taxis::Cards not_seen(const Game::View& view, int seat,
                                                  const thurn_and_taxis::Cards& shown) const {
        using namespace thurn_and_taxis;
        if (version_ == 0) {
            Cards all;
            for (const Cards& pool : unseen_cards(view)) all.add(pool);
            return all;
        }
        Cards all = Cards::of_each(kCopies);
        all.take(shown);
        all.take(view.discards);
        all.take(hand_of(view, seat));
        for (int player = 0; player < seats_; ++player) {
            const Seat& each = view.seats[index(player)];
            all.take(each.route.set);
            if (player != seat) all.take(each.known);
        }
        return all;
    }

    int seats_;
    int version_;
};

static_assert(EncodedGame<thurn_and_taxis::ThurnAndTaxis>);

}  // namespace carcbot
