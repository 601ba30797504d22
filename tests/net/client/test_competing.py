"""Tests of carcbot.net.client.competing: what a bot does besides, while a competition wants it."""

import asyncio
from pathlib import Path

from carcbot.arena.competition.facts import Began, Finished, RoundBegan
from carcbot.bot.config import BotConfig, TakePart
from carcbot.bot.policy import Wanted
from carcbot.net.client import Bot
from carcbot.net.competitions.folder import CompetitionFolder
from carcbot.net.referee import RefereeServer
from carcbot.net.workers import WorkerPool
from tests.net.client.hosting import hosted, token_of, until

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
