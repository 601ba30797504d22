"""Tests of carcbot.net.host.room: who hears what at a table, and when."""

from typing import Final

import pytest

from carcbot.match.moments import Moments
from carcbot.messages.lobby import Chatted
from carcbot.messages.parts import Analysis, Policy
from carcbot.messages.server import Analysed, Error
from carcbot.net.host.room import Room
from carcbot.net.host.veil import Veil
from carcbot.referee.step import EVERYBODY, WATCHERS, Say, Step
from carcbot.referee.table import Table
from tests.net.host.parts import Listener, Outlet
from tests.referee.hosts import EPOCH_US, LONG_POT, MATCH, header
from tests.still_time import Time

NOW_NS: Final = 5_000_000_000
PICTURES: Final = ("pictures",)


class Shown:
    """A room with ann and bob at its table, and what is put there."""

    def __init__(self, game: str = "pot", options: str = LONG_POT, *, house: bool = False) -> None:
        policy = Policy(on_expiry="house") if house else Policy()
        self.table = Table(header(game, options, policy=policy), Moments(EPOCH_US))
        self.outlet = Outlet()
        self.room = Room(self.table, Veil(None, lambda _table, _client: False), self.outlet)
        self.ann, self.bob = Listener("ann"), Listener("bob")
        self.steps = [self.table.sit(name, None, NOW_NS) for name in ("ann", "bob")]

    def seated(self) -> "Shown":
        """Both are here, and have heard all of it."""
        self.room.seat(self.ann, 0)
        self.room.seat(self.bob, 1)
        for step in self.steps:
            self.room.tell(step.says)
        return self

    def forget(self) -> None:
        """What was put until now is of no interest."""
        self.outlet.put_now.clear()
        self.outlet.put_late.clear()
        self.outlet.galleries.clear()

    def does(self, step: Step) -> None:
        """Something comes of the table, and is told."""
        self.room.tell(step.says)


def test_a_request() -> None:
    """It goes to its seat alone, whose clock runs when it was sent; at once if nobody is there."""
    here = Shown().seated()
    assert here.outlet.kinds(here.ann) == ["start", "draw", "request"]
    assert here.outlet.kinds(here.bob) == ["start", "draw"]
    assert here.ann.asked == [(here.table, 0)]
    wakes = [here.table.wake_at_ns]
    here.ann.send([])
    wakes.append(here.table.wake_at_ns)
    assert wakes[0] is None
    assert wakes[1] is not None
    alone = Shown()
    for step in alone.steps:
        alone.room.tell(step.says)
    assert alone.table.wake_at_ns is not None
    assert not alone.outlet.put_now


def test_who_watches_waits() -> None:
    """Those who watch get everything that was, and what follows behind those who play."""
    here = Shown().seated()
    eve = Listener("eve")
    here.room.watch(eve, last_seq=1)
    assert [type(each).__name__ for each in eve.got] == ["Drawn"]
    here.forget()
    here.does(here.table.left(1, NOW_NS))
    assert here.outlet.kinds(here.ann) == ["presence"]
    assert here.outlet.kinds_late(eve) == ["presence"]
    assert not here.outlet.kinds(eve)
    assert here.outlet.galleries == [here.room]
    assert here.room.gallery == [eve]


def test_a_player_who_watches_as_well() -> None:
    """Whoever plays and watches over the same connection hears everything once, as a player."""
    here = Shown().seated()
    here.room.admit(here.ann)
    here.forget()
    here.does(here.table.left(1, NOW_NS))
    assert here.outlet.kinds(here.ann) == ["presence"]
    assert not here.outlet.kinds_late(here.ann)
    assert here.room.gallery == []


def test_thoughts() -> None:
    """What a player thinks is for those who watch, and for nobody who plays, however it listens."""
    here = Shown().seated()
    eve, secretly = Listener("eve"), Listener("bob")
    here.room.admit(eve)
    here.room.admit(secretly)
    here.forget()
    thought = Analysed(MATCH, 0, 2, Analysis())
    here.room.tell([Say(WATCHERS, thought)])
    assert here.outlet.kinds_late(eve) == ["analysis (talk)"]
    assert not here.outlet.kinds_late(secretly)
    assert not here.outlet.put_now


def test_talk() -> None:
    """What somebody says beside the game is marked, so that it costs nobody his place."""
    here = Shown().seated()
    here.forget()
    here.room.tell([Say(EVERYBODY, Chatted(MATCH, "ann", "hello"))])
    assert here.outlet.kinds(here.bob) == ["chat (talk)"]


def test_who_is_gone() -> None:
    """Who drops out hears nothing more, and it is known which seat that was."""
    here = Shown().seated()
    eve = Listener("eve")
    here.room.admit(eve)
    assert here.room.drop(here.bob) == 1
    assert here.room.drop(here.bob) is None
    assert here.room.drop(eve) is None
    here.forget()
    here.does(here.table.left(1, NOW_NS))
    assert {client for client, _ in here.outlet.put_now} == {here.ann}
    assert not here.outlet.put_late
    assert (here.ann.matches, here.bob.matches, eve.matches) == ({MATCH}, set(), set())


def test_replaced() -> None:
    """Who is replaced by a house bot plays no more, but sees how it goes on."""
    here = Shown(house=True).seated()
    here.forget()
    here.does(here.table.play.fail(0, "crash", NOW_NS))
    assert "out" in here.outlet.kinds(here.ann)
    assert here.room.gallery == [here.ann]
    bot = Listener(here.table.accounts[0])
    here.room.seat(bot, 0)
    here.forget()
    here.does(here.table.came(0, 0, NOW_NS))
    assert "request" in here.outlet.kinds(bot)
    assert "request" not in here.outlet.kinds(here.ann)


def test_pictures() -> None:
    """Who wants pictures is shown each position once, with the clocks; others never."""
    here = Shown("carcassonne", "seats=2").seated()
    viewer, plain = Listener("eve", features=PICTURES), Listener("cid")
    here.room.admit(viewer)
    here.room.admit(plain)
    here.forget()
    for _ in range(3):
        here.room.show_players()
        here.room.show_gallery()
    assert not here.outlet.kinds(here.ann)
    assert not here.outlet.kinds_late(plain)
    (frame,) = [frame for client, frame in here.outlet.put_late if client is viewer]
    assert b'"type":"picture"' in frame
    assert b'"type":"clocks"' in frame


@pytest.mark.asyncio
async def test_pictures_wait_for_who_is_slow() -> None:
    """Who has much to read still is shown the newest position when there is room, and only that."""
    time, here = Time(), Shown("carcassonne", "seats=2").seated()
    viewer = Listener("eve", features=PICTURES)
    here.room.admit(viewer)
    viewer.waiting_bytes = 1_000_000
    here.forget()
    here.room.show_gallery()
    await time.passes(0.25)
    assert not here.outlet.kinds_late(viewer)
    assert not here.outlet.kinds(viewer)
    viewer.waiting_bytes = 0
    await time.passes(0.25)
    assert here.outlet.kinds(viewer) == ["picture"]
    await time.passes(1.0)
    assert here.outlet.kinds(viewer) == ["picture"]
    here.room.close()


@pytest.mark.asyncio
async def test_all_who_are_slow_are_shown() -> None:
    """Who falls behind while another waits for the next picture is shown it, too, and once."""
    time, here = Time(), Shown("carcassonne", "seats=2").seated()
    viewers = [Listener(name, features=PICTURES) for name in ("eve", "fay")]
    for viewer in viewers:
        here.room.admit(viewer)
        viewer.waiting_bytes = 1_000_000
        here.room.show_picture(viewer)
        viewer.waiting_bytes = 0
    here.room.show_picture(viewers[0])
    here.forget()
    await time.passes(0.25)
    # who was shown it meanwhile is not shown it again
    assert [here.outlet.kinds(viewer) for viewer in viewers] == [[], ["picture"]]
    here.room.close()


def test_secrets() -> None:
    """Of a game with secrets each player hears what its seat sees; who watches what all see."""
    here = Shown("kuhn", "").seated()
    eve = Listener("eve")
    here.room.watch(eve, last_seq=0)
    seen = {name: b"".join(frame for client, frame in here.outlet.put_now if client is who)
            for name, who in (("ann", here.ann), ("bob", here.bob))}  # fmt: skip
    assert seen["ann"] != seen["bob"]
    assert here.room.shown(has_hand=True) is None
    assert here.outlet.kinds_late(eve)[0] == "start"
    public = b"".join(frame for client, frame in here.outlet.put_late if client is eve)
    hidden = [
        event for event in here.table.log.whole(0) if event not in here.table.log.since(0, None)
    ]
    assert hidden
    assert public not in (seen["ann"], seen["bob"])


def test_warned() -> None:
    """A warning reaches everybody at the table at once."""
    here = Shown().seated()
    eve = Listener("eve")
    here.room.admit(eve)
    here.forget()
    here.room.warn(Error("referee_fault", "x", match=MATCH))
    assert {client for client, _ in here.outlet.put_now} == {here.ann, here.bob, eve}


def test_unheard() -> None:
    """Only what a player said by then counts, not what came later or who watches said."""
    here = Shown().seated()
    eve = Listener("eve")
    here.room.admit(eve)
    eve.unheard_since_ns = 5
    assert not here.room.has_unheard(10)
    here.bob.unheard_since_ns = 11
    assert not here.room.has_unheard(10)
    here.ann.unheard_since_ns = 10
    assert here.room.has_unheard(10)


def test_going_back() -> None:
    """A table that is as it was a step before has everybody there who was there."""
    here = Shown().seated()
    before = Table(header("pot", LONG_POT), Moments(EPOCH_US))
    for name, seat in (("ann", 0), ("bob", 1)):
        before.sit(name, seat, NOW_NS)
        before.left(seat, NOW_NS)
    assert before.present == []
    here.room.drop(here.bob)
    here.room.go_back(before)
    assert here.room.table is before
    assert before.present == ["ann"]
