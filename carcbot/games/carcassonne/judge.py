"""What the judge of Carcassonne learns with, and the file of its weights.

The facts that it weighs are found in the core (`native/src/games/carcassonne/facts.hpp`), which the
weights of the file are built into.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from carcbot import _native
from carcbot.errors import FileInputError, OptionsError
from carcbot.games.course import Course, Lesson, Teacher, Weights
from carcbot.whole_file import write_whole

__all__ = [
    "SHIPPED",
    "TEACHER",
    "check_place",
    "compare",
    "first_weights",
    "put_weights",
    "shares_by_deck",
    "shipped_weights",
    "weighed",
]

SHIPPED: Final = Path(__file__).parents[2] / "search/weights/carcassonne/judge.txt"
"""The weights that the core is built with, if the digest beside them is theirs."""


def _learn(course: Course, weights: Weights, seed: int, games: int) -> Lesson:
    start = _native.carcassonne.new_game(course.options)
    matrix, target, samples, squared_error, points = _native.carcassonne.learn(
        start,
        weights,
        seed,
        games,
        course.random_per_mille,
        course.patience,
        course.common,
    )
    return Lesson(matrix, target, samples, squared_error, points / start.seats)


def weighed() -> list[tuple[int, str]]:
    """What each weight is of: a moment, 0 at the end of the box, and a fact."""
    names = _native.carcassonne.fact_names()
    return [(moment, name) for moment in range(_native.carcassonne.MOMENTS) for name in names]


def shipped_weights(options: str) -> Weights:
    """Those that the core has for games with these options."""
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
    if not (SHIPPED.parents[4] / "native").is_dir():
        raise FileInputError(
            "no core is built from here", where="--ship", expected="a checkout of carcbot"
        )


def shares_by_deck(
    options: str, weights: Weights, rival: Weights, seed: int, decks: int
) -> NDArray[np.float64]:
    """The share of first places that weights have in games against others, deck by deck.

    They play at one ply on so many decks, on each of them once in every seat, against rivals in all
    the others. A shared first place counts as a part of one; as strong as they is one seat's share.
    """
    start = _native.carcassonne.new_game(options)
    games = np.array(_native.carcassonne.compare(start, weights, rival, seed, decks))
    first = games == games.max(axis=1, keepdims=True)
    shares = first[:, 0] / first.sum(axis=1)
    by_deck: NDArray[np.float64] = shares.reshape(decks, start.seats).mean(axis=1)
    return by_deck


def compare(
    options: str, weights: Weights, rival: Weights, seed: int, games: int
) -> NDArray[np.float64]:
    """The same in about so many games: of whole decks, and at least of one."""
    decks = max(games // _native.carcassonne.new_game(options).seats, 1)
    return shares_by_deck(options, weights, rival, seed, decks)


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
    write_whole(file, text)
    digest = sha256(text.encode()).hexdigest()
    write_whole(file.with_name(f"{file.name}.sha256"), f"{digest}  {file.name}\n")
    return file


TEACHER: Final = Teacher(_learn, first_weights, shipped_weights, compare, check_place, put_weights)
