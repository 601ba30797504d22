// Ticket to Ride (Alan R. Moon, 2004), the map of the USA, for two to five seats. The rules, their
// options and all texts stand in protocol/games/ticket_to_ride/README.md.
#pragma once

#include "move.hpp"
#include "state.hpp"

namespace carcbot::ticket_to_ride {

struct TicketToRide {
    static constexpr std::string_view kName = "ticket_to_ride";
    using State = ticket_to_ride::State;
    using View = ticket_to_ride::View;
    using Move = ticket_to_ride::Move;
    using Outcome = ticket_to_ride::Outcome;

    static State new_game(std::string_view options);
    static std::string options(const Table& table);
    static int seats(const Table& table) { return table.options.seats; }
    static int to_move(const Table& table);
    static Turn turn(const Table& table);
    static int turns_left(const Table& table, int seat);

    static PerSeat scores(const State& state);
    static PerSeat ranking(const State& state);
    static std::pair<int, int> value_bounds(const State& state, int seat);
    static std::vector<Move> legal_moves(const State& state);
    static void legal_moves(const State& state, std::vector<Move>& moves);
    static void apply(State& state, Move move);
    static std::string move_text(Move move);
    static Move parse_move(const State& state, std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome outcome);
    static std::string outcome_text(Outcome outcome);
    static Outcome parse_outcome(std::string_view text);
    static std::uint64_t digest(const State& state);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);

    static View view(const State& state, int seat);
    static int seat(const View& view) { return view.viewer; }
    static std::string seen(const State& state, int seat, std::string_view text);
    static void see(View& view, std::string_view text);
    static State determinize(const View& view, Random& random);
    static PerSeat scores(const View& view);
    static std::vector<Move> legal_moves(const View& view);
    static Move parse_move(const View& view, std::string_view text);
    static std::uint64_t digest(const View& view);
    static std::string position_text(const View& view);
    static View parse_view(std::string_view text);
};

static_assert(ChanceGame<TicketToRide> && HiddenInfoGame<TicketToRide>);
static_assert(sizeof(State) <= 704);

}  // namespace carcbot::ticket_to_ride
