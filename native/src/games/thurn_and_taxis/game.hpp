// Thurn and Taxis (Karen and Andreas Seyfarth, 2006) for two to four seats. The rules, their
// options and all texts stand in protocol/games/thurn_and_taxis/README.md.
#pragma once

#include "state.hpp"

namespace carcbot::thurn_and_taxis {

/// A decision: what is done, and with which city, cities or cards.
class Move {
  public:
    enum class What : std::uint8_t {
        administrator,
        postmaster,
        carrier,
        cartwright,
        none,
        take,
        blind,
        start,
        left,
        right,
        scrap,
        close,
        end,
        houses,
        keep
    };

    Move() = default;
    constexpr explicit Move(What what, std::uint32_t with = 0)
        : code_(static_cast<std::uint32_t>(what) | with << 4) {}
    /// Three cards stay in the hand, the lowest city first.
    static constexpr Move keep(City low, City middle, City high) {
        return Move(What::keep, low | std::uint32_t{middle} << 5 | std::uint32_t{high} << 10);
    }

    [[nodiscard]] constexpr What what() const { return static_cast<What>(code_ & 15); }
    /// Of a card that is taken or placed.
    [[nodiscard]] constexpr City city() const { return static_cast<City>(code_ >> 4); }
    /// Of houses.
    [[nodiscard]] constexpr CitySet cities() const { return code_ >> 4; }
    /// Of `keep`.
    [[nodiscard]] constexpr Cards cards() const {
        Cards cards;
        for (const unsigned at : {4U, 9U, 14U}) cards.add_city(static_cast<City>(code_ >> at & 31));
        return cards;
    }
    bool operator==(const Move&) const = default;

  private:
    std::uint32_t code_ = 0;
};

struct ThurnAndTaxis {
    static constexpr std::string_view kName = "thurn_and_taxis";
    using State = thurn_and_taxis::State;
    using View = thurn_and_taxis::View;
    using Move = thurn_and_taxis::Move;
    using Outcome = City;  ///< the city of the card that comes

    static State new_game(std::string_view options);
    static std::string options(const Table& table);
    static int seats(const Table& table) { return table.options.seats; }
    static int to_move(const Table& table);
    static Turn turn(const Table& table);
    static PerSeat scores(const Table& table);
    static PerSeat ranking(const Table& table);
    static int turns_left(const Table& table, int seat);
    static std::pair<int, int> value_bounds(const Table& table, int seat);

    static std::vector<Move> legal_moves(const State& state);
    static void legal_moves(const State& state, std::vector<Move>& moves);
    static void apply(State& state, Move move);
    static std::string move_text(Move move);
    static Move parse_move(const State& state, std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const State& state);
    static void draw(State& state, Outcome city);
    static std::string outcome_text(Outcome city) { return std::string(kLetters[city]); }
    static Outcome parse_outcome(std::string_view text);
    static std::uint64_t digest(const State& state);
    static std::string position_text(const State& state);
    static State parse_position(std::string_view text);

    static View view(const State& state, int seat);
    static int seat(const View& view) { return view.viewer; }
    static std::string seen(const State& state, int seat, std::string_view text);
    static void see(View& view, std::string_view text);
    static State determinize(const View& view, Random& random);
    static std::vector<Move> legal_moves(const View& view);
    static Move parse_move(const View& view, std::string_view text);
    static std::uint64_t digest(const View& view);
    static std::string position_text(const View& view);
    static View parse_view(std::string_view text);
};

static_assert(ChanceGame<ThurnAndTaxis> && HiddenInfoGame<ThurnAndTaxis>);
static_assert(sizeof(State) <= 640);

}  // namespace carcbot::thurn_and_taxis
