"""Pictures of positions, as environments hand them out."""

import io

from carcbot.env.pictures import drawn_text
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
