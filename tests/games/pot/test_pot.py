"""Pot is played through to every end, by its own states and by its rules told once more."""

from fractions import Fraction

import pytest

from carcbot.errors import IllegalMoveError, OptionsError, OutOfTurnError
from carcbot.games.contract import CHANCE, State
from carcbot.games.pot import POT

Value = tuple[Fraction, ...]

TINY_BAGS = (
    (1, 0, 0),
    (0, 1, 1),
    (2, 1, 0),
    (1, 1, 1),
    (0, 0, 3),
    (2, 1, 1),
)


def value_by_states(state: State) -> Value:
    """What each seat can expect if every seat plays for its own points, from the states alone."""
    if state.over:
        return tuple(Fraction(score) for score in state.scores())
    values = []
    plies = dict.fromkeys(state.legal_moves(), 1) | dict(state.outcomes())
    for ply in plies:
        after = state.copy()
        after.apply(ply)
        values.append(value_by_states(after))
    if state.to_move == CHANCE:
        return expected(values, list(plies.values()))
    return max(values, key=lambda value: value[state.to_move])


def value_by_rules(
    bag: tuple[int, ...], points: tuple[int, ...], seat: int = 0, pot: int = 0
) -> Value:
    """The same, from the rules as the docstring of the game tells them."""
    if not any(bag):
        return tuple(Fraction(score) for score in points)
    values, weights = [], []
    for chip, copies in enumerate(bag, 1):
        if copies == 0:
            continue
        rest = (*bag[: chip - 1], copies - 1, *bag[chip:])
        following = (seat + 1) % len(points)

        def gaining(who: int, gain: int) -> tuple[int, ...]:
            return tuple(own + gain * (who == other) for other, own in enumerate(points))

        choices = [
            value_by_rules(rest, gaining(seat, chip), following, pot),
            value_by_rules(rest, gaining(following, -chip), following, pot),
            value_by_rules(rest, points, following, pot + chip),
        ]
        if pot:
            choices.append(value_by_rules(rest, gaining(seat, pot), following, 0))
        values.append(max(choices, key=lambda value: value[seat]))
        weights.append(copies)
    return expected(values, weights)


def expected(values: list[Value], weights: list[int]) -> Value:
    """The mean of the values, seat by seat."""
    return tuple(
        sum(
            (Fraction(weight) * each for weight, each in zip(weights, column, strict=True)),
            Fraction(),
        )
        / sum(weights)
        for column in zip(*values, strict=True)
    )


@pytest.mark.parametrize("seats", (2, 3))
@pytest.mark.parametrize("bag", TINY_BAGS)
def test_value_of_tiny_bags(bag: tuple[int, int, int], seats: int) -> None:
    """A game solved by its states has the value that its rules give, to the last fraction."""
    ones, twos, threes = bag
    start = POT.new({"ones": ones, "twos": twos, "threes": threes}, seats=seats)
    assert value_by_states(start) == value_by_rules(bag, (0,) * seats)


def test_a_known_value() -> None:
    """One chip alone is taken: the first seat gets its points."""
    assert value_by_states(POT.new("ones=0,twos=0,threes=1")) == (Fraction(3), Fraction(0))


def test_a_game_move_by_move() -> None:
    """Each of the four moves does what its name says."""
    state = POT.new(seats=2)
    steps = (
        ("2", "stack", [0, 0]),
        ("1", "take", [0, 1]),
        ("1", "sweep", [2, 1]),
        ("3", "throw", [-1, 1]),
        ("2", "stack", [-1, 1]),
        ("1", "take", [-1, 2]),
    )
    for chip, move, scores in steps:
        state.apply(chip)
        state.apply(move)
        assert state.scores() == scores
    assert state.over
    assert state.ranking() == [2, 1]
    assert state.value_bounds(0) == (-1, -1)


def test_nothing_to_sweep() -> None:
    """An empty pot cannot be swept."""
    state = POT.new()
    state.apply("3")
    assert "sweep" not in state.legal_moves()
    with pytest.raises(IllegalMoveError, match="the pot is empty"):
        state.apply("sweep")


def test_chips_run_out() -> None:
    """A chip that is not in the bag cannot be drawn, and a move has to wait for its chip."""
    state = POT.new("threes=1")
    with pytest.raises(OutOfTurnError):
        state.canonical_move("take")
    state.apply("3")
    state.apply("take")
    with pytest.raises(IllegalMoveError, match="no chip 3 is left"):
        state.apply("3")


@pytest.mark.parametrize(
    "options", ("ones=0,twos=0,threes=0", "ones=10", "twos=-1", "seats=5", "fours=1", "ones")
)
def test_options_that_cannot_be(options: str) -> None:
    """Bags that are empty or too full, and options that do not exist, are refused."""
    with pytest.raises(OptionsError):
        POT.new(options)
