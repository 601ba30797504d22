"""Tests of carcbot.games.carcassonne.terminal_board."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from carcbot.games.canvas import PLAIN, Canvas, Ink
from carcbot.games.carcassonne.board import Board, Figure, PlacedFigure, PlacedTile, Supply
from carcbot.games.carcassonne.terminal_board import render
from carcbot.games.carcassonne.terminal_tile import TileGrid, tile_glyphs
from carcbot.games.contract import Colour
from tests.games.carcassonne.sample_boards import (
    all_kinds,
    line_board,
    random_board,
    terrain_of,
)

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
GRIDS = [TileGrid(7, 3), TileGrid(5, 3), TileGrid(3, 3)]
BOARDS: dict[str, Callable[[], Board]] = {
    "usual": cache(lambda: random_board(1)),
    "large": cache(lambda: random_board(4, tiles=100)),
    "long": cache(lambda: line_board(102)),
}
TWO_SEATS = Board((), (), (0, 0), (0, 0), (Supply(7), Supply(7)))


def picture(name: str, rotation: int = 0, grid: TileGrid = GRIDS[0]) -> list[str]:
    """A tile's characters in ASCII, row by row."""
    glyphs = tile_glyphs(all_kinds()[name], rotation, grid, unicode=False)
    return [
        "".join(glyphs[column, row].letter for column in range(grid.width))
        for row in range(grid.height)
    ]


@pytest.mark.parametrize("colour", ("truecolor", "256", "none"))
@pytest.mark.parametrize("unicode", (True, False))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("width", (48, 80, 200))
def test_width_and_characters(*, board: str, colour: Colour, unicode: bool, width: int) -> None:
    """No line is too wide; there is colour and there is Unicode only when it was asked for."""
    text = render(BOARDS[board](), colour=colour, unicode=unicode, width=width)
    assert max(len(ESCAPE.sub("", line)) for line in text.splitlines()) <= width
    assert ("\x1b" in text) == (colour != "none")
    assert unicode or text.isascii()
    assert not re.search(r"[^\x1b\n -~·▒≈─│┌┐└┘═║╔╗╚╝╬┏┓┗┛▶]", text)


@pytest.mark.parametrize("colour", ("truecolor", "256"))
def test_colour_is_switched_off(colour: Colour) -> None:
    """Every line ends in the terminal's own colours."""
    coloured = 0
    for line in render(random_board(2), colour=colour).splitlines():
        codes = ESCAPE.findall(line)
        coloured += bool(codes)
        assert not codes or codes[-1] == "\x1b[0m"
    assert coloured > 5


@pytest.mark.parametrize("name", sorted(all_kinds()))
@pytest.mark.parametrize("grid", GRIDS)
def test_edges_are_recognisable(name: str, grid: TileGrid) -> None:
    """The middle of each edge shows its terrain, at every size and in every rotation."""
    kind = all_kinds()[name]
    column, row = grid.middle()
    middles = {
        "N": (column, 0),
        "E": (grid.width - 1, row),
        "S": (column, grid.height - 1),
        "W": (0, row),
    }
    for rotation in range(4):
        tile = PlacedTile(0, 0, kind, rotation)
        glyphs = tile_glyphs(kind, rotation, grid, unicode=True)
        assert set(glyphs) == set(grid.places())
        for edge in ("N", "E", "S", "W"):
            if not kind.cloister or grid.width > 3:
                assert glyphs[middles[edge]].ground == terrain_of(tile, edge)


def test_tiles() -> None:
    """A few tiles as one would draw them by hand."""
    assert picture("D") == ["..###..", "-------", "......."]
    assert picture("X") == ["...|...", "---x---", "...|..."]
    assert picture("EE") == ["..++...", "--+.+--", "...++.."]
    assert picture("V", 1) == ["...|...", "---+...", "......."]
    assert picture("RK", 0, GRIDS[2]) == [".~.", "-=-", ".~."]
    assert picture("EH") == ["#.###.#", "##...##", "#.###.#"]


def test_figures() -> None:
    """A figure shows its kind and its seat."""
    assert "s1" in shown_figure("small")
    assert "B1" in shown_figure("big")
    assert "a1" in shown_figure("abbot")


def shown_figure(figure: Figure) -> str:
    """A lone cloister with a figure of seat 1, without the legend."""
    board = replace(
        TWO_SEATS,
        tiles=(PlacedTile(0, 0, all_kinds()["B"], 0),),
        figures=(PlacedFigure(0, 0, 1, figure, "cloister"),),
    )
    return render(board, colour="none").split("small figure")[0]


def test_seats_and_hand() -> None:
    """Scores, virtual scores, supplies, the seat to move and the tile in hand are all told."""
    board = replace(
        TWO_SEATS,
        tiles=(PlacedTile(0, 0, all_kinds()["D"], 0),),
        scores=(12, 7),
        virtual_scores=(31, 9),
        supplies=(Supply(5, 1, 0), Supply(0)),
        to_move=1,
        hand=all_kinds()["EBg"],
        tiles_left=33,
        last=(0, 0),
        turn=8,
    )
    text = render(board, colour="none", unicode=False)
    lines = [line for line in text.splitlines() if "(" in line][:2]
    assert lines[0].split() == ["0", "12", "(31)", "5", "small,", "1", "big"]
    assert lines[1].split() == [">", "1", "7", "(9)", "no", "figures"]
    assert "In hand: EBg" in text
    assert "33 tiles left, turn 8" in text
    assert "Last tile: 0,0" in text


def test_last_tile_is_marked() -> None:
    """The last tile has brackets at its corners."""
    board = replace(TWO_SEATS, tiles=(PlacedTile(0, 0, all_kinds()["D"], 0),), last=(0, 0))
    lines = render(board, colour="none", unicode=False).splitlines()
    assert lines[1].strip() == "[.###.]"
    assert lines[3].strip() == "[.....]"


def test_too_wide_a_board_is_cropped() -> None:
    """Of a very wide board the part around the last tile is shown, and a line says so."""
    text = render(line_board(102), colour="none")
    assert "Columns 76 to 101 of 0 to 101 are shown." in text
    assert "are shown" not in render(line_board(26), colour="none")


def test_bare_table() -> None:
    """A board without tiles is a board."""
    assert "no tile" in render(TWO_SEATS, colour="none")


def test_misplaced_figure() -> None:
    """A figure where no tile lies is an error that says where."""
    board = replace(TWO_SEATS, figures=(PlacedFigure(3, 4, 0, "small", "road", "N"),))
    with pytest.raises(ValueError, match="stands at 3,4, where no tile lies"):
        render(board)


def test_narrow_terminal() -> None:
    """In too few columns nothing would be readable."""
    with pytest.raises(ValueError, match="47 characters; it must be at least 48"):
        render(TWO_SEATS, width=47)


def test_canvas() -> None:
    """Inks change only where they must, and what does not fit is refused."""
    canvas = Canvas(6, 1)
    red = Ink((255, 0, 0))
    canvas.put(0, 0, "ab", red)
    canvas.put(2, 0, "c", PLAIN)
    canvas.put(3, 0, " ", Ink(ground=(0, 0, 0)))
    assert canvas.lines("none") == ["abc"]
    assert canvas.lines("256") == ["\x1b[38;5;196mab\x1b[0mc\x1b[48;5;16m \x1b[0m"]
    assert canvas.lines("truecolor")[0].startswith("\x1b[38;2;255;0;0mab\x1b[0mc")
    with pytest.raises(ValueError, match="column 5, row 0 does not fit"):
        canvas.put(5, 0, "ab")
