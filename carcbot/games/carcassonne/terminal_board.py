"""A position in the terminal: coloured where there is colour, readable where there is none."""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from carcbot.games.canvas import RGB, Canvas, Ink
from carcbot.games.carcassonne.board import Board, PlacedFigure, PlacedTile, standing_figures
from carcbot.games.carcassonne.board_of import around_last, board_of, last_cell
from carcbot.games.carcassonne.terminal_tile import (
    Ground,
    Place,
    TileGrid,
    figure_cell,
    tile_glyphs,
)
from carcbot.games.contract import LEAST_WIDTH, Colour, Paper, View

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["picture", "render"]

_LINES_BESIDE_THE_BOARD = 7  # what is hidden, coordinates, tile in hand, and lines between them
_ROWS_OF_A_TILE = 3
_GRIDS = (TileGrid(7, 3), TileGrid(5, 3), TileGrid(3, 3))
_HAND = _GRIDS[0]

_INK: RGB = (40, 32, 24)
# Each ground in two shades, so that neighbouring tiles can be told apart.
_GROUNDS: dict[Ground, tuple[RGB, RGB]] = {
    "field": ((126, 186, 88), (112, 172, 76)),
    "city": ((190, 142, 96), (176, 130, 84)),
    "road": ((250, 242, 212), (244, 236, 200)),
    "river": ((92, 172, 226), (80, 160, 214)),
}
_SEATS: tuple[tuple[RGB, RGB], ...] = (
    ((255, 255, 255), (205, 60, 10)),
    ((255, 255, 255), (20, 80, 180)),
    ((0, 0, 0), (255, 215, 0)),
    ((255, 255, 255), (25, 25, 30)),
    ((0, 0, 0), (250, 250, 250)),
    ((255, 255, 255), (185, 40, 145)),
)
_MARK = Ink((255, 255, 120), (70, 20, 90), bold=True)
_FAINT = Ink((140, 140, 140))


def render(
    board: Board, *, colour: Colour = "truecolor", unicode: bool = True, width: int = 80
) -> str:
    """The position as lines of text, none of them wider than `width` characters.

    With colour "none" there are no escape sequences, and cities, fields, roads and rivers have
    characters of their own. Without `unicode` the text is plain ASCII. A tile is drawn as large as
    the board's width allows; of a board that is too wide even so, the part around the last tile
    is shown, and a line says so. Raises ValueError for a width below 48 and for a figure that
    stands on no segment of a tile.
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"the width is {width} characters; it must be at least {LEAST_WIDTH}")
    view = _View(board, colour, width, unicode=unicode)
    lines = [*view.board_lines(), *view.notes(), "", *view.seat_lines(), "", *view.hand_lines()]
    return "\n".join([*lines, *view.legend()]) + "\n"


def picture(view: View, plies: Sequence[str], paper: Paper) -> list[str]:
    """The board; of one that is too high, the part around the last tile, and how much is hidden."""
    board = board_of(cast("_native.carcassonne.State", view), last=last_cell(plies))
    hidden: list[str] = []
    if paper.height is not None:
        most = (paper.height - _LINES_BESIDE_THE_BOARD - view.seats) // _ROWS_OF_A_TILE
        part = around_last(board, max(most, 1))
        above = part.extent()[1] - board.extent()[1]
        below = board.extent()[3] - part.extent()[3]
        rows = [f"+{above} rows north"] * (above > 0) + [f"+{below} rows south"] * (below > 0)
        hidden = ["  ".join(rows)] if rows else []
        board = part
    lines = render(
        board, colour=paper.colour, unicode=paper.unicode, width=paper.width
    ).splitlines()
    return [*hidden, *lines][: paper.height]


class _View:
    """One board with one set of options, and the columns that fit."""

    def __init__(self, board: Board, colour: Colour, width: int, *, unicode: bool) -> None:
        self.board = board
        self.colour = colour
        self.unicode = unicode
        self.width = width
        self.west, self.north, self.east, self.south = board.extent()
        rows = (self.north, self.south)
        self.margin = max(len(str(row)) for row in rows) + 1
        room = width - self.margin
        columns = self.east - self.west + 1
        fitting = [grid for grid in _GRIDS if grid.width * columns <= room]
        self.grid = fitting[0] if fitting else _GRIDS[-1]
        self.shown = min(columns, room // self.grid.width)
        around = board.last[0] if board.last is not None else self.west
        self.first = min(max(around - self.shown // 2, self.west), self.east - self.shown + 1)

    def board_lines(self) -> list[str]:
        """Column numbers, then the tiles with their row numbers."""
        height = (self.south - self.north + 1) * self.grid.height
        canvas = Canvas(self.width, height + 1)
        self._put_coordinates(canvas)
        for tile in self.board.tiles:
            if self._is_shown(tile.x):
                self._put_tile(canvas, tile)
        if self.board.last is not None and self._is_shown(self.board.last[0]):
            self._put_last(canvas, *self.board.last)
        for figure, tile in standing_figures(self.board):
            if self._is_shown(figure.x):
                self._put_figure(canvas, tile, figure)
        return canvas.lines(self.colour)

    def notes(self) -> list[str]:
        """What was left out for lack of room."""
        if self.shown == self.east - self.west + 1:
            return []
        last = self.first + self.shown - 1
        return [
            f"Columns {self.first} to {last} of {self.west} to {self.east} are shown.",
        ]

    def seat_lines(self) -> list[str]:
        """A line for each seat: score, virtual score, figures left; an arrow for who moves."""
        board = self.board
        canvas = Canvas(self.width, len(board.scores))
        for seat, score in enumerate(board.scores):
            if seat == board.to_move:
                canvas.put(0, seat, "▶" if self.unicode else ">", Ink(bold=True))
            canvas.put(2, seat, f" {seat} ", self._seat_ink(seat))
            canvas.put(6, seat, f"{score:>4}", Ink(bold=True))
            canvas.put(11, seat, f"({board.virtual_scores[seat]})", _FAINT)
            supply = board.supplies[seat]
            sorts = (("small", supply.small), ("big", supply.big), ("abbot", supply.abbot))
            left = [f"{count} {name}" for name, count in sorts if count]
            canvas.put(19, seat, ", ".join(left) or "no figures")
        return canvas.lines(self.colour)

    def hand_lines(self) -> list[str]:
        """The tile in hand, drawn, with what is left."""
        board = self.board
        canvas = Canvas(self.width, _HAND.height)
        text = 2
        if board.hand is not None:
            glyphs = tile_glyphs(board.hand, 0, _HAND, unicode=self.unicode)
            for (column, row), glyph in glyphs.items():
                letter = " " if glyph.plain and self.colour != "none" else glyph.letter
                canvas.put(2 + column, row, letter, self._ground_ink(glyph.ground, 0))
            text += _HAND.width + 3
        in_hand = "no tile" if board.hand is None else board.hand.name
        canvas.put(text, 0, f"In hand: {in_hand}")
        canvas.put(text, 1, f"{board.tiles_left} tiles left, turn {board.turn}")
        if board.last is not None:
            canvas.put(text, 2, f"Last tile: {board.last[0]},{board.last[1]}")
        return canvas.lines(self.colour)

    def legend(self) -> list[str]:
        """What the characters mean."""
        if self.grid.width == _GRIDS[-1].width:
            figures = "0 small figure of seat 0, A big one, a abbot (1, B, b: seat 1)"
        else:
            figures = "s0 small figure of seat 0, B0 big one, a0 abbot"
        marks = "M cloister, C cathedral, P pennant, i inn, * garden, x crossing"
        return ["", *wrap(figures, self.width), *wrap(marks, self.width)]

    def _is_shown(self, x: int) -> bool:
        return self.first <= x < self.first + self.shown

    def _corner(self, x: int, y: int) -> Place:
        column = self.margin + (x - self.first) * self.grid.width
        return column, 1 + (y - self.north) * self.grid.height

    def _put_coordinates(self, canvas: Canvas) -> None:
        """Every column's number, or only as many as leave a space between them."""
        longest = max(len(str(self.first)), len(str(self.first + self.shown - 1)))
        every = 1 if longest < self.grid.width else 2
        for x in range(self.first, self.first + self.shown):
            text = str(x)
            column = self._corner(x, 0)[0] + (self.grid.width - len(text)) // 2
            if x % every == 0 and column >= 0 and column + len(text) <= self.width:
                canvas.put(column, 0, text, _FAINT)
        for y in range(self.north, self.south + 1):
            row = self._corner(0, y)[1] + self.grid.height // 2
            canvas.put(0, row, str(y).rjust(self.margin - 1), _FAINT)

    def _put_tile(self, canvas: Canvas, tile: PlacedTile) -> None:
        left, top = self._corner(tile.x, tile.y)
        shade = (tile.x + tile.y) % 2
        glyphs = tile_glyphs(tile.kind, tile.rotation, self.grid, unicode=self.unicode)
        for (column, row), glyph in glyphs.items():
            letter = " " if glyph.plain and self.colour != "none" else glyph.letter
            canvas.put(left + column, top + row, letter, self._ground_ink(glyph.ground, shade))

    def _put_last(self, canvas: Canvas, x: int, y: int) -> None:
        """A bracket at each corner of the tile."""
        left, top = self._corner(x, y)
        right, bottom = left + self.grid.width - 1, top + self.grid.height - 1
        corners = ((left, top), (right, top), (left, bottom), (right, bottom))
        for (column, row), letter in zip(corners, "┏┓┗┛" if self.unicode else "[][]", strict=True):
            canvas.put(column, row, letter, _MARK)

    def _put_figure(self, canvas: Canvas, tile: PlacedTile, figure: PlacedFigure) -> None:
        """Two letters, or on the smallest tiles a single one."""
        left, top = self._corner(tile.x, tile.y)
        column, row = figure_cell(tile, figure, self.grid)
        if self.grid.width == _GRIDS[-1].width:
            first = {"small": "0", "big": "A", "abbot": "a"}[figure.figure]
            text = chr(ord(first) + figure.seat)
        else:
            text = {"small": "s", "big": "B", "abbot": "a"}[figure.figure] + str(figure.seat)
            column = min(column, self.grid.width - 2)
        canvas.put(left + column, top + row, text, self._seat_ink(figure.seat))

    def _ground_ink(self, ground: Ground, shade: int) -> Ink:
        return Ink(_INK, _GROUNDS[ground][shade])

    def _seat_ink(self, seat: int) -> Ink:
        front, ground = _SEATS[seat]
        return Ink(front, ground, bold=True)
