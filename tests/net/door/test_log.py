"""What a host reads in the referee's log, and counts by its metrics, of who comes and goes."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from carcbot.messages import client
from carcbot.net.settings import Settings
from tests.net.town import hosted as in_town
from tests.net.town import seek
from tests.net.visitor import Visitor, hello
from tests.net.visitor import hosted as at_gate


@pytest.fixture(autouse=True)
def _wait_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is closed is closed at once, without waiting for an answer."""
    monkeypatch.setattr("carcbot.net.door.connection._CLOSE_TAKES_S", 0.1)


def told(logs: Iterable[Any], event: str) -> list[dict[str, Any]]:
    """The fields of all lines of an event."""
    return [
        {name: value for name, value in line.items() if name not in {"event", "log_level"}}
        for line in logs
        if line["event"] == event
    ]


async def closed_by_code(visitor: Visitor) -> dict[str, float]:
    """How many connections have ended, by code, of those of which there are any."""
    page = visitor.server.page
    async with aiohttp.ClientSession() as http, http.get(f"{page}metrics") as response:
        lines = (await response.text()).splitlines()
    start = 'carcbot_closed_total{code="'
    found = (line.removeprefix(start).split('"} ') for line in lines if line.startswith(start))
    return {code: float(count) for code, count in found if float(count)}


@pytest.mark.asyncio
@pytest.mark.parametrize(("behind_proxy", "address"), ((False, "127.0.0.1"), (True, "203.0.113.5")))
async def test_addresses(tmp_path: Path, behind_proxy: bool, address: str) -> None:  # noqa: FBT001 - a case
    """Who comes and who is refused is told with the address: the proxy's word where trusted."""
    with capture_logs() as logs:
        async with at_gate(Settings(tmp_path, port=0, behind_proxy=behind_proxy)) as visitor:
            for name in ("ann", "mallory"):
                socket = await visitor.connect(address="10.0.0.9, 203.0.113.5")
                await socket.send_json(hello(name))
                await socket.receive_json()
                await socket.close()
    (came,) = told(logs, "came")
    assert (came["account"], came["address"]) == ("ann", address)
    assert told(logs, "a token that nobody has") == [{"address": address}]
    assert told(logs, "gone before hello") == [{"address": address, "code": 4001}]


@pytest.mark.asyncio
async def test_codes(tmp_path: Path) -> None:
    """A connection's end has the code that was sent, or the client's, or 1006 if it just went."""
    with capture_logs() as logs:
        async with at_gate(Settings(tmp_path, port=0, handshake_s=2.0)) as visitor:
            silent = await visitor.connect()
            assert (await silent.receive()).type is aiohttp.WSMsgType.CLOSE
            for end in ("binary", "close", "lost", "large"):
                socket = await visitor.greeted()
                match end:
                    case "binary":
                        await socket.send_bytes(b"")
                    case "close":
                        await socket.close(code=1000)
                    case "lost":
                        assert socket._response.connection is not None
                        assert socket._response.connection.transport is not None
                        socket._response.connection.transport.abort()
                    case "large":
                        await socket.send_str("x" * 9000)
                while end != "lost" and not socket.closed:
                    await socket.receive()
                await asyncio.sleep(0.2)
            assert await closed_by_code(visitor) == {
                "4003": 1, "4000": 1, "1000": 1, "1006": 1, "1009": 1,
            }  # fmt: skip
    assert [line["code"] for line in told(logs, "gone before hello")] == [4003]
    assert [line["code"] for line in told(logs, "gone")] == [4000, 1000, 1006, 1009]


@pytest.mark.asyncio
async def test_matches(tmp_path: Path) -> None:
    """A match that came of seeks begins in log and database, and ends; its players are named."""
    seats: dict[str, int] = {}

    with capture_logs() as logs:
        async with in_town(tmp_path) as town:
            ann, bob = await town.come("ann"), await town.come("bob")
            for guest in (ann, bob):
                await guest.say(seek())
            start = await ann.type("start")
            seats[start["match"]] = start["seats"].index("ann")
            playing: list[object] = []
            while not playing:
                await asyncio.sleep(0.01)
                playing = [*await town.store.matches(5, state="playing")]
            again = await town.come("ann")
            await again.say(client.Resign(1, start["match"]))
            await bob.type("result")
    (begins,), (over,) = told(logs, "begins"), told(logs, "over")
    assert begins["match"] == over["match"]
    assert set(begins["seats"]) == set(over["seats"]) == {"ann", "bob"}
    assert over["reason"] == "resign"
    came = [line["seats"] for line in told(logs, "came") if line["account"] == "ann"]
    assert came == [{}, seats]
    (older,) = told(logs, "came again: the older connection is closed")
    assert older == {"account": "ann", "seats": seats}
