"""What hosts of competitions order by hand, for the referee that hosts them."""

from sqlalchemy import select

from carcbot.net.store.database import Database
from carcbot.net.store.rows import Ruling
from carcbot.net.store.schema import rulings

__all__ = ["Rulings"]


class Rulings(Database):
    """The orders; nothing of them is removed, and what became of each the competition knows."""

    async def order(self, ruling: Ruling, now_us: int) -> int:
        """Writes an order down; returns its number, whatever number the ruling itself has."""
        row = {name: getattr(ruling, name) for name in ruling.__struct_fields__ if name != "id"}
        async with self._writing() as connection:
            number: int | None = await connection.scalar(
                rulings.insert().values(**row, at_us=now_us).returning(rulings.c.id)
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
