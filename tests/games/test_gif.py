"""Tests of carcbot.games.gif, and of pictures with the same room."""

import io

import pytest
from PIL import Image

from carcbot.games.carcassonne.drawing import board_svg
from carcbot.games.gif import gif
from carcbot.games.png import png
from tests.games.carcassonne.sample_boards import random_board


def square(colour: tuple[int, int, int], side: int = 8) -> bytes:
    """A picture of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(file, "PNG")
    return file.getvalue()


def test_film() -> None:
    """Pictures come in their order, each for its time, and for ever; the same in, the same out."""
    pictures = [square((200, 0, 0)), square((0, 200, 0)), square((0, 0, 200))]
    raw = gif(pictures, 0.5, last_s=2)
    assert gif(pictures, 0.5, last_s=2) == raw
    times, colours = [], []
    with Image.open(io.BytesIO(raw)) as film:
        assert film.info["loop"] == 0
        for number in range(3):
            film.seek(number)
            times.append(film.info["duration"])
            colours.append(film.convert("RGB").getpixel((4, 4)))
    assert times == [500, 500, 2000]
    assert len(set(colours)) == 3


def test_no_film() -> None:
    """Nothing, and pictures of several sizes, make no film."""
    for pictures in ([], [square((0, 0, 0)), square((0, 0, 0), 9)]):
        with pytest.raises(ValueError, match="of one size"):
            gif(pictures, 1)


def test_the_same_room() -> None:
    """With room for all that comes, boards of any size make pictures of one size."""
    sizes = set()
    for board in (random_board(1, tiles=3), random_board(2, tiles=20)):
        raw = png(board_svg(board, extent=(-9, -9, 9, 9)), width=300)
        sizes.add(Image.open(io.BytesIO(raw)).size)
    assert len(sizes) == 1
