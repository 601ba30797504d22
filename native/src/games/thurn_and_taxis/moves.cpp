// Moves as text, and what is seen of them.

#include <algorithm>

#include "lots.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

constexpr std::array<std::string_view, 15> kWords = {
    "administrator", "postmaster", "carrier", "cartwright", "none", "take",   "blind", "start",
    "left",          "right",      "scrap",   "close",      "end",  "houses", "keep"};
constexpr std::string_view kDiscard = "discard:";

bool places(What what) {
    return what >= What::start && what <= What::scrap;
}

Move move_that_keeps(const Cards& cards) {
    std::array<City, kCardsKept> kept{};
    std::size_t at = 0;
    for_each_city(cards.cities(), [&](City city) {
        for (int i = 0; i < cards.of(city); ++i) kept[at++] = city;
    });
    return Move::keep(kept[0], kept[1], kept[2]);
}

[[noreturn]] void refuse(std::string_view text) {
    throw InputError(Fault::notation, quote(text) + " is not a move", "a move",
                     "take:Ulm, blind, right:Ulm, close, houses:StuUlm, keep:LinUlm2 or their "
                     "like");
}

/// What stands behind the colon, read to its end.
template <typename Read>
auto read_rest(std::string_view text, std::size_t colon, Read read) {
    Reader reader(text.substr(colon + 1));
    const auto rest = read(reader);
    reader.need_end("the move");
    return rest;
}

/// Reads any move, and says nothing about legality. `hand` is that of the seat to move, as far as
/// it is known here.
Move read_move(std::string_view text, const Table& table, const Cards& hand) {
    const std::size_t colon = text.find(':');
    if (text.starts_with(kDiscard)) {
        Cards kept = hand;
        const Cards gone = read_rest(text, colon, read_cards);
        kept.take(gone);
        if (!hand.contains(gone) || kept.count() != kCardsKept) refuse(text);
        return move_that_keeps(kept);
    }
    const auto* word = std::find(kWords.begin(), kWords.end(), text.substr(0, colon));
    if (word == kWords.end()) refuse(text);
    auto what = static_cast<What>(word - kWords.begin());
    const bool has_city = what == What::take || places(what);
    if ((has_city || what >= What::houses) != (colon != std::string_view::npos)) refuse(text);
    if (what == What::houses) return Move(what, read_rest(text, colon, read_cities));
    if (what == What::keep) {
        const Cards cards = read_rest(text, colon, read_cards);
        if (cards.count() != kCardsKept) refuse(text);
        return move_that_keeps(cards);
    }
    if (!has_city) return Move(what);
    const bool is_single = table.own().route.length == 1 && !table.options.one_card_twice;
    if (what == What::left && is_single) what = What::right;
    return Move(what, read_rest(text, colon, read_city));
}

template <typename Place>
Move read_legal_move(const Place& place, std::string_view text) {
    const int turn = ThurnAndTaxis::to_move(place);
    const bool is_mine = turn >= 0 && knows(place, turn);
    const Cards hand = is_mine ? hand_of(place, turn) : Cards();
    return legal_move<ThurnAndTaxis>(place, read_move(text, place, hand));
}

std::string discard_text(const Cards& hand, Move keep) {
    Cards gone = hand;
    gone.take(keep.cards());
    return std::string(kDiscard) + cards_text(gone);
}

/// What was told cannot have been seen; something else was expected.
struct Mismatch {
    const char* expected;
};

/// Takes in what somebody saw of another seat's move. Throws Mismatch, with the view half changed.
void see_other_move(View& view, std::string_view text) {
    const int seat = view.turn_of();
    if (view.step == Step::keep) {
        if (!text.starts_with(kDiscard)) throw Mismatch{"discard: and the cards that go"};
        const Cards gone = read_rest(text, kDiscard.size() - 1, read_cards);
        if (gone.count() != hand_size(view, seat) - kCardsKept)
            throw Mismatch{"all cards but three"};
        View after = view;
        for (int copies = 1; copies <= kCopies; ++copies) {
            for_each_city(gone.cities(copies), [&](City city) {
                if (!may_hold(after, seat, city)) throw Mismatch{"cards that the hand may have"};
                show_card(after, seat, city);
            });
        }
        discard_cards(view, gone);
        return;
    }
    const bool fails = text.ends_with('!');
    if (fails) text.remove_suffix(1);
    const Move move = read_move(text, view, {});
    // as if its hand had a card of each city that it may have, and, if none fits, only that one
    CitySet possible = 0;
    for (City city = 0; city < kCities; ++city) {
        if (may_hold(view, seat, city)) possible |= bit(city);
    }
    std::vector<Move> moves;
    list_moves(view, Cards::one_of_each(possible), moves);
    const bool is_offered = std::find(moves.begin(), moves.end(), move) != moves.end();
    const bool is_useless_carrier = fails && view.options.useless_offered &&
                                    move == Move(What::carrier) && view.step == Step::finish &&
                                    !view.options.officials_at_start &&
                                    view.official == Official::none && hand_size(view, seat) > 0;
    if (!is_offered && !is_useless_carrier) throw Mismatch{"a move that may be possible"};
    if (fails) {
        const bool can_fail =
            view.step == Step::finish
                ? is_offered && view.options.useless_offered && move == Move(What::carrier)
                : places(move.what()) && view.placed == 0 && view.official == Official::carrier &&
                      view.options.carrier_must;
        if (!can_fail && !is_useless_carrier) throw Mismatch{"a move that cannot fail"};
    }
    make_move(view, move, fails);
}

}  // namespace

std::string ThurnAndTaxis::move_text(Move move) {
    const What what = move.what();
    std::string text(kWords[static_cast<std::size_t>(what)]);
    if (what == What::take || places(what)) return text + ":" + std::string(kLetters[move.city()]);
    if (what == What::houses) return text + ":" + cities_text(move.cities());
    if (what == What::keep) return text + ":" + cards_text(move.cards());
    return text;
}

Move ThurnAndTaxis::parse_move(const State& state, std::string_view text) {
    return read_legal_move(state, text);
}

Move ThurnAndTaxis::parse_move(const View& view, std::string_view text) {
    return read_legal_move(view, text);
}

std::string ThurnAndTaxis::seen(const State& state, int seat, std::string_view text) {
    const int turn = to_move(state);
    if (turn == kChance) {
        const City city = parse_outcome(text);
        State after = state;
        draw(after, city);
        return state.step == Step::card && seat != state.turn_of() ? "?" : outcome_text(city);
    }
    const Move move = parse_move(state, text);
    const Cards hand = hand_of(state, turn);
    if (move.what() == What::keep && seat != turn) return discard_text(hand, move);
    return move_text(move) + (carrier_fails(state, hand, move) ? "!" : "");
}

void ThurnAndTaxis::see(View& view, std::string_view text) {
    View after = view;
    const int turn = to_move(view);
    try {
        if (turn == kOver) throw Mismatch{"nothing: the game is over"};
        if (turn == kChance) {
            const bool is_known = view.step == Step::open || view.viewer == view.turn_of();
            if (!is_known) {
                if (text != "?") throw Mismatch{"?"};
                draw_card(after, kNoCity);
            } else {
                const City city = city_named(text);
                if (city == kNoCity) throw Mismatch{"the letters of a city"};
                draw_card(after, city);
            }
        } else if (turn == view.viewer) {
            const Cards hand = hand_of(view, turn);
            const bool fails = text.ends_with('!');
            const Move move = read_legal_move(view, fails ? text.substr(0, text.size() - 1) : text);
            if (fails != carrier_fails(view, hand, move)) throw Mismatch{"! where a carrier fails"};
            make_move(after, move, fails);
            if (move.what() == What::keep) {
                Cards gone = hand;
                gone.take(move.cards());
                discard_cards(after, gone);
            }
        } else {
            see_other_move(after, text);
        }
        if (!is_possible(after)) throw Mismatch{"a card that can still be there"};
    } catch (const Mismatch& mismatch) {
        throw InputError(Fault::notation, quote(text) + " cannot have been seen",
                         position_text(view), mismatch.expected);
    }
    view = after;
}

}  // namespace carcbot::thurn_and_taxis
