"""How the seats come out of a match, and when so few are left that it is over."""

from collections.abc import Sequence
from typing import Literal

from carcbot.games.contract import State
from carcbot.messages.parts import Standing, Why

__all__ = ["Mode", "is_decided", "standings_of"]

Mode = Literal["player", "house", "out"]
"""Who plays for a seat: its player, a house bot, or the referee for one who is out."""


def is_decided(modes: Sequence[str]) -> bool:
    """Whether so many players are out that nobody is left to play against.

    Args:
        modes: Who plays for each seat.
    """
    return modes.count("out") > len(modes) - 2 or "player" not in modes


def standings_of(
    state: State, whys: Sequence[Why | None], outs: Sequence[int]
) -> tuple[Standing, ...]:
    """The standing of each seat.

    Who is out comes after all who are not, the first to be out last of all. The others are ranked
    by the game: by its own rules at its end, by the points on the table before it.

    Args:
        state: The last position.
        whys: Why each seat is out, if it is.
        outs: The seats that are out, in the order in which that happened.
    """
    scores = state.scores()
    ranking = state.ranking()
    inside = [seat for seat in range(state.seats) if whys[seat] is None]
    places = {seat: 1 + sum(ranking[other] < ranking[seat] for other in inside) for seat in inside}
    for after_them, seat in enumerate(reversed(outs)):
        places[seat] = len(inside) + 1 + after_them
    return tuple(Standing(places[seat], scores[seat], whys[seat]) for seat in range(state.seats))
