"""What a host's tools read of a referee: health, readiness and figures, over real HTTP."""

import asyncio
import time
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from carcbot.errors import UnavailableError
from carcbot.messages.client import Resign, Sit
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.net.town import Town, hosted, seek
from tests.waiting import until


async def read(town: Town, page: str) -> tuple[int, str]:
    """A page of the referee: its status and text."""
    url = town.server.url.replace("ws:", "http:").removesuffix("/play")
    async with aiohttp.ClientSession() as session, session.get(url + page) as response:
        return response.status, await response.text()


async def figures(town: Town) -> dict[str, float]:
    """All figures, by name and labels."""
    _, text = await read(town, "/metrics")
    return {
        "".join([sample.name, *(f",{key}={each}" for key, each in sorted(sample.labels.items()))]):
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }  # fmt: skip


async def finished(town: Town, count: int) -> dict[str, float]:
    """The figures when so many matches are over."""
    while True:
        found = await figures(town)
        over = sum(value for name, value in found.items() if "matches_over_total" in name)
        if over == count:
            return found
        await asyncio.sleep(0.02)


@pytest.mark.asyncio
async def test_figures(tmp_path: Path) -> None:
    """What happened is what is counted."""
    begun_s = time.monotonic()
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        found = await figures(town)
        assert found["carcbot_clients"] == found["carcbot_players_online"] == 2
        assert found["carcbot_connections_total"] == 2
        await ann.say(seek())
        assert (await figures(town))["carcbot_offers"] == 1
        await bob.say(seek())
        await asyncio.gather(ann.play(), bob.play())
        found = await finished(town, 1)
        assert found["carcbot_matches_begun_total,game=pot"] == 1
        assert found["carcbot_matches_over_total,reason=normal"] == 1
        moves = sum(frame["type"] == "move" for frame in ann.told)
        assert found["carcbot_moves_total,by=player"] == moves > 3
        assert found["carcbot_move_seconds_count"] == moves
        assert 0 < found["carcbot_move_seconds_sum"] < time.monotonic() - begun_s
        assert found["carcbot_move_seconds_bucket,le=+Inf"] == moves
        assert found["carcbot_offers"] == found["carcbot_matches_playing"] == 0
        await ann.say(Sit(1, "nowhere"))
        await ann.say(seek())
        await bob.say(seek())
        match = (await bob.type("start"))["match"]
        assert (await figures(town))["carcbot_matches_playing"] == 1
        await bob.say(Resign(1, match))
        found = await finished(town, 2)
        assert found["carcbot_errors_total,code=unknown_match"] == 1
        assert found["carcbot_faults_total,why=resign"] == 1


@pytest.mark.asyncio
async def test_figures_elsewhere(tmp_path: Path) -> None:
    """With an address of their own the figures are there, and no more at the referee's."""
    settings = Settings(tmp_path, port=0, metrics="127.0.0.1:0")
    server = RefereeServer(settings, Tokens())
    async with server, aiohttp.ClientSession() as session:
        async with session.get(f"{server.page}metrics") as answer:
            assert answer.status == 404
        assert server._figures is not None
        async with session.get(f"http://127.0.0.1:{server._figures.port}/metrics") as answer:
            assert "carcbot_clients 0.0" in await answer.text()


@pytest.mark.asyncio
async def test_late_loop(tmp_path: Path) -> None:
    """Who looks at how late the loop was does not hide it from whoever looks next."""
    async with hosted(tmp_path) as town:
        await asyncio.sleep(0.01)
        time.sleep(0.6)  # noqa: ASYNC251 - everybody is to be late
        await asyncio.sleep(0.3)
        for _ in range(2):
            assert (await figures(town))["carcbot_loop_lag_seconds"] > 0.3


@pytest.mark.asyncio
async def test_a_calendar_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine's calendar is set while a referee runs it says by how much, once."""
    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            assert abs((await figures(town))["carcbot_calendar_off_seconds"]) < 1
            real = time.time_ns
            monkeypatch.setattr(time, "time_ns", lambda: real() + 3600 * 10**9)
            await until(lambda: any("the machine's calendar" in each["event"] for each in logs))
            told_s = (await figures(town))["carcbot_calendar_off_seconds"]
            assert told_s == pytest.approx(3600, abs=1)
            await asyncio.sleep(0.6)
    (told,) = [each for each in logs if "the machine's calendar" in each["event"]]
    assert "calendar is +3600 s from that of the referee's start" in told["event"]


@pytest.mark.asyncio
async def test_health(tmp_path: Path) -> None:
    """A referee is ready until it drains or its database is away; it lives all the while."""
    async with hosted(tmp_path) as town:
        assert await read(town, "/healthz") == (200, "ok\n")
        assert await read(town, "/readyz") == (200, "ready\n")
        town.server.hall.drains = True
        status, text = await read(town, "/readyz")
        assert (status, "draining" in text) == (503, True)
        assert await read(town, "/healthz") == (200, "ok\n")
        assert (await read(town, "/nothing"))[0] == 404


@pytest.mark.asyncio
async def test_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not ready where something cannot be written; a crowd that asks has it looked once."""
    looked = 0

    async def check(_: Store) -> None:
        nonlocal looked
        looked += 1
        raise UnavailableError("attempt to write a readonly database")

    monkeypatch.setattr("carcbot.net.web.health._FRESH_S", 0.0)
    async with hosted(tmp_path) as town:
        assert await read(town, "/readyz") == (200, "ready\n")
        with monkeypatch.context() as patched:
            patched.setattr(Store, "check", check)
            for status, text in await asyncio.gather(*(read(town, "/readyz") for _ in range(9))):
                assert (status, "readonly database" in text) == (503, True)
        assert 1 <= looked <= 9
        assert await read(town, "/healthz") == (200, "ok\n")
        assert await read(town, "/readyz") == (200, "ready\n")
        assert [*(tmp_path / "open").iterdir()] == []
        (tmp_path / "open").rename(tmp_path / "away")
        status, text = await read(town, "/readyz")
        assert (status, "journals cannot be written: No such file" in text) == (503, True)
        (tmp_path / "away").rename(tmp_path / "open")
        assert (await read(town, "/readyz"))[0] == 200
        (tmp_path / "records").rename(tmp_path / "away")
        status, text = await read(town, "/readyz")
        assert (status, "journals cannot be written: No such file" in text) == (503, True)
        (tmp_path / "away").rename(tmp_path / "records")
        assert (await read(town, "/readyz"))[0] == 200
    monkeypatch.setattr("carcbot.net.web.health._FRESH_S", 3600.0)
    async with hosted(tmp_path) as town:
        assert await read(town, "/readyz") == (200, "ready\n")
        (tmp_path / "open").rename(tmp_path / "away")
        assert await read(town, "/readyz") == (200, "ready\n")  # as it was an instant ago
        (tmp_path / "away").rename(tmp_path / "open")


def test_buckets() -> None:
    """Each duration is in every bucket that is large enough for it."""
    metrics = RefereeMetrics(dict)
    metrics.answered([0, 0], 40_000)
    metrics.answered([0], 100_000)
    metrics.answered([0], 10**9)
    found = {
        sample.labels["le"]: sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
        if sample.name == "carcbot_move_seconds_bucket"
    }
    assert (found["5e-05"], found["0.0001"], found["0.25"], found["+Inf"]) == (2, 3, 3, 4)


def test_close_codes_that_clients_make_up() -> None:
    """They are one figure together, however many there are; others have one each."""
    metrics = RefereeMetrics(dict)
    for code in (4001, 1006, 1000, 4998, 4999, 3000):
        metrics.closed(code)
    told = [
        line for line in metrics.text().decode().splitlines() if "carcbot_closed_total{" in line
    ]
    counted = {line for line in told if not line.endswith(" 0.0")}
    assert counted == {
        f'carcbot_closed_total{{code="{code}"}} {count}.0'
        for code, count in (("4001", 1), ("1006", 1), ("1000", 1), ("other", 3))
    }
