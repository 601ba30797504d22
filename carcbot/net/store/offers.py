"""Seeks and challenges that wait."""

from functools import partial
from typing import Final

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carcbot.errors import UnavailableError
from carcbot.net.store.accounts import account_ids
from carcbot.net.store.database import Database, row_or_change
from carcbot.net.store.order_queue import Order, OrderQueue
from carcbot.net.store.rows import Offer
from carcbot.net.store.schema import accounts, offers

__all__ = ["Offers"]

_AT_ONCE: Final = 200
"""So many changes at most are one order."""


Change = tuple[str, Offer | None]
"""The name of an offer, and what it is now; None if it waits no more."""


class Offers(Database):
    """What waits for somebody to answer.

    Offers change far more often than anything else here, and each statement is passed between
    threads. So all changes that come while others are written are one order, of two statements.
    """

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        super().__init__(engine, where)
        self._changes: OrderQueue[Change] = OrderQueue(self._write_together, _AT_ONCE, where)

    async def save_offer(self, name: str, by: str, text: str, created_us: int) -> None:
        """An offer waits; one of the same name is replaced.

        Args:
            name: Its id.
            by: Whose it is.
            text: The whole of it, as JSON.
            created_us: Since 1970.

        Raises:
            InputError: There is no such account.
        """
        await self._change(name, Offer(name, by, text, created_us))

    async def remove_offer(self, name: str) -> None:
        """An offer waits no more; nothing happens if it does not."""
        await self._change(name, None)

    async def offers(self) -> list[Offer]:
        """All that wait, the oldest first."""
        query = (
            select(offers.c.id, accounts.c.name, offers.c.text, offers.c.created_us)
            .join_from(offers, accounts)
            .order_by(offers.c.created_us, offers.c.id)
        )
        async with self._reading() as connection:
            rows = await connection.execute(query)
        return [Offer(*row) for row in rows]

    async def _change(self, name: str, offer: Offer | None) -> None:
        """Returns when a change is written."""
        if self._is_together:
            await self._write(partial(_write_offers, changed={name: offer}))
            return
        await self._changes.add((name, offer))

    async def _write_together(self, changes: list[Order[Change]]) -> None:
        """Writes changes at once; if one of them is faulty, each for itself."""
        changed = dict(change.work for change in changes)
        try:
            await self._write(partial(_write_offers, changed=changed))
        except Exception as error:  # noqa: BLE001 - it is raised where the change was asked for
            if len(changes) == 1 or isinstance(error, UnavailableError):
                for change in changes:
                    change.fail(error)
                return
            for change in changes:
                await self._write_together([change])
        else:
            for change in changes:
                change.succeed()

    async def _give_up(self) -> None:
        await self._changes.close()
        await super()._give_up()


async def _write_offers(connection: AsyncConnection, changed: dict[str, Offer | None]) -> None:
    saved = [offer for offer in changed.values() if offer is not None]
    if saved:
        numbers = await account_ids(connection, {offer.by for offer in saved})
        rows = [
            {
                "id": offer.id,
                "account_id": numbers[offer.by],
                "text": offer.text,
                "created_us": offer.created_us,
            }
            for offer in saved
        ]
        await connection.execute(_SAVE[connection.dialect.name], rows)
    gone = [name for name, offer in changed.items() if offer is None]
    if gone:
        await connection.execute(_REMOVE, {"gone": gone})


_SAVE: Final = row_or_change(offers, ("id",), ("account_id", "text", "created_us"))
_REMOVE: Final = delete(offers).where(offers.c.id.in_(bindparam("gone", expanding=True)))
