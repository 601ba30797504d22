// How a game of Hoard goes on, as far as everybody sees it: shared by positions and views, which
// differ only in which cards they know.
#pragma once

#include <numeric>

#include "hoard.hpp"

namespace carcbot::hoard {

using What = Hoard::Move::What;

inline std::size_t index(int number) {
    return static_cast<std::size_t>(number);
}

inline int sum(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0);
}

inline void add(Counts& counts, std::size_t rank, int cards = 1) {
    counts[rank] = static_cast<std::uint8_t>(counts[rank] + cards);
}

inline int all_turns(const Table& table) {
    return table.turns * table.seats;
}

inline Hand& own_hand(Table& table) {
    return table.hands[index(table.seat)];
}

/// Whether there is a card that could be drawn blind or opened.
inline bool has_cards(const Table& table) {
    return table.deck_cards > 0 || sum(table.discards) > 0;
}

/// Shuffles the discard pile to be the deck, if that is empty and a card is wanted. Returns whether
/// it did; the new deck's cards are those that were `discards` before.
bool shuffle_again(Table& table);

/// A card came from the deck, known or not: it is dealt, opened or drawn blind, as the phase says.
void take_card(Table& table, std::uint8_t rank);

/// Makes a move that is legal. What is played must be known by now.
void make_move(Table& table, Hoard::Move move);

/// Numbers decks from 0 in their order, leaving out those of which no hidden card is in a hand and
/// none will be drawn; `unseen`, if given, is numbered alike.
void number_decks(Table& table, std::array<Counts, kMostDecks>* unseen);

/// What a seat to move may do.
std::vector<Hoard::Move> moves_of(const Table& table);

}  // namespace carcbot::hoard
