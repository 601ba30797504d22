"""Guests who are gone: their accounts are taken away, but for what results and ratings need."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, select
from sqlalchemy.sql.selectable import Exists

from carcbot.net.store.database import Database
from carcbot.net.store.schema import accounts, cuts, offers, ratings, seats, tokens

__all__ = ["GUEST_LABEL", "GoneGuests"]

GUEST_LABEL: Final = "a guest at the page"
"""The label of a guest's token. An account that has any other is no guest's."""


class GoneGuests(Database):
    """Forgets guests."""

    async def gone_guests(self, before_us: int, after: str, most: int) -> list[str]:
        """Some names of guests who have not come since a moment and have no offers, by name.

        Args:
            before_us: The moment, since 1970.
            after: Only names behind this one.
            most: How many at most.
        """
        last_us = func.max(func.coalesce(tokens.c.used_us, tokens.c.created_us))
        query = (
            select(accounts.c.name)
            .join_from(accounts, tokens)
            .where(accounts.c.kind == "person", accounts.c.key > after.lower())
            .where(~_of(offers.c.account_id))
            .group_by(accounts.c.id)
            .having(last_us < before_us, func.min(tokens.c.label) == GUEST_LABEL)
            .having(func.max(tokens.c.label) == GUEST_LABEL)
            .order_by(accounts.c.key)
            .limit(most)
        )
        async with self._reading() as connection:
            return [str(name) for name in await connection.scalars(query)]

    async def forget_guests(self, names: Collection[str]) -> None:
        """Takes these accounts away with their tokens; of who has played its name is kept.

        What is told of matches and ratings stays as it is: nobody can come with that name again.
        """
        keys = [name.lower() for name in names]
        async with self._writing() as connection:
            found = list(
                await connection.scalars(select(accounts.c.id).where(accounts.c.key.in_(keys)))
            )
            await connection.execute(delete(cuts).where(cuts.c.account_id.in_(found)))
            await connection.execute(delete(tokens).where(tokens.c.account_id.in_(found)))
            nobody: ColumnElement[bool] = ~_of(seats.c.account_id) & ~_of(ratings.c.account_id)
            await connection.execute(
                delete(accounts).where(accounts.c.id.in_(found), nobody, ~_of(offers.c.account_id))
            )


def _of(column: ColumnElement[int]) -> Exists:
    """Whether there is anything of an account in a table."""
    return exists().where(column == accounts.c.id).correlate(accounts)
