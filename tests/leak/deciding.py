"""Whether what somebody decides depends on what they have seen, and on nothing else."""

from collections import defaultdict
from collections.abc import Sequence

from carcbot.games import registry
from carcbot.games.contract import has_secrets, seen_ply
from tests.leak.comparing import LeakError

__all__ = ["Decisions"]


class Decisions:
    """The decisions of many games, in each of which the same agents with the same seeds play.

    Whoever has seen the same must decide the same, whatever others have and whatever will come.
    """

    def __init__(self, game: str, options: str) -> None:
        self._start = registry.get(game).new(options)
        self._made: dict[tuple[int, tuple[str, ...]], str] = {}
        self._worlds: defaultdict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)

    @property
    def tried(self) -> int:
        """How many decisions were made again in another world of which nothing was to be seen."""
        return sum(len(worlds) - 1 for worlds in self._worlds.values())

    def add(self, plies: Sequence[str]) -> None:
        """Takes in a game.

        Raises:
            LeakError: A seat has decided otherwise than when it had seen the same before.
        """
        state = self._start.copy()
        seen: list[list[str]] = [[] for _ in range(state.seats)]
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
