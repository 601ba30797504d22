"""Tests of carcbot.net.door.reception: who may connect, who is seen to, and who is sent away."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from carcbot.messages.client import Open, Sit
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Notice
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.connection import Connection
from carcbot.net.door.reception import Reception
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.settings import Settings
from carcbot.net.store.rows import Cut, Holder
from tests.net.door.parts import Socket, client_of, holder_of, messages_of
from tests.net.host.parts import House, house
from tests.net.town import hosted
from tests.still_time import Time

LONG_AGO_NS = 10**12


class Desk:
    """A reception before a floor."""

    def __init__(self, here: House, folder: Path, **chosen: Any) -> None:  # noqa: ANN401
        self.here = here
        self.settings = Settings(folder, port=0, **chosen)
        nobody: Any = None
        self.reception = Reception(
            self.settings,
            here.floor,
            register=nobody,
            cut_orders=nobody,
            competitions=nobody,
            fair_queue=FairQueue(),
            refusal_log=RefusalLog(),
            key="",
        )

    def comes(self, holder: Holder | None = None) -> tuple[Connection, Socket]:
        """Somebody is connected; a guest of the floor if it has said who it is."""
        client, socket = client_of(self.here.floor.outbox, holder)
        self.reception._clients.add(client)
        self.reception._rotation.add(client)
        if holder is None:
            self.reception._strangers.add(client)
        else:
            self.here.floor.guests[holder.account] = client
            self.here.floor.hall.lobby.came(holder.account, "test/1", client.can)
        return client, socket

    def status(self, **headers: str) -> int:
        """With which status somebody is refused who asks so; 101 if it may connect."""
        request = make_mocked_request("GET", "/play", headers={"Host": "here:1", **headers})
        try:
            self.reception._check_may_connect(request)
        except web.HTTPException as refusal:
            return refusal.status
        return 101


@contextmanager
def desk(folder: Path, **chosen: Any) -> Iterator[Desk]:  # noqa: ANN401 - any settings
    """The same for a while."""
    with house(folder) as here:
        yield Desk(here, folder, **chosen)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("origin", "status"),
    (
        ("", 101),
        ("http://here:1", 101),
        ("https://here:1", 101),
        ("https://pages.example", 101),
        ("http://there:1", 403),
        ("http://here:2", 403),
        ("null", 403),
        ("http://[", 403),
    ),
)
async def test_pages_of_others(tmp_path: Path, origin: str, status: int) -> None:
    """A browser may connect from a page of ours, or of a site that was named, and no other."""
    with desk(tmp_path, origins=("https://pages.example",)) as it:
        assert it.status(**({"Origin": origin} if origin else {})) == status


@pytest.mark.asyncio
async def test_too_many(tmp_path: Path) -> None:
    """There is room for so many, and for so many strangers of an address."""
    with desk(tmp_path, most_clients=3, most_strangers=1, behind_proxy=True) as it:
        stranger, _ = it.comes()
        assert it.status(**{"X-Forwarded-For": "203.0.113.5"}) == 101
        assert it.status(**{"X-Forwarded-For": stranger.address}) == 429
        it.comes(holder_of("ann"))
        it.comes(holder_of("bob"))
        assert it.status(**{"X-Forwarded-For": "203.0.113.5"}) == 503
        assert it.reception.here == 3


@pytest.mark.asyncio
async def test_announced(tmp_path: Path) -> None:
    """Everybody hears an announcement who has said hello, and no stranger."""
    with desk(tmp_path) as it:
        (_, ann), (_, stranger) = it.comes(holder_of("ann")), it.comes()
        notice = Notice("draining", "soon")
        it.reception.announce(notice)
        await Time().rounds()
        assert messages_of(ann) == [notice]
        assert not stranger.written


@pytest.mark.asyncio
async def test_who_is_silent(tmp_path: Path) -> None:
    """Who answers is pinged, who does not is let go of, and who is a stranger has other limits."""
    with desk(tmp_path) as it:
        (ann, hers), (bob, his), (stranger, _) = (
            it.comes(holder_of("ann")), it.comes(holder_of("bob")), it.comes()
        )  # fmt: skip
        bob.trips.heard_ns = stranger.trips.heard_ns = now_ns() - LONG_AGO_NS
        for client in (ann, bob, stranger):
            await it.reception._see_to(client)
        await Time().rounds()
        assert [frame[0] for frame in hers.written] == [0x89]
        assert bob.close_code == 4006
        assert his.written[-1][0] == 0x88
        assert (ann.is_closing, stranger.is_closing) == (False, False)


@pytest.mark.asyncio
async def test_who_waits_for_an_answer_is_not_silent(tmp_path: Path) -> None:
    """While the referee takes long over what somebody has said it does not hear them."""
    with desk(tmp_path) as it:
        for is_held, code in ((True, 1006), (False, 4006)):
            ann, socket = it.comes(holder_of("ann"))
            ann.trips.heard_ns = now_ns() - LONG_AGO_NS
            socket.is_held = is_held
            await it.reception._see_to(ann)
            await Time().rounds()
            assert ann.close_code == code  # 1006 as long as it is there


@pytest.mark.asyncio
async def test_who_is_heard_at_last(tmp_path: Path) -> None:
    """Who has answered while the loop was busy is heard before it is let go of."""
    with desk(tmp_path) as it:
        time = Time()
        ann, _ = it.comes(holder_of("ann"))
        ann.trips.heard_ns = now_ns() - LONG_AGO_NS

        def heard() -> None:
            ann.trips.heard_ns = now_ns()

        asyncio.get_running_loop().call_soon(heard)
        await it.reception._see_to(ann)
        await time.rounds()
        assert not ann.is_closing


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("wish", "code"),
    (
        (Cut(1, "ann", None, for_good=False), 4009),
        (Cut(1, "ann", None, for_good=True), 4008),
        (Cut(1, "ann", "1", for_good=True), 4008),
        (Cut(1, "ann", "2", for_good=True), None),
        (Cut(1, "bob", None, for_good=True), None),
    ),
)
async def test_cut(tmp_path: Path, wish: Cut, code: int | None) -> None:
    """Who the host wants cut is: by its account, or by the one token that is no more."""
    with desk(tmp_path) as it:
        match = it.here.open()
        ann, _ = it.comes(holder_of("ann"))
        it.comes()
        it.here.floor.carry_out(ann, "ann", Sit(1, match), now_ns())
        it.reception.cut(wish)
        assert (ann.close_code if ann.is_closing else None) == code
        present = it.here.floor.hall.directory.find(match).present
        assert present == ([] if code else ["ann"]), "its seat is away at once"


@pytest.mark.asyncio
async def test_gone(tmp_path: Path) -> None:
    """Who is gone is nowhere any more, unless it has come again over another connection."""
    with desk(tmp_path) as it:
        older, _ = it.comes(holder_of("ann"))
        newer, _ = it.comes(holder_of("ann"))
        stranger, _ = it.comes()
        it.reception._gone(older)
        assert it.here.floor.guests["ann"] is newer
        assert it.here.floor.hall.lobby.online()
        it.reception._gone(newer)
        it.reception._gone(stranger)
        assert not it.here.floor.guests
        assert not it.here.floor.hall.lobby.online()
        assert it.reception.here == 0
        assert b'carcbot_closed_total{code="1006"} 3.0' in it.here.metrics.text()


@pytest.mark.asyncio
@pytest.mark.parametrize("why", ("disconnect", "crash"))
async def test_lost(tmp_path: Path, why: str) -> None:
    """Whose connection breaks off and who is not back has crashed; who closed it has not."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        clock, policy = ClockSpec("per_move", 0, 60_000_000), Policy(grace_us=100_000)
        match = (await ann.say(Open(1, "pot", "seats=2", clock, policy)))["match"]
        for guest in (ann, bob):
            await guest.say(Sit(1, match))
        if why == "crash":
            assert ann.socket._response.connection is not None
            assert ann.socket._response.connection.transport is not None
            ann.socket._response.connection.transport.abort()
        else:
            await ann.socket.close()
        assert (await bob.type("out"))["why"] == why
        assert (await bob.type("result"))["reason"] == why


@pytest.mark.asyncio
async def test_who_says_no_hello(tmp_path: Path) -> None:
    """A stranger who says nothing has to go; everybody has, when the referee stops."""
    with desk(tmp_path) as it:
        stranger, _ = it.comes()
        ann, _ = it.comes(holder_of("ann"))
        it.reception._check_greeted(stranger)
        it.reception._check_greeted(ann)
        assert stranger.close_code == 4003
        assert not ann.is_closing
        it.reception.close()
        codes = [stranger.close_code, ann.close_code]
        assert codes == [4003, 1001]
