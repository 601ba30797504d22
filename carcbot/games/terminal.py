"""Games in a terminal: how any of them is drawn there, and how typed moves are read."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from carcbot.errors import NotationError
from carcbot.games.contract import (
    Game,
    Paper,
    State,
    TerminalFace,
    TurnStep,
    View,
    is_position,
    seen_ply,
)
from carcbot.games.option_text import plain, quoted

__all__ = [
    "PLAIN",
    "TurnTeller",
    "face_of",
    "listed",
    "listed_moves",
    "meant_move",
    "points_of",
    "say_draws",
    "whose_turn",
]


def face_of(game: Game[State]) -> TerminalFace:
    """The terminal face of a game, whether it has one of its own or not."""
    return game.terminal or PLAIN


def whose_turn(view: View) -> str:
    """Whose decision it is, in words."""
    if view.over:
        return "the game is over"
    if view.to_move < 0:
        return "chance is to move"
    step = "" if view.step in {"", "move"} else f": {view.step}"
    return f"seat {view.to_move} is to move{step}"


class TurnTeller:
    """Puts turns into words, ply by ply, in games that say how.

    Args:
        face: The game's.
        name: What a seat is called; ``seat 0`` and so on, if nobody says.
    """

    def __init__(self, face: TerminalFace, name: Callable[[int], str] = "seat {}".format) -> None:
        self._say = face.say_turn
        self._name = name
        self._steps: list[TurnStep] = []

    def tell(self, before: View, ply: str, after: View) -> str:
        """The turn that this draw or move ends, as a sentence; empty while the turn goes on.

        Args:
            before: What was known before the ply.
            ply: It, as it was seen.
            after: What is known now.
        """
        if self._say is None:
            return ""
        seen = seen_ply(before, ply, None) if is_position(before) else ply
        if before.to_move >= 0:
            self._steps.append(TurnStep(ply, before, seen=(seen,)))
        elif self._steps:
            last = self._steps[-1]
            drawn = ply if last.drawn is None else last.drawn
            self._steps[-1] = replace(last, drawn=drawn, seen=(*last.seen, seen))
        if not self._steps or (after.turn == before.turn and not after.over):
            return ""
        steps, self._steps = self._steps, []
        return f"{self._name(steps[0].before.to_move)} {self._say(steps, after)}."


def listed(things: Sequence[str]) -> str:
    """Several things as people list them."""
    return " and ".join(part for part in (", ".join(things[:-1]), *things[-1:]) if part)


def say_draws(draws: Sequence[str]) -> str:
    """The cards that were drawn in a turn: of two alike that they came twice."""
    if len(draws) != 2 or draws[0] != draws[1]:
        return listed(draws)
    one = draws[0]
    return one.replace("one", "two", 1) if one.startswith("one ") else f"{one} twice"


def points_of(view: View) -> list[str]:
    """The points of each seat, a line for each."""
    return [f"seat {seat}: {points} points" for seat, points in enumerate(view.scores())]


def listed_moves(view: View, width: int) -> list[str]:
    """The legal moves with their numbers from 1, in columns that are read downwards."""
    texts = [f"{number} {move}" for number, move in enumerate(view.legal_moves(), 1)]
    if not texts:
        return []
    room = max(map(len, texts)) + 3
    columns = max(width // room, 1)
    rows = -(-len(texts) // columns)
    return ["".join(text.ljust(room) for text in texts[row::rows]).rstrip() for row in range(rows)]


def meant_move(face: TerminalFace, view: View, typed: str) -> str:
    """The legal move that was typed: its number in `listed_moves`, or its text.

    Raises:
        InputError: It is none.
    """
    text = plain(typed.strip(), "the move", NotationError)
    moves = view.legal_moves()
    if text.isdecimal() and text not in moves:
        number = int(text) if len(text) <= len(str(len(moves))) else 0
        if not 1 <= number <= len(moves):
            raise NotationError(
                f"there is no move {quoted(text)}",
                where="the list",
                expected=f"a number from 1 to {len(moves)}",
            )
        return moves[number - 1]
    return view.canonical_move(face.read(view, text))


def _picture(view: View, _plies: Sequence[str], paper: Paper) -> list[str]:
    """All that the text of a position says, and what chance may do."""
    lines = [view.text, whose_turn(view), f"points: {', '.join(map(str, view.scores()))}"]
    if is_position(view) and view.outcomes():
        lines.append("possible: " + ", ".join(f"{draw} ({much})" for draw, much in view.outcomes()))
    return [part for line in lines for part in textwrap.wrap(line, paper.width)]


PLAIN: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="A move is its number in the list, or its text as it stands there.",
    read=lambda _, text: text,
)
"""The face of a game that has none of its own."""
