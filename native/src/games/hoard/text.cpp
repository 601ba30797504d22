// Positions, views and options of Hoard as text.
//
//     hoard/1 position OPTIONS DONE PHASE OPEN DECK DISCARDS HANDS ROWS POINTS LEFT
//     hoard/1 view OPTIONS DONE PHASE OPEN DECK DISCARDS HANDS ROWS POINTS VIEWER UNSEEN
//
// A card in a hand is its rank, or ? where it is not known, and then ! if everybody knows it, else
// the letter of the deck that it came from. DECK is the letter of the deck that is drawn from and
// how many cards it has. Numbers of each rank stand in the order of the ranks, with dots between.

#include <algorithm>

#include "carcbot/reader.hpp"
#include "table.hpp"

namespace carcbot::hoard {
namespace {

using State = Hoard::State;
using View = Hoard::View;

constexpr std::array<std::string_view, 7> kPhaseNames = {"deal", "open", "draw", "blind",
                                                         "play", "cash", "over"};

struct OptionRange {
    std::string_view key;
    std::int8_t Table::* value;
    int low, high;
};
constexpr std::array<OptionRange, 5> kOptions = {{{"seats", &Table::seats, 2, 4},
                                                  {"ranks", &Table::ranks, 2, 5},
                                                  {"copies", &Table::copies, 2, 4},
                                                  {"hand", &Table::hand, 1, 3},
                                                  {"turns", &Table::turns, 1, 10}}};

Table read_options(Reader& reader) {
    Table table;
    std::vector<std::string_view> seen;
    do {
        const std::size_t at = reader.at();
        const std::string_view key = reader.new_option(seen);
        const auto* option = std::find_if(kOptions.begin(), kOptions.end(),
                                          [&](const OptionRange& each) { return each.key == key; });
        if (option == kOptions.end()) {
            reader.back_to(at);
            reader.fail("there is no such option", "one of seats ranks copies hand turns");
        }
        reader.need('=', "the option");
        table.*option->value =
            static_cast<std::int8_t>(reader.number(option->low, option->high, std::string(key)));
    } while (reader.take(','));
    if (table.ranks * table.copies < table.seats * table.hand + 2) {
        reader.fail("there are too few cards to deal",
                    "ranks * copies of at least seats * hand + 2");
    }
    return table;
}

std::string counts_text(const Table& table, const Counts& counts) {
    std::string text;
    for (std::size_t rank = 1; rank <= index(table.ranks); ++rank) {
        text += (rank > 1 ? "." : "") + std::to_string(counts[rank]);
    }
    return text;
}

char letter_of(std::uint8_t deck) {
    return static_cast<char>('a' + deck);
}

template <typename Text>
std::string each_seat(const Table& table, Text text) {
    std::string all;
    for (std::size_t seat = 0; seat < index(table.seats); ++seat) {
        all += (seat ? ":" : "") + text(seat);
    }
    return all;
}

std::string hand_text(const Hand& hand) {
    if (hand.cards == 0) return "-";
    std::string text;
    for (std::size_t i = 0; i < hand.cards; ++i) {
        const Held& card = hand.card[i];
        text += card.rank ? static_cast<char>('0' + card.rank) : '?';
        text += card.shown ? '!' : letter_of(card.deck);
    }
    return text;
}

std::string table_text(const Table& table) {
    std::string text = Hoard::options(table) + " " + std::to_string(table.done) + " ";
    text += kPhaseNames[static_cast<std::size_t>(table.phase)];
    if (table.laid) text += std::to_string(table.laid);
    text += table.open ? " " + std::to_string(table.open) : " -";
    text += std::string(" ") + letter_of(table.deck) + std::to_string(table.deck_cards) + " " +
            counts_text(table, table.discards) + " ";
    text += each_seat(table, [&](std::size_t seat) { return hand_text(table.hands[seat]); });
    text += " ";
    text +=
        each_seat(table, [&](std::size_t seat) { return counts_text(table, table.rows[seat]); });
    text += " ";
    text += each_seat(table, [&](std::size_t seat) { return std::to_string(table.points[seat]); });
    return text;
}

/// Reads a position or view, piece by piece, and then asks whether it can be.
class TableReader {
  public:
    TableReader(std::string_view text, std::string_view kind) : reader_(text), kind_(kind) {
        for (const std::string_view word : {std::string_view("hoard/1"), kind}) {
            if (reader_.word() != word)
                reader_.fail("this is not a " + kind_ + " of Hoard", "hoard/1 " + kind_ + " ...");
            space();
        }
    }

    Table table() {
        table_ = read_options(reader_);
        space();
        table_.done =
            static_cast<std::uint8_t>(reader_.number(0, all_turns(table_), "turns that are over"));
        space();
        phase();
        space();
        if (!reader_.take('-')) table_.open = rank("the open card");
        space();
        table_.deck = static_cast<std::uint8_t>(
            reader_.one_of("abcdefghijklmnopq", "the letter of the deck"));
        table_.deck_cards = static_cast<std::uint8_t>(
            reader_.number(0, table_.ranks * table_.copies, "how many cards the deck has"));
        space();
        table_.discards = counts("the discards");
        space();
        for_each_seat([&](std::size_t seat) { hand(table_.hands[seat]); });
        space();
        for_each_seat([&](std::size_t seat) { table_.rows[seat] = counts("a row"); });
        space();
        for_each_seat([&](std::size_t seat) {
            table_.points[seat] = static_cast<std::int16_t>(reader_.number(0, 9999, "the points"));
        });
        find_seat();
        return table_;
    }

    Counts counts(const std::string& name) {
        Counts counts{};
        for (std::size_t each = 1; each <= index(table_.ranks); ++each) {
            if (each > 1) reader_.need('.', name);
            counts[each] = static_cast<std::uint8_t>(reader_.number(0, table_.copies, name));
        }
        return counts;
    }

    void space() { reader_.need(' ', "the " + kind_); }
    Reader& reader() { return reader_; }

    /// Refuses what no game can come to; `hidden` are cards that are in nobody's sight.
    void check(const Table& table, Counts hidden) {
        reader_.need_end("the " + kind_);
        const int all = all_turns(table);
        for (std::size_t rank = 1; rank <= index(table.ranks); ++rank) {
            int cards = hidden[rank] + table.discards[rank] + (table.open == rank);
            for (const Counts& row : table.rows) cards += row[rank];
            for (const Hand& hand : table.hands) {
                for (std::size_t i = 0; i < hand.cards; ++i) cards += hand.card[i].rank == rank;
            }
            need(cards == table.copies, "as many cards of each rank as the options say");
        }
        const bool over = table.phase == Phase::over, deal = table.phase == Phase::deal;
        if (over) {
            need(table.done == all || (!table.open && !has_cards(table)), "a game that goes on");
        } else {
            need(table.done < all, "a game that is over");
        }
        const bool needs_open = table.phase == Phase::draw || table.phase == Phase::blind;
        const bool needs_none = table.phase == Phase::open || deal;
        need(!needs_open || table.open, "a card that lies open");
        need(!needs_none || !table.open, "no card that lies open");
        const bool is_drawing = table.phase == Phase::open || table.phase == Phase::blind || deal;
        need(!is_drawing || has_cards(table), "a card that can be drawn");
        need((table.laid != 0) == (table.phase == Phase::cash), "the rank to cash, and only there");
        need(!table.laid || table.rows[index(table.seat)][table.laid] >= 2,
             "several cards to cash");
        bool before = true;
        for (int seat = 0; seat < table.seats; ++seat) {
            const Hand& hand = table.hands[index(seat)];
            const bool has_drawn = table.phase == Phase::play && seat == table.seat;
            before = before && hand.cards == table.hand;
            if (deal) {
                need(hand.cards <= table.hand && (seat <= table.seat || hand.cards == 0),
                     "hands that are dealt seat by seat");
                need(table.points[index(seat)] == 0 && sum(table.rows[index(seat)]) == 0,
                     "nothing but hands before the first turn");
            } else {
                need(hand.cards == table.hand + has_drawn, "hands of the right size");
            }
            for (std::size_t i = 0; i < hand.cards; ++i) {
                need(!over || (hand.card[i].shown && hand.card[i].rank), "hands that are shown");
                need(!deal || !hand.card[i].shown, "hands that nobody has seen");
                need(hand.card[i].deck <= table.deck, "cards of decks that have been");
            }
        }
        if (deal) {
            need(!before && table.done == 0 && sum(table.discards) == 0 && table.deck == 0,
                 "hands that are still dealt");
        }
        Table numbered = table;
        number_decks(numbered, nullptr);
        need(numbered == table, "decks that are lettered from a");
    }

    void need(bool is_so, const std::string& expected) const {
        if (!is_so) {
            throw InputError(Fault::notation, "no game of Hoard comes to this", "the " + kind_,
                             expected);
        }
    }

  private:
    void phase() {
        const std::string_view name = reader_.span([](char c) { return c >= 'a' && c <= 'z'; });
        const auto* found = std::find(kPhaseNames.begin(), kPhaseNames.end(), name);
        if (found == kPhaseNames.end()) {
            reader_.fail("that is no phase", "deal, open, draw, blind, play, cash or over");
        }
        table_.phase = static_cast<Phase>(found - kPhaseNames.begin());
        if (table_.phase == Phase::cash) table_.laid = rank("the rank to cash");
    }

    std::uint8_t rank(const std::string& name) {
        return static_cast<std::uint8_t>(reader_.number(1, table_.ranks, name));
    }

    void hand(Hand& hand) {
        if (reader_.take('-')) return;
        while (reader_.peek() != ':' && reader_.peek() != ' ' && !reader_.done()) {
            if (hand.cards == kMostCards) reader_.fail("the hand is too large", "':'");
            Held& card = hand.card[hand.cards++];
            const auto ranks = std::string_view("?12345").substr(0, index(table_.ranks) + 1);
            card.rank = static_cast<std::uint8_t>(reader_.one_of(ranks, "a card of a hand"));
            card.shown = reader_.take('!');
            if (card.shown) {
                if (card.rank == 0) reader_.fail("everybody knows a card that is not said", "'a'");
                continue;
            }
            card.deck = static_cast<std::uint8_t>(
                reader_.one_of("abcdefghijklmnopq", "where a card came from"));
        }
        if (hand.cards == 0) reader_.fail("a hand is missing", "its cards, or -");
    }

    template <typename Read>
    void for_each_seat(Read read) {
        for (std::size_t seat = 0; seat < index(table_.seats); ++seat) {
            if (seat) reader_.need(':', "the " + kind_);
            read(seat);
        }
    }

    /// Whose turn it is follows from the rest.
    void find_seat() {
        table_.seat = static_cast<std::int8_t>(table_.done % table_.seats);
        if (table_.phase == Phase::over) table_.seat = 0;
        if (table_.phase != Phase::deal) return;
        while (table_.seat + 1 < table_.seats &&
               table_.hands[index(table_.seat)].cards >= table_.hand) {
            ++table_.seat;
        }
    }

    Reader reader_;
    std::string kind_;
    Table table_;
};

}  // namespace

State Hoard::new_game(std::string_view options) {
    Reader reader(options.empty() ? std::string_view("seats=2") : options);
    try {
        State state{};
        static_cast<Table&>(state) = read_options(reader);
        reader.need_end("the options");
        for (std::size_t rank = 1; rank <= index(state.ranks); ++rank) {
            state.left[rank] = static_cast<std::uint8_t>(state.copies);
        }
        state.deck_cards = static_cast<std::uint8_t>(sum(state.left));
        return state;
    } catch (const InputError& error) {
        throw InputError(Fault::options, error.what(), "options, " + error.where, error.expected);
    }
}

std::string Hoard::options(const Table& table) {
    const Table usual;
    std::string text = "seats=" + std::to_string(table.seats);
    for (const OptionRange& option : kOptions) {
        const int value = table.*option.value;
        if (option.key == "seats" || value == usual.*option.value) continue;
        text += "," + std::string(option.key) + "=" + std::to_string(value);
    }
    return text;
}

std::string Hoard::position_text(const State& state) {
    return "hoard/1 position " + table_text(state) + " " + counts_text(state, state.left);
}

State Hoard::parse_position(std::string_view text) {
    TableReader reader(text, "position");
    State state{};
    static_cast<Table&>(state) = reader.table();
    reader.space();
    state.left = reader.counts("the deck");
    reader.check(state, state.left);
    reader.need(sum(state.left) == state.deck_cards, "a deck with as many cards as it has");
    for (const Hand& hand : state.hands) {
        for (std::size_t i = 0; i < hand.cards; ++i) {
            reader.need(hand.card[i].rank != 0, "every card of every hand");
        }
    }
    return state;
}

std::string Hoard::position_text(const View& view) {
    std::string text = "hoard/1 view " + table_text(view);
    text += view.viewer == kNoSeat ? " -" : " " + std::to_string(view.viewer);
    // decks are numbered without gaps, and the one that is drawn from is the last
    for (std::size_t deck = 0; deck <= view.deck; ++deck) {
        text += (deck ? "/" : " ") + counts_text(view, view.unseen[deck]);
    }
    return text;
}

View Hoard::parse_view(std::string_view text) {
    TableReader reader(text, "view");
    View view{};
    static_cast<Table&>(view) = reader.table();
    reader.space();
    if (!reader.reader().take('-')) {
        view.viewer =
            static_cast<std::int8_t>(reader.reader().number(0, view.seats - 1, "the seat"));
    }
    reader.space();
    Counts hidden{};
    for (std::size_t deck = 0; deck <= view.deck; ++deck) {
        if (deck) reader.reader().need('/', "the cards of the decks");
        view.unseen[deck] = reader.counts("the cards of a deck");
        for (std::size_t rank = 1; rank <= index(view.ranks); ++rank) {
            hidden[rank] = static_cast<std::uint8_t>(hidden[rank] + view.unseen[deck][rank]);
        }
    }
    reader.check(view, hidden);
    std::array<int, kMostDecks> unknown{};
    unknown[view.deck] = view.deck_cards;
    for (int seat = 0; seat < view.seats; ++seat) {
        const Hand& hand = view.hands[index(seat)];
        for (std::size_t i = 0; i < hand.cards; ++i) {
            const Held& card = hand.card[i];
            reader.need((card.rank != 0) == (card.shown || seat == view.viewer),
                        "the cards that this seat knows, and no others");
            if (card.rank == 0) ++unknown[card.deck];
        }
    }
    for (std::size_t deck = 0; deck < kMostDecks; ++deck) {
        reader.need(sum(view.unseen[deck]) == unknown[deck],
                    "of each deck as many cards as were not seen");
    }
    return view;
}

}  // namespace carcbot::hoard
