"""Pot in a terminal: points, the pot, the chip in hand and the bag."""

from collections.abc import Sequence
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, View
from carcbot.games.terminal import points_of, whose_turn

__all__ = ["TERMINAL"]


def _picture(view: View, _plies: Sequence[str], _paper: Paper) -> list[str]:
    _, _, _, points, pot, turn, bag = view.text.split(" ")
    chip = turn.partition(":")[2]
    ones, twos, threes = bag.split(".")
    return [
        *(
            f"{'>' if seat == view.to_move else ' '} seat {seat}  {each} points"
            for seat, each in enumerate(points.split(":"))
        ),
        f"pot: {pot}   chip in hand: {chip if chip != '0' else '-'}",
        f"bag: {ones} of 1, {twos} of 2, {threes} of 3",
        whose_turn(view),
    ]


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="take its points, throw it so that the next seat loses them, stack it on the pot, or sweep"
    " the pot and give the chip up.",
    read=lambda _, typed: typed.lower(),
)
