// Texts read back as they were written, and what is not one of ours is refused with a reason.

#include <algorithm>
#include <string>

#include "check.hpp"
#include "random_games.hpp"

namespace {

using namespace random_games;

/// The kind of fault with which f refuses its input; CHECKs that the error is complete.
template <typename F>
std::string refusal(F f) {
    try {
        f();
    } catch (const InputError& error) {
        CHECK(*error.what() != '\0' && !error.where.empty() && !error.expected.empty());
        switch (error.fault) {
            case Fault::options:
                return "options";
            case Fault::notation:
                return "notation";
            case Fault::illegal_move:
                return "illegal move";
            case Fault::out_of_turn:
                return "out of turn";
            case Fault::agent:
                return "agent";
        }
    }
    return "accepted";
}

/// Positions of whole games, and every move and draw in them, in text and back.
void everything_reads_back() {
    for (const auto options : kOptionSets) {
        State state = Carcassonne::new_game(options);
        Random random(3);
        while (state.phase != Phase::end) {
            const std::string text = position_text(state);
            const State again = parse_position(text);
            CHECK_EQ(position_text(again), text);
            CHECK_EQ(again.record.digest, state.record.digest);
            CHECK(scores(again) == scores(state) && virtual_scores(again) == virtual_scores(state));
            CHECK(outcomes(again) == outcomes(state));
            if (state.phase == Phase::draw) {
                const auto all = outcomes(state);
                const auto kind = all[random.below(static_cast<std::uint32_t>(all.size()))].first;
                CHECK_EQ(Carcassonne::parse_outcome(Carcassonne::outcome_text(kind)), kind);
                draw(state, kind);
                continue;
            }
            const auto moves = legal_moves(state);
            CHECK(legal_moves(again) == moves);
            for (const Move move : moves) {
                CHECK(parse_move(move_text(move)) == move);
                CHECK(canonical_move(state, move) == move);
            }
            apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

/// Every way to write a move means a listed move or is refused: all rotations, all spots.
void every_text_is_listed_or_refused() {
    State state = Carcassonne::new_game("seats=2,expansions=inns_and_cathedrals+abbot");
    Random random(9);
    for (int turns = 0; turns < 12;) {
        if (state.phase == Phase::draw) {
            const auto all = outcomes(state);
            draw(state, all[random.below(static_cast<std::uint32_t>(all.size()))].first);
            continue;
        }
        const auto legal = legal_moves(state);
        std::vector<Move> reached;
        for (int slot = 0; slot < state.frontier.count; ++slot) {
            for (int rest = 0; rest < 4 * 256; ++rest) {
                const Cell cell = state.frontier.cells[slot];
                const auto then = static_cast<std::uint8_t>(rest / 4);
                const bool written = then == 0 || then == Move::kTakeAbbotBack ||
                                     (then >= 0x20 && then < 0x80 && (then & 31) <= kGardenSpot);
                if (!written) continue;
                const Move move{static_cast<std::int8_t>(x_of(cell)),
                                static_cast<std::int8_t>(y_of(cell)),
                                static_cast<std::uint8_t>(rest % 4), then};
                const std::string text = move_text(move);
                const std::string fault =
                    refusal([&] { reached.push_back(Carcassonne::parse_move(state, text)); });
                CHECK(fault == "accepted" || fault == "illegal move");
            }
        }
        for (const Move move : legal)
            CHECK(std::find(reached.begin(), reached.end(), move) != reached.end());
        for (const Move move : reached)
            CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
        apply(state, legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
        ++turns;
    }
}

void bad_moves_are_refused() {
    for (const char* text :
         {"",        "0",        "0,",        "0,0",       "0,0/",     "0,0/4",
          "0,0/-1",  "01,0/0",   "-0,0/0",    "+1,0/0",    "200,0/0",  "0,0/0+",
          "0,0/0+s", "0,0/0+sc", "0,0/0+scX", "0,0/0+sfN", "0,0/0+sf", "0,0/0+xm",
          "0,0/0^^", "0,0/0 ",   " 0,0/0",    "0,0/0+smm", "0;0/0",    "V"}) {
        CHECK_EQ(refusal([&] { parse_move(text); }), std::string("notation"));
    }
    State state = Carcassonne::new_game("seats=2");
    CHECK_EQ(refusal([&] { Carcassonne::parse_move(state, "1,0/0"); }), std::string("out of turn"));
    draw(state, Carcassonne::parse_outcome("V"));
    CHECK_EQ(refusal([&] { draw(state, Carcassonne::parse_outcome("V")); }),
             std::string("out of turn"));
    for (const char* text :
         {"0,0/0", "5,5/0", "1,0/2", "1,0/1+ag", "1,0/1+bfNL", "1,0/1^", "1,0/1+scN", "1,0/1+sm"}) {
        CHECK_EQ(refusal([&] { Carcassonne::parse_move(state, text); }),
                 std::string("illegal move"));
    }
    CHECK_EQ(refusal([&] { Carcassonne::parse_outcome("Z"); }), std::string("notation"));
    CHECK_EQ(refusal([&] { Carcassonne::parse_outcome("A "); }), std::string("notation"));
    state = Carcassonne::new_game("seats=2");
    CHECK_EQ(refusal([&] { draw(state, Carcassonne::parse_outcome("EA")); }),
             std::string("illegal move"));
}

void bad_options_are_refused() {
    for (const char* text : {"seats",
                             "seats=",
                             "seats=1",
                             "seats=7",
                             "seats=6",
                             "seats=2,seats=3",
                             "seats=two",
                             "seats=2,",
                             ",seats=2",
                             "table=round",
                             "expansions=",
                             "expansions=river+",
                             "expansions=castle",
                             "farm_scoring=third",
                             "two_tile_city=3",
                             "unplaceable=keep",
                             "river_rule=none",
                             "river_look_ahead=yes",
                             "river_start_tile=0",
                             "inn_on_EC=c3",
                             "start=",
                             "start=D",
                             "start=D0",
                             "start=D0@0",
                             "start=D0@0,0x",
                             "start=D4@0,0",
                             "start=D0@21,0",
                             "start=D0@0,-21",
                             "start=ZZ0@0,0",
                             "start=EA0@0,0",
                             "start=Eg0@0,0",
                             "start=RA0@0,0",
                             "expansions=river,start=D0@0,0"}) {
        CHECK_EQ(refusal([&] { Options::parse(text); }), std::string("options"));
    }
    for (const auto options : kOptionSets) {
        CHECK_EQ(Options::parse(options).text().size(),
                 Options::parse(Options::parse(options).text()).text().size());
        CHECK(Options::parse(Options::parse(options).text()) == Options::parse(options));
    }
}

/// Each is a good position with one thing wrong.
void bad_positions_are_refused() {
    const std::string good =
        "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0sfNL 0:0 draw:1 A2.V8 -";
    CHECK_EQ(refusal([&] { parse_position(good); }), std::string("accepted"));
    for (const char* text :
         {"", "carcassonne", "carcassonne/2 position seats=2 D0@0,0 0:0 draw:0 A2 -",
          "carcassonne/1 game seats=2 D0@0,0 0:0 draw:0 A2 -",
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 A2 - -",       // more behind it
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 A2",           // no queue
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 A3 -",         // too many A
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 D4 -",         // the start is one
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 B1.A1 -",      // out of order
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 EA1 -",        // not in the box
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:1 A2 -",         // not her turn
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 - -",          // nothing to draw
          "carcassonne/1 position seats=2 D0@0,0 0:0 end A2 -",            // tiles left
          "carcassonne/1 position seats=2 D0@0,0 0:0 draw:0 A2 A",         // discard has no queue
          "carcassonne/1 position seats=2 D0@0,0 0 draw:0 A2 -",           // one seat's points
          "carcassonne/1 position seats=2 D0@0,0 0:-1 draw:0 A2 -",        // fewer than none
          "carcassonne/1 position seats=2 D0@0,0 0:9999 draw:0 A2 -",      // more than there are
          "carcassonne/1 position seats=2 D1@0,0 0:0 draw:0 A2 -",         // not the start
          "carcassonne/1 position seats=2 D0@0,1 0:0 draw:0 A2 -",         // not there
          "carcassonne/1 position seats=2 D0@0,0+0sfNL 0:0 draw:0 A2 -",   // figure on the start
          "carcassonne/1 position seats=2 V1@1,0;D0@0,0 0:0 draw:1 A2 -",  // not by rows
          "carcassonne/1 position seats=2 D0@0,0;V2@1,0 0:0 draw:1 A2 -",  // edges differ
          "carcassonne/1 position seats=2 D0@0,0;V1@2,0 0:0 draw:1 A2 -",  // not connected
          "carcassonne/1 position seats=2 D0@0,0;U2@0,1 0:0 draw:1 A2 -",  // rotation 0 looks alike
          "carcassonne/1 position seats=2 D0@0,0;V1@1,0+2sfNL 0:0 draw:1 A2 -",  // no seat 2
          "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0bfNL 0:0 draw:1 A2 -",  // no big meeples
          "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0sfEL 0:0 draw:1 A2 -",  // not its first
                                                                                 // spot
          "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0scN 0:0 draw:1 A2 -",   // no city there
          "carcassonne/1 position seats=2 E2@0,-1+0scS;D0@0,0 0:0 draw:1 A2 -",  // complete
          "carcassonne/1 position seats=2,farm_scoring=off D0@0,0;V1@1,0+0sfNL 0:0 draw:1 A2 -"}) {
        CHECK_EQ(std::string(text) + ": " + refusal([&] { parse_position(text); }),
                 std::string(text) + ": notation");
    }
    for (std::size_t length = 0; length < good.size(); ++length) {
        CHECK(refusal([&] { parse_position(good.substr(0, length)); }) != "accepted");
    }
}

}  // namespace

int main() {
    everything_reads_back();
    every_text_is_listed_or_refused();
    bad_moves_are_refused();
    bad_options_are_refused();
    bad_positions_are_refused();
    return check::result();
}
