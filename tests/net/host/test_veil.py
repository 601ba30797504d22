"""What those who watch a game with secrets see, and when; over real connections."""

import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.games.contract import view_of
from carcbot.messages.events import Event, Moved
from carcbot.net.host.veil import Veil
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.client.hosting import NAMES, token_of
from tests.referee.hosts import Script, header
from tests.waiting import until

EVENTS = {"start", "draw", "move", "out", "result"}
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.5"
CLOCK = {"kind": "per_move", "move_us": 86_400_000_000}


class Guest:
    """A raw client at an address of our choice; reads all that it is told, as it comes."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.told: list[dict[str, Any]] = []
        self._socket = socket
        self._count = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self._socket:
            self.told.append(frame.json())

    async def say(self, kind: str, **fields: object) -> dict[str, Any]:
        """Says something; returns its answer, before which all came that was sent before."""
        self._count += 1
        number = self._count
        await self._socket.send_json({"type": kind, "id": number, **fields})
        await until(lambda: any(each.get("id") == number for each in self.told))
        return next(each for each in self.told if each.get("id") == number)

    async def until(self, kind: str) -> dict[str, Any]:
        """Waits until a message of this kind has come; returns the last one."""
        await until(lambda: self.all(kind))
        return self.all(kind)[-1]

    def all(self, *kinds: str) -> list[dict[str, Any]]:
        """All messages of these kinds so far."""
        return [each for each in self.told if each["type"] in kinds and "id" not in each]

    async def close(self) -> None:
        """Goes."""
        self._reading.cancel()
        await self._socket.close()


class Place:
    """A referee at which kuhn is played, and those who come there."""

    def __init__(self, server: RefereeServer, http: aiohttp.ClientSession) -> None:
        self.server = server
        self.http = http

    async def come(self, token: str, address: str = HOME) -> Guest:
        """Somebody connects and says hello, and wants pictures."""
        headers = {"X-Forwarded-For": address}
        guest = Guest(await self.http.ws_connect(self.server.url, headers=headers))
        said = await guest.say("hello", product="x/1", token=token, features=["pictures"])
        assert said["type"] == "ack", said
        return guest

    async def click(self, *, plays: bool) -> str:
        """A token that anybody gets."""
        url = f"{self.server.page}api/guest"
        async with self.http.post(url, json={"plays": plays}) as response:
            return str((await response.json())["token"])

    async def get(self, path: str, token: str = "") -> tuple[int, str]:
        """A page: its status and text."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = self.server.page.removesuffix("/") + path
        async with self.http.get(url, headers=headers) as response:
            return response.status, await response.text()

    async def begin(self, one: Guest, other: Guest) -> str:
        """A match between these two."""
        match = str((await one.say("open", game="kuhn", clock=CLOCK))["match"])
        for guest in (one, other):
            assert (await guest.say("sit", match=match))["type"] == "ack"
            await until(lambda: True)
        await one.until("request")
        return match

    async def move(self, guest: Guest, match: str, move: str, **more: object) -> None:
        """Makes a move when it is asked for."""
        asked = (await guest.until("request"))["seq"]
        said = await guest.say("move", match=match, seq=asked, move=move, **more)
        assert said["type"] == "ack", said


@asynccontextmanager
async def place(folder: Path, **settings: object) -> AsyncIterator[Place]:
    """A referee with guests, behind a proxy that names addresses."""
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = dataclasses.replace(
        Settings(folder, port=0, guests=True, behind_proxy=True),
        **settings,  # type: ignore[arg-type]
    )
    async with (
        RefereeServer(chosen, tokens) as server,
        aiohttp.ClientSession() as http,
        asyncio.timeout(120),
    ):
        yield Place(server, http)


def seqs(guest: Guest) -> list[int]:
    """The numbers of the events that somebody was told."""
    return [each["seq"] for each in guest.all(*EVENTS)]


@pytest.mark.asyncio
async def test_when_it_is_over(tmp_path: Path) -> None:
    """Who watches is told at once what everybody at the table sees, and after the end all of it."""
    async with place(tmp_path) as at:
        ann, bob, eve = [await at.come(token_of(name)) for name in NAMES]
        match = await at.begin(ann, bob)
        assert (await eve.say("watch", match=match))["type"] == "ack"
        await at.move(ann, match, "pass")
        await at.move(bob, match, "bet")
        await asyncio.sleep(0.5)
        await eve.say("tables")
        assert seqs(eve) == [1, 2, 3, 4, 5]
        assert [each["draw"] for each in eve.all("draw")] == ["?", "?"]
        assert eve.all("analysis", "request") == []
        table = at.server.hall.tables[match]
        public = view_of(table.state, None)
        assert eve.all("move")[-1]["digest"] == f"{public.digest:016x}"
        late = await at.come(await at.click(plays=False), ELSEWHERE)
        await late.say("watch", match=match, last_seq=2)
        await until(lambda: seqs(late) == [3, 4, 5])
        await at.move(ann, match, "bet")
        for guest in (eve, late):
            await guest.until("result")
            await guest.say("tables")
        assert seqs(eve) == list(range(1, 8))
        assert late.all(*EVENTS) == eve.all(*EVENTS)[2:]
        assert eve.all("move")[-1]["move"].startswith("bet/")  # a showdown, which all see
        # who has something already goes on in the same way, who begins anew sees everything
        await late.say("watch", match=match, last_seq=2)
        assert late.all(*EVENTS)[5:] == eve.all(*EVENTS)[2:]
        eve.told.clear()
        await eve.say("watch", match=match)
        assert seqs(eve) == list(range(1, 8))
        dealt = [each["draw"] for each in eve.all("draw")]
        assert len(set(dealt)) == 2
        assert set(dealt) < set("JQK")
        own = [[each["draw"] for each in guest.all("draw")] for guest in (ann, bob)]
        assert own == [[dealt[0], "?"], ["?", dealt[1]]]


@pytest.mark.asyncio
async def test_after_turns(tmp_path: Path) -> None:
    """Where the host wants it, others see everything so many turns later; time changes nothing.

    They go on in the same way after the end.
    """
    async with place(tmp_path, veil_turns=2) as at:
        ann, bob, eve = [await at.come(token_of(name), ELSEWHERE) for name in NAMES]
        match = await at.begin(ann, bob)
        await eve.say("watch", match=match)
        await at.move(ann, match, "pass")
        await asyncio.sleep(0.3)
        await eve.say("tables")
        assert seqs(eve) == []
        await at.move(bob, match, "bet")
        await until(lambda: seqs(eve) == [1, 2, 3])  # the start and both cards
        late = await at.come(await at.click(plays=False), HOME)
        await late.say("watch", match=match)
        await until(lambda: seqs(late) == [1, 2, 3])
        await at.move(ann, match, "bet")
        await eve.until("result")
        assert seqs(eve) == list(range(1, len(seqs(eve)) + 1))
        await until(lambda: seqs(late) == seqs(eve))
        for guest in (eve, late):
            assert len({each["draw"] for each in guest.all("draw")} - {"?"}) == 2
        told = eve.all(*EVENTS)
        eve.told.clear()
        await eve.say("watch", match=match, last_seq=2)
        assert eve.all(*EVENTS) == told[2:]


@pytest.mark.asyncio
async def test_who_plays_never_watches(tmp_path: Path) -> None:
    """No seat's account sees the other's card: by watching, again, before, or as another guest.

    Who may be a player watches as where nothing is shown later.
    """
    async with place(tmp_path, veil_turns=1) as at:
        eve = await at.come(token_of("eve"), ELSEWHERE)
        mine = await at.click(plays=True)
        ann = await at.come(mine)
        match = str((await ann.say("open", game="kuhn", clock=CLOCK))["match"])
        assert (await ann.say("watch", match=match))["type"] == "ack"  # before it sits down
        for guest in (ann, eve):
            await guest.say("sit", match=match)
        others = [await at.come(await at.click(plays=plays)) for plays in (True, False)]
        far = await at.come(await at.click(plays=False), "198.51.100.8")
        named = await at.come(token_of("bob"))
        for other in (*others, far, named):
            assert (await other.say("watch", match=match))["type"] == "ack"
        for guest in (ann, eve):
            said = await guest.say("watch", match=match)
            assert (said["code"], "you play there" in said["text"]) == ("not_allowed", True)
        await at.move(ann, match, "pass")
        await until(lambda: seqs(far) == seqs(named) == [1, 2, 3])
        await asyncio.sleep(0.2)
        for other in others:
            await other.say("tables")
            assert seqs(other) == [1, 2, 3, 4]
        await ann.say("tables")
        assert seqs(ann) == [1, 2, 3, 4]  # each once, though it watched before it sat down
        assert [each["draw"] for each in ann.all("draw")][1] == "?"
        # the same account by another connection, before and after it resumes
        again = await at.come(mine, "198.51.100.9")
        assert (await again.say("watch", match=match))["code"] == "not_allowed"
        assert (await again.say("resume", match=match, last_seq=0))["type"] == "ack"
        assert [each["draw"] for each in again.all("draw")][1] == "?"
        await at.move(eve, match, "pass")
        for guest in (ann, *others, far, named):
            if guest is not ann:
                await guest.until("result")
                assert seqs(guest) == list(range(1, 7))
        for other in others:
            assert {each["draw"] for each in other.all("draw")} == {"?"}
        assert (await again.say("watch", match=match))["type"] == "ack"
        await until(lambda: len({each["draw"] for each in again.all("draw")} - {"?"}) == 2)


@pytest.mark.asyncio
async def test_who_may_be_a_player_by_now(tmp_path: Path) -> None:
    """Where a player comes to where somebody watches, that one is shown nothing before the end."""
    async with place(tmp_path, veil_turns=1) as at:
        mine = await at.click(plays=True)
        ann, eve = [await at.come(each, ELSEWHERE) for each in (mine, token_of("eve"))]
        match = await at.begin(ann, eve)
        viewer = await at.come(await at.click(plays=False), HOME)
        await viewer.say("watch", match=match)
        await at.move(ann, match, "pass")
        await until(lambda: [each["seq"] for each in viewer.all("picture")][-1:] == [3])
        assert seqs(viewer) == [1, 2, 3]
        again = await at.come(mine, HOME)
        await again.say("resume", match=match, last_seq=4)
        viewer.told.clear()
        far = await at.come(token_of("bob"), ELSEWHERE)
        await far.say("watch", match=match)
        await at.move(eve, match, "bet")
        await until(lambda: [each["seq"] for each in far.all("picture")][-1:] == [4])
        await viewer.say("tables")
        assert viewer.all("picture", *EVENTS) == []
        await at.move(again, match, "pass")
        await viewer.until("result")
        assert seqs(viewer) == list(range(4, seqs(far)[-1] + 1))


@pytest.mark.asyncio
async def test_after_a_restart(tmp_path: Path) -> None:
    """Nobody who may be a player sees anything in a match that was brought back."""
    async with place(tmp_path, veil_turns=1) as at:
        ann, bob = [await at.come(token_of(name)) for name in ("ann", "bob")]
        match = await at.begin(ann, bob)
        await at.move(ann, match, "pass")
    async with place(tmp_path, veil_turns=1) as at:
        viewer = await at.come(await at.click(plays=False), ELSEWHERE)
        await viewer.say("watch", match=match)  # ann may be there, for all that is known
        assert (await (await at.come(token_of("ann"))).say("watch", match=match))["code"]
        eve = await at.come(token_of("eve"))
        await eve.say("watch", match=match)
        await until(lambda: seqs(eve) == [1, 2, 3])
        await viewer.say("tables")
        assert {each["draw"] for each in viewer.all("draw")} == {"?"}
        assert seqs(viewer) == [1, 2, 3, 4]
        bob = await at.come(token_of("bob"))
        await bob.say("resume", match=match, last_seq=0)
        await at.move(bob, match, "pass")
        await viewer.until("result")
        assert seqs(viewer) == list(range(1, 7))
        assert {each["draw"] for each in viewer.all("draw")} == {"?"}


@pytest.mark.asyncio
@pytest.mark.parametrize("turns", (None, 1))
async def test_thoughts(tmp_path: Path, turns: int | None) -> None:
    """What a seat thinks tells what it knows: with secrets nobody is told while it is played.

    Without them those who watch are told, but nobody who plays, also where it only watches.
    """
    async with place(tmp_path, veil_turns=turns) as at:
        ann, bob, eve = [await at.come(token_of(name)) for name in NAMES]
        for game, moves in (("kuhn", ("pass", "pass")), ("pot", ())):
            match = str((await ann.say("open", game=game, clock=CLOCK))["match"])
            await eve.say("watch", match=match)
            for guest in (ann, bob):
                await guest.say("sit", match=match)
            asked = await ann.until("request")
            thought = {"score": 1.5, "line": ["bet"]}
            if game == "pot":
                asked = next(
                    each
                    for each in (*ann.all("request"), *bob.all("request"))
                    if each["match"] == match
                )
            mover = ann if asked["seat"] == 0 else bob
            watcher = bob if mover is ann else ann
            number = asked["seq"]
            said = await mover.say("analysis", match=match, seq=number, analysis=thought)
            assert said["type"] == "ack"
            if game == "kuhn":
                for guest, move in zip((ann, bob), moves, strict=True):
                    await at.move(guest, match, move)
                await eve.until("result")
                assert eve.all("analysis") == []
                ann.told.clear()
                continue
            assert (await eve.until("analysis"))["analysis"]["score"] == 1.5
            name = "bob" if watcher is bob else "ann"
            again = await at.come(token_of(name))  # it does not resume, and only watches
            assert (await again.say("watch", match=match))["type"] == "ack"
            await mover.say("analysis", match=match, seq=number, analysis=thought)
            await until(lambda: len(eve.all("analysis")) == 2)
            await again.say("tables")
            assert again.all("analysis") == watcher.all("analysis") == []


@given(st.integers(0, 2**32), st.integers(1, 5))
def test_counted_by_hand(seed: int, after: int) -> None:
    """An event is shown as soon as so many turns have begun after it, and to each in one order.

    Who has a hand in the match is not made to wait for what everybody at the table sees.
    """
    rng = random.Random(seed)
    host = Script(header("pot", "seats=2"))
    here, away = object(), object()
    veil = Veil(after, lambda _, client: client is away)
    seen: dict[object, list[Event]] = {here: [], away: []}
    for each in seen:
        veil.admit(each, 0)  # type: ignore[arg-type]
    while not host.table.result:
        host.move(rng.choice(host.table.state.legal_moves()))
        for client, event in veil.due(host.table):
            seen[client].append(event)
        if not host.table.result:
            events = host.table.log.since(0, None)
            assert seen[here] == [
                e for e in events if turns(events[e.seq :], events[: e.seq]) >= after
            ]
            assert seen[away] == events
    events = host.table.log.since(0, None)
    assert seen[here] == seen[away] == events


def turns(later: Iterable[Event], before: Iterable[Event]) -> int:
    """How many turns begin among later events."""
    movers = [each.seat for each in before if isinstance(each, Moved)]
    mover, count = (movers or [-1])[-1], 0
    for event in later:
        if isinstance(event, Moved):
            count += event.seat != mover
            mover = event.seat
    return count
