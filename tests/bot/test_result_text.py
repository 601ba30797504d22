"""Tests of carcbot.bot.result_text."""

import pytest

from carcbot.bot.result_text import result_text
from carcbot.messages.events import Result
from carcbot.messages.parts import Reason, Standing

WON, LOST = Standing(1, 99), Standing(2, 64)


@pytest.mark.parametrize(
    ("reason", "standings", "seat", "words"),
    (
        ("normal", (WON, LOST), 0, "won 99:64 (place 1 of 2)"),
        ("normal", (WON, LOST), 1, "lost 64:99 (place 2 of 2)"),
        ("normal", (Standing(1, 70), Standing(1, 70)), 1, "drew 70:70 (place 1 of 2)"),
        ("time", (LOST, WON), 1, "won 99:64 (place 1 of 2, time)"),
        ("normal", (LOST, Standing(3, 7), WON), 1, "lost 7:64:99 (place 3 of 3)"),
        ("abort", (), 0, "ended without a result, abort"),
    ),
)
def test_words(reason: Reason, standings: tuple[Standing, ...], seat: int, words: str) -> None:
    """Won, lost or drew, with one's own points first; and why, if not by the rules."""
    assert result_text(Result("m1", 9, reason, standings, "0" * 64), seat) == words
