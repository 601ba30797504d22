#include "hoard.hpp"

#include <algorithm>

#include "table.hpp"

namespace carcbot::hoard {
namespace {

using State = Hoard::State;
using View = Hoard::View;
using Move = Hoard::Move;

constexpr std::array<std::string_view, 6> kMoveNames = {"open", "blind", "lay",
                                                        "drop", "cash",  "keep"};

bool has_place(What what) {
    return what == What::lay || what == What::drop;
}

/// Reads "open", "lay2" and their like; says nothing about legality.
Move read_move(std::string_view text) {
    for (std::size_t i = 0; i < kMoveNames.size(); ++i) {
        const auto what = static_cast<What>(i);
        const std::string_view name = kMoveNames[i];
        if (!text.starts_with(name) || text.size() != name.size() + has_place(what)) continue;
        if (!has_place(what)) return {what};
        const char place = text.back();
        if (place < '1' || place >= static_cast<char>('1' + kMostCards)) break;
        return {what, static_cast<std::uint8_t>(place - '1')};
    }
    throw InputError(Fault::notation, quote(text) + " is not a move", "a move",
                     "open, blind, lay1, drop1, cash, keep or their like");
}

std::uint64_t digest_of(const Table& table) {
    std::uint64_t digest = 0;
    const auto absorb = [&](int value) {
        digest = mix64(digest ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)));
    };
    for (const int value :
         {int{table.seats}, int{table.ranks}, int{table.copies}, int{table.hand}, int{table.turns},
          static_cast<int>(table.phase), int{table.done}, int{table.laid}, int{table.open},
          int{table.deck}, int{table.deck_cards}}) {
        absorb(value);
    }
    for (const auto cards : table.discards) absorb(cards);
    for (std::size_t seat = 0; seat < index(table.seats); ++seat) {
        absorb(table.hands[seat].cards);
        for (const Held& card : table.hands[seat].card) {
            absorb(card.rank | card.deck << 8 | int{card.shown} << 16);
        }
        for (const auto cards : table.rows[seat]) absorb(cards);
        absorb(table.points[seat]);
    }
    return digest;
}

/// The ranks of all hands, as they are shown at the end.
std::string hands_text(const Table& table) {
    std::string text;
    for (int seat = 0; seat < table.seats; ++seat) {
        if (seat) text += ':';
        const Hand& hand = table.hands[index(seat)];
        for (std::size_t i = 0; i < hand.cards; ++i) text += std::to_string(hand.card[i].rank);
    }
    return text;
}

bool is_rank(const Table& table, char letter) {
    return letter >= '1' && letter <= '0' + table.ranks;
}

/// What was told cannot have been seen; something else was expected.
struct Mismatch {
    const char* expected;
};

/// Takes in what somebody sees of a draw or a move. Throws Mismatch, with the view half changed.
class Seeing {
  public:
    explicit Seeing(View& view) : view_(view) {}

    void draw(std::string_view text) {
        if (shuffle_again(view_)) {
            view_.unseen[view_.deck] = before_.discards;
        }
        const bool is_known = view_.phase == Phase::open || view_.seat == view_.viewer;
        if (!is_known && text != "?") throw Mismatch{"?"};
        if (is_known && (text.size() != 1 || !is_rank(view_, text[0])))
            throw Mismatch{"the rank of a card"};
        const auto rank = static_cast<std::uint8_t>(is_known ? text[0] - '0' : 0);
        if (rank) meet(rank, view_.deck);
        take_card(view_, rank);
    }

    void move(std::string_view text) {
        const std::size_t equals = text.find('=');
        const std::string_view played = text.substr(0, equals);
        const std::size_t slash = played.find('/');
        const Move move = read_move(played.substr(0, slash));
        const std::vector<Move> moves = moves_of(view_);
        if (std::find(moves.begin(), moves.end(), move) == moves.end())
            throw Mismatch{"a legal move"};
        if (has_place(move.what)) {
            Held& card = own_hand(view_).card[move.place];
            if ((card.rank == 0) != (slash != std::string_view::npos)) {
                throw Mismatch{"the rank of a card that was not known, and only of that"};
            }
            if (card.rank == 0) {
                const std::string_view rank = played.substr(slash + 1);
                if (rank.size() != 1 || !is_rank(view_, rank[0]))
                    throw Mismatch{"the rank of a card"};
                card.rank = static_cast<std::uint8_t>(rank[0] - '0');
                meet(card.rank, card.deck);
            }
        } else if (slash != std::string_view::npos) {
            throw Mismatch{"a move without a card"};
        }
        const std::array<Hand, kMostPlayers> kept = view_.hands;
        make_move(view_, move);
        const bool is_over = view_.phase == Phase::over;
        if (is_over != (equals != std::string_view::npos))
            throw Mismatch{"all hands at the end, only then"};
        if (is_over) show(text.substr(equals + 1), kept, move);
    }

  private:
    /// A card that was not seen before is seen.
    void meet(std::uint8_t rank, std::uint8_t deck) {
        std::uint8_t& left = view_.unseen[deck][rank];
        if (left == 0) throw Mismatch{"a card that can still be there"};
        --left;
    }

    /// The game is over, and all hands are shown.
    void show(std::string_view text, std::array<Hand, kMostPlayers> kept, Move last) {
        if (has_place(last.what)) {  // as in make_move
            Hand& hand = kept[index((view_.done - 1) % view_.seats)];
            for (std::size_t i = last.place; i + 1 < hand.cards; ++i)
                hand.card[i] = hand.card[i + 1];
            hand.card[--hand.cards] = {};
        }
        for (int seat = 0; seat < view_.seats; ++seat) {
            if (seat > 0) {
                if (text.empty() || text[0] != ':') throw Mismatch{"the hands of all seats"};
                text.remove_prefix(1);
            }
            Hand& hand = view_.hands[index(seat)];
            for (std::size_t i = 0; i < hand.cards; ++i) {
                if (text.empty() || !is_rank(view_, text[0]))
                    throw Mismatch{"the hands of all seats"};
                const auto rank = static_cast<std::uint8_t>(text[0] - '0');
                text.remove_prefix(1);
                if (hand.card[i].rank == 0) {
                    meet(rank, kept[index(seat)].card[i].deck);
                    hand.card[i].rank = rank;
                } else if (hand.card[i].rank != rank) {
                    throw Mismatch{"the cards that are known already"};
                }
            }
        }
        if (!text.empty()) throw Mismatch{"nothing behind the hands"};
    }

    View& view_;
    const Table before_ = view_;
};

}  // namespace

int Hoard::to_move(const Table& table) {
    switch (table.phase) {
        case Phase::over:
            return kOver;
        case Phase::draw:
        case Phase::play:
        case Phase::cash:
            return table.seat;
        default:
            return kChance;
    }
}

Turn Hoard::turn(const Table& table) {
    constexpr std::array<std::string_view, 7> steps = {kNoStep, kNoStep, "draw", kNoStep,
                                                       "play",  "cash",  kNoStep};
    return {table.done + (table.phase == Phase::over ? 0 : 1),
            steps[static_cast<std::size_t>(table.phase)]};
}

PerSeat Hoard::scores(const Table& table) {
    PerSeat scores{};
    for (std::size_t seat = 0; seat < index(table.seats); ++seat) {
        scores[seat] = table.points[seat];
        if (table.phase != Phase::over) continue;
        const Hand& hand = table.hands[seat];
        for (std::size_t i = 0; i < hand.cards; ++i) scores[seat] -= hand.card[i].rank;
    }
    return scores;
}

int Hoard::turns_left(const Table& table, int seat) {
    if (table.phase == Phase::over) return 0;
    int turns = 0;
    for (int turn = table.done; turn < all_turns(table); ++turn)
        turns += turn % table.seats == seat;
    return turns;
}

PerSeat Hoard::ranking(const State& state) {
    const PerSeat points = scores(state);
    PerSeat places{};
    for (std::size_t seat = 0; seat < index(state.seats); ++seat) {
        places[seat] = 1;
        for (std::size_t other = 0; other < index(state.seats); ++other) {
            places[seat] += points[other] > points[seat];
        }
    }
    return places;
}

std::pair<int, int> Hoard::value_bounds(const State& state, int seat) {
    const int points = scores(state)[index(seat)];
    if (state.phase == Phase::over) return {points, points};
    const int can_be_cashed = sum(state.rows[index(seat)]) + turns_left(state, seat);
    return {points - state.ranks * state.hand,
            points + state.ranks * (state.copies - 1) * can_be_cashed};
}

std::vector<Move> Hoard::legal_moves(const State& state) {
    return moves_of(state);
}

void Hoard::apply(State& state, Move move) {
    make_move(state, move);
    number_decks(state, nullptr);
}

std::string Hoard::move_text(Move move) {
    std::string text(kMoveNames[static_cast<std::size_t>(move.what)]);
    if (has_place(move.what)) text += static_cast<char>('1' + move.place);
    return text;
}

Move Hoard::parse_move(const State& state, std::string_view text) {
    return legal_move<Hoard>(state, read_move(text));
}

std::vector<std::pair<Hoard::Outcome, int>> Hoard::outcomes(const State& state) {
    std::vector<std::pair<Outcome, int>> outcomes;
    if (to_move(state) != kChance) return outcomes;
    const Counts& cards = state.deck_cards ? state.left : state.discards;
    for (std::uint8_t rank = 1; rank <= state.ranks; ++rank) {
        if (cards[rank]) outcomes.emplace_back(rank, cards[rank]);
    }
    return outcomes;
}

void Hoard::draw(State& state, Outcome rank) {
    if (to_move(state) != kChance) {
        throw InputError(Fault::out_of_turn, "no card is to be drawn now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a move");
    }
    const Counts& cards = state.deck_cards ? state.left : state.discards;
    if (rank < 1 || rank > state.ranks || cards[rank] == 0) {
        throw InputError(Fault::illegal_move, "that card is not in the deck", position_text(state),
                         "a card that is left");
    }
    const Counts discards = state.discards;
    if (shuffle_again(state)) state.left = discards;
    --state.left[rank];
    take_card(state, rank);
    number_decks(state, nullptr);
}

Hoard::Outcome Hoard::parse_outcome(std::string_view text) {
    if (text.size() == 1 && text[0] >= '1' && text[0] <= static_cast<char>('0' + kMostRanks)) {
        return static_cast<Outcome>(text[0] - '0');
    }
    throw InputError(Fault::notation, quote(text) + " is not a card", "a draw",
                     "the rank of a card, from 1");
}

std::uint64_t Hoard::digest(const State& state) {
    std::uint64_t digest = digest_of(state);
    for (const auto cards : state.left) digest = mix64(digest ^ cards);
    return digest;
}

// ---------------------------------------------------------------- views

View Hoard::view(const State& state, int seat) {
    View view{};
    static_cast<Table&>(view) = state;
    view.viewer = static_cast<std::int8_t>(seat);
    view.unseen[state.deck] = state.left;
    for (int each = 0; each < state.seats; ++each) {
        Hand& hand = view.hands[index(each)];
        for (std::size_t i = 0; i < hand.cards; ++i) {
            Held& card = hand.card[i];
            if (each == seat || card.shown) continue;
            add(view.unseen[card.deck], card.rank);
            card.rank = 0;
        }
    }
    return view;
}

std::string Hoard::seen(const State& state, int seat, std::string_view text) {
    State after = state;
    apply_text<Hoard>(after, text);
    if (to_move(state) == kChance) {
        return state.phase == Phase::open || state.seat == seat ? std::string(text) : "?";
    }
    std::string seen(text);
    const Move move = read_move(text);
    if (has_place(move.what)) {
        const Held& card = state.hands[index(state.seat)].card[move.place];
        if (!card.shown && state.seat != seat) seen += "/" + std::to_string(card.rank);
    }
    if (after.phase == Phase::over) seen += "=" + hands_text(after);
    return seen;
}

void Hoard::see(View& view, std::string_view text) {
    View after = view;
    try {
        const int turn = to_move(view);
        if (turn == kOver) throw Mismatch{"nothing: the game is over"};
        Seeing seeing(after);
        turn == kChance ? seeing.draw(text) : seeing.move(text);
    } catch (const Mismatch& mismatch) {
        throw InputError(Fault::notation, quote(text) + " cannot have been seen",
                         position_text(view), mismatch.expected);
    }
    number_decks(after, &after.unseen);
    view = after;
}

State Hoard::determinize(const View& view, Random& random) {
    State state{};
    static_cast<Table&>(state) = view;
    std::array<Counts, kMostDecks> unseen = view.unseen;
    for (int seat = 0; seat < view.seats; ++seat) {
        Hand& hand = state.hands[index(seat)];
        for (std::size_t i = 0; i < hand.cards; ++i) {
            Held& card = hand.card[i];
            if (card.rank) continue;
            Counts& pool = unseen[card.deck];
            auto ticket = static_cast<int>(random.below(static_cast<std::uint32_t>(sum(pool))));
            std::uint8_t rank = 1;
            while ((ticket -= pool[rank]) >= 0) ++rank;
            --pool[rank];
            card.rank = rank;
        }
    }
    state.left = unseen[view.deck];
    return state;
}

std::vector<Move> Hoard::legal_moves(const View& view) {
    if (view.seat != view.viewer) return {};
    return moves_of(view);
}

Move Hoard::parse_move(const View& view, std::string_view text) {
    return legal_move<Hoard>(view, read_move(text));
}

std::uint64_t Hoard::digest(const View& view) {
    std::uint64_t digest = mix64(digest_of(view) ^ static_cast<std::uint8_t>(view.viewer));
    for (const Counts& counts : view.unseen) {
        for (const auto cards : counts) digest = mix64(digest ^ cards);
    }
    return digest;
}

}  // namespace carcbot::hoard
