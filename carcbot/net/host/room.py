"""Who is at a table with a connection, and how all of them hear what is said there."""

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

from carcbot.games import registry
from carcbot.games.contract import PageFace, State, View, view_of
from carcbot.match.story import Story
from carcbot.messages.events import Event, Moved, Out
from carcbot.messages.joint import Withheld
from carcbot.messages.lobby import Chatted
from carcbot.messages.server import Analysed, Error, Picture, Request
from carcbot.net.clock import now_ns
from carcbot.net.host.hearer import Hearer, TalkFrame, frame_of
from carcbot.net.host.veil import Veil
from carcbot.referee.step import WATCHERS, Say
from carcbot.referee.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    Put = Callable[[list[Hearer], bytes], None]

__all__ = ["Outlet", "Room"]

_ENOUGH_BYTES: Final = 16 * 1024
"""Who has so much to read still is shown the next picture when there is room for it."""
_LATER_S: Final = 0.25
_LATER: Final = -1
"""In place of a seat: those who are shown everything, some turns later."""
_TALK: Final = frozenset({Analysed, Chatted})


def _last_move(events: "Sequence[Event]") -> str | None:
    """The last move among events; None if there is none."""
    return next((each.move for each in reversed(events) if isinstance(each, Moved)), None)


class Outlet(Protocol):
    """Where a room puts what is to be sent."""

    def put(self, clients: "Iterable[Hearer]", frame: bytes) -> None:
        """All of these clients are to get a frame at the end of this round."""

    def put_later(self, clients: "Iterable[Hearer]", frame: bytes) -> None:
        """The same for clients who only watch, and so may wait until it is their table's turn."""

    def add_gallery(self, room: "Room") -> None:
        """There is something for those who watch at a table."""


class Room:
    """A table with the connections of those who play at it and those who watch it.

    Those who watch are told a little later than those who play, so that no player waits for them;
    in a game with secrets there is a veil before what they may not see.

    Args:
        table: The table.
        veil: What those who watch see, and when, if there are secrets.
        outbox: Where what is said here is put.

    Attributes:
        table: The table.
        alarm: Rings when something will be over there, or earlier.
        alarm_ns: When it rings.
        has_begun: Whether it was noticed that the match has begun.
        counted: Up to which event it was counted what happened.
        gallery: Those who watch and do not play.
    """

    def __init__(self, table: Table, veil: Veil, outbox: Outlet) -> None:
        self.table = table
        self._outbox = outbox
        self._veil = veil if table.log.has_secrets else None
        self._past: Story[State] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.alarm_ns = 0
        self.has_begun = False
        self.counted = 0
        self._seated: list[Hearer | None] = [None] * len(table.accounts)
        self._watchers: set[Hearer] = set()
        self._players: list[Hearer] = []
        self.gallery: list[Hearer] = []
        self._page = registry.get(table.header.game).page
        self._drawn: dict[int | None, tuple[int, bytes]] = {}
        self._pictured = -1
        self._pictured_gallery = -1
        self._later: asyncio.TimerHandle | None = None
        self._late: dict[Hearer, None] = {}
        """Who is shown the position then."""

    def seat(self, client: Hearer, seat: int) -> None:
        """A connection gets from now on what its seat is to hear, and no more what others see."""
        self._seated[seat] = client
        client.matches.add(self.table.match)
        if self._veil is not None:
            self._veil.drop(client)
        self._look_around()

    def admit(self, client: Hearer) -> None:
        """A connection gets from now on what those hear who watch."""
        self._watchers.add(client)
        client.matches.add(self.table.match)
        self._look_around()

    def watch(self, client: Hearer, last_seq: int) -> None:
        """A connection gets what those who watch have seen so far, and what they will."""
        table, veil = self.table, self._veil
        if table.result and veil is not None:
            for event in veil.rest(table, client, last_seq):
                client.put(event)
        elif veil is None:
            for event in table.log.since(last_seq, None):
                client.put(event)
        if not table.result:
            self.admit(client)
            if veil is not None:
                veil.admit(client, last_seq)
                self._lift(veil)

    def drop(self, client: Hearer) -> int | None:
        """A connection gets nothing more; returns the seat that it had."""
        client.matches.discard(self.table.match)
        self._watchers.discard(client)
        if self._veil is not None:
            self._veil.drop(client)
        seat = self._seated.index(client) if client in self._seated else None
        if seat is not None:
            self._seated[seat] = None
        self._look_around()
        return seat

    def go_back(self, table: Table) -> None:
        """The table is again as it was a step before; this is it, and nobody there is away."""
        self.table = table
        for seat, client in enumerate(self._seated):
            if client is not None:
                table.came(seat, table.seq, now_ns())

    def warn(self, error: Error) -> None:
        """Says something to all at the table that is no part of the match."""
        self._outbox.put([*self._players, *self.gallery], frame_of(error))

    def has_unheard(self, until_ns: int) -> bool:
        """Whether somebody at the table has said something by then that was not heard yet."""
        since = (client.unheard_since_ns for client in self._seated if client)
        return any(each is not None and each <= until_ns for each in since)

    def close(self) -> None:
        """Nothing more will be said here."""
        if self.alarm:
            self.alarm.cancel()
        if self._later:
            self._later.cancel()
        for client in (*self._players, *self.gallery):
            client.matches.discard(self.table.match)

    def tell(self, says: list[Say]) -> None:
        """Says all of this in this order."""
        for say in says:
            message = say.message
            players, watchers = self._hearers(say)
            if players or watchers:
                frame = frame_of(message)
                if type(message) in _TALK:
                    frame = TalkFrame(frame)
                self._outbox.put(players, frame)
                if watchers:
                    self._put_later(watchers, frame)
            if type(message) is Request:
                self._ask(say.to)
            elif type(message) is Out and message.house:
                self._replace(message.seat)
            elif type(message) is Withheld:
                for lost in message.seats:
                    self._vacate(lost)
        if self._veil is not None:
            self._lift(self._veil)

    def show_players(self) -> None:
        """Shows players who want pictures what the position looks like now, once."""
        if self._pictured != self.table.seq:
            self._pictured = self.table.seq
            self._show_to(self._players, self._outbox.put)

    def show_gallery(self) -> None:
        """Shows those who watch what the position looks like now, once."""
        if self._pictured_gallery != self.table.seq:
            self._pictured_gallery = self.table.seq
            self._show_to(self.gallery, self._outbox.put_later)

    def show_picture(self, client: Hearer) -> None:
        """Shows one of them the position and the clocks."""
        self._show_to([client], self._outbox.put)

    def _show_to(self, clients: "list[Hearer]", put: "Put") -> None:
        """Shows the position to those who want pictures; later if they have much to read still."""
        onlookers = [each for each in clients if "pictures" in each.can.features]
        if self._page is None or not onlookers:
            return
        ready = [each for each in onlookers if each.waiting_bytes <= _ENOUGH_BYTES]
        for seat, viewers in self._by_view(ready).items():
            put(
                viewers,
                self._picture(self._page, seat) + frame_of(self.table.play.clocks(now_ns())),
            )
        for each in onlookers:
            if each in ready:
                self._late.pop(each, None)
            else:
                self._late[each] = None
        if self._late and self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(_LATER_S, self._show_late)

    def shown(self, *, has_hand: bool) -> int | None:
        """Up to which event who asks for pages is shown everything; None: what everybody sees."""
        return None if self._veil is None else self._veil.shown(self.table, has_hand=has_hand)

    def _by_view(self, clients: "list[Hearer]") -> "dict[int | None, list[Hearer]]":
        """These connections by the seat as which they see the position; None is no seat.

        Those who are shown everything some turns later are at _LATER, and nowhere while they wait
        for the end.
        """
        veil = self._veil
        if veil is None or self.table.result:
            return {None: clients} if clients else {}
        found: dict[int | None, list[Hearer]] = {}
        for each in clients:
            seat = self._seated.index(each) if each in self._seated else None
            if not veil.sees_later(each):
                found.setdefault(seat, []).append(each)
            elif not veil.waits(each, self.table):
                found.setdefault(_LATER, []).append(each)
        return found

    def _picture(self, page: PageFace, seat: int | None) -> bytes:
        """What a seat sees now, or everybody at the table; all of it when the match is over."""
        table, veil = self.table, self._veil
        view: View = table.state
        if veil is None or table.result:
            events = table.log.whole(0)
        elif seat == _LATER:
            events = table.log.whole(0)[: veil.shown(table, has_hand=False)]
            view = self._earlier(events)
        else:
            events, view = table.log.since(0, seat), view_of(table.state, seat)
        seq, picture = self._drawn.get(seat, (-1, b""))
        if seq != len(events):
            shown = page.picture(view, _last_move(events))
            picture = frame_of(Picture(table.match, len(events), shown))
            self._drawn[seat] = len(events), picture
        return picture

    def _earlier(self, events: list[Event]) -> State:
        """The position after these events, the first ones of the match."""
        if self._past is None or self._past.seq > len(events):
            header = self.table.header
            self._past = Story(registry.get(header.game).new(header.options))
        for event in events[self._past.seq :]:
            self._past.tell(event)
        return self._past.view

    def _show_late(self) -> None:
        """Shows those the newest picture who had no time for the one before it."""
        self._later = None
        late, self._late = self._late, {}
        here = {*self._players, *self.gallery}
        self._show_to([each for each in late if each in here], self._outbox.put)

    def _put_later(self, watchers: "Collection[Hearer]", frame: bytes) -> None:
        """Those who watch are to get this when players have got theirs."""
        self._outbox.put_later(watchers, frame)
        self._outbox.add_gallery(self)

    def _ask(self, seat: int) -> None:
        """A seat's clock runs from when its request is sent, or from now if nobody is there."""
        client = self._seated[seat]
        if client is not None:
            client.ask(self.table, seat)
        else:
            self.table.play.request_sent(seat, now_ns())

    def _look_around(self) -> None:
        """Somebody came or went."""
        self._players = [each for each in self._seated if each]
        self.gallery = [each for each in self._watchers if each not in self._players]

    def _hearers(self, say: Say) -> "tuple[Collection[Hearer], Collection[Hearer]]":
        """Who hears this: players, and those who watch."""
        to = say.to
        if to >= 0:
            client = self._seated[to]
            return (client,) if client else (), ()
        players = () if to == WATCHERS else self._players
        if self._veil is not None and isinstance(say.message, Event | Analysed):
            return players, ()  # events are lifted; what a seat thinks tells what it knows
        if type(say.message) is not Analysed:
            return players, self.gallery
        # no player is told what others think, on whatever connection
        accounts = self.table.accounts
        return players, [each for each in self.gallery if each.account not in accounts]

    def _lift(self, veil: Veil) -> None:
        """Tells those who watch what they may see by now of a game with secrets."""
        frames: dict[int, bytes] = {}
        for client, event in veil.due(self.table):  # the log keeps it, so it has its id for itself
            if id(event) not in frames:
                frames[id(event)] = frame_of(event)
            self._put_later((client,), frames[id(event)])

    def _vacate(self, seat: int) -> None:
        """Whoever has lost a seat before the match began hears no more of it."""
        client = self._seated[seat]
        if client is not None:
            self.drop(client)

    def _replace(self, seat: int) -> None:
        """Whoever was replaced by a house bot no longer plays, but may see how it goes on."""
        client = self._seated[seat]
        if client is None or client.account == self.table.accounts[seat]:
            return
        self.drop(client)
        if self._veil is None:
            self.admit(client)
