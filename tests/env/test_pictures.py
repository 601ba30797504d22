"""Pictures of positions, as environments hand them out."""

import io

import numpy as np

from carcbot.env.pictures import FRAME, drawn_text, picture
from carcbot.games.contract import CHANCE
from carcbot.games.registry import get, native_names


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_colours_are_for_terminals() -> None:
    """A terminal gets colours, a file none, and a stream without Unicode plain ASCII."""
    game = get("carcassonne")
    state = game.new()
    state.play_randomly(1)
    assert "\x1b[" in drawn_text(game, state, Terminal())
    written = drawn_text(game, state, io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert written.isascii()
    assert "\x1b[" not in written
    assert not drawn_text(game, state, io.TextIOWrapper(io.BytesIO(), "utf-8")).isascii()
    assert not drawn_text(game, state, io.StringIO()).isascii()


def test_every_game_is_drawn() -> None:
    """All games of the house have a text."""
    for name in native_names():
        game = get(name)
        assert drawn_text(game, game.new(), io.TextIOWrapper(io.BytesIO(), "utf-8"))


def test_a_film_has_one_size() -> None:
    """However a board grows, its pixels fill the same frame, from side to side or top to bottom."""
    game = get("carcassonne")
    state = game.new()
    sizes = set()
    for _ in range(4):
        for _ in range(12):
            state.apply(
                state.outcomes()[0][0] if state.to_move == CHANCE else max(state.legal_moves())
            )
        pixels = picture(game, state, "rgb_array")
        assert isinstance(pixels, np.ndarray)
        sizes.add(pixels.shape)
        drawn = (pixels != 255).any(axis=2)
        assert drawn.any(axis=0).all() or drawn.any(axis=1).all()
    assert sizes == {(FRAME[1], FRAME[0], 3)}
