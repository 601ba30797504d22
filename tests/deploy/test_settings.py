"""The file of settings that hosts fill in: every line of it counts."""

import re
import subprocess

import aiohttp
import msgspec
import pytest

from carcbot.net.process.process_limits import USUAL
from carcbot.net.settings import USUAL_LIMITS, Settings
from tests.deploy.hosting import CARCBOT, DEPLOY, Referee, get, replaced
from tests.ports import free_port

TEXT = (DEPLOY / "referee.env").read_text()
LINES = dict(re.findall(r"^# (CARCBOT_\w+)=(.*)$", TEXT, flags=re.MULTILINE))


def test_every_line_is_a_setting() -> None:
    """What stands in the file is what the command reads of its environment, and all of it."""
    page = subprocess.run(
        [*CARCBOT, "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert set(LINES) == set(re.findall(r"CARCBOT_\w+", page))
    assert not [line for line in TEXT.splitlines() if line and not line.startswith("#")]


def test_comments_are_the_usual() -> None:
    """The values that stand in comments are those that count without them."""
    usual = Settings(DEPLOY)
    assert LINES["CARCBOT_MOST_CLIENTS"] == str(usual.most_clients)
    assert LINES["CARCBOT_MOST_STRANGERS"] == str(usual.most_strangers)
    limits = dict(word.split("=") for word in LINES["CARCBOT_LIMITS"].split())
    assert all(float(value) == getattr(USUAL_LIMITS, name) for name, value in limits.items())
    most = dict(word.split("=") for word in LINES["CARCBOT_PROCESS_LIMITS"].split())
    assert {name: int(value) for name, value in most.items()} == msgspec.structs.asdict(USUAL)


@pytest.mark.asyncio
async def test_settings_count(referee: Referee) -> None:
    """A referee with lines of the file has other limits, and its figures elsewhere."""
    port = free_port()
    settings = {
        "CARCBOT_MOST_CLIENTS": replaced(LINES["CARCBOT_MOST_CLIENTS"], ("5000", "2")),
        "CARCBOT_LIMITS": replaced(
            LINES["CARCBOT_LIMITS"], ("=64", "=7"), ("burst=400", "burst=99")
        ),
        "CARCBOT_METRICS": replaced(LINES["CARCBOT_METRICS"], ("9100", str(port))),
    }

    with pytest.MonkeyPatch.context() as patched:
        for name, value in settings.items():
            patched.setenv(name, value)
        with referee.serving():
            await check_limits(f"ws://127.0.0.1:{referee.port}/play")
            assert get(referee.port, "/metrics")[0] == 404
            status, page = get(port, "/metrics")
            assert (status, "carcbot_clients 0.0" in page) == (200, True)


async def check_limits(url: str) -> None:
    """The referee tells who connects its limits, and has room for two."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url) as first,
        session.ws_connect(url),
    ):
        limits = (await first.receive_json())["limits"]
        assert (limits["matches"], limits["burst"], limits["lobby_burst"]) == (7, 99, 200)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(url)
        assert refused.value.status == 503
