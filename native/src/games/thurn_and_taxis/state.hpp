// What lies on the table of Thurn and Taxis, what everybody knows of hidden cards, and the rest.
//
// A card in a hand is *known* if everybody saw it: it was taken from the display. The hidden ones
// were drawn blind, and all that is known of them is where they came from. They are kept in *lots*:
// the cards of a hand that came from the same deck. A *deck* is a supply as it was shuffled: its
// cards that nobody showed, in the supply or in lots, are its *pool*, which everybody can count.
// After a reshuffle what was never shown of the old deck is in hands, and what was discarded is in
// the new deck. Where carrier=must, a carrier that failed says of each lot which cities are not in
// it; cards that are drawn later make a lot of their own.
//
// A hidden card that is played leaves its lot. Where several lots of the hand may have had it
// nobody knows which: then it stays *open*, and the lots and pools count it as if it were there
// still.
#pragma once

#include <array>
#include <cstdint>

#include "carcbot/game.hpp"
#include "cards.hpp"
#include "options.hpp"

namespace carcbot::thurn_and_taxis {

inline constexpr std::size_t kMostPlayers = 4;
inline constexpr std::size_t kDisplay = 6;
/// What is remembered of where hidden cards came from; beyond it that is forgotten.
inline constexpr std::size_t kMostDecks = 3;
inline constexpr std::size_t kMostLots = 12;
inline constexpr std::size_t kMostOpen = 6;
inline constexpr std::uint8_t kNoLot = 255;

enum class Step : std::uint8_t {
    open,  ///< chance opens a card for the display
    card,  ///< chance gives a blind card
    official,
    draw,
    place,
    finish,
    houses,
    cartwright,
    keep,
    over
};

enum class Official : std::uint8_t { none, administrator, postmaster, carrier, cartwright };

/// The row of cards in front of a seat, from left to right.
struct Route {
    std::uint8_t length = 0;
    std::array<City, kCities> order{};
    CitySet set = 0;

    [[nodiscard]] City left() const { return order[0]; }
    [[nodiscard]] City right() const { return order[length - 1U]; }
    void put_left(City city);
    void put_right(City city) {
        order[length++] = city;
        set |= bit(city);
    }
    void clear() { *this = {}; }
    bool operator==(const Route&) const = default;
};

/// What lies in front of a seat.
struct Seat {
    Route route;
    CitySet houses = 0;
    std::uint8_t level = 0;  ///< of the best carriage; 0 without one
    std::uint8_t tiles = 0;  ///< their points
    Cards known;             ///< cards of the hand that everybody knows

    [[nodiscard]] int houses_left() const { return kHouses - std::popcount(houses); }
    bool operator==(const Seat&) const = default;
};

/// Hidden cards of one hand that came from one deck.
struct Lot {
    std::uint8_t seat = 0;
    std::uint8_t deck = 0;
    std::uint8_t cards = 0;  ///< those that are open included
    CitySet never = 0;       ///< cities that none of them can be
    bool operator==(const Lot&) const = default;
};

/// A hidden card that was played, of which nobody knows from which lot.
struct OpenCard {
    std::uint8_t seat = 0;
    City city = 0;
    bool operator==(const OpenCard&) const = default;
};

/// What everybody at the table knows.
struct Table {
    Options options;
    int done = 0;  ///< turns that are over
    Step step = Step::open;
    Official official = Official::none;  ///< used in this turn
    std::uint8_t draws = 0, placed = 0;  ///< cards drawn and placed in this turn
    std::int8_t end_holder = kNoSeat;    ///< who has the end tile
    std::uint8_t supply_cards = 0;
    std::array<City, kDisplay> display = {kNoCity, kNoCity, kNoCity, kNoCity, kNoCity, kNoCity};
    std::array<std::uint8_t, kStacks> stacks = kFullStack;  ///< tiles that are left
    Cards discards;
    std::array<Seat, kMostPlayers> seats{};

    std::uint8_t decks = 1;  ///< the last is the one that is drawn from
    std::uint8_t lot_count = 0, open_count = 0;
    std::array<Cards, kMostDecks> pools{};
    std::array<Lot, kMostLots> lots{};
    std::array<OpenCard, kMostOpen> open{};

    [[nodiscard]] int turn_of() const { return done % options.seats; }
    [[nodiscard]] std::uint8_t current_deck() const { return static_cast<std::uint8_t>(decks - 1); }
    Seat& own() { return seats[static_cast<std::size_t>(turn_of())]; }
    [[nodiscard]] const Seat& own() const { return seats[static_cast<std::size_t>(turn_of())]; }
    bool operator==(const Table&) const = default;
};

/// What is known of hidden cards beyond that: of every lot in a state, in a view of one's own.
struct Hidden {
    std::array<Cards, kMostLots> lot_cards{};
    std::array<std::uint8_t, kMostOpen> open_lot = {kNoLot, kNoLot, kNoLot, kNoLot, kNoLot, kNoLot};
    bool operator==(const Hidden&) const = default;
};

struct State : Table {
    Hidden hidden;
    Cards supply;
    bool operator==(const State&) const = default;
};

/// What a seat knows, or everybody. It has no field for the cards of other hands and the supply.
struct View : Table {
    std::int8_t viewer = kNoSeat;
    Hidden hidden;  ///< of its own lots; the others are empty
    bool operator==(const View&) const = default;
};

/// Whether the cards of this seat's lots are known here.
inline bool knows(const State& /*state*/, int /*seat*/) {
    return true;
}
inline bool knows(const View& view, int seat) {
    return view.viewer == seat;
}

/// How many cards a hand has, which everybody sees.
int hand_size(const Table& table, int seat);
/// The cards of a hand whose lots are known here.
template <typename Place>
Cards hand_of(const Place& place, int seat) {
    Cards hand = place.seats[static_cast<std::size_t>(seat)].known;
    for (std::size_t i = 0; i < place.lot_count; ++i) {
        if (place.lots[i].seat == seat) hand.add(place.hidden.lot_cards[i]);
    }
    return hand;
}

}  // namespace carcbot::thurn_and_taxis
