"""Moments as text for people; messages count them in microseconds since 1970."""

import re
from datetime import UTC, datetime
from typing import Final

__all__ = ["moment_text", "with_times"]


_LAST_S: Final = 253_402_300_799
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC")


def moment_text(us: int) -> str:
    """A moment to the second: ``2027-01-15 18:00:00 UTC``; nothing beyond the calendar."""
    seconds = min(max(us // 1_000_000, 0), _LAST_S)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"


def with_times(html: str) -> str:
    """The same with each such moment as an element that says when it is, for the page's script."""
    return _MOMENT.sub(r'<time datetime="\1T\2Z">\g<0></time>', html)
