"""Letters drawn as strokes, so that a picture reads the same where no font is installed."""

import re
from functools import cache, lru_cache

HEIGHT = 6.0
"""The height of a capital in the units of the glyphs; the origin is its upper left corner."""
SPACING = 1.7

_BLANK = 2.4
_UNKNOWN = (4.0, "M0 0L4 0L4 6L0 6L0 0")

_EIGHT = (
    "M2 2.8Q0.3 2.8 0.3 1.4Q0.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8"
    "Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8"
)
_O = "M2.2 0Q4.4 0 4.4 3Q4.4 6 2.2 6Q0 6 0 3Q0 0 2.2 0"
_SMALL_G = (
    "M3.4 4Q3.4 2.2 1.7 2.2Q0 2.2 0 4Q0 5.8 1.7 5.8Q3.4 5.8 3.4 4"
    "M3.4 2.2L3.4 6.3Q3.4 7.8 1.7 7.8Q0.6 7.8 0.1 7.1"
)
# The advance of each glyph, without spacing, and its strokes.
_GLYPHS: dict[str, tuple[float, str]] = {
    " ": (_BLANK, ""),
    "0": (4, "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0"),
    "1": (3, "M0.2 1.3L1.8 0L1.8 6"),
    "2": (4, "M0.2 1.6Q0.3 0 2 0Q3.9 0 3.9 1.7Q3.9 2.8 2.6 3.8L0.1 6L4 6"),
    "3": (4, "M0.3 0L3.8 0L1.8 2.4Q4 2.4 4 4.2Q4 6 1.9 6Q0.5 6 0 4.9"),
    "4": (4, "M3 6L3 0L0 4.2L4.2 4.2"),
    "5": (4, "M3.6 0L0.6 0L0.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 1.9 6Q0.6 6 0 5"),
    "6": (4, "M3.4 0.1Q0 0.8 0 4Q0 6 2 6Q4 6 4 4.1Q4 2.3 2 2.3Q0.3 2.3 0 4"),
    "7": (4, "M0 0L4 0L1.5 6"),
    "8": (4, _EIGHT),
    "9": (4, "M0.6 5.9Q4 5.2 4 2Q4 0 2 0Q0 0 0 1.9Q0 3.7 2 3.7Q3.7 3.7 4 2"),
    "A": (4.2, "M0 6L2.1 0L4.2 6M0.8 4L3.4 4"),
    "B": (4, "M0 0L0 6L2 6Q4 6 4 4.4Q4 2.8 2 2.8L0 2.8M2 2.8Q3.6 2.8 3.6 1.4Q3.6 0 2 0L0 0"),
    "Ä": (4.2, "M0 6L2.1 0L4.2 6M0.8 4L3.4 4M0.9 -1L0.9 -0.9M3.3 -1L3.3 -0.9"),
    "C": (4, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.4 6 4 4.8"),
    "D": (4, "M0 0L0 6L1.6 6Q4 6 4 3Q4 0 1.6 0L0 0"),
    "E": (3.6, "M3.6 0L0 0L0 6L3.6 6M0 2.9L3 2.9"),
    "F": (3.6, "M3.6 0L0 0L0 6M0 2.9L3 2.9"),
    "G": (4, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q4 6 4 4.4L4 3.2L2.4 3.2"),
    "H": (4, "M0 0L0 6M4 0L4 6M0 2.9L4 2.9"),
    "I": (0.6, "M0.3 0L0.3 6"),
    "J": (3, "M3 0L3 4.4Q3 6 1.5 6Q0 6 0 4.6"),
    "K": (4, "M0 0L0 6M3.8 0L0 3.6M1.3 2.5L4 6"),
    "L": (3.5, "M0 0L0 6L3.5 6"),
    "M": (4.8, "M0 6L0 0L2.4 3.6L4.8 0L4.8 6"),
    "N": (4, "M0 6L0 0L4 6L4 0"),
    "O": (4.4, _O),
    "Ö": (4.4, _O + "M1.3 -1.4L1.3 -1.3M3.1 -1.4L3.1 -1.3"),
    "P": (4, "M0 6L0 0L2 0Q4 0 4 1.7Q4 3.4 2 3.4L0 3.4"),
    "Q": (4.4, "M2.2 0Q4.4 0 4.4 3Q4.4 6 2.2 6Q0 6 0 3Q0 0 2.2 0M2.8 4.4L4.4 6.4"),
    "R": (4, "M0 6L0 0L2 0Q4 0 4 1.7Q4 3.4 2 3.4L0 3.4M1.8 3.4L4 6"),
    "S": (4, "M3.8 1.1Q3.3 0 2 0Q0.2 0 0.2 1.5Q0.2 2.6 2 2.9Q4 3.2 4 4.5Q4 6 2 6Q0.5 6 0 4.8"),
    "T": (4, "M0 0L4 0M2 0L2 6"),
    "U": (4, "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0"),
    "Ü": (4, "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0M1.2 -1.4L1.2 -1.3M2.8 -1.4L2.8 -1.3"),
    "V": (4, "M0 0L2 6L4 0"),
    "W": (5.4, "M0 0L1.3 6L2.7 1L4.1 6L5.4 0"),
    "X": (4, "M0 0L4 6M4 0L0 6"),
    "Y": (4, "M0 0L2 3L4 0M2 3L2 6"),
    "Z": (4, "M0 0L4 0L0 6L4 6"),
    "g": (3.4, _SMALL_G),
    "x": (2.8, "M0 3L2.8 6M2.8 3L0 6"),
    "-": (2.8, "M0.2 3.2L2.6 3.2"),
    "+": (3.2, "M0 3.2L3.2 3.2M1.6 1.6L1.6 4.8"),
    "(": (1.4, "M1.4 -0.6Q0 0.8 0 3Q0 5.2 1.4 6.6"),
    ")": (1.4, "M0 -0.6Q1.4 0.8 1.4 3Q1.4 5.2 0 6.6"),
    "/": (3, "M0 6.6L3 -0.6"),
    ",": (0.8, "M0.5 5.6L0 7"),
    ".": (0.6, "M0.3 5.8L0.3 6"),
    "?": (3.6, "M0 1.5Q0.2 0 1.8 0Q3.6 0 3.6 1.5Q3.6 2.6 1.8 3.4L1.8 4.3M1.8 5.8L1.8 6"),
    "!": (0.6, "M0.3 0L0.3 4.2M0.3 5.8L0.3 6"),
    ">": (3, "M0 1.4L3 3.2L0 5"),
    "=": (3.2, "M0 2.4L3.2 2.4M0 4.2L3.2 4.2"),
    ":": (0.6, "M0.3 2.2L0.3 2.4M0.3 5.6L0.3 5.8"),
}

_STROKE = re.compile(r"([MLQ])([^MLQ]+)")


def number(value: float) -> str:
    """A coordinate as short text, at most one decimal: the same on every machine."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """The width of a line of text with capitals of this height."""
    advances = [_GLYPHS.get(letter, _UNKNOWN)[0] for letter in text]
    return (sum(advances) + SPACING * max(0, len(advances) - 1)) * size / HEIGHT


@lru_cache(maxsize=1024)  # pictures of a match have most of their words in common
def text_svg(
    text: str,
    place: tuple[float, float],
    size: float,
    colour: str,
    *,
    align: str = "left",
    weight: float = 1.0,
) -> str:
    """A line of text as one SVG path.

    `place` is the upper left corner, or with `align` "middle" or "right" the upper middle or the
    upper right one; `size` is the height of a capital. An unknown letter becomes a box.
    """
    scale = size / HEIGHT
    x, y = place
    x -= text_width(text, size) * {"left": 0.0, "middle": 0.5, "right": 1.0}[align]
    strokes = []
    for letter in text:
        advance, glyph = _GLYPHS.get(letter, _UNKNOWN)
        strokes.append(_placed(glyph, x, y, scale))
        x += (advance + SPACING) * scale
    return (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{colour}"'
        f' stroke-width="{number(weight * scale)}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def _placed(glyph: str, x: float, y: float, scale: float) -> str:
    parts = []
    for command, pairs in _strokes(glyph):
        points = " ".join(f"{number(x + a * scale)} {number(y + b * scale)}" for a, b in pairs)
        parts.append(command + points)
    return "".join(parts)


@cache
def _strokes(glyph: str) -> list[tuple[str, list[tuple[float, float]]]]:
    """The commands of a glyph, each with its points."""
    found = []
    for command, numbers in _STROKE.findall(glyph):
        values = [float(value) for value in numbers.split()]
        found.append((command, list(zip(values[::2], values[1::2], strict=True))))
    return found
