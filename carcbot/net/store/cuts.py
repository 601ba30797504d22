"""Connections that the host wants cut, for the referee that has them."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from carcbot.net.store.database import Database
from carcbot.net.store.rows import Cut
from carcbot.net.store.schema import accounts, cuts

__all__ = ["Cuts", "write_cut"]

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
