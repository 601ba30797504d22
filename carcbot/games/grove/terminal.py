"""Grove in a terminal: the way through the tree so far."""

import textwrap
from collections.abc import Sequence
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, View
from carcbot.games.terminal import points_of, whose_turn

__all__ = ["TERMINAL"]


def _picture(view: View, _plies: Sequence[str], paper: Paper) -> list[str]:
    way = view.text.rpartition(" ")[2].replace("-", "the root").replace(".", " > ")
    points = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(view.scores()))
    return [*textwrap.wrap(f"way: {way}", paper.width), f"points: {points}", whose_turn(view)]


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="A move is its number in the list, or m and its number from 0.",
    read=lambda _, typed: typed.lower(),
)
