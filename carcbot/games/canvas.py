"""Coloured characters on a grid, and how they become a string with or without colour codes."""

from dataclasses import dataclass

from carcbot.games.contract import Colour

__all__ = ["PLAIN", "RGB", "Canvas", "Ink"]

RGB = tuple[int, int, int]

_RESET = "\x1b[0m"
_CUBE = (0, 95, 135, 175, 215, 255)


@dataclass(frozen=True, slots=True)
class Ink:
    """The look of a character: colour, background (None: the terminal's own), weight."""

    front: RGB | None = None
    ground: RGB | None = None
    bold: bool = False

    def code(self, colour: Colour) -> str:
        """The escape sequence that switches to this ink; nothing for plain text."""
        if colour == "none" or self == PLAIN:
            return ""
        codes = ["1"] if self.bold else []
        if self.front is not None:
            codes.append(_colour_code("38", self.front, colour))
        if self.ground is not None:
            codes.append(_colour_code("48", self.ground, colour))
        return f"\x1b[{';'.join(codes)}m"


PLAIN = Ink()


class Canvas:
    """A grid of characters; what is put outside of it is an error."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows = [[(" ", PLAIN)] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, ink: Ink = PLAIN) -> None:
        """Write the text from this place to the right."""
        if column < 0 or column + len(text) > self.width or not 0 <= row < len(self._rows):
            raise ValueError(
                f"the text {text!r} at column {column}, row {row} does not fit on a canvas"
                f" of {self.width} by {len(self._rows)} characters"
            )
        for i, letter in enumerate(text):
            self._rows[row][column + i] = (letter, ink)

    def lines(self, colour: Colour) -> list[str]:
        """The rows as text; spaces that nobody can see are left out at the end of a row."""
        return [_line(row, colour) for row in self._rows]


def _line(row: list[tuple[str, Ink]], colour: Colour) -> str:
    visible = len(row)
    while visible and _is_blank(row[visible - 1], colour):
        visible -= 1
    parts: list[str] = []
    before = PLAIN
    for letter, ink in row[:visible]:
        if ink != before and colour != "none":
            parts.append((_RESET if before != PLAIN else "") + ink.code(colour))
            before = ink
        parts.append(letter)
    if before != PLAIN:
        parts.append(_RESET)
    return "".join(parts)


def _is_blank(cell: tuple[str, Ink], colour: Colour) -> bool:
    letter, ink = cell
    return letter == " " and (colour == "none" or ink.ground is None)


def _colour_code(layer: str, rgb: RGB, colour: Colour) -> str:
    if colour == "truecolor":
        return f"{layer};2;{rgb[0]};{rgb[1]};{rgb[2]}"
    return f"{layer};5;{_nearest_of_256(rgb)}"


def _nearest_of_256(rgb: RGB) -> int:
    """The nearest colour of the 6 x 6 x 6 cube or of the grey ramp."""
    red, green, blue = (_cube_step(value) for value in rgb)
    cube = (_CUBE[red], _CUBE[green], _CUBE[blue])
    grey_step = min(23, max(0, round((sum(rgb) / 3 - 8) / 10)))
    grey = 8 + 10 * grey_step
    if _difference(rgb, (grey, grey, grey)) < _difference(rgb, cube):
        return 232 + grey_step
    return 16 + 36 * red + 6 * green + blue


def _cube_step(value: int) -> int:
    return min(range(len(_CUBE)), key=lambda step: abs(_CUBE[step] - value))


def _difference(a: RGB, b: RGB) -> int:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True))
