"""A turn with the sentence that tells it, which the page and the terminal have in common."""

from dataclasses import dataclass
from typing import Any

__all__ = ["Picture", "Step", "ToldTurn"]

Picture = dict[str, Any]
"""What lies on the table, as pictures of the page have it, as far as a sentence needs it."""
Step = dict[str, Any]
"""A decision: the move, what was to be seen before it, what was drawn after it."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn.

    Attributes:
        sentence: What is said of it.
        steps: Its decisions.
        after: What was to be seen when it was over.
    """

    sentence: str
    steps: list[Step]
    after: Picture
