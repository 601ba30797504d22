"""Our bot keeps the protocol: all checks of the kit, of a bot in this process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import pytest

from carcbot.conform.bot_checks import BOT
from carcbot.conform.bot_checks.competition import CUP
from carcbot.conform.examination import examine_bot
from carcbot.conform.kit import Talk
from carcbot.conform.kit_game import SECRET_GAMES
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig, read_config
from carcbot.net.process.pool import WorkerPool
from tests.waiting import PATIENCE_S

JOBS = 12
"""Checks at once: they mostly wait."""


@dataclass
class Ours:
    """Our bot, in this process; all that come share the workers."""

    pool: WorkerPool
    config: BotConfig
    host: str = "127.0.0.1"
    port: int = 0
    comes_in_s: float = PATIENCE_S

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has it there as long as the context lasts."""
        del talk
        bot = Bot(msgspec.structs.replace(self.config, url=url), token, seed=1, pool=self.pool)
        task = asyncio.create_task(bot.run())
        try:
            yield asyncio.get_running_loop().create_future()
        finally:  # also where the check is skipped
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@pytest.mark.asyncio
async def test_all_checks() -> None:
    """It passes all; skipped are games that no agent plays, and what it was not told to do."""
    async with WorkerPool(1) as pool:
        games = ("carcassonne", "pot")
        outcomes = await examine_bot(
            Ours(pool, BotConfig(agent="greedy")),
            games,
            BOT.checks,
            lambda _: None,
            jobs=JOBS,
            patience_s=PATIENCE_S,
        )
    assert [each for each in outcomes.values() if each.verdict == "failed"] == []
    skipped = {name for name, each in outcomes.items() if each.verdict == "skipped"}
    skipped.discard("transcript.hidden-cards")
    to_be_told = ("lobby.", "competitions.", "moves.whole-game-of-")
    assert all(name.startswith(to_be_told) for name in skipped)
    assert "lobby.challenge-answered" not in skipped


@pytest.mark.asyncio
async def test_games_with_secrets() -> None:
    """It plays a whole game of each, in which it is told what its seat sees and nothing else."""
    checks = BOT.chosen("moves.whole-game-of-")
    async with WorkerPool(1) as pool:
        outcomes = await examine_bot(
            Ours(pool, BotConfig(agent="flat:sims=1")), SECRET_GAMES, checks, lambda _: None,
            jobs=JOBS, patience_s=PATIENCE_S,
        )  # fmt: skip
    assert len(outcomes) == len(SECRET_GAMES) > 1
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("topic", "settings"),
    (
        ("lobby.", 'sit = false\n[[seek]]\noptions = "seats=2"\n[accept]\n'),
        ("competitions.", f'[competition]\njoin = ["{CUP}"]\n'),
    ),
    ids=("lobby", "competitions"),
)
async def test_what_it_is_told_to_do(topic: str, settings: str) -> None:
    """With seeks and a policy, or told to take part, it passes all checks of that."""
    config = read_config(f'agent = "greedy"\n{settings}', "bot.toml")
    checks = BOT.chosen(topic)
    async with WorkerPool(1) as pool:
        outcomes = await examine_bot(
            Ours(pool, config), ("carcassonne",), checks, lambda _: None,
            jobs=JOBS, patience_s=PATIENCE_S,
        )  # fmt: skip
    assert len(outcomes) == len(checks) >= 10
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []
