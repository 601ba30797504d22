"""What positions are worth to searches, computed once more from the twin's table."""

import random
from collections.abc import Iterator

import pytest

from carcbot import _native
from carcbot.errors import OptionsError
from tests.twin import Twin, TwinOptions
from tests.twin.scoring import _completed_cities, occupied_features
from tests.twin.side_by_side import options_text

State = _native.carcassonne.State

# score, figure in the supply, incomplete point, that of a city, poor field: in thousandths
WEIGHTS = {
    "virtual": (1000, 0, 1000, 1000, 0),
    "heyden": (1000, 100, 100, 125, -400),
    "heyden-intuitive": (1000, 10, 100, 100, -500),
    "100/10/10/12.5/-40": (1000, 100, 100, 125, -400),
    "2/1/0/4/-3": (1000, 500, 0, 2000, -1500),
}
GAMES = (
    TwinOptions(),
    TwinOptions(seats=4, expansions=frozenset({"inns_and_cathedrals", "abbot"})),
    TwinOptions(seats=3, farm_scoring="first"),
    TwinOptions(seats=5, farm_scoring="off"),
    TwinOptions(expansions=frozenset({"river", "abbot"}), farm_scoring="second"),
)


def worth_of(twin: Twin, weights: tuple[int, ...]) -> list[int]:
    """The worth of each seat's position, from what lies on the twin's table."""
    score, meeple, incomplete, incomplete_city, poor_field = weights
    if twin.phase == "end":
        return [points * score for points in twin.scores()]
    worth = [
        points * score + sum(supply) * meeple
        for points, supply in zip(twin.scores(), twin.supplies(), strict=True)
    ]
    for entry in twin.breakdown(virtual=True):
        if entry.turn is not None:
            continue
        # older editions score a complete city for its farms: that is no incomplete city
        in_city = entry.kind == "city" and not is_complete(twin, entry.tiles)
        for seat in entry.owners:
            worth[seat] += entry.points * (incomplete_city if in_city else incomplete)
    for feature in occupied_features(twin._board, twin._figures):
        if feature.kind == "field" and len(_completed_cities(twin._board, feature)) < 3:
            for seat in {figure.seat for figure in feature.figures(twin._figures).values()}:
                worth[seat] += poor_field
    return worth


def is_complete(twin: Twin, tiles: list[tuple[int, int]]) -> bool:
    """Whether the city with these tiles is complete: then no figure stands on it."""
    features = occupied_features(twin._board, twin._figures)
    return not any(each.kind == "city" and each.tiles == tiles for each in features)


def games(options: TwinOptions, seed: int) -> Iterator[tuple[State, Twin]]:
    """A random game, on the core and on the twin, position by position."""
    rng = random.Random(seed)
    twin = Twin(options)
    state = _native.carcassonne.new_game(options_text(options))
    while twin.phase != "end":
        if twin.phase == "draw":
            outcomes = twin.outcomes()
            (kind,) = rng.choices(list(outcomes), weights=list(outcomes.values()))
            twin.draw(kind)
            state.apply(kind)
        else:
            move = rng.choice(sorted(twin.moves()))
            twin.play(move)
            state.apply(move)
        yield state, twin


@pytest.mark.parametrize("options", GAMES)
def test_worth(options: TwinOptions) -> None:
    """Each evaluation is the weighted sum of what lies on the table, in every game."""
    for state, twin in games(options, 0):
        for name, weights in WEIGHTS.items():
            assert _native.carcassonne.worth(state, name) == worth_of(twin, weights), name


def test_virtual_is_the_virtual_score() -> None:
    """The plainest evaluation is a thousand times the virtual score."""
    for state, _ in games(TwinOptions(seats=3), 9):
        worth = _native.carcassonne.worth(state, "virtual")
        assert worth == [1000 * points for points in state.virtual_scores()]


@pytest.mark.parametrize(
    "name",
    (
        *("", "heydn", "1/2/3/4", "1/2/3/4/5/6", "0/1/1/1/1", "1/x/1/1/1", "nan/1/1/1/1"),
        *("1//1/1/1", " 1/1/1/1/1", "0x1/1/1/1/1", "1/1/1/1/1\0", "1/1/1/1/1/", "1e9/1/1/1/1"),
    ),
)
def test_unknown(name: str) -> None:
    """An evaluation that is none is answered with those that there are."""
    state = _native.carcassonne.new_game("seats=2")
    with pytest.raises(OptionsError, match="heyden-intuitive, judge, or five weights"):
        _native.carcassonne.worth(state, name)
