"""Tests of carcbot.net.client.competing: what a bot does besides, while a competition wants it."""

import asyncio
from collections.abc import MutableMapping, Sequence
from pathlib import Path

import msgspec
from structlog.testing import capture_logs

from carcbot.arena.competition.facts import Began, Finished, RoundBegan
from carcbot.bot.config import BotConfig, TakePart
from carcbot.bot.policy import Wanted
from carcbot.net.client import Bot
from carcbot.net.competitions.folder import CompetitionFolder
from carcbot.net.referee import RefereeServer
from carcbot.net.workers import WorkerPool
from tests.net.client.hosting import hosted, token_of
from tests.waiting import until

RULES = 'name = "cup"\n[schedule]\nstarts = [2020-01-15T08:00:00Z]\n[no_show]\ngrace_s = 1e6\n'


def test_free_while_a_competition_is_played(tmp_path: Path) -> None:
    """It takes back what it seeks while it plays in a competition, and seeks again afterwards."""
    file = tmp_path / "cup.toml"
    file.write_text(RULES)
    kept = CompetitionFolder.make(tmp_path / "referee" / "competitions" / "cup", file)
    kept.open()
    for name in ("ann", "bob"):
        kept.add(kept.proceedings.enter(name, 1))
    kept.add(Began(2, ("ann", "bob")))
    kept.add(RoundBegan(3, 0))
    kept.close()

    async def work(server: RefereeServer) -> None:
        config = BotConfig(
            server.url, agent="random", seek=(Wanted("pot"),), competition=TakePart(("cup",))
        )
        async with WorkerPool(1) as pool:
            bot = Bot(config, token_of("ann"), seed=1, pool=pool)
            playing = asyncio.create_task(bot.run())
            await until(lambda: bot._competing.is_taken and bot._meeting._knows_lobby)
            await until(lambda: not server.hall.lobby.offers())
            await asyncio.sleep(1.5)  # it looks around once a second
            assert not server.hall.lobby.offers()
            server._competitions._hosted["cup"].folder.add(Finished(4))
            await until(server.hall.lobby.offers)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    hosted(tmp_path / "referee", work)


def test_says_what_cannot_come_true(tmp_path: Path) -> None:
    """A wish that no competition can fulfil is a warning, once, with what there is."""
    file = tmp_path / "cup.toml"
    file.write_text(RULES)
    kept = CompetitionFolder.make(tmp_path / "referee" / "competitions" / "cup", file)
    kept.open()
    kept.add(Finished(4))
    kept.close()

    async def work(server: RefereeServer) -> None:
        wishes = TakePart(("cup", "nocup"))
        config = BotConfig(server.url, agent="random", competition=wishes)
        async with WorkerPool(1) as pool:
            bot = Bot(config, token_of("ann"), seed=1, pool=pool)
            playing = asyncio.create_task(bot.run())
            with capture_logs() as logs:
                await until(lambda: len(warned(logs)) == 2)
                assert warned(logs) == [
                    "there is no competition 'nocup' here; those there are: cup",
                    "cup is over",
                ]
                bot._competing.connected()
                await until(lambda: bot._competing._has_asked and not bot._competing._asked)
                assert len(warned(logs)) == 2
                bot.reconfigure(msgspec.structs.replace(config, competition=TakePart(("x",))))
                await until(lambda: len(warned(logs)) == 3)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    hosted(tmp_path / "referee", work)


def warned(logs: Sequence[MutableMapping[str, object]]) -> list[object]:
    """The warnings in a log."""
    return [each["event"] for each in logs if each["log_level"] == "warning"]
