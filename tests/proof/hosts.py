"""Players of proofs at tables of many kinds, at which there is always something to lose."""

import asyncio
import itertools
import random
from collections.abc import Sequence

import msgspec

from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec
from carcbot.messages.server import Ack
from tests.proof.players import SteadyPlayer, token_of

__all__ = ["TABLES", "company"]

TABLES = (
    Open(1, "carcassonne", "seats=4", ClockSpec("sudden_death", 600_000_000)),
    Open(1, "carcassonne", "seats=2", ClockSpec("fischer", 600_000_000, 500_000), chance="joint"),
    Open(1, "carcassonne", "seats=3,expansions=river", ClockSpec("per_move", 0, 60_000_000)),
    Open(
        1,
        "carcassonne",
        "seats=6,expansions=inns_and_cathedrals",
        ClockSpec("fischer", 600_000_000, 1_000_000),
        chance="joint",
    ),
    Open(1, "carcassonne", "seats=2", chance="deck"),
)
_THINKS_S = 0.004


class Thinker(SteadyPlayer):
    """Thinks for a moment, so that there are always requests that are not answered yet.

    Args:
        url: Where the referee is.
        name: Of its account.
        matches: At how many it plays at once.
    """

    def __init__(self, url: str, name: str, *, matches: int) -> None:
        super().__init__(url, name, matches=matches, token=token_of(name))

    async def think(self, seq: int) -> None:  # noqa: ARG002 - as in the class above
        """Sleeps."""
        await asyncio.sleep(random.uniform(0.0, _THINKS_S))


class Host(Thinker):
    """Opens a table of the next kind whenever it has room and nobody waits for it at another one.

    Args:
        url: Where the referee is.
        name: Of its account.
        tables: What it opens, in turns.
        matches: At how many it plays at once.
    """

    def __init__(self, url: str, name: str, tables: Sequence[Open], *, matches: int) -> None:
        super().__init__(url, name, matches=matches)
        self.tables = itertools.cycle(tables)

    async def _answered(self, ack: Ack) -> None:
        await super()._answered(ack)
        if ack.tables is None or self.is_closing:
            return
        room = self.matches - len(self.session.matches)
        if room > 0 and not any(None in table.seats and self.wants(table) for table in ack.tables):
            opening = msgspec.structs.replace(next(self.tables), id=self.session.number())
            await self._send(opening)


def company(
    url: str, names: Sequence[str], tables: Sequence[Open], *, matches: int
) -> list[SteadyPlayer]:
    """Players with these names: the first opens the tables, the others sit down there."""
    first, *others = names
    thinkers = (Thinker(url, name, matches=matches) for name in others)
    return [Host(url, first, tables, matches=matches), *thinkers]
