"""Tests of carcbot.messages.utc_text."""

from carcbot.messages.utc_text import moment_text


def test_moments() -> None:
    """A moment is told to the second, and rounded down."""
    assert moment_text(0) == "1970-01-01 00:00:00 UTC"
    assert moment_text(1_800_000_000_999_999) == "2027-01-15 08:00:00 UTC"


def test_beyond_the_calendar() -> None:
    """A referee may say any number; there is a text for each."""
    assert moment_text(10**18) == "9999-12-31 23:59:59 UTC"
    assert moment_text(-1) == "1970-01-01 00:00:00 UTC"
