"""Cuts connections where the host wishes it, as `carcbot accounts` writes it into the database."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import structlog

from carcbot.errors import UnavailableError
from carcbot.net.store.rows import Cut

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["CutOrders"]

_LOOKS_EVERY_S: Final = 1.0

_log = structlog.get_logger()


class CutOrders:
    """Looks every second for connections that the host wants cut.

    Args:
        store: The lobby's database; without one nobody can wish for anything.

    Attributes:
        found: How many wishes it has found. Who asks the database whose a token is asks once more
            if this has changed meanwhile: the answer may be older than the wish.
    """

    def __init__(self, store: "Store | None") -> None:
        self.found = 0
        self._store = store
        self._known: set[int] = set()

    async def begin(self) -> None:
        """Takes note of old wishes: those whom they were about are not here.

        Raises:
            UnavailableError: The database cannot be used.
        """
        if self._store is not None:
            self._known = {each.id for each in await self._store.last_cuts()}

    async def watch(self, cut: Callable[[Cut], None]) -> None:
        """Looks for new wishes, for ever, and has each fulfilled by `cut`."""
        is_well = True
        while self._store is not None:
            await asyncio.sleep(_LOOKS_EVERY_S)
            try:
                last = await self._store.last_cuts()
            except UnavailableError as error:
                if is_well:
                    _log.warning("connections cannot be cut by the host", error=str(error))
                is_well = False
                continue
            is_well = True
            for each in last:
                if each.id not in self._known:
                    self.found += 1
                    cut(each)
            self._known = {each.id for each in last}
