// What is seen of moves and draws, and how a view takes it in.

#include <algorithm>
#include <cstring>

#include "game.hpp"
#include "lots.hpp"
#include "rules.hpp"
#include "text.hpp"
#include "ticket_deck.hpp"

namespace carcbot::ticket_to_ride {
namespace {

/// What was told cannot have been seen; something else was expected.
struct Mismatch {
    const char* expected;
};

void need(bool is_so, const char* expected) {
    if (!is_so) throw Mismatch{expected};
}

/// Whose card or ticket is drawn now, so that nobody else sees it; kNoSeat where all see it.
int drawer_of(const Table& table) {
    switch (table.step) {
        case Step::hand: {
            int seat = 0;
            while (table.seats[index(seat)].fresh == kFirstCards) ++seat;
            return seat;
        }
        case Step::blind:
        case Step::ticket:
            return table.turn_of();
        default:
            return kNoSeat;
    }
}

/// The seat that shows its tickets now.
int shower_of(const View& view) {
    int seat = 0;
    while (std::popcount(view.hidden.held[index(seat)] & view.shown) ==
           view.seats[index(seat)].tickets) {
        ++seat;
    }
    return seat;
}

bool see_draw(View& view, std::string_view text, bool told_reset) {
    const int drawer = drawer_of(view);
    if (drawer != kNoSeat && !knows(view, drawer)) {
        need(text == "?", "?");
        return make_draw(view, std::nullopt, told_reset);
    }
    const Outcome outcome = TicketToRide::parse_outcome(text);
    switch (view.step) {
        case Step::hand:
        case Step::blind:
        case Step::row:
            need(outcome.is_card() && view.fresh_pool.of(outcome.colour()) > 0,
                 "a card that the deck may have");
            break;
        case Step::ticket: {
            const TicketSet drawn =
                outcome.is_ticket() ? ticket_bit(outcome.ticket_number()) : TicketSet{0};
            TicketSet known = view.hidden.offered;
            for (const TicketSet held : view.hidden.held) known |= held;
            need(drawn && !(drawn & known), "a ticket that the deck may have");
            break;
        }
        case Step::show: {
            need(outcome.is_ticket(), "a ticket");
            const int seat = shower_of(view);
            const TicketSet shown = ticket_bit(outcome.ticket_number());
            const TicketSet held = view.hidden.held[index(seat)];
            need(!(shown & view.shown), "a ticket that is not shown yet");
            need(!knows(view, seat) || held & shown, "a ticket of its own");
            break;
        }
        case Step::count:
            need(!outcome.is_card() && !outcome.is_ticket() && !outcome.is_seat(), "a number");
            need(!knows(view, view.made) || outcome.number() == view.seats[view.made].tickets,
                 "the number that it has kept");
            need(!view.options.keep_two || outcome.number() == 2, "kept2");
            break;
        default:
            need(outcome.is_seat() && outcome.seat_number() < view.options.seats, "a seat");
    }
    return make_draw(view, outcome, told_reset);
}

/// Whether somebody else's move may be possible, as far as all know.
bool may_be_made(const View& view, Move move) {
    const auto* in_row = std::find(view.row.begin(), view.row.end(),
                                   move.what() == What::take ? move.colour() : kNoColour);
    const bool is_first = view.step == Step::turn;
    if (!is_first && view.step != Step::second) return false;
    switch (move.what()) {
        case What::take:
            return in_row != view.row.end() && (is_first || move.colour() != kLoco);
        case What::blind:
            return can_draw_blind(view);
        case What::tickets:
            return is_first && ticket_deck_size(view) > 0;
        case What::pass:
            return is_first && !can_draw_blind(view) &&
                   std::all_of(view.row.begin(), view.row.end(),
                               [](Colour card) { return card == kNoColour; });
        case What::stop:
            return !is_first && view.options.second_optional;
        case What::claim: {
            const Track& track = kTrackTable[move.track()];
            const int seat = view.turn_of();
            const bool has_colour =
                move.coloured() == 0 || track.colour == kNoColour || track.colour == move.colour();
            return is_first && has_colour && track.length <= view.own().trains &&
                   view.free.without(view.own().barred).has(move.track()) &&
                   track.length <= hand_size(view, seat) &&
                   (move.coloured() == 0 || may_have(view, seat, move.colour(), move.coloured())) &&
                   may_have(view, seat, kLoco, move.locos());
        }
        default:
            return false;
    }
}

bool see_other_move(View& view, std::string_view text, bool told_reset) {
    if (view.step == Step::start) {
        need(text == "keep", "keep");
        keep_unseen(view, 0);
        return false;
    }
    if (view.step == Step::keep) {
        const bool is_number = text.size() == 5 && text.starts_with("keep") && text[4] >= '1' &&
                               text[4] <= '0' + view.made;
        need(is_number, "keep and how many");
        keep_unseen(view, text[4] - '0');
        return false;
    }
    const Move move = read_move(text);
    need(may_be_made(view, move), "a move that may be possible");
    if (move.what() == What::claim) {
        View paid = view;
        const int seat = view.turn_of();
        if (move.coloured()) pay(paid, seat, move.colour(), move.coloured());
        if (move.locos()) pay(paid, seat, kLoco, move.locos());
        need(can_be_dealt(paid), "cards that the hand can still have had");
    }
    return make_move(view, move, told_reset);
}

}  // namespace

std::string TicketToRide::seen(const State& state, int seat, std::string_view text) {
    const int turn = to_move(state);
    State after = state;
    if (turn == kChance) {
        const Outcome outcome = parse_outcome(text);
        draw(after, outcome);
        after = state;
        const bool resets = make_draw(after, outcome);
        const int drawer = drawer_of(state);
        const bool is_hidden = drawer != kNoSeat && drawer != seat;
        return (is_hidden ? "?" : outcome_text(outcome)) + (resets ? "!" : "");
    }
    const Move move = parse_move(state, text);
    if (move.what() == What::keep && seat != turn) {
        if (state.step == Step::start) return "keep";
        return "keep" + std::to_string(std::popcount(move.tickets()));
    }
    return move_text(move) + (make_move(after, move) ? "!" : "");
}

std::uint64_t seen_move(const State& state, int seat, Move move) {
    if (move.what() == What::keep && seat != state.turn_of()) {
        const int number = state.step == Step::start ? 0 : std::popcount(move.tickets());
        return std::uint64_t{1} << 40 | static_cast<std::uint64_t>(number);
    }
    State after = state;
    const std::uint64_t resets = make_move(after, move);
    std::uint32_t bits = 0;
    static_assert(sizeof move == sizeof bits);
    std::memcpy(&bits, &move, sizeof bits);
    return bits | resets << 32;
}

std::uint64_t seen_draw(const State& state, int seat, Outcome outcome) {
    State after = state;
    const std::uint64_t resets = make_draw(after, outcome);
    const int drawer = drawer_of(state);
    std::uint8_t code = UINT8_MAX;
    static_assert(sizeof outcome == sizeof code);
    if (drawer == kNoSeat || drawer == seat) std::memcpy(&code, &outcome, sizeof code);
    return code | resets << 8;
}

void TicketToRide::see(View& view, std::string_view text) {
    View after = view;
    const int turn = to_move(view);
    const bool told_reset = text.ends_with('!');
    const std::string_view ply = told_reset ? text.substr(0, text.size() - 1) : text;
    try {
        need(turn != kOver, "nothing: the game is over");
        bool resets = false;
        if (turn == kChance) {
            resets = see_draw(after, ply, told_reset);
        } else if (turn == view.viewer) {
            resets = make_move(after, parse_move(view, ply), told_reset);
        } else {
            resets = see_other_move(after, ply, told_reset);
        }
        need(resets == told_reset, "! where the row is reset, and only there");
        need(can_be_dealt(after) && tickets_can_be_dealt(after), "what can still be there");
    } catch (const Mismatch& mismatch) {
        if (turn == kOver) {
            throw InputError(Fault::out_of_turn, "the game is over", quote(text), "nothing more");
        }
        throw InputError(Fault::notation, quote(text) + " cannot have been seen",
                         position_text(view), mismatch.expected);
    }
    view = after;
}

}  // namespace carcbot::ticket_to_ride
