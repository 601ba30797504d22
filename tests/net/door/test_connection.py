"""Tests of carcbot.net.door.connection: nothing waits for a client, and its last word is sent."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from aiohttp import WebSocketError, WSMessage, WSMsgType

from carcbot.messages.lobby import Chatted
from carcbot.messages.server import Error, Notice
from carcbot.net.door.connection import Connection
from carcbot.net.host.outbox import Outbox
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.settings import USUAL_LIMITS
from tests.net.door.parts import Socket, client_of, holder_of, messages_of
from tests.still_time import Time

LIMITS = msgspec.structs.replace(USUAL_LIMITS, queue_bytes=3000)


def made() -> tuple[Connection, Socket, Outbox]:
    """A connection with its socket, and the outbox that it puts things in."""
    outbox = Outbox(lambda _: None, RefereeMetrics(dict))
    client, socket = client_of(outbox, limits=LIMITS)
    return client, socket, outbox


def notice(text: str) -> Notice:
    """Something to say."""
    return Notice("draining", text)


@pytest.mark.asyncio
async def test_one_write_a_round() -> None:
    """Whatever is put in one round goes out at its end, in its order; errors are counted."""
    client, socket, outbox = made()
    client.put(notice("one"))
    client.put(Error("stale", "x", 1))
    client.put(notice("two"))
    assert not socket.written
    await Time().rounds()
    assert [type(each).__name__ for each in messages_of(socket)] == ["Notice", "Error", "Notice"]
    assert b'carcbot_errors_total{code="stale"} 1.0' in outbox.metrics.text()


@pytest.mark.asyncio
async def test_talk_makes_room() -> None:
    """Of talk only the newest is sent that there is room for; all else is, however much waits."""
    client, socket, _ = made()
    for number in range(30):
        client.put_talk(Chatted("m1", "bob", f"{number:02} " + "x" * 80))
    client.put(notice("not talk"))
    await Time().rounds()
    told = messages_of(socket)
    texts = [each.text[:2] for each in told if isinstance(each, Chatted)]
    assert 0 < len(texts) < 30
    assert texts == [f"{number:02}" for number in range(30 - len(texts), 30)]
    assert sum(map(len, socket.written[:-1])) <= 1000
    assert told[-1] == notice("not talk")
    socket.written.clear()
    socket.unread_bytes = 1000
    client.put_talk(Chatted("m1", "bob", "no room"))
    client.put(notice("still said"))
    await Time().rounds()
    assert messages_of(socket) == [notice("still said")]


@pytest.mark.asyncio
async def test_clocks_run_from_the_sending() -> None:
    """A seat's clock runs from when its request was sent, also if nobody reads that any more."""
    sent: list[tuple[int, int]] = []
    play = SimpleNamespace(request_sent=lambda seat, at_ns: sent.append((seat, at_ns)))
    table: Any = SimpleNamespace(play=play)
    client, socket, _ = made()
    client.ask(table, 1)
    client.put(notice("the request"))
    assert not sent
    await Time().rounds()
    assert [seat for seat, _ in sent] == [1]
    client.send([b"again"])
    assert len(sent) == 1
    socket.is_lost = True
    client.ask(table, 0)
    client.send([b"lost"])
    assert [seat for seat, _ in sent] == [1, 0]
    assert b"lost" not in socket.written


@pytest.mark.asyncio
async def test_the_last_word() -> None:
    """What was put comes before the last word, then the code; nothing after it, and once only."""
    client, socket, _ = made()
    client.put(notice("before"))
    client.close(4005, Error("too_fast", "far too many", fatal=True))
    client.close(4000, Error("bad_json", "another reason"))
    client.put(notice("after"))
    client.ping()
    await Time().rounds()
    assert [type(each).__name__ for each in messages_of(socket)] == ["Notice", "Error"]
    goodbye = socket.written[-1]
    assert goodbye[0] == 0x88
    assert int.from_bytes(goodbye[2:4]) == 4005 == client.close_code
    await client.closed()
    assert socket.ends == ["hears no more", "closed"]


@pytest.mark.asyncio
async def test_who_does_not_say_goodbye() -> None:
    """Who does not answer a goodbye is cut off after a while."""
    time = Time()
    client, socket, _ = made()
    client.close(4001)
    await time.rounds()
    await time.passes(1.9)
    assert not socket.ends
    await time.passes(0.2)
    await time.rounds()
    assert socket.ends == ["aborted"]


@pytest.mark.asyncio
async def test_too_much_to_read() -> None:
    """More than the limits allow to wait closes the connection with its own code."""
    client, socket, _ = made()
    assert socket.when_full is not None
    most_bytes, call = socket.when_full
    assert most_bytes == 3000
    call()
    assert client.is_closing
    assert client.close_code == 4004
    await client.closed()


@pytest.mark.asyncio
async def test_as_read() -> None:
    """Of much that may wait the next part is sent when the client has read the one before."""
    time = Time()
    client, socket, _ = made()
    client.put_as_read(notice(str(number)) for number in range(3))
    await time.rounds()
    assert len(messages_of(socket)) == 3, "a client that reads gets all of it"
    socket.written.clear()
    socket.unread_bytes = 10
    client.put_as_read(notice(str(number)) for number in range(3))
    for _ in range(5):
        await time.passes(0.05)
        assert len(messages_of(socket)) == 1
    socket.unread_bytes = 0
    for _ in range(3):
        await time.passes(0.05)
    assert [each.text for each in messages_of(socket)] == ["0", "1", "2"]


@pytest.mark.asyncio
async def test_pings() -> None:
    """A ping that is answered tells how far away the client is; a pong echoes what came.

    Its way begins when it is written, and not when it was put, as a round may be long.
    """
    client, socket, _ = made()
    began_ns = client.trips.heard_ns
    client.ping()
    assert client.trips.heard_ns == began_ns
    await Time().rounds()
    assert client.trips.heard_ns > began_ns
    (frame,) = socket.written
    assert frame[0] == 0x89
    assert client.trips.pong(frame[2:], client.trips.heard_ns + 3_000_000)
    assert client.trips.lag_us == 3000
    client.pong(b"abc")
    await Time().rounds()
    assert socket.written[-1] == b"\x8a\x03abc"


@pytest.mark.asyncio
async def test_why_it_ended() -> None:
    """It is known why it ended: as the client said, or what was wrong; else nobody has said it."""
    ends = (
        (WSMessage(WSMsgType.CLOSE, 4321, ""), 4321),
        (WSMessage(WSMsgType.CLOSE, None, ""), 1000),
        (WSMessage(WSMsgType.ERROR, WebSocketError(1009, "too large"), ""), 1009),
        (WSMessage(WSMsgType.ERROR, ValueError(), ""), 1006),
        (WSMessage(WSMsgType.CLOSED, None, ""), 1006),
    )
    for message, code in ends:
        client, _, _ = made()
        client.hear_end(message)
        assert client.close_code == code
    client, _, _ = made()
    client.close(4001)
    client.hear_end(WSMessage(WSMsgType.CLOSE, 1000, ""))
    assert client.close_code == 4001, "ours came first"
    await client.closed()


@pytest.mark.asyncio
async def test_who_it_is() -> None:
    """Nobody before the hello; what waits to be heard is the socket's to say."""
    client, socket, _ = made()
    accounts = [client.account]
    client.holder = holder_of("ann")
    accounts.append(client.account)
    assert accounts == [None, "ann"]
    socket.unread_bytes, socket.waits_since_ns, socket.arrived_ns = 7, 5, 9
    assert (client.waiting_bytes, client.unheard_since_ns, client.arrived_ns) == (7, 5, 9)
