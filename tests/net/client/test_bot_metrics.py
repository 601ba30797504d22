"""What a bot counts of itself, over real HTTP and by hand."""

import asyncio
import time
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from carcbot.errors import UnavailableError
from carcbot.messages.events import Result
from carcbot.messages.parts import Standing
from carcbot.net.client.bot import Bot
from carcbot.net.client.bot_metrics import BotMetrics
from carcbot.net.client.config import BotConfig, OpenTable
from carcbot.net.door.connection import Connection
from tests.net.client.hosting import hosted, token_of
from tests.ports import free_port
from tests.waiting import until


def figures(text: str) -> dict[str, float]:
    """All figures, by name and labels."""
    return {
        ",".join([sample.name, *(f"{key}={each}" for key, each in sorted(sample.labels.items()))]):
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }  # fmt: skip


async def asked(port: int) -> dict[str, float]:
    """What the bot tells at its address."""
    url = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as page:
        return figures(await page.text())


@pytest.mark.asyncio
async def test_bot_tells(tmp_path: Path) -> None:
    """A bot tells that it is there, what it plays, how that ended, and what took how long."""
    port, begun_s = free_port(), time.monotonic()
    async with hosted(tmp_path) as server:
        usual = BotConfig(server.url, "random", count=2)
        opens = OpenTable("pot", "seats=2", "per_move", 0, 5)
        ann = Bot(
            BotConfig(
                server.url, "random", open=opens, sit=False, metrics=f"127.0.0.1:{port}", count=0
            ),
            token_of("ann"),
            seed=1,
        )
        running = asyncio.create_task(ann.run())
        await until(lambda: ann.session.is_welcome)
        told = await asked(port)
        assert told["carcbot_bot_connected"] == told["carcbot_bot_connections_total"] == 1
        assert told["carcbot_bot_matches_over_total,reason=normal"] == 0
        bob = Bot(usual, token_of("bob"), seed=2)
        await bob.run()
        await until(lambda: ann.played == 2)
        told = await asked(port)
        assert told["carcbot_bot_matches_over_total,reason=normal"] == 2
        places = sum(value for name, value in told.items() if "places_total" in name)
        assert places == 2
        assert told["carcbot_bot_move_seconds_count"] > 5
        assert 0 < told["carcbot_bot_move_seconds_sum"] < time.monotonic() - begun_s
        assert told["carcbot_bot_lapses_total"] == told["carcbot_bot_troubles_total"] == 0
        connection = server._floor.guests["ann"]
        assert isinstance(connection, Connection)
        await connection.ws.close()
        await until(lambda: ann._link.is_up and ann.session.is_welcome)
        ann.drain()
        await running
        with pytest.raises(aiohttp.ClientConnectionError):
            await asked(port)


@pytest.mark.asyncio
async def test_address_in_use(tmp_path: Path) -> None:
    """Two bots cannot tell at the same address, and the second says so."""
    async with hosted(tmp_path) as server:
        config = BotConfig(server.url, "random", metrics=f"127.0.0.1:{server.port}")
        with pytest.raises(UnavailableError, match="cannot tell figures there"):
            await Bot(config, token_of("ann"), seed=1).run()


def test_counts() -> None:
    """Each thing is counted at its place."""
    tally = BotMetrics()
    standings = (Standing(2, 4), Standing(1, 9))
    tally.over(Result("m", 9, "normal", standings, "0" * 64), 1)
    tally.over(Result("m", 9, "abort", (), "0" * 64), 0)
    tally.refused.labels("too_fast").inc()
    tally.move_s.observe(0.2)
    tally.move_s.observe(200.0)
    tally.playing.set(3)
    tally.lapses.inc(4)
    told = figures(tally.text().decode())
    assert told["carcbot_bot_matches_over_total,reason=normal"] == 1
    assert told["carcbot_bot_matches_over_total,reason=abort"] == 1
    assert told["carcbot_bot_places_total,place=1"] == 1
    assert told["carcbot_bot_places_total,place=2"] == 0
    assert told["carcbot_bot_refused_total,code=too_fast"] == 1
    assert told["carcbot_bot_move_seconds_bucket,le=0.1"] == 0
    assert told["carcbot_bot_move_seconds_bucket,le=0.3"] == 1
    assert told["carcbot_bot_move_seconds_bucket,le=+Inf"] == 2
    assert told["carcbot_bot_move_seconds_sum"] == pytest.approx(200.2)
    assert (told["carcbot_bot_matches_playing"], told["carcbot_bot_lapses_total"]) == (3, 4)
