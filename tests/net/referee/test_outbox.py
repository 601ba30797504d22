"""Tests of carcbot.net.referee.outbox: viewers wait for players, and nobody misses a word."""

import asyncio
import random
from collections.abc import Callable, Iterable
from typing import Any

from carcbot.net.referee.outbox import Outbox


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
    """A table with those who watch at it."""

    class table:  # noqa: N801 - it stands for an attribute
        """The table's name is all that is asked for."""

        match = "m1"
        result = None

    def __init__(self, gallery: Iterable[Client], show: Callable[[], None] = lambda: None) -> None:
        self.gallery = list(gallery)
        self.show_gallery = show


class Counts:
    """Counts moves that were answered, as a tally does."""

    def __init__(self) -> None:
        self.moves = 0

    def answered(self, arrived_ns: list[int], _: int) -> None:
        """Counts."""
        self.moves += len(arrived_ns)


def outbox() -> Any:  # noqa: ANN401 - what it is given only looks like what it expects
    """An outbox for these clients and tables."""
    return Outbox(lambda _: None, Counts())  # type: ignore[arg-type]


def told(work: Callable[[list[tuple[Client, bytes]]], None]) -> list[tuple[Client, bytes]]:
    """What was sent, in this order, after something was done in an event loop."""
    log: list[tuple[Client, bytes]] = []

    async def story() -> None:
        work(log)
        await asyncio.sleep(0.1)

    asyncio.run(story())
    return log


def test_players_first() -> None:
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

    log = told(work)
    player, viewer = clients
    assert log == [(player, b"event"), (player, b"request"), (viewer, b"event")]


def test_the_order_of_each_client() -> None:
    """Frames of both kinds, in any mixture, reach each client in the order of their putting."""
    for seed in range(30):
        rng = random.Random(seed)
        put: dict[int, list[bytes]] = {each: [] for each in range(4)}
        clients: list[Client] = []

        async def story(
            rng: random.Random = rng,
            put: dict[int, list[bytes]] = put,
            clients: list[Client] = clients,
        ) -> None:
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
                    await asyncio.sleep(rng.choice((0, 0, 0.004, 0.02)))
            await asyncio.sleep(0.1)

        asyncio.run(story())
        assert [client.got for client in clients] == list(put.values())


def test_who_goes_takes_everything() -> None:
    """Who is closed gets what was put for it of both kinds, and nothing is sent twice."""

    def work(log: list[tuple[Client, bytes]]) -> None:
        client, box = Client(log), outbox()
        box.put([client], b"1")
        box.put_later([client], b"2")
        box.add_gallery(Room([client]))
        assert box.take(client) == [b"1", b"2"]
        assert box.take(client) == []

    assert told(work) == []


def test_a_picture_that_fails() -> None:
    """If one table cannot be shown, those who watch there and elsewhere still hear everything."""

    def work(log: list[tuple[Client, bytes]]) -> None:
        def fail() -> None:
            raise ValueError

        box, viewers = outbox(), [Client(log), Client(log)]
        for room in (Room(viewers[:1], fail), Room(viewers[1:])):
            box.put_later(room.gallery, b"event")
            box.add_gallery(room)

    assert [frame for _, frame in told(work)] == [b"event", b"event"]


def test_moves_are_counted_when_players_are_answered() -> None:
    """How long a move took does not depend on who watches."""
    seen: list[int] = []

    def work(log: list[tuple[Client, bytes]]) -> None:
        player, viewer, box = Client(log), Client(log), outbox()
        box.arrived_ns.append(1)
        box.put([player], b"ack")
        box.put_later([viewer], b"event")
        box.add_gallery(Room([viewer], lambda: seen.append(box.tally.moves)))

    told(work)
    assert seen == [1]


def test_settled_after_it_was_sent() -> None:
    """A table is settled when its frames have been sent, also if it is just then others' turn."""
    log: list[Any] = []

    async def story() -> None:
        player, others, room = Client(log), Room([]), Room([])
        box: Any = Outbox(log.append, Counts())  # type: ignore[arg-type]
        box.add_room(others)
        await asyncio.sleep(0.001)
        box.put([player], b"request")
        box.add_room(room)
        box._settle_all()  # its time comes before that is sent
        assert log == [others]
        await asyncio.sleep(0.05)
        assert log == [others, (player, b"request"), room]

    asyncio.run(story())
