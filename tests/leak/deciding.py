"""Whether what somebody decides depends on what they have seen, and on nothing else."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pytest

from carcbot.games import registry
from carcbot.games.contract import State, determinized, has_secrets, seen_ply, view_of
from carcbot.games.rules_digest import rules_digest
from tests.games.random_games import positions, random_record
from tests.leak.comparing import LeakError
from tests.leak.twins import DEALT_GAMES

__all__ = ["Decisions", "begun_there", "starts_of"]

_DEALT_BY: Final = (0.4, 0.6, 0.85)
"""When such shares of a game are over, hands are dealt that the seat to move does not know. What it
decides then is what counts: the rest of such a game is soon seen to be another one."""
_DEALS: Final = 4
_DIFFERENT: Final = 3
"""So many of them are to differ."""


class Decisions:
    """The decisions of many games, in each of which the same agents with the same seeds play.

    Whoever has seen the same must decide the same, whatever others have and whatever will come.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[int, tuple[str, ...]], str] = {}
        self._worlds: defaultdict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)

    @property
    def tried(self) -> int:
        """How many decisions were made again in another world of which nothing was to be seen."""
        return sum(len(worlds) - 1 for worlds in self._worlds.values())

    def add(self, start: State, plies: Sequence[str]) -> None:
        """Takes in a game.

        Args:
            start: Where it began.
            plies: What was drawn and moved.

        Raises:
            LeakError: A seat has decided otherwise than when it had seen the same before.
        """
        state = start.copy()
        seen = [[view_of(state, seat).text] for seat in range(state.seats)]
        for at, ply in enumerate(plies):
            seat = state.to_move
            if seat >= 0:
                known = seat, tuple(seen[seat])
                # where nothing is hidden it is only what is drawn next that nobody may know
                hidden = state.text if has_secrets(state) else " ".join(plies[at:])
                self._worlds[known].add(hidden)
                before = self._made.setdefault(known, ply)
                if before != ply:
                    raise LeakError(f"seat {seat}", f"its decision after {known[1]}", before, ply)
            for each, sights in enumerate(seen):
                sights.append(seen_ply(state, ply, each))
            state.apply(ply)


def starts_of(game: str, options: str) -> list[State]:
    """Where games are begun in which seats are to see the same: the first position.

    Where twins are dealt these are positions in the middle of games, which are all the same to the
    seat that is to move, and to no other.
    """
    new = registry.get(game).new(options)
    if game not in DEALT_GAMES:
        return [new]
    starts = []
    for seed, share in enumerate(_DEALT_BY):
        played = list(positions(random_record(game, options, seed)))
        latest = map(_deals, reversed(played[: int(share * len(played))]))
        starts += next(each for each in latest if len({one.text for one in each}) >= _DIFFERENT)
    return starts


@contextmanager
def begun_there(game: str, start: State) -> Iterator[None]:
    """In here games begin in this position."""
    get, there = (
        registry.get,
        dataclasses.replace(registry.get(game), new_game=lambda _: start.copy()),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "get", lambda name: there if name == game else get(name))
        patch.setattr("carcbot.contest.seating.start_of", lambda *_: (start, start.text))
        try:
            yield
        finally:
            rules_digest.cache_clear()  # of games that began there


def _deals(state: State) -> list[State]:
    """Positions that are all the same to the seat that is to move; none if nature is."""
    if state.to_move < 0:
        return []
    view = view_of(state, state.to_move)
    return [determinized(view, seed) for seed in range(_DEALS)]
