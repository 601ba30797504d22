"""What the judge of Carcassonne learns with, and the file of its weights.

The facts that it weighs are found in the core (`native/src/games/carcassonne/facts.hpp`), which the
weights of the file are built into.
"""

from pathlib import Path
from typing import Final

import numpy as np

from carcbot import _native
from carcbot.errors import OptionsError
from carcbot.games.course import Teacher, Weights, check_checkout, write_weights

__all__ = [
    "SHIPPED",
    "TEACHER",
    "check_place",
    "first_weights",
    "put_weights",
    "shipped_weights",
    "weighed",
]

SHIPPED: Final = Path(__file__).parents[2] / "search/weights/carcassonne/judge.txt"
"""The weights that the core is built with, if the digest beside them is theirs."""


def weighed() -> list[tuple[int, str]]:
    """What each weight is of: a moment, 0 at the end of the box, and a fact."""
    names = _native.carcassonne.fact_names()
    return [(moment, name) for moment in range(_native.carcassonne.MOMENTS) for name in names]


def shipped_weights(options: str) -> Weights:
    """Those that the core has for games with these options: a moment after the other."""
    start = _native.carcassonne.new_game(options)
    return np.array(_native.carcassonne.shipped_weights(start), dtype=np.int32)


def first_weights() -> Weights:
    """What a player would say who has read the rules: areas for what they pay, some for figures."""
    names = _native.carcassonne.fact_names()
    weights = np.zeros((_native.carcassonne.MOMENTS, len(names)), dtype=np.int32)
    for fact, name in enumerate(names):
        first = name.split(maxsplit=1)[0]
        if name.endswith(" meeples left"):
            weights[1:, fact] = 1000 * min(int(first), 4)
        elif first in ("monk", "abbot") and "missing" in name:
            weights[:, fact] = 1000 * (9 - int(name.split()[1]))
        elif "behind" in name or " end it: " in name:
            continue
        elif name.endswith(": points"):
            weights[:, fact] = 1000
        elif name.endswith(": points to come"):
            weights[:, fact] = 300
        elif name.endswith(": open cities"):
            weights[:, fact] = 1000
    return weights.reshape(-1)


def _head(options: str) -> str:
    """The line above the weights for games with these options."""
    start = _native.carcassonne.new_game(options)
    brings_figures = any(big or abbot for _, big, abbot in start.supplies())
    return f"game {start.seats} {'expansions' if brings_figures else 'base'}"


def check_place(options: str) -> None:
    """Before a course: whether weights for games with these options have a place.

    Raises:
        OptionsError: The file tells games by seats and figures alone, and these are others.
        FileInputError: This is no checkout of carcbot: no core will be built with the file.
    """
    start = _native.carcassonne.new_game(options)
    if {each.partition("=")[0] for each in start.options.split(",")} - {"seats", "expansions"}:
        raise OptionsError(
            f"there is one place for all games '{_head(options)}'",
            where="--options",
            expected="seats and expansions alone",
        )
    check_checkout(SHIPPED)


def put_weights(options: str, weights: Weights, record: str, file: Path = SHIPPED) -> Path:
    """Puts weights into the file with what is to be remembered, in place of those for such games.

    The digest beside it is written too, as sha256sum does.

    Args:
        options: Of the game.
        weights: For each moment a weight for each fact.
        record: Of their course, in a line.
        file: Where they go.
    """
    names = _native.carcassonne.fact_names()
    lines = [_head(options), f"# {record}"]
    for name, row in zip(names, weights.reshape(-1, len(names)).T, strict=True):
        if row.any():
            lines.append(" ".join(str(each) for each in row) + f"\t{name}")
    mine = "\n".join(lines) + "\n"
    told, *parts = file.read_text().split("\ngame ")
    others = [f"game {each.rstrip()}\n" for each in parts]
    kept = [each for each in others if each.splitlines()[0] != lines[0]]
    text = told.rstrip() + "\n" + "".join(sorted([*kept, mine]))
    write_weights(file, text)
    return file


TEACHER: Final = Teacher(
    "carcassonne", first_weights, shipped_weights, check_place, put_weights, from_choices=True
)
