"""Tests of carcbot.lab.studies.endings."""

import pytest

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.studies import endings
from carcbot.lab.studies.endings import ending, share_in

TABLES = {
    "12 tiles left": 12,
    "12 tiles left, all expansions": 12,
    "4 tiles left": 4,
    "4 tiles left, all expansions": 4,
}


@pytest.mark.parametrize("table", TABLES)
def test_an_ending_is_close_and_the_same_again(table: str) -> None:
    """Few tiles are left, nobody is far ahead, and another number is another position."""
    state = CARCASSONNE.parse(ending(table, 1).text)
    assert sum(state.bag().values()) <= TABLES[table]
    first, second = sorted(state.virtual_scores())
    assert second - first <= 6
    assert ending(table, 1).text == state.text != ending(table, 2).text


def test_equal_players_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both play alike each seat's gain in one game is its loss in the other."""
    monkeypatch.setattr(endings, "_WITH", endings._WITHOUT)
    for number in range(4):
        assert share_in(ending("12 tiles left", number), number) == 0.5
