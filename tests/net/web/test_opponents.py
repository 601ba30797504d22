"""Bots that play against persons, over real HTTP, and a referee that is killed meanwhile."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from carcbot.games import registry
from carcbot.replay.record import MatchRecord
from tests.proof.crash import Referee
from tests.proof.players import token_of
from tests.waiting import PATIENCE_S

_HELLO = {"type": "hello", "id": 1, "product": "x/1", "token": token_of("a")}


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A referee in a process of its own."""
    referee = Referee(tmp_path)
    referee.command += ["--drain", "0"]
    await referee.start()
    yield referee
    referee.end(signal.SIGTERM)
    referee.log.close()


async def opened(referee: Referee) -> str:
    """Has a table opened with a bot at it."""
    page = referee.url.replace("ws:", "http:").removesuffix("/play")
    ask = {"seats": ["me", "greedy", "flat"], "options": "seats=3", "think_s": 0.05}
    headers = {"Authorization": f"Bearer {token_of('a')}"}
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{page}/api/play", json=ask, headers=headers) as response,
    ):
        assert response.status == 200, await response.text()
        return str((await response.json())["match"])


async def played(url: str, match: str, moves: int) -> list[str]:
    """Makes so many moves at seat 0, and hears the answers; returns who sits there."""
    seats: list[str] = []
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        state = registry.get("carcassonne").new("seats=3")
        async for frame in socket:
            said = frame.json()
            match said["type"]:
                case "hello":
                    await socket.send_json(_HELLO)
                case "ack" if "welcome" in said:
                    ask = {"type": "sit", "seat": 0}
                    if said["welcome"]["seats"]:
                        ask = {"type": "resume", "last_seq": 0}
                    await socket.send_json({"id": 2, "match": match, **ask})
                case "start":
                    seats = said["seats"]
                case "draw" | "move":
                    state.apply(said[said["type"]])
                case "request" if moves:
                    moves -= 1
                    move = {"seq": said["seq"], "move": state.legal_moves()[0]}
                    await socket.send_json({"type": "move", "id": 3, "match": match, **move})
                case "request":
                    return seats
    raise AssertionError("the connection was lost")


@pytest.mark.asyncio
async def test_bots_come_back(referee: Referee, tmp_path: Path) -> None:
    """A referee is killed in a match of a person with bots: the same ones go on with it."""
    async with asyncio.timeout(PATIENCE_S):
        match = await opened(referee)
        before = await played(referee.url, match, 2)
        referee.end(signal.SIGKILL)
        await referee.start()
        assert await played(referee.url, match, 3) == before
        assert [each.rpartition("-")[0] for each in before[1:]] == ["house-greedy", "house-flat"]
        (journal,) = (tmp_path / "referee" / "open").glob("*.jsonl")
        person, *bots = MatchRecord.load(journal).lines.header.agents
        assert person == ""
        assert [each.partition(",")[0] for each in bots] == ["greedy:time=0.05", "flat:time=0.05"]


@pytest.mark.asyncio
async def test_bots_that_had_not_come_yet(referee: Referee) -> None:
    """A referee is killed before the bots have sat down: they come when it is back."""
    async with asyncio.timeout(PATIENCE_S):
        match = await opened(referee)
        referee.end(signal.SIGKILL)
        await referee.start()
        await played(referee.url, match, 1)


@pytest.mark.asyncio
async def test_hints_outlive_the_referee(referee: Referee) -> None:
    """Who plays where hints are allowed gets them also when the referee was killed meanwhile."""
    async with asyncio.timeout(PATIENCE_S):
        match = await opened(referee)
        for _ in range(2):
            await played(referee.url, match, 1)
            page = referee.url.replace("ws:", "http:").removesuffix("/play")
            headers = {"Authorization": f"Bearer {token_of('a')}"}
            async with (
                aiohttp.ClientSession() as http,
                http.post(f"{page}/api/hint", json={"match": match}, headers=headers) as response,
            ):
                assert response.status == 200, await response.text()
                assert all("/" in hint["move"] for hint in await response.json())
            referee.end(signal.SIGKILL)
            await referee.start()
