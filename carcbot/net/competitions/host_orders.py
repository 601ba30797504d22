"""Orders that the host writes into the database by hand, for competitions that are going on."""

from typing import TYPE_CHECKING, Final

import structlog

from carcbot.arena.competition.facts import RulingMade
from carcbot.errors import UnavailableError
from carcbot.net.clock import now_ns

if TYPE_CHECKING:
    from carcbot.arena.competition.proceedings import Proceedings
    from carcbot.net.store.rows import Ruling
    from carcbot.net.store.store import Store

__all__ = ["HostOrders"]

_LOOKS_EVERY_NS: Final = 1_000_000_000

_log = structlog.get_logger()


class HostOrders:
    """Looks for new orders, once a second for each competition.

    Args:
        store: The lobby's database; without one nobody can order anything.
    """

    def __init__(self, store: "Store | None") -> None:
        self._store = store
        self._looked_ns: dict[str, int] = {}
        self._is_well = True

    async def new(self, now: "Proceedings", now_us: int) -> list[tuple[RulingMade, str | None]]:
        """The orders about a competition that it does not know yet, in the order of their numbers.

        Args:
            now: How it stands.
            now_us: Since 1970.

        Returns:
            Each with the changed rules as TOML, if it is about them.
        """
        name = now.competition.name
        looked_ns = self._looked_ns.get(name)
        if self._store is None or (looked_ns and now_ns() - looked_ns < _LOOKS_EVERY_NS):
            return []
        self._looked_ns[name] = now_ns()
        try:
            found = await self._store.rulings(name)
        except UnavailableError as error:
            if self._is_well:
                _log.warning("the host's orders cannot be read", error=str(error))
            self._is_well = False
            return []
        self._is_well = True
        return [
            (_wish_of(each, now_us), each.rules)
            for each in found
            if not now.knows_ruling(each.id, each.at_us)
        ]


def _wish_of(order: "Ruling", now_us: int) -> RulingMade:
    """What an order wishes to happen now."""
    return RulingMade(
        now_us,
        order.id,
        order.order,
        order.account,
        order.match,
        order.minutes,
        order.reason,
        ordered_us=order.at_us,
    )
