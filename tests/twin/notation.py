"""The text of a move: `x,y/rot`, then `+` figure target, or `^` for the abbot."""

import re
from dataclasses import dataclass

#: The sizes of the figures by their letters, in the order of a supply.
SIZES = {"s": "small", "b": "big", "a": "abbot"}

_NUMBER = r"0|-?[1-9][0-9]*"
_TARGET = r"[cr][NESW]|f[NESW][LR]|f\*|m|g"
_MOVE = re.compile(
    rf"(?P<x>{_NUMBER}),(?P<y>{_NUMBER})/(?P<rot>[0-3])"
    rf"(?:\+(?P<figure>[sba])(?P<target>{_TARGET})|(?P<back>\^))?"
)


@dataclass(frozen=True)
class Move:
    """A parsed move; `figure` is a letter of SIZES, or None without a figure."""

    x: int
    y: int
    rot: int
    figure: str | None = None
    target: str = ""
    takes_abbot_back: bool = False


def parse_move(text: str) -> Move:
    """Read a move; ValueError if the text does not follow the grammar."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"move {text!r}: expected x,y/rot, then +figure target or ^ or nothing")
    return Move(
        int(match["x"]),
        int(match["y"]),
        int(match["rot"]),
        match["figure"],
        match["target"] or "",
        match["back"] is not None,
    )


def move_text(move: Move) -> str:
    """Write a move as text."""
    placement = f"{move.x},{move.y}/{move.rot}"
    if move.takes_abbot_back:
        return placement + "^"
    if move.figure is not None:
        return f"{placement}+{move.figure}{move.target}"
    return placement
