"""The record of a match: what it says, and whether it is true.

For programs::

    from carcbot import replay

    record = replay.read("match.jsonl")

docs/records.md shows more. The room lies above the referee in the house, because it judges a record
by the same chance, clocks and standings that the referee plays by.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carcbot.replay.recorded_matches import arrays, frame, read, read_all

__all__ = ["arrays", "frame", "read", "read_all"]


def __getattr__(name: str) -> object:
    """What programs use is imported when they do: a module of this room needs less."""
    if name in __all__:
        from carcbot.replay import recorded_matches  # noqa: PLC0415

        return getattr(recorded_matches, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
