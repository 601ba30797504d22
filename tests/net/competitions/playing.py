"""Bots for whole competitions: good ones, and some that fail in a way of their own."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from carcbot.bot.seated_match import SeatedMatch
from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.net.client import Bot
from carcbot.net.client.bot import _Asked
from carcbot.net.client.config import BotConfig, TakePart
from carcbot.net.competitions import Competitions
from carcbot.net.process.pool import WorkerPool
from carcbot.net.server import RefereeServer
from tests.waiting import PATIENCE_S, until

__all__ = [
    "FAR_S",
    "Illegal",
    "begun",
    "pass_time",
    "playing",
    "rules_text",
    "token_of",
    "write_tokens",
]

FAR_S = 3600.0
"""A competition that is so far away begins when everybody is ready for it: see `begun`."""


class Illegal(Bot):
    """Makes moves that there are not."""

    def _think(self, seated: SeatedMatch, asked: _Asked) -> None:
        move = Move(self.session.number(), seated.match, asked.request.seq, "nonsense")
        self._do_later(self._send(move))


def rules_text(starts_in_s: float, check_in_s: float, settings: str = "", tables: str = "") -> str:
    """A competition that begins soon."""
    starts = datetime.fromtimestamp(time.time() + starts_in_s, UTC).isoformat()
    return (
        f'name = "cup"\ntitle = "The Cup"\n{settings}\n'
        f"[clock]\nmain_s = 20\nmove_s = 1\n"
        f"[schedule]\nstarts = [{starts}]\n[check_in]\nminutes = {check_in_s / 60}\n{tables}"
    )


def pass_time(competitions: Competitions, passed_us: int) -> None:
    """Sets the clock of competitions so much ahead."""
    competitions._moments = Moments(competitions._moments.epoch_us + passed_us)


async def begun(
    server: RefereeServer, entrants: int, ready: int, *, late_s: float = PATIENCE_S
) -> None:
    """Lets the time of a referee's competition pass as soon as all have done what they have to.

    Args:
        server: Has one competition, which begins some time.
        entrants: How many enter.
        ready: How many of them check in.
        late_s: How long is waited for them.
    """
    competitions = server._competitions
    (hosted,) = competitions._hosted.values()
    now, rules = hosted.now, hosted.now.competition
    await until(lambda: len(now.players) == entrants, "all enter")
    pass_time(competitions, max(0, rules.check_in_us - competitions._now_us()))
    if rules.check_in_us < rules.starts_us:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(late_s):
                await until(lambda: [*now.entrants.values()].count("checked_in") == ready)
        pass_time(competitions, rules.starts_us - rules.check_in_us)


def token_of(name: str) -> str:
    """What proves that one is this account; good for a file and for a database."""
    return f"carcbot_token-of-{name}-0123456789abcdef"


def write_tokens(folder: Path, names: tuple[str, ...]) -> Path:
    """A file with a token for each name."""
    file = folder / "tokens"
    file.write_text("".join(f"{name} {token_of(name)}\n" for name in names))
    file.chmod(0o600)
    return file


@contextlib.asynccontextmanager
async def playing(
    url: str,
    names: tuple[str, ...],
    kinds: dict[str, type[Bot]] | None = None,
    agents: dict[str, str] | None = None,
) -> AsyncIterator[dict[str, asyncio.Task[None]]]:
    """Bots that take part in the competition `cup`: their tasks, by name."""
    async with WorkerPool(1) as pool:
        tasks = {}
        for number, name in enumerate(names):
            agent = (agents or {}).get(name, "random")
            config = BotConfig(url, agent=agent, matches=2, competition=TakePart(("cup",)))
            kind = (kinds or {}).get(name, Bot)
            bot = kind(config, token_of(name), seed=number, pool=pool)
            tasks[name] = asyncio.create_task(bot.run())
        try:
            yield tasks
        finally:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
