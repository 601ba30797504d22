"""Tests of carcbot.net.door.greeting: who may come, and what those hear who may not."""

from pathlib import Path
from typing import Any

import pytest

from carcbot.errors import UnavailableError
from carcbot.messages.client import ClientHello, Tables
from carcbot.messages.parts import FEATURES, PROTOCOL, ProtocolRange
from carcbot.messages.server import Ack, Notice
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.conduct import Conduct
from carcbot.net.door.connection import Connection
from carcbot.net.door.cut_orders import CutOrders
from carcbot.net.door.greeting import Greeting
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.rows import Holder
from tests.net.door.parts import Socket, client_of, holder_of, messages_of
from tests.net.host.parts import House, house
from tests.still_time import Time


def hello_of(name: str, **more: Any) -> ClientHello:  # noqa: ANN401 - whatever a hello has
    """What somebody says first."""
    return ClientHello(1, "test/1", **{"token": f"of {name}", **more})


HELLO = hello_of("ann")


class Register:
    """Says whose a token is; something may happen each time before it is said."""

    def __init__(self) -> None:
        self.holders: dict[str, Holder] = {"of ann": holder_of("ann"), "of bob": holder_of("bob")}
        self.asked: list[str] = []
        self.first: Any = lambda: None

    async def holder(self, token: str, now_us: int) -> Holder | None:
        """Says it."""
        assert now_us
        self.asked.append(token)
        found = self.holders.get(token)
        self.first()
        return found


def away() -> None:
    """What looks somebody up finds no database."""
    raise UnavailableError("it is away")


class Door:
    """Who greets, before a floor, with what it knows."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.register = Register()
        self.conduct = Conduct()
        self.cut_orders = CutOrders(None)
        self.greeting = Greeting(
            here.floor,
            register=self.register,  # type: ignore[arg-type]  # it only looks like one
            cut_orders=self.cut_orders,
            conduct=self.conduct,
            fair_queue=FairQueue(),
            refusal_log=RefusalLog(),
            key="ab",
        )

    async def greets(self, command: object = HELLO) -> tuple[Connection, Socket]:
        """Somebody comes and says this."""
        client, socket = client_of(self.here.floor.outbox)
        await self.greeting.greet(client, command)  # type: ignore[arg-type]
        await Time().rounds()
        return client, socket


async def refused(door: Door, command: object) -> tuple[int, str, bool]:
    """The close code for somebody who says this, with the error and whether it is the last word."""
    client, socket = await door.greets(command)
    assert client.holder is None
    assert not door.here.floor.guests
    (error,) = messages_of(socket)
    assert error.id == 1
    return client.close_code, error.code, error.fatal


@pytest.mark.asyncio
async def test_welcome(tmp_path: Path) -> None:
    """Who has a token is a guest of the floor, and hears of the seats that it has."""
    with house(tmp_path) as here:
        match, _ = here.begun("ann", "bob")
        del here.floor.guests["ann"]
        door = Door(here)
        hello = door.greeting.hello()
        assert hello.features == FEATURES
        assert (hello.key, hello.limits) == ("ab", USUAL_LIMITS)
        client, socket = await door.greets()
        assert here.floor.guests["ann"] is client
        ack = messages_of(socket)[0]
        assert isinstance(ack, Ack)
        assert ack.welcome is not None
        assert ack.welcome.account == "ann"
        assert [each.match for each in ack.welcome.seats] == [match]
        assert any(frame[0] == 0x89 for frame in socket.written), "it is pinged at once"
        assert "ann" in {each.account for each in here.floor.hall.lobby.online()}


@pytest.mark.asyncio
async def test_who_may_not_come(tmp_path: Path) -> None:
    """Each has its own code and reason, and that is the last word."""
    with house(tmp_path) as here:
        door = Door(here)
        newer = ProtocolRange(PROTOCOL + 1, PROTOCOL + 2)
        assert await refused(door, Tables(1)) == (4000, "hello_first", True)
        hello = hello_of("ann", protocol=newer)
        assert await refused(door, hello) == (4007, "unsupported_protocol", True)
        hello = hello_of("ann", requires=("magic",))
        assert await refused(door, hello) == (4007, "unsupported_feature", True)
        assert not door.register.asked, "nobody is looked up for that"
        hello = hello_of("nobody")
        assert await refused(door, hello) == (4001, "bad_token", True)


@pytest.mark.asyncio
async def test_a_database_that_is_away(tmp_path: Path) -> None:
    """Who cannot be looked up is told to come again, and when."""
    with house(tmp_path) as here:
        door = Door(here)
        door.register.first = away
        client, socket = await door.greets()
        (error,) = messages_of(socket)
        assert (client.close_code, error.code) == (1001, "referee_fault")
        assert error.retry_after > 0


@pytest.mark.asyncio
async def test_who_plays_while_the_database_is_away(tmp_path: Path) -> None:
    """Who was here before and has a seat in a match comes back; after a cut nobody does."""
    with house(tmp_path) as here:
        door = Door(here)
        await door.greets()
        door.register.first = away
        _, socket = await door.greets()
        assert [each.code for each in messages_of(socket)] == ["referee_fault"], "it has no seat"
        match, _ = here.begun("ann", "bob")
        client, socket = await door.greets()
        ack = messages_of(socket)[0]
        assert isinstance(ack, Ack)
        assert ack.welcome is not None
        assert [each.match for each in ack.welcome.seats] == [match]
        assert here.floor.guests["ann"] is client
        _, socket = await door.greets(hello_of("bob"))
        assert [each.code for each in messages_of(socket)] == ["referee_fault"], "it is new here"
        door.cut_orders.found += 1
        for somebody_else_came in (False, True):
            _, socket = await door.greets()
            assert [each.code for each in messages_of(socket)] == ["referee_fault"]
            if not somebody_else_came:
                door.register.first = lambda: None
                await door.greets(hello_of("bob"))
                door.register.first = away


@pytest.mark.asyncio
async def test_who_has_to_stay_away(tmp_path: Path) -> None:
    """Who was sent away too often is told how long; the second time without anybody's looking."""
    with house(tmp_path) as here:
        door = Door(here)
        for _ in range(20):
            door.conduct.note_offence("ann", now_ns())
        assert await refused(door, HELLO) == (4005, "too_fast", True)
        assert await refused(door, HELLO) == (4005, "too_fast", True)
        assert door.register.asked == ["of ann"]


@pytest.mark.asyncio
async def test_cut_while_it_is_looked_up(tmp_path: Path) -> None:
    """An answer that may be older than a wish of the host's is asked for again."""
    with house(tmp_path) as here:
        door = Door(here)

        def revoked() -> None:
            if "of ann" in door.register.holders:
                del door.register.holders["of ann"]
                door.cut_orders.found += 1

        door.register.first = revoked
        assert await refused(door, HELLO) == (4001, "bad_token", True)
        assert door.register.asked == ["of ann", "of ann"]


@pytest.mark.asyncio
async def test_coming_twice(tmp_path: Path) -> None:
    """The newer connection takes the place of the older one, with what that may still say."""
    with house(tmp_path) as here:
        door = Door(here)
        older, socket = await door.greets()
        older.matches.add("m1")
        newer, _ = await door.greets()
        assert older.close_code == 4002
        assert socket.written[-1][0] == 0x88
        assert here.floor.guests["ann"] is newer
        assert newer.bucket is older.bucket
        assert newer.lobby_bucket is older.lobby_bucket


@pytest.mark.asyncio
async def test_gone_meanwhile(tmp_path: Path) -> None:
    """Who is sent away while it is looked up is nobody's guest."""
    with house(tmp_path) as here:
        door = Door(here)
        client, _ = client_of(here.floor.outbox)
        door.register.first = lambda: client.close(4003)
        await door.greeting.greet(client, HELLO)
        assert client.holder is None
        assert not here.floor.guests


@pytest.mark.asyncio
async def test_who_does_not_meet_others(tmp_path: Path) -> None:
    """A house bot, and who only watches, are not in the lobby; who comes late is told so."""
    with house(tmp_path) as here:
        door = Door(here)
        door.register.holders["of ann"] = holder_of("house-ann", kind="house")
        door.register.holders["of bob"] = holder_of("bob", "watch")
        here.floor.hall.drains = True
        _, socket = await door.greets()
        await door.greets(hello_of("bob"))
        assert set(here.floor.guests) == {"house-ann", "bob"}
        assert not here.floor.hall.lobby.online()
        assert any(isinstance(each, Notice) for each in messages_of(socket))
