"""Watching: what is refused, who comes and goes, and which tables there are."""

import asyncio
from pathlib import Path

import pytest

from carcbot.errors import InputError
from carcbot.messages.client import Open
from carcbot.messages.events import Started
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Presence
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.client.watcher import tables_at, watch
from tests.net.client.hosting import hosted, token_of
from tests.waiting import until


@pytest.mark.asyncio
async def test_no_such_match(tmp_path: Path) -> None:
    """A match that does not exist is an error."""
    async with hosted(tmp_path) as server:
        with pytest.raises(InputError, match="match abc: there is no such match"):
            await anext(watch(server.url, token_of("eve"), "abc"))


@pytest.mark.asyncio
async def test_tables(tmp_path: Path) -> None:
    """All tables are told; an account that plays is refused, and told what that means."""
    async with hosted(tmp_path) as server:
        assert await tables_at(server.url, token_of("eve")) == ()
        match = server.open_table(Open(1, "carcassonne", "seats=2"))
        (table,) = await tables_at(server.url, token_of("eve"))
        assert (table.match, table.state) == (match, "open")
        ann = Bot(BotConfig(url=server.url, agent="greedy"), token_of("ann"), seed=1)
        playing = asyncio.create_task(ann.run())
        await until(lambda: "ann" in server.hall.directory.find(match).accounts)
        with pytest.raises(InputError, match="ann plays at a table, and has one connection"):
            await tables_at(server.url, token_of("ann"))
        with pytest.raises(InputError, match="connected again from elsewhere"):
            await playing


@pytest.mark.asyncio
async def test_presence(tmp_path: Path) -> None:
    """Who watches hears when a player goes, and how long the seat is kept."""
    clock = ClockSpec("per_move", move_us=1_000_000)
    async with hosted(tmp_path, clock=clock, policy=Policy(grace_us=20_000_000)) as server:
        match = server.open_table(Open(1, "carcassonne", "seats=2"))
        bots = [
            Bot(BotConfig(url=server.url, agent="mcts", count=1), token_of(name), seed=1)
            for name in ("ann", "bob")
        ]
        playing = [asyncio.create_task(bot.run()) for bot in bots]
        await until(lambda: all(bot.going_on for bot in bots))
        seats: tuple[str, ...] = ()
        async for event in watch(server.url, token_of("eve"), match):
            if isinstance(event, Started):
                seats = event.seats
                playing[0].cancel()
            if isinstance(event, Presence) and not event.here:
                assert seats[event.seat] == "ann"
                assert event.grace_us == 20_000_000
                break
        playing[1].cancel()
        await asyncio.gather(*playing, return_exceptions=True)
