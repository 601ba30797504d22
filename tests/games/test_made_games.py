"""games.json in the folders of protocol/games, of games with secrets."""

import pytest

from tests.games.make_games import NAMES, PROTOCOL, text_of


@pytest.mark.parametrize("name", NAMES)
def test_games_are_those_of_the_core(name: str) -> None:
    """The committed games are what make_games writes."""
    assert (PROTOCOL / name / "games.json").read_text() == text_of(name)
