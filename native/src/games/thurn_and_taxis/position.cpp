// Positions and views of Thurn and Taxis as text, as protocol/games/thurn_and_taxis says.

#include <algorithm>

#include "lots.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

constexpr std::array<std::string_view, 10> kStepNames = {
    "open", "card", "official", "draw", "place", "finish", "houses", "cartwright", "keep", "over"};
constexpr std::array<std::string_view, 5> kOfficialNames = {"none", "administrator", "postmaster",
                                                            "carrier", "cartwright"};

// ---------------------------------------------------------------- writing

std::string place_text(City city) {
    return city == kNoCity ? "-" : std::string(kLetters[city]);
}

std::string route_text(const Route& route) {
    std::string text;
    for (std::size_t i = 0; i < route.length; ++i) text += kLetters[route.order[i]];
    return text.empty() ? "-" : text;
}

char letter_of(std::uint8_t deck) {
    return static_cast<char>('a' + deck);
}

template <typename Place>
std::string hidden_text(const Place& place, int seat) {
    std::string text;
    std::array<int, kMostLots> number{};
    int count = 0;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        const Lot& lot = place.lots[i];
        if (lot.seat != seat) continue;
        number[i] = ++count;
        if (count > 1) text += '+';
        text += letter_of(lot.deck);
        if (lot.never) text += "(" + cities_text(lot.never) + ")";
        text +=
            knows(place, seat) ? cards_text(place.hidden.lot_cards[i]) : std::to_string(lot.cards);
    }
    for (std::size_t i = 0; i < place.open_count; ++i) {
        if (place.open[i].seat != seat) continue;
        text += "~" + std::string(kLetters[place.open[i].city]);
        if (knows(place, seat)) text += std::to_string(number[place.hidden.open_lot[i]]);
    }
    return text.empty() ? "-" : text;
}

template <typename Place>
std::string table_text(const Place& place) {
    std::string text = options_text(place.options) + " " + std::to_string(place.done) + " ";
    text += std::string(kStepNames[static_cast<std::size_t>(place.step)]) + "/" +
            std::string(kOfficialNames[static_cast<std::size_t>(place.official)]) + "/" +
            std::to_string(place.draws) + "/" + std::to_string(place.placed) + " ";
    for (std::size_t i = 0; i < kDisplay; ++i) {
        if (i) text += '.';
        text += place_text(place.display[i]);
    }
    text += " " + std::to_string(place.supply_cards) + " " + cards_text(place.discards) + " ";
    for (std::size_t i = 0; i < kStacks; ++i) {
        if (i) text += '.';
        text += std::to_string(place.stacks[i]);
    }
    text += place.end_holder == kNoSeat ? " - " : " " + std::to_string(place.end_holder) + " ";
    for (int seat = 0; seat < place.options.seats; ++seat) {
        const Seat& each = place.seats[index(seat)];
        if (seat) text += ':';
        text += route_text(each.route) + "/" + cities_text(each.houses) + "/" +
                std::to_string(each.level) + "/" + std::to_string(each.tiles) + "/" +
                cards_text(each.known) + "/" + hidden_text(place, seat);
    }
    text += " ";
    for (std::uint8_t deck = 0; deck < place.current_deck(); ++deck) {
        if (deck) text += '+';
        text += letter_of(deck);
        text += cards_text(place.pools[deck]);
    }
    return place.decks == 1 ? text + "-" : text;
}

// ---------------------------------------------------------------- reading

/// Reads a position or view, piece by piece, and then asks whether it can be.
template <typename Place>
class PlaceReader {
  public:
    PlaceReader(std::string_view text, std::string_view kind) : reader_(text), kind_(kind) {
        for (const std::string_view word : {std::string_view("thurn_and_taxis/1"), kind}) {
            if (reader_.word() != word) {
                reader_.fail("this is not a " + kind_ + " of Thurn and Taxis",
                             "thurn_and_taxis/1 " + kind_ + " ...");
            }
            space();
        }
    }

    Place read() {
        place_.options = read_options(reader_);
        space();
        place_.done = reader_.number(0, 1'000'000'000, "turns that are over");
        space();
        step();
        space();
        for (std::size_t i = 0; i < kDisplay; ++i) {
            if (i) reader_.need('.', "the display");
            place_.display[i] = reader_.take('-') ? kNoCity : read_city(reader_);
        }
        space();
        place_.supply_cards =
            static_cast<std::uint8_t>(reader_.number(0, kAllCards, "the cards of the supply"));
        space();
        place_.discards = read_cards(reader_);
        space();
        for (std::size_t i = 0; i < kStacks; ++i) {
            if (i) reader_.need('.', "the stacks");
            place_.stacks[i] =
                static_cast<std::uint8_t>(reader_.number(0, kFullStack[i], "the tiles of a stack"));
        }
        space();
        if (!reader_.take('-')) place_.end_holder = seat_number();
        space();
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            if (seat) reader_.need(':', "the " + kind_);
            read_seat(seat);
        }
        space();
        read_decks();
        if constexpr (std::is_same_v<Place, View>) {
            space();
            if (!reader_.take('-')) place_.viewer = seat_number();
        }
        reader_.need_end("the " + kind_);
        for (std::size_t i = 0; i < place_.lot_count; ++i) check_lot(i);
        find_current_pool();
        check();
        return place_;
    }

  private:
    void space() { reader_.need(' ', "the " + kind_); }

    void need(bool is_so, const std::string& expected) const {
        if (!is_so) {
            throw InputError(Fault::notation, "no game of Thurn and Taxis comes to this",
                             "the " + kind_, expected);
        }
    }

    std::int8_t seat_number() {
        return static_cast<std::int8_t>(reader_.number(0, place_.options.seats - 1, "the seat"));
    }

    void step() {
        place_.step = static_cast<Step>(reader_.one_name_of(kStepNames, "what is due"));
        reader_.need('/', "what is due");
        place_.official =
            static_cast<Official>(reader_.one_name_of(kOfficialNames, "the official"));
        reader_.need('/', "what is due");
        place_.draws = static_cast<std::uint8_t>(reader_.number(0, 2, "the cards drawn"));
        reader_.need('/', "what is due");
        place_.placed = static_cast<std::uint8_t>(reader_.number(0, 2, "the cards placed"));
    }

    void read_seat(int number) {
        Seat& seat = place_.seats[index(number)];
        if (!reader_.take('-')) {
            while (reader_.peek() != '/' && !reader_.done()) {
                const City city = read_city(reader_);
                if (seat.route.set & bit(city))
                    reader_.fail("a city is twice in a route", "each once");
                if (seat.route.length && !(kRoads[city] & bit(seat.route.right())))
                    reader_.fail("there is no road to the city before", "neighbours");
                seat.route.put_right(city);
            }
            if (!seat.route.length) reader_.fail("a route is missing", "its cities, or -");
        }
        slash();
        seat.houses = read_cities(reader_);
        slash();
        seat.level = static_cast<std::uint8_t>(reader_.number(0, kLastLevel, "a carriage"));
        need(seat.level == 0 || seat.level >= kFirstLevel, "carriages of level 3 to 7, or 0");
        slash();
        seat.tiles = static_cast<std::uint8_t>(reader_.number(0, 99, "the points of tiles"));
        slash();
        seat.known = read_cards(reader_);
        slash();
        if (!reader_.take('-')) read_hidden(number);
    }

    void slash() { reader_.need('/', "a seat"); }

    void read_hidden(int seat) {
        const std::size_t first = place_.lot_count;
        do {
            if (place_.lot_count == kMostLots)
                reader_.fail("there are too many lots", "12 at most");
            Lot& lot = place_.lots[place_.lot_count];
            lot.seat = static_cast<std::uint8_t>(seat);
            lot.deck = static_cast<std::uint8_t>(reader_.one_of("abc", "the letter of a deck"));
            if (reader_.take('(')) {
                lot.never = read_cities(reader_);
                if (!lot.never) reader_.fail("no city is ruled out", "no parenthesis");
                reader_.need(')', "a lot");
            }
            if (reader_.peek() >= '0' && reader_.peek() <= '9') {
                lot.cards = static_cast<std::uint8_t>(reader_.number(1, kAllCards, "a lot"));
                is_counted_[place_.lot_count] = true;
            } else {
                Cards& cards = place_.hidden.lot_cards[place_.lot_count];
                cards = read_cards(reader_);
                lot.cards = static_cast<std::uint8_t>(cards.count());
            }
            ++place_.lot_count;
        } while (reader_.take('+'));
        while (reader_.take('~')) {
            if (place_.open_count == kMostOpen)
                reader_.fail("too many cards are open", "6 at most");
            place_.open[place_.open_count] = {static_cast<std::uint8_t>(seat), read_city(reader_)};
            if (reader_.peek() >= '0' && reader_.peek() <= '9') {
                const int lot =
                    reader_.number(1, static_cast<int>(place_.lot_count - first), "a lot");
                const auto at = static_cast<std::uint8_t>(static_cast<int>(first) + lot - 1);
                place_.hidden.open_lot[place_.open_count] = at;
                ++place_.lots[at].cards;
            }
            ++place_.open_count;
        }
    }

    void read_decks() {
        if (reader_.take('-')) return;
        do {
            if (place_.decks == kMostDecks) reader_.fail("there are too many decks", "2 at most");
            reader_.need(letter_of(place_.current_deck()), "the decks");
            place_.pools[place_.current_deck()] = read_cards(reader_);
            ++place_.decks;
        } while (reader_.take('+'));
    }

    void check_lot(std::size_t at) const {
        const Lot& lot = place_.lots[at];
        need(lot.deck < place_.decks, "lots of decks that are there");
        need(lot.cards > 0, "lots with cards in them");
        need(knows(place_, lot.seat) != is_counted_[at],
             "cards of lots where they are known, numbers where not");
        need(!(place_.hidden.lot_cards[at].cities() & lot.never), "cards that are not ruled out");
    }

    /// What is left when everything else is counted.
    void find_current_pool() {
        std::array<int, kCities> left{};
        left.fill(kCopies);
        const auto count = [&](const Cards& cards, int by) {
            for (City city = 0; city < kCities; ++city) left[city] -= by * cards.of(city);
        };
        for (const City city : place_.display) {
            if (city != kNoCity) --left[city];
        }
        count(place_.discards, 1);
        for (const Seat& seat : place_.seats) {
            count(Cards::one_of_each(seat.route.set), 1);
            count(seat.known, 1);
        }
        for (std::size_t deck = 0; deck + 1 < place_.decks; ++deck) count(place_.pools[deck], 1);
        for (std::size_t i = 0; i < place_.open_count; ++i) ++left[place_.open[i].city];
        Cards& pool = place_.pools[place_.current_deck()];
        for (City city = 0; city < kCities; ++city) {
            need(left[city] >= 0 && left[city] <= kCopies, "three cards of each city");
            for (int i = 0; i < left[city]; ++i) pool.add_city(city);
        }
        for (std::size_t deck = 0; deck < place_.decks; ++deck) {
            int cards = place_.pools[deck].count();
            for (std::size_t i = 0; i < place_.lot_count; ++i) {
                if (place_.lots[i].deck == deck) cards -= place_.lots[i].cards;
            }
            need(cards == (deck + 1 == place_.decks ? place_.supply_cards : 0),
                 "as many cards as the supply and the lots have");
        }
    }

    void check() {
        if constexpr (std::is_same_v<Place, State>) {
            auto pools = place_.pools;
            for (std::size_t i = 0; i < place_.lot_count; ++i) {
                Cards& pool = pools[place_.lots[i].deck];
                need(pool.contains(place_.hidden.lot_cards[i]), "lots of cards of their decks");
                pool.take(place_.hidden.lot_cards[i]);
            }
            for (std::size_t i = 0; i < place_.open_count; ++i) {
                const std::uint8_t lot = place_.hidden.open_lot[i];
                need(lot != kNoLot, "the lots of open cards");
                Cards& pool = pools[place_.lots[lot].deck];
                need(pool.has(place_.open[i].city) &&
                         !(place_.lots[lot].never & bit(place_.open[i].city)),
                     "open cards of their lots");
                pool.take_city(place_.open[i].city);
            }
            place_.supply = pools[place_.current_deck()];
        } else {
            for (std::size_t i = 0; i < place_.open_count; ++i) {
                need(knows(place_, place_.open[i].seat) == (place_.hidden.open_lot[i] != kNoLot),
                     "the lots of open cards where they are known");
            }
            need(ways_at_most(place_) <= kMostWays, "hidden cards that somebody could guess at");
            need(is_possible(place_), "hidden cards that can be dealt");
        }
        check_order();
        check_seats();
        check_step();
    }

    /// Lots and open cards have one order, and no two lots say the same.
    void check_order() const {
        for (std::size_t i = 1; i < place_.lot_count; ++i) {
            const Lot &a = place_.lots[i - 1], &b = place_.lots[i];
            if (a.seat != b.seat) continue;
            need(a.deck < b.deck || (a.deck == b.deck && a.never > b.never), "lots in their order");
        }
        for (std::size_t i = 1; i < place_.open_count; ++i) {
            const OpenCard &a = place_.open[i - 1], &b = place_.open[i];
            if (a.seat != b.seat) continue;
            need(a.city < b.city || (a.city == b.city &&
                                     place_.hidden.open_lot[i - 1] <= place_.hidden.open_lot[i]),
                 "open cards in their order");
        }
        for (std::size_t deck = 0; deck + 1 < place_.decks; ++deck) {
            const auto has = [&](const Lot& lot) { return lot.cards > 0 && lot.deck == deck; };
            need(std::any_of(place_.lots.begin(), place_.lots.begin() + place_.lot_count, has),
                 "decks of which cards are hidden");
        }
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            need(hand_size(place_, seat) >= place_.seats[index(seat)].known.count(),
                 "no more open cards than lots have");
        }
    }

    void check_seats() const {
        for (const Seat& seat : place_.seats)
            need(seat.houses_left() >= 0, "twenty houses at most of each seat");
        if (place_.end_holder != kNoSeat) {
            const Seat& holder = place_.seats[index(place_.end_holder)];
            need(holder.level == kLastLevel || holder.houses_left() == 0,
                 "an end tile for the last carriage or all houses");
            need(holder.tiles > 0, "the point of the end tile");
            need(place_.step == Step::over || place_.turn_of() >= place_.end_holder,
                 "a seat to move that sits behind the end tile's, for the round is completed");
        }
        for (int seat = 0; seat < place_.options.seats; ++seat) {
            const Seat& each = place_.seats[index(seat)];
            const bool is_done = each.level == kLastLevel || each.houses_left() == 0;
            const bool is_closing = seat == place_.turn_of() &&
                                    (place_.step == Step::keep || place_.step == Step::cartwright);
            need(!is_done || place_.end_holder != kNoSeat || is_closing,
                 "an end tile where a seat has the last carriage or no house left");
        }
    }

    void check_step() const {
        const Step step = place_.step;
        const Official official = place_.official;
        const Options& options = place_.options;
        const int seat = place_.turn_of(), hand = hand_size(place_, seat);
        const Route& route = place_.own().route;
        const bool has_empty = std::find(place_.display.begin(), place_.display.end(), kNoCity) !=
                               place_.display.end();
        const bool can_draw = can_draw_blind(place_);
        const bool has_draw = displayed(place_) || can_draw;
        need((step == Step::over) == (ends_here(place_) && is_between_turns()),
             "a game that is over exactly where it ends");
        if (step == Step::over) return;
        need(!is_at_start() || !ends_here(place_), "a game that goes on");
        if (step == Step::open) {
            need(has_empty && can_draw, "an empty place and a card for it");
        } else {
            need(!has_empty || !can_draw || place_.placed > 0 || step >= Step::finish,
                 "a display that is filled");
        }
        if (step == Step::card) need(can_draw, "a card that can be drawn");
        const bool draws_twice = official == Official::postmaster;
        if (step <= Step::draw) {
            need(place_.placed == 0, "cards placed after they are drawn");
            const int most = step == Step::open ? (draws_twice ? 2 : 1) : (draws_twice ? 1 : 0);
            need(place_.draws <= most, "as many cards drawn as the officials allow");
        } else {
            need(place_.draws <= (draws_twice ? 2 : 1), "as many cards drawn as officials allow");
        }
        if (!options.officials_at_start) {
            need(official != Official::carrier || place_.placed > 0,
                 "a carrier after the first card");
            need(official != Official::cartwright || step == Step::keep,
                 "a cartwright when a route is closed");
        }
        switch (step) {
            case Step::open:
                need(place_.draws > 0 || official == Official::none ||
                         official == Official::administrator,
                     "a display that is filled before cards are drawn");
                need(place_.draws > 0 || official == Official::none || hand > 0,
                     "the postmaster for an empty hand");
                break;
            case Step::official:
                need(options.officials_at_start && official == Official::none &&
                         place_.draws == 0 && hand > 0,
                     "an official at the start of a turn");
                break;
            case Step::draw:
                need(has_draw, "a card that can be drawn");
                need(hand > 0 || draws_twice, "the postmaster for an empty hand");
                break;
            case Step::card:
                need(hand > 0 || draws_twice, "the postmaster for an empty hand");
                break;
            case Step::place:
                need(hand > 0, "a card that can be placed");
                need(place_.placed == 0 || (place_.placed == 1 && official == Official::carrier),
                     "one card placed, or two with the carrier");
                need(place_.placed == 0 || route.length > 0 || options.carrier_must,
                     "a route for the second card");
                need(!needed_card(place_) || !knows(place_, seat) ||
                         (hand_of(place_, seat).cities() & needed_card(place_)),
                     "a second card that can be placed");
                break;
            case Step::finish:
                need(place_.placed > 0 && route.length > 0, "a card that was placed");
                need(route.length >= kShortestRoute ||
                         (!options.officials_at_start && official == Official::none && hand > 0),
                     "a route that can be closed, or a carrier");
                break;
            case Step::houses: {
                std::vector<CitySet> sets;
                list_houses(place_.own(), sets);
                need(place_.placed > 0 && route.length >= kShortestRoute && sets.size() > 1,
                     "a route with a choice of houses");
                break;
            }
            case Step::cartwright:
                need(place_.placed > 0 && route.length >= kShortestRoute &&
                         !options.officials_at_start && official == Official::none,
                     "a route that is closed");
                break;
            case Step::keep:
                need(place_.placed > 0 && route.length == 0 && hand > kCardsKept,
                     "more than three cards, and no route");
                break;
            default:
                break;
        }
        need(place_.placed <= (official == Official::carrier ? 2 : 1),
             "as many cards placed as the officials allow");
    }

    [[nodiscard]] bool is_between_turns() const {
        return place_.official == Official::none && place_.draws == 0 && place_.placed == 0;
    }
    [[nodiscard]] bool is_at_start() const {
        return is_between_turns() ||
               (place_.draws == 0 && place_.placed == 0 && place_.step <= Step::draw);
    }

    Reader reader_;
    std::string kind_;
    Place place_;
    std::array<bool, kMostLots> is_counted_{};
};

}  // namespace

State ThurnAndTaxis::new_game(std::string_view options) {
    Reader reader(options.empty() ? std::string_view("seats=2") : options);
    try {
        State state;
        state.options = read_options(reader);
        reader.need_end("the options");
        state.supply = state.pools[0] = Cards::of_each(kCopies);
        state.supply_cards = kAllCards;
        begin_game(state);
        return state;
    } catch (const InputError& error) {
        throw InputError(Fault::options, error.what(), "options, " + error.where, error.expected);
    }
}

std::string ThurnAndTaxis::options(const Table& table) {
    return options_text(table.options);
}

std::string ThurnAndTaxis::position_text(const State& state) {
    return "thurn_and_taxis/1 position " + table_text(state);
}

State ThurnAndTaxis::parse_position(std::string_view text) {
    return PlaceReader<State>(text, "position").read();
}

std::string ThurnAndTaxis::position_text(const View& view) {
    const std::string viewer = view.viewer == kNoSeat ? "-" : std::to_string(view.viewer);
    return "thurn_and_taxis/1 view " + table_text(view) + " " + viewer;
}

View ThurnAndTaxis::parse_view(std::string_view text) {
    return PlaceReader<View>(text, "view").read();
}

}  // namespace carcbot::thurn_and_taxis
