"""Moments, as persons are told of them; messages count them in microseconds since 1970."""

from datetime import UTC, datetime

__all__ = ["moment_text"]


def moment_text(us: int) -> str:
    """A moment to the second: ``2027-01-15 18:00:00 UTC``."""
    return f"{datetime.fromtimestamp(us // 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"
