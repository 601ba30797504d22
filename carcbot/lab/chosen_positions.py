"""The positions for a study: some of the fifty, or these and further ones."""

from collections.abc import Sequence

from carcbot.errors import OptionsError
from carcbot.lab.make_positions import made
from carcbot.lab.positions import Position, load

__all__ = ["chosen"]


def chosen(count: int) -> tuple[Position, ...]:
    """So many positions, the same ones everywhere, spread evenly over the fifty.

    Who asks for more gets all fifty and further ones, which are made as these were, of other games.
    That takes some seconds for every fifty.

    Raises:
        OptionsError: Less than one was asked for.
    """
    if count < 1:
        raise OptionsError(
            f"there are no {count} positions", where="--positions", expected="at least one"
        )
    found: list[Position] = []
    number = 0
    while len(found) < count:
        positions = made(number) if number else load()
        found += _spread(positions, min(count - len(found), len(positions)))
        number += 1
    return tuple(found)


def _spread(positions: Sequence[Position], count: int) -> list[Position]:
    """The middle of each of so many parts."""
    return [positions[(2 * i + 1) * len(positions) // (2 * count)] for i in range(count)]
