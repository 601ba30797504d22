"""Seeks and challenges that wait."""

from sqlalchemy import delete, select

from carcbot.net.store.accounts import account_id
from carcbot.net.store.database import Database, insert_into
from carcbot.net.store.rows import Offer
from carcbot.net.store.schema import accounts, offers

__all__ = ["Offers"]


class Offers(Database):
    """What waits for somebody to answer."""

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
        async with self._writing() as connection:
            values = {
                "account_id": await account_id(connection, by),
                "text": text,
                "created_us": created_us,
            }
            await connection.execute(
                insert_into(connection, offers)
                .values(id=name, **values)
                .on_conflict_do_update(index_elements=["id"], set_=values)
            )

    async def remove_offer(self, name: str) -> None:
        """An offer waits no more; nothing happens if it does not."""
        async with self._writing() as connection:
            await connection.execute(delete(offers).where(offers.c.id == name))

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
