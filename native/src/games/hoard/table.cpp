#include "table.hpp"

namespace carcbot::hoard {
namespace {

bool is_dealt(const Table& table) {
    for (int seat = 0; seat < table.seats; ++seat) {
        if (table.hands[index(seat)].cards < table.hand) return false;
    }
    return true;
}

void end(Table& table) {
    table.phase = Phase::over;
    table.seat = 0;
    for (Hand& hand : table.hands) {
        for (std::size_t i = 0; i < hand.cards; ++i) hand.card[i] = {hand.card[i].rank, 0, true};
    }
}

void begin_turn(Table& table) {
    if (table.done == all_turns(table)) return end(table);
    table.seat = static_cast<std::int8_t>(table.done % table.seats);
    table.phase = table.open ? Phase::draw : Phase::open;
    if (!table.open && !has_cards(table)) end(table);
}

void end_turn(Table& table) {
    table.laid = 0;
    ++table.done;
    begin_turn(table);
}

void hold(Hand& hand, Held card) {
    hand.card[hand.cards++] = card;
}

Held play(Hand& hand, std::size_t place) {
    const Held card = hand.card[place];
    for (std::size_t i = place; i + 1 < hand.cards; ++i) hand.card[i] = hand.card[i + 1];
    hand.card[--hand.cards] = {};
    return card;
}

}  // namespace

bool shuffle_again(Table& table) {
    if (table.deck_cards > 0) return false;
    table.deck_cards = static_cast<std::uint8_t>(sum(table.discards));
    table.discards = {};
    ++table.deck;
    return true;
}

void take_card(Table& table, std::uint8_t rank) {
    --table.deck_cards;
    if (table.phase == Phase::open) {
        table.open = rank;
        table.phase = Phase::draw;
        return;
    }
    hold(own_hand(table), {rank, table.deck, false});
    if (table.phase == Phase::blind) {
        table.phase = Phase::play;
    } else if (is_dealt(table)) {
        begin_turn(table);
    } else if (own_hand(table).cards == table.hand) {
        ++table.seat;
    }
}

void make_move(Table& table, Hoard::Move move) {
    Counts& row = table.rows[index(table.seat)];
    switch (move.what) {
        case What::open:
            hold(own_hand(table), {table.open, 0, true});
            table.open = 0;
            table.phase = Phase::play;
            return;
        case What::blind:
            table.phase = Phase::blind;
            return;
        case What::drop:
            add(table.discards, play(own_hand(table), move.place).rank);
            return end_turn(table);
        case What::lay: {
            const std::uint8_t rank = play(own_hand(table), move.place).rank;
            add(row, rank);
            if (row[rank] < 2) return end_turn(table);
            table.laid = rank;
            table.phase = Phase::cash;
            return;
        }
        case What::cash: {
            const int cards = row[table.laid];
            auto& points = table.points[index(table.seat)];
            points = static_cast<std::int16_t>(points + table.laid * cards * (cards - 1));
            add(table.discards, table.laid, cards);
            row[table.laid] = 0;
            return end_turn(table);
        }
        case What::keep:
            return end_turn(table);
    }
}

void number_decks(Table& table, std::array<Counts, kMostDecks>* unseen) {
    std::array<bool, kMostDecks> used{};
    used[table.deck] = true;
    for (const Hand& hand : table.hands) {
        for (std::size_t i = 0; i < hand.cards; ++i) {
            if (!hand.card[i].shown) used[hand.card[i].deck] = true;
        }
    }
    std::array<std::uint8_t, kMostDecks> number{};
    std::array<Counts, kMostDecks> kept{};
    std::uint8_t next = 0;
    for (std::size_t deck = 0; deck < kMostDecks; ++deck) {
        if (!used[deck]) continue;
        if (unseen) kept[next] = (*unseen)[deck];
        number[deck] = next++;
    }
    table.deck = number[table.deck];
    for (Hand& hand : table.hands) {
        for (std::size_t i = 0; i < hand.cards; ++i) {
            if (!hand.card[i].shown) hand.card[i].deck = number[hand.card[i].deck];
        }
    }
    if (unseen) *unseen = kept;
}

std::vector<Hoard::Move> moves_of(const Table& table) {
    switch (table.phase) {
        case Phase::draw:
            if (!has_cards(table)) return {{What::open}};
            return {{What::open}, {What::blind}};
        case Phase::play: {
            std::vector<Hoard::Move> moves;
            const std::uint8_t cards = table.hands[index(table.seat)].cards;
            for (const What what : {What::lay, What::drop}) {
                for (std::uint8_t place = 0; place < cards; ++place) moves.push_back({what, place});
            }
            return moves;
        }
        case Phase::cash:
            return {{What::cash}, {What::keep}};
        default:
            return {};
    }
}

}  // namespace carcbot::hoard
