"""How many examples the tests draw: few and always the same, or many new ones.

The same tree gives the same verdict on every machine, however slow: usually the tests draw the same
examples each time and have no deadline. To search for new ones is the work of fuzzers and of the
proof `examples`, which draws ten times as many of each test.
"""

from typing import Final

from hypothesis import settings

__all__ = ["NEW", "REPEATABLE", "USUAL", "examples"]

REPEATABLE: Final = "repeatable"
"""The profile of every day."""
NEW: Final = "new"
"""That of the proof."""
USUAL: Final = 30
"""So many are drawn where a test does not say how many."""

settings.register_profile(REPEATABLE, derandomize=True, deadline=None, max_examples=USUAL)
settings.register_profile(NEW, derandomize=False, deadline=None, max_examples=10 * USUAL)


def examples(number: int) -> settings:
    """So many examples each time, and as many more as the profile has more than usual."""
    return settings(max_examples=number * settings().max_examples // USUAL)
