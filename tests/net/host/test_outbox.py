"""Tests of carcbot.net.host.outbox: viewers wait for players, and nobody misses a word."""

import asyncio
import random
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from carcbot.net.door.connection import Connection
from carcbot.net.host.journals import Journals
from carcbot.net.host.outbox import Outbox
from tests.net.town import hosted, seek
from tests.still_time import Time

_SETTLE_S = 0.003
_SEQ = re.compile(rb'"type":"(?:ack|start|draw|move|result)".*?"seq":(\d+)')


class Client:
    """A connection that keeps what it is sent, with how often it was written to."""

    def __init__(self, log: list[tuple["Client", bytes]]) -> None:
        self.log = log
        self.got: list[bytes] = []

    def send(self, frames: list[bytes]) -> None:
        """Keeps it."""
        self.got += frames
        self.log += [(self, frame) for frame in frames]


class Room:
    """A table with those who watch at it; all that is asked of it is its name and its result."""

    def __init__(
        self, gallery: Iterable[Client] = (), show: Callable[[], None] = lambda: None
    ) -> None:
        self.table = SimpleNamespace(match="m1", result=None)
        self.gallery = list(gallery)
        self.show_gallery = show


class Counts:
    """Counts moves that were answered, as the metrics of a referee do."""

    def __init__(self) -> None:
        self.moves = 0

    def answered(self, arrived_ns: list[int], _: int) -> None:
        """Counts."""
        self.moves += len(arrived_ns)


def outbox(settle: Callable[[Any], None] = lambda _: None) -> Any:  # noqa: ANN401 - see below
    """An outbox for these clients and tables, which only look like what it expects."""
    return Outbox(settle, Counts())  # type: ignore[arg-type]


async def told(work: Callable[[list[tuple[Client, bytes]]], None]) -> list[tuple[Client, bytes]]:
    """What was sent, in this order, after something was done in an event loop."""
    log: list[tuple[Client, bytes]] = []
    time = Time()
    work(log)
    for _ in range(100):
        await time.passes(0.001)
    return log


@pytest.mark.asyncio
async def test_players_first() -> None:
    """What is put for who watches is sent after everything for players, whatever came first."""
    clients: list[Client] = []

    def work(log: list[tuple[Client, bytes]]) -> None:
        player, viewer = Client(log), Client(log)
        clients.extend((player, viewer))
        box, room = outbox(), Room([viewer])
        box.put_later([viewer], b"event")
        box.add_gallery(room)
        box.put([player], b"event")
        box.put([player], b"request")

    log = await told(work)
    player, viewer = clients
    assert log == [(player, b"event"), (player, b"request"), (viewer, b"event")]


@pytest.mark.asyncio
async def test_the_order_of_each_client() -> None:
    """Frames of both kinds, in any mixture, reach each client in the order of their putting."""
    for seed in range(30):
        rng = random.Random(seed)
        put: dict[int, list[bytes]] = {each: [] for each in range(4)}
        clients: list[Client] = []
        time = Time()
        clients += [Client([]) for _ in put]
        rooms = [Room(rng.sample(clients, 2)) for _ in range(3)]
        box = outbox()
        for number in range(60):
            frame, which = b"%d" % number, rng.sample(list(put), rng.randint(1, 3))
            for each in which:
                put[each].append(frame)
            if rng.random() < 0.4:
                box.put([clients[each] for each in which], frame)
            else:
                box.put_later([clients[each] for each in which], frame)
                box.add_gallery(rng.choice(rooms))
            if rng.random() < 0.3:
                await time.passes(rng.choice((0, 0, 0.004, 0.02)))
        for _ in range(100):
            await time.passes(0.001)
        assert [client.got for client in clients] == list(put.values())


@pytest.mark.asyncio
async def test_who_goes_takes_everything() -> None:
    """Who is closed gets what was put for it of both kinds, and nothing is sent twice."""

    def work(log: list[tuple[Client, bytes]]) -> None:
        client, box = Client(log), outbox()
        box.put([client], b"1")
        box.put_later([client], b"2")
        box.add_gallery(Room([client]))
        assert box.take(client) == [b"1", b"2"]
        assert box.take(client) == []

    assert await told(work) == []


@pytest.mark.asyncio
async def test_a_picture_that_fails() -> None:
    """If one table cannot be shown, those who watch there and elsewhere still hear everything."""

    def work(log: list[tuple[Client, bytes]]) -> None:
        def fail() -> None:
            raise ValueError

        box, viewers = outbox(), [Client(log), Client(log)]
        for room in (Room(viewers[:1], fail), Room(viewers[1:])):
            box.put_later(room.gallery, b"event")
            box.add_gallery(room)

    assert [frame for _, frame in await told(work)] == [b"event", b"event"]


@pytest.mark.asyncio
async def test_moves_are_counted_when_players_are_answered() -> None:
    """How long a move took does not depend on who watches."""
    seen: list[int] = []

    def work(log: list[tuple[Client, bytes]]) -> None:
        player, viewer, box = Client(log), Client(log), outbox()
        box.arrived_ns.append(1)
        box.put([player], b"ack")
        box.put_later([viewer], b"event")
        box.add_gallery(Room([viewer], lambda: seen.append(box.metrics.moves)))

    await told(work)
    assert seen == [1]


@pytest.mark.asyncio
async def test_settled_after_it_was_sent() -> None:
    """A table is settled when its frames have been sent, also if it is just then others' turn."""
    log: list[Any] = []
    time = Time()
    player, others, room = Client(log), Room([]), Room([])
    box = outbox(log.append)
    box.add_room(others)
    await time.passes(0.001)
    box.put([player], b"request")
    box.add_room(room)
    box._settle_all()  # its time comes before that is sent
    assert log == [others]
    await time.passes(0.05)
    await time.passes(0.05)
    assert log == [others, (player, b"request"), room]


@pytest.mark.asyncio
async def test_many_moves_are_settled_once() -> None:
    """However much is said at a table in a short time, it is settled once, when that is over."""
    time = Time()
    settled: list[Room] = []
    box, player, rooms = outbox(settled.append), Client([]), [Room(), Room()]
    for number in range(100):
        box.put([player], b"%d" % number)
        box.add_room(rooms[number % 2])
        await time.rounds()
    assert player.got == [b"%d" % number for number in range(100)]
    await time.passes(_SETTLE_S * 0.9)
    assert settled == []
    await time.passes(_SETTLE_S * 0.2)
    assert settled == rooms
    await time.passes(10 * _SETTLE_S)
    assert settled == rooms


@pytest.mark.asyncio
async def test_a_table_is_settled_again_and_again() -> None:
    """A table where something is said all the time is settled as often as that, and no oftener."""
    time = Time()
    settled: list[float] = []
    box, room = outbox(lambda _: settled.append(time.now_s)), Room()
    for _ in range(200):
        box.add_room(room)
        await time.passes(_SETTLE_S / 10)
    pauses = [later - sooner for sooner, later in pairwise(settled)]
    assert all(0.99 * _SETTLE_S <= pause <= 1.5 * _SETTLE_S for pause in pauses)
    assert len(settled) >= 200 / 15


@pytest.mark.asyncio
async def test_what_is_over_is_settled_at_once() -> None:
    """When a match is over its table is settled in the same round, behind the last words, once."""
    time = Time()
    log: list[tuple[Client, bytes]] = []
    said: list[int] = []
    box, player, room, other = (
        outbox(lambda _: said.append(len(log))),
        Client(log),
        Room(),
        Room(),
    )
    box.put([player], b"move")
    box.add_room(room)
    box.add_room(other)
    await time.rounds()
    assert said == []
    room.table.result = "normal"
    box.put([player], b"result")
    box.add_room(room)
    await time.rounds()
    assert said == [2]
    await time.passes(2 * _SETTLE_S)
    assert said == [2, 2]  # the other one


@pytest.mark.asyncio
async def test_who_closes_settles_nothing() -> None:
    """A referee that ends settles nothing more: the journals hold everything."""
    time = Time()
    settled: list[Room] = []
    box = outbox(settled.append)
    box.add_room(Room())
    await time.rounds()
    box.close()
    await time.passes(2 * _SETTLE_S)
    assert settled == []


@pytest.mark.asyncio
async def test_nothing_is_said_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event is told, and no move acknowledged, that is not in the journal of its match."""
    append, send = Journals.append, Connection.send
    written, told = [0], [0]

    def counting(journals: Journals, match: str, lines: list[bytes]) -> None:
        append(journals, match, lines)
        written.extend(int(each) for each in re.findall(rb'"seq":(\d+)', b"".join(lines)))

    def checking(connection: Connection, frames: list[bytes]) -> None:
        told.extend(int(found[1]) for frame in frames if (found := _SEQ.search(frame)))
        assert max(told) <= max(written)
        send(connection, frames)

    monkeypatch.setattr(Journals, "append", counting)
    monkeypatch.setattr(Connection, "send", checking)
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        for guest in (ann, bob):
            await guest.say(seek())
        await asyncio.gather(ann.play(), bob.play())
    assert max(told) == max(written) > 5
    assert len(told) > 2 * max(told)  # each event to both, and acks
