"""What the tests of the store share: how they open it, and a match to write down."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from carcbot.messages.parts import Standing
from carcbot.net.store.store import Store
from tests.waiting import PATIENCE_S

__all__ = ["STANDINGS", "add_accounts", "begin", "with_store"]

STANDINGS = (Standing(2, 31), Standing(1, 40))


@contextlib.asynccontextmanager
async def with_store(url: str) -> AsyncIterator[Store]:
    """The store at this URL, for a story that comes to its end."""
    async with Store.open(url) as store, asyncio.timeout(PATIENCE_S):
        yield store


async def add_accounts(store: Store, *names: str) -> None:
    """Makes a bot's account for each name."""
    for name in names:
        await store.add_account(name, "bot", 1)


async def begin(
    store: Store,
    name: str,
    began_us: int = 10,
    players: tuple[str, ...] = ("ann", "bob"),
    game: str = "carcassonne",
) -> bool:
    """Writes down that a match began."""
    return await store.match_began(
        name,
        game=game,
        options="seats=2",
        clock='{"kind":"bank"}',
        pool=f"{game}/{len(players)}",
        players=players,
        began_us=began_us,
    )
