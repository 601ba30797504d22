#include "kuhn.hpp"

#include <algorithm>

#include "carcbot/reader.hpp"

namespace carcbot::kuhn {
namespace {

using State = Kuhn::State;
using Move = Kuhn::Move;

/// The moves so far as letters: "" "p" "b" "pp" "pb" "bp" "bb" "pbp" "pbb".
std::string history(unsigned moves, unsigned bets) {
    std::string text;
    for (unsigned i = 0; i < moves; ++i) text += bets >> i & 1 ? 'b' : 'p';
    return text;
}

bool finished(const std::string& moves) {
    return moves.size() == 3 || moves == "pp" || moves == "bp" || moves == "bb";
}

template <typename Place>
std::string history_of(const Place& place) {
    return history(place.moves, place.bets);
}

int dealt_in(const State& state) {
    return (state.cards[0] != 0) + (state.cards[1] != 0);
}

/// Whose turn it is; that is no secret.
int whose_turn(int dealt, const std::string& moves) {
    if (dealt < 2) return kChance;
    return finished(moves) ? kOver : static_cast<int>(moves.size() % 2);
}

/// A fold shows no cards.
bool showdown(const std::string& moves) {
    return finished(moves) && (moves == "pp" || moves.substr(moves.size() - 2) == "bb");
}

/// What a game that is over was worth; whose card is higher counts where the cards were shown.
PerSeat payout(const std::string& moves, bool first_is_higher) {
    const bool first_wins = showdown(moves) ? first_is_higher : moves == "bp";
    const int chips = moves.ends_with("bb") ? 2 : 1;
    return first_wins ? PerSeat{chips, -chips} : PerSeat{-chips, chips};
}

std::string shown(const std::string& moves) {
    return moves.empty() ? "-" : moves;
}

int decisions_left(int turn, const std::string& moves, int seat) {
    if (turn == kOver) return 0;
    if (moves == "b" || moves == "pb") return seat == turn ? 1 : 0;
    return moves == "p" ? 1 : seat == 0 ? 2 : 1;
}

/// Each move is a turn, the first of which begins with the deal.
Turn turn_after(int turn, unsigned moves) {
    if (turn == kOver) return {static_cast<int>(moves), kNoStep};
    return {static_cast<int>(moves) + 1, turn == kChance ? kNoStep : "move"};
}

/// The move that a text means for whoever sees this position or view of it.
template <typename Place>
Move read_move(const Place& place, bool may_move, std::string_view text) {
    if (text != "pass" && text != "bet") {
        throw InputError(Fault::notation, quote(text) + " is not a move", "a move", "pass or bet");
    }
    if (!may_move) {
        throw InputError(Fault::out_of_turn, "a move is not possible now",
                         Kuhn::position_text(place), what_is_due<Kuhn>(place));
    }
    return text == "bet" ? Move::bet : Move::pass;
}

void read_beginning(Reader& reader, std::string_view kind) {
    const std::string what(kind);
    for (const std::string_view word :
         {std::string_view("kuhn/1"), kind, std::string_view("seats=2")}) {
        if (reader.word() != word)
            reader.fail("this is not a " + what + " of Kuhn poker",
                        "kuhn/1 " + what + " seats=2 ...");
        reader.need(' ', "the " + what);
    }
}

std::uint8_t read_card(Reader& reader) {
    return static_cast<std::uint8_t>(reader.one_of("-JQK", "a card"));
}

/// Reads the moves so far, with which a text ends, into a State or a View.
template <typename Place>
void read_moves(Reader& reader, const std::string& where, int dealt, Place& place) {
    const std::size_t at = reader.at();
    const std::string_view moves = reader.word();
    reader.need_end(where);
    reader.back_to(at);
    if (moves == "-") return;
    for (const char move : moves) {
        if ((move != 'p' && move != 'b') || whose_turn(dealt, history_of(place)) < 0) {
            reader.fail("those moves cannot be made", "- or the moves so far, p and b");
        }
        place.bets = static_cast<std::uint8_t>(place.bets | (move == 'b') << place.moves);
        ++place.moves;
    }
}

}  // namespace

State Kuhn::new_game(std::string_view options) {
    if (!options.empty() && options != "seats=2") {
        throw InputError(Fault::options, quote(options) + " is no option of Kuhn poker",
                         "the options", "seats=2");
    }
    return {};
}

int Kuhn::to_move(const State& state) {
    return whose_turn(dealt_in(state), history_of(state));
}

std::vector<Move> Kuhn::legal_moves(const State& state) {
    if (to_move(state) < 0) return {};
    return {Move::pass, Move::bet};
}

void Kuhn::apply(State& state, Move move) {
    state.bets = static_cast<std::uint8_t>(state.bets | static_cast<unsigned>(move) << state.moves);
    ++state.moves;
}

PerSeat Kuhn::scores(const State& state) {
    if (to_move(state) != kOver) return {};
    return payout(history_of(state), state.cards[0] > state.cards[1]);
}

PerSeat Kuhn::ranking(const State& state) {
    const PerSeat won = scores(state);
    return {won[1] > won[0] ? 2 : 1, won[0] > won[1] ? 2 : 1};
}

std::uint64_t Kuhn::digest(const State& state) {
    const unsigned cards = state.cards[0] | static_cast<unsigned>(state.cards[1]) << 8;
    const unsigned moves = state.moves | static_cast<unsigned>(state.bets) << 8;
    return mix64(cards | std::uint64_t{moves} << 16);
}

int Kuhn::turns_left(const State& state, int seat) {
    return decisions_left(to_move(state), history_of(state), seat);
}

Turn Kuhn::turn(const State& state) {
    return turn_after(to_move(state), state.moves);
}

std::pair<int, int> Kuhn::value_bounds(const State& state, int seat) {
    if (to_move(state) != kOver) return {-2, 2};
    const int won = scores(state)[static_cast<std::size_t>(seat)];
    return {won, won};
}

Move Kuhn::parse_move(const State& state, std::string_view text) {
    return read_move(state, to_move(state) >= 0, text);
}

std::string Kuhn::position_text(const State& state) {
    return "kuhn/1 position seats=2 " + outcome_text(state.cards[0]) +
           outcome_text(state.cards[1]) + " " + shown(history_of(state));
}

State Kuhn::parse_position(std::string_view text) {
    Reader reader(text);
    read_beginning(reader, "position");
    State state;
    for (auto& card : state.cards) card = read_card(reader);
    reader.need(' ', "the position");
    if (state.cards[0] == state.cards[1] && state.cards[0] != 0)
        reader.fail("one card is dealt twice", "two cards");
    if (state.cards[0] == 0 && state.cards[1] != 0)
        reader.fail("the second card is dealt first", "the first card");
    read_moves(reader, "the position", dealt_in(state), state);
    return state;
}

std::vector<std::pair<Kuhn::Outcome, int>> Kuhn::outcomes(const State& state) {
    std::vector<std::pair<Outcome, int>> out;
    if (to_move(state) != kChance) return out;
    for (std::uint8_t card = 1; card <= 3; ++card) {
        if (card != state.cards[0]) out.emplace_back(card, 1);
    }
    return out;
}

void Kuhn::draw(State& state, Outcome card) {
    if (to_move(state) != kChance) {
        throw InputError(Fault::out_of_turn, "no card is to be dealt now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a move");
    }
    if (card < 1 || card > 3 || card == state.cards[0]) {
        throw InputError(Fault::illegal_move, "that card is not in the deck", position_text(state),
                         "a card that is left");
    }
    state.cards[state.cards[0] ? 1 : 0] = card;
}

Kuhn::Outcome Kuhn::parse_outcome(std::string_view text) {
    if (text == "J") return 1;
    if (text == "Q") return 2;
    if (text == "K") return 3;
    throw InputError(Fault::notation, quote(text) + " is not a card", "a draw", "J, Q or K");
}

Kuhn::View Kuhn::view(const State& state, int seat) {
    View view{static_cast<std::int8_t>(seat),
              0,
              0,
              static_cast<std::uint8_t>(dealt_in(state)),
              state.moves,
              state.bets};
    const bool shown = showdown(history_of(state));
    const auto own = static_cast<std::size_t>(std::max(seat, 0));
    if (seat != kNoSeat || shown) view.own_card = state.cards[own];
    if (shown) view.shown = state.cards[1 - own];
    return view;
}

std::string Kuhn::seen(const State& state, int seat, std::string_view text) {
    State after = state;
    apply_text<Kuhn>(after, text);
    if (to_move(state) == kChance) {
        return seat == (state.cards[0] ? 1 : 0) ? std::string(text) : "?";
    }
    const View known = view(after, seat);
    if (known.shown == 0) return std::string(text);
    const std::string others = (seat == kNoSeat ? outcome_text(known.own_card) : "");
    return std::string(text) + "/" + others + outcome_text(known.shown);
}

void Kuhn::see(View& view, std::string_view text) {
    const auto refuse = [&](const char* expected) {
        throw InputError(Fault::notation, quote(text) + " cannot have been seen",
                         position_text(view), expected);
    };
    View after = view;
    if (view.dealt < 2) {
        const bool to_me = view.dealt == view.seat;
        if (!to_me && text != "?") refuse("?");
        if (to_me) after.own_card = parse_outcome(text);
        ++after.dealt;
    } else {
        const std::size_t slash = text.find('/');
        const std::string_view move = text.substr(0, slash);
        if (finished(history_of(view)) || (move != "pass" && move != "bet")) {
            refuse("pass or bet, in a game that goes on");
        }
        after.bets = static_cast<std::uint8_t>(view.bets | (move == "bet") << view.moves);
        ++after.moves;
        const bool shows = slash != std::string_view::npos;
        if (shows != showdown(history_of(after))) {
            refuse("the other card at a showdown, and only then");
        }
        if (shows) {
            std::string_view cards = text.substr(slash + 1);
            if (view.seat == kNoSeat) {
                after.own_card = parse_outcome(cards.substr(0, 1));
                cards.remove_prefix(1);
            }
            after.shown = parse_outcome(cards);
            if (after.shown == after.own_card) refuse("two different cards");
        }
    }
    view = after;
}

std::vector<Move> Kuhn::legal_moves(const View& view) {
    if (view.seat == kNoSeat || to_move(view) != view.seat) return {};
    return {Move::pass, Move::bet};
}

Move Kuhn::parse_move(const View& view, std::string_view text) {
    return read_move(view, view.seat != kNoSeat && to_move(view) == view.seat, text);
}

std::string Kuhn::position_text(const View& view) {
    return "kuhn/1 view seats=2 " + (view.seat == kNoSeat ? "-" : std::to_string(view.seat)) + ":" +
           outcome_text(view.own_card) + outcome_text(view.shown) + " " +
           std::to_string(view.dealt) + " " + shown(history_of(view));
}

Kuhn::View Kuhn::parse_view(std::string_view text) {
    Reader reader(text);
    read_beginning(reader, "view");
    View view{};
    view.seat = static_cast<std::int8_t>(reader.one_of("-01", "the seat")) - 1;
    reader.need(':', "the view");
    view.own_card = read_card(reader);
    view.shown = read_card(reader);
    reader.need(' ', "the view");
    view.dealt = static_cast<std::uint8_t>(reader.number(0, 2, "how many cards were dealt"));
    reader.need(' ', "the view");
    if (view.shown == view.own_card && view.shown != 0)
        reader.fail("one card is dealt twice", "two cards");
    read_moves(reader, "the view", view.dealt, view);
    const bool laid_open = showdown(history_of(view));
    if ((view.own_card != 0) != (view.seat == kNoSeat ? laid_open : view.dealt > view.seat))
        reader.fail("the own card is not the one that was dealt", "one if it was dealt, else -");
    if ((view.shown != 0) != laid_open)
        reader.fail("the other card is shown at a showdown, and only then", "it there, else -");
    return view;
}

int Kuhn::to_move(const View& view) {
    return whose_turn(view.dealt, history_of(view));
}

int Kuhn::turns_left(const View& view, int seat) {
    return decisions_left(to_move(view), history_of(view), seat);
}

Turn Kuhn::turn(const View& view) {
    return turn_after(to_move(view), view.moves);
}

PerSeat Kuhn::scores(const View& view) {
    if (to_move(view) != kOver) return {};
    const bool is_higher = view.own_card > view.shown;
    return payout(history_of(view), is_higher == (view.seat <= 0));
}

std::uint64_t Kuhn::digest(const View& view) {
    return mix64(1ULL << 63 | static_cast<std::uint8_t>(view.seat) |
                 std::uint64_t{view.own_card} << 8 | std::uint64_t{view.shown} << 16 |
                 std::uint64_t{view.dealt} << 24 | std::uint64_t{view.moves} << 32 |
                 std::uint64_t{view.bets} << 40);
}

State Kuhn::determinize(const View& view, Random& random) {
    State drawn;
    drawn.moves = view.moves;
    drawn.bets = view.bets;
    const auto own = static_cast<std::size_t>(std::max<int>(view.seat, 0));
    drawn.cards[own] = view.own_card;
    drawn.cards[1 - own] = view.shown;
    for (std::size_t place = 0; place < view.dealt; ++place) {
        if (drawn.cards[place]) continue;
        std::array<std::uint8_t, 3> possible{};
        std::uint32_t count = 0;
        for (std::uint8_t card = 1; card <= 3; ++card) {
            if (card != drawn.cards[1 - place]) possible[count++] = card;
        }
        drawn.cards[place] = possible[random.below(count)];
    }
    return drawn;
}

}  // namespace carcbot::kuhn
