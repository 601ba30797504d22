"""What the host wishes for by hand, for the referee: connections to be cut, and rulings."""

from typing import Final

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from carcbot.net.store.database import Database
from carcbot.net.store.rows import Cut, Ruling
from carcbot.net.store.schema import accounts, cuts, rulings

__all__ = ["Cuts", "Rulings", "write_cut"]

_LAST: Final = 100
"""A host wishes for fewer between two looks of the referee."""


async def write_cut(
    connection: AsyncConnection,
    account: int,
    now_us: int,
    *,
    token_id: str | None = None,
    for_good: bool = True,
) -> None:
    """The connections of an account are to be cut, or of one of its tokens.

    Args:
        connection: In whose transaction it is written.
        account: The number of the account in the tables.
        now_us: Since 1970.
        token_id: The id of the token, if it is about one.
        for_good: Whether it may not come back like this.
    """
    await connection.execute(
        cuts.insert().values(account_id=account, token_id=token_id, for_good=for_good, at_us=now_us)
    )


class Cuts(Database):
    """What the host has wished for; nothing of it is removed."""

    async def last_cuts(self) -> list[Cut]:
        """The last hundred, the oldest first.

        A transaction that began earlier may end later: who looks again may find one between those
        that it knows.
        """
        query = (
            select(cuts.c.id, accounts.c.name, cuts.c.token_id, cuts.c.for_good)
            .join_from(cuts, accounts)
            .order_by(cuts.c.id.desc())
            .limit(_LAST)
        )
        async with self._reading() as connection:
            rows = await connection.execute(query)
        return [Cut(*row) for row in reversed(rows.all())]


class Rulings(Database):
    """What hosts of competitions have ordered; what became of it the competition knows."""

    async def order(self, ruling: Ruling, now_us: int) -> int:
        """Writes an order down; returns its number, whatever number the ruling itself has."""
        row = msgspec.structs.asdict(msgspec.structs.replace(ruling, at_us=now_us))
        del row["id"]
        async with self._writing() as connection:
            number: int | None = await connection.scalar(
                rulings.insert().values(**row).returning(rulings.c.id)
            )
        return number or 0

    async def rulings(self, competition: str) -> list[Ruling]:
        """All orders about a competition, in the order of their numbers."""
        query = (
            select(*(rulings.c[name] for name in Ruling.__struct_fields__))
            .where(rulings.c.competition == competition)
            .order_by(rulings.c.id)
        )
        async with self._reading() as connection:
            rows = await connection.execute(query)
        return [Ruling(*row) for row in rows]
