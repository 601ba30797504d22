"""Our bot keeps the protocol: all checks of the kit, of a bot in this process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from carcbot.conform.bot_checks import BOT
from carcbot.conform.examination import examine_bot
from carcbot.conform.kit import Talk
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.process.pool import WorkerPool
from tests.waiting import PATIENCE_S

JOBS = 12
"""Checks at once: they mostly wait."""


@dataclass
class Ours:
    """Our bot, in this process; all that come share the workers."""

    pool: WorkerPool
    host: str = "127.0.0.1"
    port: int = 0
    comes_in_s: float = PATIENCE_S

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has it there as long as the context lasts."""
        del talk
        bot = Bot(BotConfig(url, "greedy"), token, seed=1, pool=self.pool)
        task = asyncio.create_task(bot.run())
        yield asyncio.get_running_loop().create_future()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.asyncio
async def test_all_checks() -> None:
    """It passes all; skipped are games that no agent plays, and what it was not told to do."""
    async with WorkerPool(1) as pool:
        games = ("carcassonne", "pot")
        outcomes = await examine_bot(
            Ours(pool), games, BOT.checks, lambda _: None, jobs=JOBS, patience_s=PATIENCE_S
        )
    assert [each for each in outcomes.values() if each.verdict == "failed"] == []
    skipped = {name for name, each in outcomes.items() if each.verdict == "skipped"}
    skipped.discard("transcript.hidden-cards")
    assert all(name.startswith(("lobby.", "competitions.")) for name in skipped)
    assert "lobby.challenge-answered" not in skipped
