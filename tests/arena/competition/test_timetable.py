"""Tests of carcbot.arena.competition.timetable."""

from carcbot.arena.competition.timetable import Timetable
from tests.arena.competition.simulated import START_US, rules_of

MINUTE_US = 60_000_000


def test_postponing() -> None:
    """What has not come yet comes later, what has come stays."""
    rules = rules_of(tables="[schedule]\nstarts = [2027-01-15T08:00:00Z, 2027-01-15T09:00:00Z]\n")
    times = Timetable.of(rules)
    assert times.check_in_us == times.closes_us == START_US - 10 * MINUTE_US
    times.postpone(5 * MINUTE_US, START_US - 5 * MINUTE_US)
    assert times.check_in_us == times.closes_us == START_US - 10 * MINUTE_US
    assert times.starts_us == START_US + 5 * MINUTE_US
    times.postpone(MINUTE_US, START_US + 30 * MINUTE_US)
    assert times.starts == [START_US + 5 * MINUTE_US, START_US + 66 * MINUTE_US]
