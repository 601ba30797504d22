"""Tests of carcbot.net.client.competition_entries: what a bot does besides, while one wants it."""

import asyncio
from collections.abc import MutableMapping, Sequence
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.arena.competition.facts import Began, Finished, RoundBegan
from carcbot.bot.policy import Wanted
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig, TakePart
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.process.pool import WorkerPool
from tests.net.client.hosting import hosted, token_of
from tests.waiting import until

RULES = 'name = "cup"\n[schedule]\nstarts = [2020-01-15T08:00:00Z]\n[no_show]\ngrace_s = 1e6\n'


@pytest.mark.asyncio
async def test_free_while_a_competition_is_played(tmp_path: Path) -> None:
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
    async with hosted(tmp_path / "referee") as server:
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


@pytest.mark.asyncio
async def test_does_not_enter_what_its_agent_cannot_play(tmp_path: Path) -> None:
    """It says so, and stays out; another bot enters the same competition."""
    file = tmp_path / "cup.toml"
    file.write_text('name = "cup"\ngame = "kuhn"\n[schedule]\nstarts = [2036-01-15T08:00:00Z]\n')
    CompetitionFolder.make(tmp_path / "referee" / "competitions" / "cup", file)
    with capture_logs() as logs:
        async with hosted(tmp_path / "referee") as server, WorkerPool(1) as pool:
            bots = [
                Bot(
                    BotConfig(server.url, agent=agent, competition=TakePart(("cup",))),
                    token_of(name),
                    seed=1,
                    pool=pool,
                )
                for name, agent in (("ann", "heyden-star25-f5"), ("bob", "random"))
            ]
            playing = [asyncio.create_task(bot.run()) for bot in bots]
            now = server._competitions._hosted["cup"].now
            await until(lambda: "bob" in now.entrants and any(_is_warning(each) for each in logs))
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    assert now.entrants == {"bob": "entered"}
    warnings = [each["event"] for each in logs if _is_warning(each)]
    assert warnings == ["heyden-star25-f5 does not play kuhn: not entered cup"]


def _is_warning(line: MutableMapping[str, object]) -> bool:
    return line["log_level"] == "warning"


@pytest.mark.asyncio
async def test_says_what_cannot_come_true(tmp_path: Path) -> None:
    """A wish that no competition can fulfil is a warning, once, with what there is."""
    file = tmp_path / "cup.toml"
    file.write_text(RULES)
    kept = CompetitionFolder.make(tmp_path / "referee" / "competitions" / "cup", file)
    kept.open()
    kept.add(Finished(4))
    kept.close()
    async with hosted(tmp_path / "referee") as server:
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


def warned(logs: Sequence[MutableMapping[str, object]]) -> list[object]:
    """The warnings in a log."""
    return [each["event"] for each in logs if each["log_level"] == "warning"]
