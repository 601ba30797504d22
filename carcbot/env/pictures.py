"""Pictures of a position, as environments hand them out."""

import shutil
from typing import TextIO

from carcbot.games.contract import LEAST_WIDTH, Game, Paper, State, View
from carcbot.games.terminal import face_of

__all__ = ["drawn_text"]


def drawn_text(game: Game[State], view: View, stream: TextIO) -> str:
    """The position for this stream: with colours where it is a terminal, and as wide as that."""
    on_terminal = stream.isatty()
    paper = Paper(
        width=max(shutil.get_terminal_size().columns, LEAST_WIDTH) if on_terminal else 80,
        colour="256" if on_terminal else "none",
        unicode=stream.encoding.lower().replace("-", "") == "utf8",
    )
    return "\n".join(face_of(game).picture(view, (), paper))
