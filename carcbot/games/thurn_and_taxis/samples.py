"""Random games from what a seat of Thurn and Taxis knows, for studies that count their turns."""

from carcbot import _native

__all__ = ["View", "turns_of_samples"]

View = _native.thurn_and_taxis.View


def turns_of_samples(
    view: View, samples: int, *, turns: int, policy: str, lead: int, seed: int
) -> int:
    """The turns of so many samples together.

    Args:
        view: What is known; the rest is dealt anew for each sample.
        samples: How many.
        turns: The most that each has.
        policy: Of all seats.
        lead: Where a seat is ahead by so many points more than at first, a sample ends; 0 is never.
        seed: Of all chance.
    """
    return _native.thurn_and_taxis.play_samples(view, samples, turns, seed, policy, lead)
