"""What the evaluation `outlook` of Thurn and Taxis weighs, how it learns, and its file of weights.

The features are found in the core (`native/src/games/thurn_and_taxis/outlook.hpp`), which the
weights of the file are built into.
"""

from pathlib import Path
from typing import Final

import numpy as np

from carcbot import _native
from carcbot.games.course import Teacher, Weights, check_checkout, write_weights

__all__ = [
    "NEXT_TURN",
    "PHASES",
    "SHIPPED",
    "TEACHER",
    "State",
    "features",
    "first_weights",
    "new_game",
    "phase",
    "put_weights",
    "shipped_weights",
    "weighed",
]

State = _native.thurn_and_taxis.State

SHIPPED: Final = Path(__file__).parents[2] / "search/weights/thurn_and_taxis/outlook.txt"
"""The weights that the core is built with, if the digest beside them is theirs."""
PHASES: Final[int] = _native.thurn_and_taxis.PHASES
"""The phase of the beginning; that of the end is 0."""
NEXT_TURN: Final = "next turn"
"""What has one weight, which is the last of all; features have two."""
_HOUSE: Final = 1000
"""What a house of the route brings when it is closed, at first."""

features = _native.thurn_and_taxis.features
new_game = _native.thurn_and_taxis.new_game
phase = _native.thurn_and_taxis.phase


def weighed(weights: Weights) -> dict[str, tuple[int, ...]]:
    """The weights of each feature, at the beginning and at the end, and that of the next turn."""
    names = _native.thurn_and_taxis.feature_names()
    ends = weights[:-1].reshape(-1, 2).tolist()
    return {name: tuple(each) for name, each in zip(names, ends, strict=True)} | {
        NEXT_TURN: (int(weights[-1]),)
    }


def shipped_weights(options: str) -> Weights:
    """Those that the core has, for games with any options."""
    del options
    return np.array(_native.thurn_and_taxis.shipped_weights(), dtype=np.int32)


def first_weights() -> Weights:
    """What a player would say who has read the rules: the houses and the tile of the route."""
    names = _native.thurn_and_taxis.feature_names()
    weights = np.zeros(2 * len(names) + 1, dtype=np.int32)
    for place, name in enumerate(names):
        if name in ("houses of the route", "tile of the route"):
            weights[2 * place : 2 * place + 2] = _HOUSE
    return weights


def put_weights(options: str, weights: Weights, record: str, file: Path = SHIPPED) -> Path:
    """Puts weights into the file with what is to be remembered, in place of those that it has.

    The digest beside it is written too.

    Args:
        options: Of the games of the course.
        weights: Two for each feature, and that of the next turn.
        record: Of their course, in a line.
        file: Where they go.
    """
    told = file.read_text().partition("version 1\n")[0]
    lines = [
        " ".join(map(str, each)) + f"\t{name}"
        for name, each in weighed(weights).items()
        if any(each)
    ]
    write_weights(file, "\n".join((f"{told}version 1", f"# {options}: {record}", *lines)) + "\n")
    return file


def _check_place(options: str) -> None:
    del options
    check_checkout(SHIPPED)


TEACHER: Final = Teacher(
    "thurn_and_taxis", first_weights, shipped_weights, _check_place, put_weights
)
