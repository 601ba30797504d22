"""Pictures one after the other as one GIF that moves."""

import io
from collections.abc import Iterable, Sequence

from PIL import Image

__all__ = ["gif"]

_COLOURS = 128
_SAMPLES = 5


def gif(pictures: Iterable[bytes], seconds: float, *, last_s: float = 4.0) -> bytes:
    """A film of PNG pictures of one size, which begins again when it is over.

    The same pictures give the same bytes. All are shown in the colours that some of them, the last
    one included, need most, so that nothing flickers and only what changes takes room.

    Args:
        pictures: In their order; at least one.
        seconds: How long each is shown.
        last_s: How long the last one is.

    Raises:
        ValueError: There is no picture, or they are not of one size.
    """
    frames = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    if len({frame.size for frame in frames}) != 1:
        raise ValueError("a film is made of pictures of one size, at least one")
    palette = _strip(frames[:: -max(len(frames) // _SAMPLES, 1)]).quantize(
        _COLOURS, method=Image.Quantize.MEDIANCUT
    )
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [round(seconds * 1000)] * (len(few) - 1) + [round(last_s * 1000)]
    film = io.BytesIO()
    few[0].save(
        film, "GIF", save_all=True, append_images=few[1:], duration=times, loop=0, optimize=False
    )
    return film.getvalue()


def _strip(frames: Sequence[Image.Image]) -> Image.Image:
    """The frames side by side."""
    width, height = frames[0].size
    strip = Image.new("RGB", (width * len(frames), height))
    for place, frame in enumerate(frames):
        strip.paste(frame, (width * place, 0))
    return strip
