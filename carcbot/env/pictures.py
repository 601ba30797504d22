"""Pictures of a position, as environments hand them out."""

import io
import re
import shutil
import sys
from typing import Final, TextIO

import numpy as np
from numpy.typing import NDArray

from carcbot.errors import InternalError, OptionsError
from carcbot.games.contract import LEAST_WIDTH, Game, Paper, State, View
from carcbot.games.option_text import quoted
from carcbot.games.picture import picture_of
from carcbot.games.terminal import face_of

__all__ = ["FRAME", "RENDER_MODES", "drawn_text", "need_mode", "picture"]

RENDER_MODES: Final = ("ansi", "human", "rgb_array", "svg")
"""How positions of every game can be rendered."""
FRAME: Final = (1280, 960)
"""The width and height of pixels, however large a board grows."""
_SIZE: Final = re.compile(r'<svg\b[^>]*? width="([\d.]+)" height="([\d.]+)"')


def need_mode(mode: str) -> None:
    """Raises OptionsError if nothing is rendered in this mode."""
    if mode not in RENDER_MODES:
        raise OptionsError(
            f"nothing is rendered as {quoted(str(mode))}",
            where="render_mode",
            expected="one of " + " ".join(RENDER_MODES),
        )


def picture(game: Game[State], view: View, mode: str) -> str | NDArray[np.uint8] | None:
    """A picture of a view in one of the `RENDER_MODES`.

    ``ansi`` is text, ``svg`` the text of a vector picture, ``rgb_array`` its pixels in a frame of
    one size, as films and windows need it; ``human`` goes to the terminal, and nothing is returned.

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
    """The red, green and blue of each pixel, row after row, of a picture in the frame."""
    try:
        from PIL import Image  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise OptionsError(
            "pixels need Pillow",
            where="render_mode",
            expected="pip install 'carcbot[gif]' before, or another mode",
        ) from error
    from carcbot.games.png import png  # noqa: PLC0415 - as heavy as that

    found = _SIZE.search(svg)
    if found is None:
        raise InternalError("a picture without a size")
    scale = min(side / float(size) for side, size in zip(FRAME, found.groups(), strict=True))
    frame = Image.new("RGB", FRAME, "white")
    with Image.open(io.BytesIO(png(svg, width=int(float(found[1]) * scale)))) as image:
        drawn = image.convert("RGBA")
    left, top = ((side - size) // 2 for side, size in zip(FRAME, drawn.size, strict=True))
    frame.paste(drawn, (left, top), drawn)
    return np.array(frame, np.uint8)


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
