// Games in plain Python, as searches see games: one type for all of them, and one for those with
// secrets. A state holds a Python object that keeps the promises of carcbot/games/contract.py, and
// asks it. So every search runs on every such game, as fast as Python is.
//
// The interpreter is held for each question, and free between them; so others can go on meanwhile,
// and stop a search. What a game answers is checked as far as a search relies on it. What goes
// wrong there becomes carcbot.errors.GameError, which names the game and what was asked.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "carcbot/game.hpp"

namespace carcbot::outside {

/// The text of a move or a draw. All texts that a process has met are kept, each with a number that
/// is made from it and so is the same in other processes, if not two texts want the same one.
struct Word {
    std::uint32_t number;
    bool operator==(const Word&) const = default;
};

/// A position or a view, as a value: the object is copied when it is to change while others have
/// it. To copy a Place does not need the interpreter.
class Place {
  public:
    /// None; good for nothing but to become another one.
    Place() = default;

    /// Somebody else's object, which is never changed.
    static Place borrowed(nanobind::handle object);
    /// One that nobody else has.
    static Place owned(nanobind::object object);

    /// The object; whoever looks at it holds the interpreter.
    [[nodiscard]] nanobind::handle object() const;

    /// Applies a text. If it comes from a search it is one that the game has offered. A game that
    /// goes on for ever is stopped here, whoever plays it.
    void apply(std::string_view text, bool is_offered);

  private:
    struct Held;
    std::shared_ptr<const Held> held_;
    int plies_ = 0;  ///< that were applied since somebody gave it
};

/// What all games in Python have in common; places are positions or views.
struct Asked {
    static constexpr std::string_view kName = "a game in Python";
    static constexpr bool kIsSlow = true;  ///< searches look at the clock at each node
    using State = Place;
    using Move = Word;
    using Outcome = Word;

    /// The text begins with the name of the game and a blank.
    static Place new_game(std::string_view text);
    static std::string options(const Place& place);
    static int seats(const Place& place);
    static int to_move(const Place& place);
    static std::vector<Move> legal_moves(const Place& place);
    static void apply(Place& state, Move move);
    static PerSeat scores(const Place& place);
    static PerSeat ranking(const Place& state);
    static std::uint64_t digest(const Place& place);
    static int turns_left(const Place& place, int seat);
    static std::pair<int, int> value_bounds(const Place& state, int seat);
    static Turn turn(const Place& place);
    static std::string move_text(Move move);
    static Move parse_move(const Place& place, std::string_view text);
    static std::string position_text(const Place& place);
    static Place parse_position(std::string_view text);
    static std::vector<std::pair<Outcome, int>> outcomes(const Place& state);
    static void draw(Place& state, Outcome outcome);
    static std::string outcome_text(Outcome outcome) { return move_text(outcome); }
    static Outcome parse_outcome(std::string_view text);
};

/// Games that hide nothing.
struct Open : Asked {};

/// Games in which seats know different things.
struct Secret : Asked {
    using View = Place;

    static Place view(const Place& state, int seat);
    static int seat(const Place& view);
    static std::string seen(const Place& state, int seat, std::string_view text);
    static void see(Place& view, std::string_view text);
    static Place determinize(const Place& view, Random& random);
    static Place parse_view(std::string_view text);
};

static_assert(ChanceGame<Open> && !HiddenInfoGame<Open>);
static_assert(ChanceGame<Secret> && HiddenInfoGame<Secret>);

}  // namespace carcbot::outside

/// Python's positions and views go in as they are.
template <>
struct nanobind::detail::type_caster<carcbot::outside::Place> {
    NB_TYPE_CASTER(carcbot::outside::Place, const_name("object"))

    bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
        value = carcbot::outside::Place::borrowed(source);
        return true;
    }
};
