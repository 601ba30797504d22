"""Tests of carcbot.net.door.gatekeeper: how much a client may say, and what becomes of the rest."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import WSMessage, WSMsgType

from carcbot.messages.lobby import Seek
from carcbot.messages.server import Error
from carcbot.net.door.conduct import Conduct
from carcbot.net.door.gatekeeper import Gatekeeper
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.rows import Holder
from tests.net.door.parts import client_of, holder_of, messages_of
from tests.net.host.parts import House, house
from tests.still_time import Time

LIMITS = msgspec.structs.replace(
    USUAL_LIMITS, commands_per_s=1.0, burst=10, lobby_per_s=1.0, lobby_burst=2
)


class Gate:
    """A gatekeeper before a floor, and one client."""

    def __init__(self, here: House, holder: Holder | None) -> None:
        self.here = here
        self.conduct = Conduct()
        self.keeper = Gatekeeper(here.floor, self.conduct, RefusalLog(), burst=LIMITS.burst)
        self.client, self.socket = client_of(here.floor.outbox, holder, limits=LIMITS)
        self.now_ns = self.client.trips.heard_ns + 1_000_000_000
        if holder:
            here.floor.guests[holder.account] = self.client

    def hears(self, frame: dict[str, object] | bytes) -> object:
        """What is left to be done when a client has said this."""
        text = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
        return self.keeper.hear(self.client, text, self.now_ns)

    async def told(self) -> list[Any]:
        """What the client was told since the last time."""
        await Time().rounds()
        found = messages_of(self.socket)
        self.socket.written.clear()
        return found


@contextmanager
def gate(folder: Path, holder: Holder | None) -> Iterator[Gate]:
    """The same for a while."""
    with house(folder) as here:
        yield Gate(here, holder)


SEEK: dict[str, object] = {"type": "seek", "id": 5, "terms": {"game": "pot"}}
QUICK: dict[str, object] = {"type": "resign", "id": 6, "match": "m7"}


@pytest.mark.asyncio
async def test_what_is_quick(tmp_path: Path) -> None:
    """What needs no waiting is done at once; what may need the database is handed back."""
    with gate(tmp_path, holder_of()) as it:
        assert it.hears(QUICK) is None
        (answer,) = await it.told()
        assert (answer.code, answer.id) == ("unknown_match", 6)
        assert isinstance(it.hears(SEEK), Seek)
        assert not await it.told()


@pytest.mark.asyncio
async def test_a_stranger(tmp_path: Path) -> None:
    """Whatever a stranger says is handed back: who it is has to be found out first."""
    with gate(tmp_path, None) as it:
        assert it.hears(QUICK) is not None
        assert not await it.told()


@pytest.mark.asyncio
async def test_a_token_that_only_watches(tmp_path: Path) -> None:
    """What a token does not allow is refused, with what it lacks."""
    with gate(tmp_path, holder_of("ann", "watch")) as it:
        assert it.hears({"type": "open", "id": 3, "game": "pot"}) is None
        (error,) = await it.told()
        assert (error.code, error.id) == ("not_allowed", 3)
        assert "scope play" in error.text
        assert not it.here.floor.hall.tables


@pytest.mark.asyncio
async def test_too_fast(tmp_path: Path) -> None:
    """Who says more than the limits allow is told when to go on; far too much ends it."""
    with gate(tmp_path, holder_of()) as it:
        for _ in range(LIMITS.burst):
            it.hears(QUICK)
        await it.told()
        it.hears({**QUICK, "id": 9})
        (error,) = await it.told()
        assert (error.code, error.id, error.match) == ("too_fast", 9, "m7")
        assert 0 < error.retry_after <= 1.0
        it.now_ns += 1_000_000_000
        it.hears(QUICK)
        assert (await it.told())[0].code == "unknown_match"
        for _ in range(LIMITS.burst + 1):
            it.hears(QUICK)
        last = (await it.told())[-1]
        assert (last.code, last.fatal) == ("too_fast", True)
        assert it.client.close_code == 4005
        assert it.hears(QUICK) is None
        assert not await it.told(), "who is sent away says nothing that counts"
        assert it.conduct._forgiven, "it is remembered"


@pytest.mark.asyncio
async def test_too_fast_now_and_then(tmp_path: Path) -> None:
    """Who says what it may as often as it is refused stays, however long that goes on."""
    with gate(tmp_path, holder_of()) as it:
        for _ in range(LIMITS.burst):
            it.hears(QUICK)
        await it.told()
        for _ in range(3 * LIMITS.burst):
            it.now_ns += 1_000_000_000
            it.hears(QUICK)
            it.hears(QUICK)
            codes = [each.code for each in await it.told()]
            assert codes == ["unknown_match", "too_fast"]
        assert not it.client.is_closing


@pytest.mark.asyncio
async def test_what_costs_more(tmp_path: Path) -> None:
    """Of what costs more than a move less may be said, and moves are none the fewer for it."""
    with gate(tmp_path, holder_of()) as it:
        handed = [it.hears(SEEK) for _ in range(4)]
        assert [each is not None for each in handed] == [True, True, False, False]
        assert [each.code for each in await it.told()] == ["too_fast", "too_fast"]
        it.hears(QUICK)
        assert (await it.told())[0].code == "unknown_match"


@pytest.mark.asyncio
async def test_nonsense(tmp_path: Path) -> None:
    """Some nonsense is answered; too much of it ends the connection, and its seats are out."""
    with gate(tmp_path, holder_of()) as it:
        match, _ = it.here.begun("bob", "cid")
        other = it.here.open()
        it.hears({"type": "sit", "id": 1, "match": other})
        await it.told()
        for number in range(20):
            it.now_ns += 1_000_000_000
            assert it.hears(b"no json") is None
            assert it.client.faults == number + 1
        errors = await it.told()
        assert {(each.code, each.fatal) for each in errors} == {("bad_json", False)}
        it.now_ns += 1_000_000_000
        it.hears(b"no json")
        assert (await it.told())[-1].fatal
        assert it.client.close_code == 4000
        assert it.here.floor.hall.directory.find(match).result is None, "others play on"


@pytest.mark.asyncio
async def test_out_for_nonsense(tmp_path: Path) -> None:
    """Who is sent away for how it speaks loses its match for that, if it is still who it was."""
    with house(tmp_path) as here:
        match, (ann, _) = here.begun("ann", "bob")
        again = Gate(here, holder_of("ann"))
        here.floor.guests["ann"] = ann
        again.keeper.close_at_fault(again.client, "bad_json", "frames must be text")
        assert here.floor.hall.directory.find(match).result is None, (
            "another connection has its place"
        )
        newest = Gate(here, holder_of("ann"))
        newest.keeper.close_at_fault(newest.client, "bad_json", "frames must be text")
        result = here.floor.hall.directory.find(match).result
        assert result is not None
        assert result.reason == "protocol"
        (error,) = await newest.told()
        assert error == Error("bad_json", "frames must be text", fatal=True)


@pytest.mark.asyncio
async def test_pings_and_fragments_take_tokens(tmp_path: Path) -> None:
    """A ping is answered as long as there is a token for it; a pong of ours costs nothing."""
    with gate(tmp_path, holder_of()) as it:
        payload = it.client.trips.ping()
        it.client.trips.sent(payload, it.now_ns)
        pong = WSMessage(WSMsgType.PONG, payload, "")
        it.keeper.hear_ping(it.client, pong, it.now_ns)
        counts = [it.client.refused]
        ping = WSMessage(WSMsgType.PING, b"x", "")
        for _ in range(LIMITS.burst + 3):
            it.keeper.hear_ping(it.client, ping, it.now_ns)
        await Time().rounds()
        assert it.socket.written == [b"\x8a\x01x"] * LIMITS.burst
        counts.append(it.client.refused)
        it.socket.arrived_ns = it.now_ns
        it.keeper.hear_fragment(it.client)
        counts.append(it.client.refused)
        it.socket.arrived_ns += 1_000_000_000
        it.keeper.hear_fragment(it.client)
        assert [*counts, it.client.refused] == [0, 3, 4, 4]
