"""The counts of protocol/games/carcassonne/perft, by the core and by its twin."""

from typing import Any

import pytest

from carcbot import _native
from tests.games.carcassonne.make_protocol import PERFT_FILES
from tests.games.carcassonne.random_play import is_draw
from tests.games.carcassonne.reference import PROTOCOL, Json, load
from tests.twin import Twin, TwinOptions, perft

MOST_FOR_THE_CORE = 300_000
#: The twin lists the moves of each position before the last: so many positions it can look at.
MOST_FOR_THE_TWIN = 8

CASES: list[Any] = [
    pytest.param(case, id=f"{name}-{number}")
    for name in PERFT_FILES
    for number, case in enumerate(load(f"perft/{name}.json")["cases"])
]


def plies_of(case: Json) -> tuple[str, list[str]]:
    """The options and the plies of a case's game."""
    _, _, options, *plies = case["game"].split()
    return options, plies


def twin_options(text: str) -> TwinOptions:
    """The twin's options for the core's text."""
    text, _, start = text.partition(",start=")
    values = dict(pair.split("=") for pair in text.split(","))
    tile: tuple[str, int, int, int] | None = None
    if start:
        kind, _, cell = start.partition("@")
        x, y = map(int, cell.split(","))
        tile = (kind[:-1], x, y, int(kind[-1]))
    return TwinOptions(
        seats=int(values["seats"]),
        expansions=frozenset(values.get("expansions", "").split("+")) - {""},
        farm_scoring=values.get("farm_scoring", "current"),
        unplaceable=values.get("unplaceable", "discard"),
        river_start_tile=values.get("river_start_tile", "removed"),
        river_rule=values.get("river_rule", "immediate"),
        river_look_ahead=values.get("river_look_ahead", "on") == "on",
        inn_on_EC=values.get("inn_on_EC", "classic"),
        start=tile,
    )


def test_every_file_is_known() -> None:
    """The folder holds the files that make_protocol writes and no others."""
    files = {path.name for path in (PROTOCOL / "perft").iterdir()}
    assert files == {f"{name}.json" for name in PERFT_FILES}


@pytest.mark.parametrize("case", CASES)
def test_the_core_counts_as_written(case: Json) -> None:
    """The core finds the number of sequences that is written down."""
    options, plies = plies_of(case)
    state = _native.carcassonne.new_game(options)
    for ply in plies:
        state.apply(ply)
    for depth, sequences in enumerate(case["sequences"], 1):
        if sequences <= MOST_FOR_THE_CORE:
            assert state.perft(case["draws"], depth) == sequences


@pytest.mark.parametrize("case", CASES)
def test_the_twin_counts_as_written(case: Json) -> None:
    """The twin finds the same numbers, as deep as it comes."""
    options, plies = plies_of(case)
    twin = Twin(twin_options(options))
    for ply in plies:
        if is_draw(ply):
            twin.draw(ply)
        else:
            twin.play(ply)
    for depth, positions in enumerate([1, *case["sequences"]][:-1], 1):
        if positions <= MOST_FOR_THE_TWIN:
            assert perft(twin, case["draws"], depth) == case["sequences"][depth - 1]
