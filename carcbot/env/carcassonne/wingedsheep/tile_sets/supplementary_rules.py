"""The rules that a game may have besides those of its tiles."""

from enum import Enum

__all__ = ["SupplementaryRule"]


class SupplementaryRule(Enum):
    """Farmers on fields, and abbots with the flowers on which they stand."""

    FARMERS = "farmers"
    ABBOTS = "abbots"
