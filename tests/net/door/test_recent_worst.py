"""Tests of carcbot.net.door.recent_worst."""

import random

from carcbot.net.door.recent_worst import RecentWorst


def test_nothing() -> None:
    """Without values it is 0."""
    assert RecentWorst(10).at(5) == 0


def test_looking_changes_nothing() -> None:
    """Who looks hides nothing from whoever looks next; after the window a value is forgotten."""
    worst = RecentWorst(60)
    worst.add(0, 0.5)
    worst.add(10, 0.1)
    assert [worst.at(now) for now in (10, 10, 60, 60, 61, 70, 71)] == [
        0.5, 0.5, 0.5, 0.5, 0.1, 0.1, 0.0,
    ]  # fmt: skip


def test_against_all_values() -> None:
    """It is the largest of the values of the window, in whatever order they came."""
    rng = random.Random(1)
    worst, all_values = RecentWorst(20), []
    for now in range(500):
        value = rng.random()
        worst.add(now, value)
        all_values.append(value)
        assert worst.at(now) == max(all_values[-21:])
