"""A turn in two phases: where the tile goes, and then what becomes of a figure.

The rules know whole moves, ``"0,-1/2+scS"``. Their parts are ``"0,-1/2"`` in the tile phase, and in
the meeple phase ``"+scS"`` for a figure on the tile, ``"^"`` for the own abbot that is taken back,
or nothing for neither. A turn always has both.
"""

import re
from typing import Final

from carcbot import _native
from carcbot.errors import IllegalMoveError, OutOfTurnError
from carcbot.games.option_text import quoted

__all__ = ["TwoPhases", "halves"]

_MOVE: Final = re.compile(r"([-0-9,]+/[0-3])(.*)")


class TwoPhases:
    """A position, and a tile that is laid in it before its figure.

    Attributes:
        state: The position without that tile.
        laid: How the tile lies, as the first part of a move; None in the tile phase.
    """

    def __init__(self, state: _native.carcassonne.State) -> None:
        self.state = state
        self.laid: str | None = None

    def parts(self) -> list[str]:
        """Everything that the seat to move may do now, each once; nothing at a draw or the end."""
        parts = [halves(move) for move in self.state.legal_moves()]
        if self.laid is None:
            return list(dict.fromkeys(placement for placement, _ in parts))
        return [figure for placement, figure in parts if placement == self.laid]

    def make(self, part: str) -> None:
        """Makes one of the `parts`; the second of a turn makes the move.

        Raises:
            IllegalMoveError: It is none of them.
            OutOfTurnError: A draw is due, or the game is over.
        """
        legal = self.parts()
        if part not in legal:
            if not legal:
                raise OutOfTurnError(
                    "nobody is to move", expected="nothing" if self.state.over else "a draw"
                )
            phase = "tile" if self.laid is None else "meeple"
            raise IllegalMoveError(
                f"{quoted(part)} is not possible in the {phase} phase",
                where=self.state.text,
                expected=f"one of {len(legal)}, as {quoted(legal[0])}",
            )
        if self.laid is None:
            self.laid = part
        else:
            self.state.apply(self.laid + part)
            self.laid = None


def halves(move: str) -> tuple[str, str]:
    """A move's part of the tile phase, and that of the meeple phase."""
    found = _MOVE.fullmatch(move)
    if found is None:
        raise ValueError(f"{quoted(move)} is no move of Carcassonne")
    return found[1], found[2]
