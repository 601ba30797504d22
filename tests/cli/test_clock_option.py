"""Tests of carcbot.cli.clock_option."""

import click
import pytest

from carcbot.cli.clock_option import ClockText
from carcbot.messages.parts import ClockSpec


@pytest.mark.parametrize(
    ("text", "clock"),
    (
        ("bank:60+1", ClockSpec("bank", 60_000_000, 1_000_000)),
        ("bank:0+0.5", ClockSpec("bank", 0, 500_000)),
        ("per_move:5", ClockSpec("per_move", 0, 5_000_000)),
        ("sudden_death:300", ClockSpec("sudden_death", 300_000_000, 0)),
        ("fischer:300+2", ClockSpec("fischer", 300_000_000, 2_000_000)),
        ("delay:300", ClockSpec("delay", 300_000_000, 0)),
    ),
)
def test_clocks(text: str, clock: ClockSpec) -> None:
    """A clock is its kind and its seconds."""
    assert ClockText().convert(text, None, None) == clock


@pytest.mark.parametrize(
    ("text", "told"),
    (
        (
            "bank:60",
            "no seconds for each move; expected more .* bank is written as in bank:60[+]1",
        ),
        ("fischer:0+2", "no seconds for all moves; .* as in fischer:300[+]2"),
        ("per_move:0", "no seconds for each move; .* as in per_move:5"),
        ("sudden_death:10000000", "10000000 s for all moves is too long; .* up to 2592000 s: "),
        ("bank60", "'bank60' is no clock"),
        ("hour:60", "there is no clock 'hour'"),
    ),
)
def test_mistakes(text: str, told: str) -> None:
    """What is no clock is told in seconds, with a clock of the kind that was meant."""
    with pytest.raises(click.BadParameter, match=told):
        ClockText().convert(text, None, None)
