"""Pictures of a position, as environments hand them out."""

import io
import shutil
import sys
from typing import Final, TextIO

import numpy as np
from numpy.typing import NDArray

from carcbot.errors import OptionsError
from carcbot.games.contract import LEAST_WIDTH, Game, Paper, State, View
from carcbot.games.option_text import quoted
from carcbot.games.picture import picture_of
from carcbot.games.terminal import face_of

__all__ = ["RENDER_MODES", "drawn_text", "need_mode", "picture"]


RENDER_MODES: Final = ("ansi", "human", "rgb_array", "svg")
"""How positions of every game can be rendered."""


def need_mode(mode: str) -> None:
    """Raises OptionsError if nothing is rendered in this mode."""
    if mode not in RENDER_MODES:
        raise OptionsError(
            f"nothing is rendered as {quoted(mode)}",
            where="render_mode",
            expected="one of " + " ".join(RENDER_MODES),
        )


def picture(game: Game[State], view: View, mode: str) -> str | NDArray[np.uint8] | None:
    """A picture of a view in one of the `RENDER_MODES`.

    ``ansi`` is text, ``svg`` the text of a vector picture, ``rgb_array`` its pixels; ``human`` goes
    to the terminal, and nothing is returned.

    Raises:
        OptionsError: It is no mode, or pixels are wanted and Pillow is not there.
    """
    need_mode(mode)
    if mode == "ansi":
        return "\n".join(face_of(game).picture(view, (), Paper()))
    if mode == "human":
        sys.stdout.write(drawn_text(game, view, sys.stdout) + "\n")
        return None
    svg = picture_of(game, view)
    return svg if mode == "svg" else _pixels(svg)


def _pixels(svg: str) -> NDArray[np.uint8]:
    """The red, green and blue of each pixel, row after row."""
    try:
        from PIL import Image  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise OptionsError(
            "pixels need Pillow",
            where="render_mode",
            expected="pip install 'carcbot[gif]' before, or another mode",
        ) from error
    from carcbot.games.png import png  # noqa: PLC0415 - as heavy as that

    with Image.open(io.BytesIO(png(svg))) as image:
        pixels: NDArray[np.uint8] = np.asarray(image.convert("RGB"), np.uint8).copy()
    return pixels


def drawn_text(game: Game[State], view: View, stream: TextIO) -> str:
    """The position for this stream: with colours where it is a terminal, and as wide as that."""
    on_terminal = stream.isatty()
    paper = Paper(
        width=max(shutil.get_terminal_size().columns, LEAST_WIDTH) if on_terminal else 80,
        colour="256" if on_terminal else "none",
        # what is kept in memory as text has no encoding, and room for every character
        unicode=(stream.encoding or "utf-8").lower().replace("-", "") == "utf8",
    )
    return "\n".join(face_of(game).picture(view, (), paper))
