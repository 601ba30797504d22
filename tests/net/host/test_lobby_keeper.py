"""Tests of carcbot.net.host.lobby_keeper: what becomes of results when the database fails."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from carcbot.errors import InputError, UnavailableError
from carcbot.messages import client
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.store.store import Store
from tests.net.town import NAMES, Guest, Town, hosted, seek

if TYPE_CHECKING:
    from carcbot.net.store.rows import Match


async def play(ann: Guest, bob: Guest) -> str:
    """A rated match between them; its name."""
    for guest in (ann, bob):
        await guest.say(seek())
    match = str((await ann.type("start"))["match"])
    await ann.say(client.Resign(1, match))
    for guest in (ann, bob):
        await guest.type("result")
    return match


async def written(town: Town, count: int) -> list[str]:
    """The names of the matches that are written as over, when there are so many."""
    over: list[Match] = []
    while len(over) < count:
        await asyncio.sleep(0.01)
        over = await town.store.matches(9, state="over")
    return [each.name for each in over]


@pytest.mark.asyncio
async def test_long_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the database refuses, results are written later, in their order."""
    monkeypatch.setattr("carcbot.net.host.lobby_keeper._FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr("carcbot.net.host.lobby_keeper._LONGEST_PAUSE_S", 0.02)
    ended = Store.match_ended
    tries: list[str] = []

    async def shaky(store: Store, name: str, *what: object) -> bool:
        tries.append(name)
        if len(tries) <= 9:
            raise UnavailableError("the disk is full")
        return await ended(store, name, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "match_ended", shaky)

    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann, bob = await town.come("ann"), await town.come("bob")
            matches = [await play(ann, bob) for _ in range(2)]
            assert await written(town, 2) == matches[::-1]
            assert tries == [matches[0]] * 10 + [matches[1]]
            ratings = {each.account: each.games for each in await town.store.ratings()}
            assert ratings == {"ann": 2, "bob": 2}
    pauses = [line["again_in_s"] for line in logs if line["event"] == "the database refuses"]
    assert pauses == [0.001, 0.002, 0.004, 0.008, 0.016, 0.02, 0.02, 0.02, 0.02]


@pytest.mark.asyncio
async def test_what_can_never_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the database can never take does not keep what comes after it."""
    ended = Store.match_ended
    names: list[str] = []

    async def fussy(store: Store, name: str, *what: object) -> bool:
        names.append(name)
        if name == names[0]:
            raise InputError("there is no account 'ann'")
        return await ended(store, name, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "match_ended", fussy)

    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann, bob = await town.come("ann"), await town.come("bob")
            matches = [await play(ann, bob) for _ in range(2)]
            assert await written(town, 1) == matches[1:]
            assert list(dict.fromkeys(names)) == matches
    assert [line["event"] for line in logs if line["log_level"] == "error"] == [
        "given up; it is written at the next start, from the journal"
    ]


@pytest.mark.asyncio
async def test_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request and a result that wait for the database, and a look at it, share one wait."""
    monkeypatch.setattr("carcbot.net.server._STOP_TAKES_S", 1.0)
    left_s: list[float] = []
    close = LobbyKeeper.close

    async def closing(keeper: LobbyKeeper, patience_s: float) -> None:
        left_s.append(patience_s)
        await close(keeper, patience_s)

    monkeypatch.setattr(LobbyKeeper, "close", closing)
    waits = {name: asyncio.Event() for name in ("save_offer", "match_began", "last_cuts")}
    hangs = False

    def hanging(name: str) -> Callable[..., Awaitable[object]]:
        usual = getattr(Store, name)

        async def work(*what: object, **more: object) -> object:
            if not hangs:
                return await usual(*what, **more)
            waits[name].set()
            await asyncio.sleep(600)
            return None

        return work

    for name in waits:
        monkeypatch.setattr(Store, name, hanging(name))

    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann, bob, cid = [await town.come(name) for name in NAMES]
            for guest in (ann, bob):
                await guest.say(seek())
            hangs = True
            match = str((await ann.type("start"))["match"])
            await ann.say(client.Resign(1, match))
            await cid.socket.send_json({"type": "seek", "id": 7, "terms": {"game": "pot"}})
            for each in waits.values():
                await each.wait()
            assert town.server._floor.keeper.waiting
    assert max(left_s) <= 0.6  # the request has had its part of the second
    assert {
        "requests were still waiting, as for the database: they are cut off",
        "the database did not take everything; it is written at the next start",
    } <= {line["event"] for line in logs}


@pytest.mark.asyncio
async def test_stopping_writes_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results for which the database only takes a while are written before the referee stops."""
    ended = Store.match_ended

    async def slow(store: Store, name: str, *what: object) -> bool:
        await asyncio.sleep(0.3)
        return await ended(store, name, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "match_ended", slow)
    matches: list[str] = []
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        matches.extend([await play(ann, bob) for _ in range(3)])
    async with hosted(tmp_path) as town:
        over = await town.store.matches(9, state="over")
        assert [each.name for each in over] == matches[::-1]
