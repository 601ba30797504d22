"""Matches with which the referee cannot go on: nothing is told that is not in their journals."""

import asyncio
import contextlib
import errno
import json
import os
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.errors import UnavailableError
from carcbot.messages.client import Open
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import TableInfo
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS
from carcbot.referee import journal_reader
from carcbot.referee.running_match import RunningMatch
from carcbot.referee.step import Step
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, GOES_ON, verify
from tests.net.test_server import HELLO, hosted
from tests.net.town import Town, seek
from tests.net.town import hosted as in_town
from tests.proof.players import SteadyPlayer
from tests.waiting import PATIENCE_S

QUICK = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.2)
FOR_EVER = 10**9


class FullDisk:
    """A disk that takes only a part of one write to a journal, and then nothing for a while.

    Args:
        monkeypatch: Puts it in the place of the true one.
        at: The number of that write.
        refusals: How many writes to the journal it refuses after that.
        part: How much it takes of it.

    Attributes:
        match: Whose journal that is; of all while it is empty.
        count: How many writes to it there were.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, at: int, refusals: int, part: float = 0.5
    ) -> None:
        self.match = ""
        self.count = 0
        self.at, self.refusals, self._part = at, refusals, part
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, number: int, raw: bytes) -> int:
        """Takes it, or a part of it, or refuses it."""
        path = Path(f"/proc/self/fd/{number}").readlink()
        if path.parent.name != "open" or self.match not in path.name:
            return self._write(number, raw)
        self.count += 1
        if self.at < self.count <= self.at + self.refusals:
            raise OSError(errno.ENOSPC, "No space left on device")
        if self.count == self.at:
            raw = raw[: round(len(raw) * self._part)]
        return self._write(number, raw) if raw else 0


class Faithful(SteadyPlayer):
    """Sits at one table, and at no other."""

    match = ""

    def wants(self, table: TableInfo) -> bool:
        """Whether it is that one."""
        return table.match == self.match and super().wants(table)


@dataclass
class Playing:
    """A match, and those who play it."""

    match: str
    players: list[Faithful]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def end(self) -> None:
        """Ends the players."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def is_over(self) -> None:
        """Waits until both have been told the result."""
        await until(lambda: all(self.match in player.ended for player in self.players))

    @property
    def reason(self) -> str:
        """Why it ended, as both were told."""
        (reason,) = {player.ended[self.match][0].reason for player in self.players}
        return reason

    def seen(self) -> int:
        """How many events both have seen, each once and in order."""
        one, other = (player.seen[self.match] for player in self.players)
        assert one == other == list(range(1, len(one) + 1))
        return len(one)


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until it is so."""
    while not is_so():  # noqa: ASYNC110 - it is made so by other tasks' libraries
        await asyncio.sleep(0.01)


async def begin(server: RefereeServer, *names: str, match: str = "") -> Playing:
    """Has these sit down at a new table, or come back to an old one, and play."""
    match = match or server.open_table(Open(1, "carcassonne", "seats=2"))
    playing = Playing(match, [Faithful(server.url, name) for name in names])
    for player in playing.players:
        player.match = match
    playing.tasks += [asyncio.create_task(player.run()) for player in playing.players]
    return playing


async def has_begun(server: RefereeServer, playing: Playing) -> None:
    """Waits until a match has begun."""
    await until(lambda: server.hall.directory.find(playing.match).has_begun)


def record_of(folder: Path, server: RefereeServer, match: str) -> MatchRecord:
    """The record of a match, which is genuine."""
    record = MatchRecord.load(folder / "records" / f"{match}.jsonl")
    assert verify(record, server.key) == GENUINE
    return record


async def check_fault(folder: Path, server: RefereeServer, broken: Playing) -> None:
    """The match has ended for the referee's fault, without a gap, and as its record has it."""
    await broken.is_over()
    assert broken.reason == "referee_fault"
    record = record_of(folder, server, broken.match)
    assert record.result is not None
    assert (record.result.reason, record.result.standings) == ("referee_fault", ())
    assert broken.seen() == len(record.events)
    for player in broken.players:
        for seq, move in player.acked[broken.match].items():
            assert getattr(record.events[seq - 1].event, "move", "") == move
        assert player.troubles == []


async def check_others(folder: Path, server: RefereeServer, others: Playing) -> None:
    """Another match has ended as it should."""
    await others.is_over()
    assert others.reason == "normal"
    assert others.seen() == len(record_of(folder, server, others.match).events)


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Where a step cannot be written the match ends before it, at once or when there is room."""
    rng = random.Random(seed)
    disk = FullDisk(monkeypatch, rng.randint(4, 40), (1, 5, 1, 9)[seed], rng.random())

    with capture_logs() as logs:
        async with hosted(tmp_path, limits=QUICK) as server:
            broken = await begin(server, "ann", "bob")
            disk.match = broken.match
            await has_begun(server, broken)
            others = await begin(server, "cid", "dan")
            await check_fault(tmp_path, server, broken)
            assert not server._floor.rooms._broken.standing_still
            await check_others(tmp_path, server, others)
            await broken.end()
            await others.end()
    still = [line for line in logs if line["event"].startswith("a match stands still")]
    assert len(still) == (disk.refusals > 1)


@pytest.mark.asyncio
async def test_disk_stays_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match whose end cannot be written stands still, and goes on when the referee is back."""
    disk = FullDisk(monkeypatch, 20, FOR_EVER)
    played: list[Playing] = []

    with capture_logs():
        async with hosted(tmp_path, limits=QUICK) as server:
            broken = await begin(server, "ann", "bob")
            played.append(broken)
            disk.match = broken.match
            await until(lambda: broken.match in server._floor.rooms._broken.standing_still)
            tries = disk.count
            await until(lambda: disk.count > tries + 2)
            assert (await answer_to(server, "watch", broken.match))["type"] == "ack"
            assert (await answer_to(server, "resign", broken.match))["code"] == "referee_fault"
            assert not any(player.ended for player in broken.players)
            raw = (tmp_path / "open" / f"{broken.match}.jsonl").read_bytes()
            assert verify(MatchRecord.read(raw, "m")) == GOES_ON
            assert raw.endswith(b"\n")
            assert broken.seen() == len(journal_reader.read(raw, "m").events)
            assert server.hall.directory.find(broken.match).seq == broken.seen()
            assert await server.drain(5)  # there is nothing that could be waited for
            await broken.end()
    disk.refusals = 0
    async with hosted(tmp_path) as server:
        match, before = played[0].match, played[0].seen()
        again = await begin(server, "ann", "bob", match=match)
        await again.is_over()
        assert again.reason == "normal"
        assert again.seen() == len(record_of(tmp_path, server, match).events) > before
        await again.end()


async def answer_to(server: RefereeServer, kind: str, match: str) -> dict[str, Any]:
    """What somebody is told who says a command about a match."""
    async with aiohttp.ClientSession() as client, client.ws_connect(server.url) as socket:
        await socket.send_str(HELLO.replace("ann", "dan"))
        await socket.send_json({"type": kind, "id": 2, "match": match})
        while True:
            answer: dict[str, Any] = await socket.receive_json(timeout=PATIENCE_S)
            if answer.get("id") == 2:
                return answer


@pytest.mark.asyncio
async def test_waiting_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot be written down at a table has not sat down there, and may try again."""
    disk = FullDisk(monkeypatch, 2, 1)

    with capture_logs() as logs:
        async with hosted(tmp_path) as server:
            tried = await begin(server, "ann", "bob")
            disk.match = tried.match
            await tried.is_over()
            assert tried.reason == "normal"
            record = record_of(tmp_path, server, tried.match)
            assert sorted(record.accounts) == ["ann", "bob"]
            assert tried.seen() == len(record.events)
            await tried.end()
    assert "the journal cannot be written" in {line["event"] for line in logs}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ("_ask_next", "_request", "wake"))
async def test_broken_midway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A bug that shows when events were added already, or a clock rings, ends one match."""
    usual: Callable[..., Step] = getattr(RunningMatch, name)
    rng = random.Random(name)
    seq = rng.randint(5, 60)

    def broken(play: RunningMatch, *arguments: object, **more: object) -> Step:
        if play._log.seq >= seq and "ann" in play._course.accounts:
            if name == "wake":
                play.resign(0, 10**12)
            raise ZeroDivisionError
        return usual(play, *arguments, **more)

    monkeypatch.setattr(RunningMatch, name, broken)

    with capture_logs() as logs:
        async with hosted(tmp_path) as server:
            bad = await begin(server, "ann", "bob")
            await has_begun(server, bad)
            others = await begin(server, "cid", "dan")
            if name == "wake":
                room = server._floor.rooms._rooms[bad.match]
                await until(lambda: room.table.seq >= seq)
                server._floor.settlement.alarms.wake(room, 10**18)
            await check_fault(tmp_path, server, bad)
            await check_others(tmp_path, server, others)
            await bad.end()
            await others.end()
    assert [line["match"] for line in logs if line["event"] == "referee fault"]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    """A disk that is full when a test says so."""
    return FullDisk(monkeypatch, 0, 0, 1.0)


def fill(disk: FullDisk) -> None:
    """Nothing can be written any more."""
    disk.at, disk.refusals = disk.count, FOR_EVER


@contextlib.asynccontextmanager
async def in_quiet_town(folder: Path) -> AsyncIterator[Town]:
    """A town whose log is expected to be full of trouble."""
    with capture_logs():
        async with in_town(folder) as town:
            yield town


@pytest.mark.asyncio
async def test_offers_wait(tmp_path: Path, full: FullDisk) -> None:
    """Offers that have met wait as they did where their match cannot be written."""
    async with in_quiet_town(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        await ann.say(seek())
        fill(full)
        assert (await bob.say(seek()))["type"] == "ack"
        hall = town.server.hall
        assert not hall.tables
        assert [each.by for each in hall.lobby.offers()] == ["ann", "bob"]
        assert not list((tmp_path / "open").iterdir())
        full.refusals = 0
        await town.come("cid")  # whoever comes, it is looked who has met
        match = (await ann.type("start"))["match"]
        assert (await bob.type("start"))["match"] == match
        assert not hall.lobby.offers()
        types = [frame["type"] for frame in (*ann.told, *bob.told)]
        assert "result" not in types
        assert "error" not in types


@pytest.mark.asyncio
async def test_nothing_begins(tmp_path: Path, full: FullDisk) -> None:
    """A table or match whose first line cannot be written is not there, and can be begun again."""
    async with in_quiet_town(tmp_path) as town:
        floor, terms, seed = town.server._floor, Terms("pot", "seats=2"), "0" * 64
        fill(full)
        with pytest.raises(UnavailableError, match="cannot be written"):
            floor.matchmaker.begin_match(terms, ("ann", "bob"), "final", seed)
        with pytest.raises(UnavailableError, match="cannot be written"):
            town.server.open_table(Open(1, "pot", "seats=2"))
        ann = await town.come("ann")
        answer = await ann.say(Open(1, "pot", "seats=2"))
        assert (answer["type"], answer["code"]) == ("error", "referee_fault")
        assert not town.server.hall.tables
        assert not list(floor.rooms)
        full.refusals = 0
        floor.matchmaker.begin_match(terms, ("ann", "bob"), "final", seed)
        assert (await ann.type("start"))["match"] == "final"
        raw = (tmp_path / "open" / "final.jsonl").read_bytes()
        assert json.loads(raw.splitlines()[0])["match"] == "final"
        assert verify(MatchRecord.read(raw, "final")) == GOES_ON
