"""Every table at work with its room: what happens there is written, and then it is said.

The order is always the same: the hall decides, the journal is written, then it is said. A table
with which that fails is given up, and no other is the worse for it.
"""

import asyncio
from collections.abc import Callable, Iterator

import structlog

from carcbot.messages.server import Error
from carcbot.net.addresses import neighbourhood_of
from carcbot.net.host.broken_matches import BrokenMatches
from carcbot.net.host.hearer import Hearer
from carcbot.net.host.journals import Journals
from carcbot.net.host.outbox import Outbox
from carcbot.net.host.room import Room
from carcbot.net.host.veil import Veil
from carcbot.referee.hall import Hall
from carcbot.referee.parties import VIEWER
from carcbot.referee.step import Step
from carcbot.referee.table import Table

__all__ = ["Rooms"]

_log = structlog.get_logger()


class Rooms:
    """The rooms of the tables that wait or play.

    Args:
        hall: What decides.
        journals: Where every line is written before anything is said.
        outbox: What is sent at the end of the round.
        on_taken_away: Is told of every table that is no more though no match has begun there.
        veil_turns: After how many turns those who watch a game with secrets see everything that
            has happened; None is when the match is over.

    Attributes:
        hall: What decides.
        journals: Where every line is written.
        quiet: Is set when a hall that drains has no match left.
        refuses: Whether a command cannot be carried out because its match stands still, as
            `BrokenMatches` says it.
    """

    def __init__(
        self,
        hall: Hall,
        journals: Journals,
        outbox: Outbox,
        *,
        on_taken_away: Callable[[str], None],
        veil_turns: int | None,
    ) -> None:
        self.quiet = asyncio.Event()
        self.hall = hall
        self.journals = journals
        self._outbox = outbox
        self._on_taken_away = on_taken_away
        self._veil_turns = veil_turns
        self._rooms: dict[str, Room] = {}
        self._broken = BrokenMatches(hall, journals, tell=self.tell, forget=self.forget)
        self.refuses = self._broken.refuses

    # ------------------------------------------------------------ which there are

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    def find(self, match: str | None) -> Room | None:
        """The room of a match, if there is one."""
        return self._rooms.get(match) if match is not None else None

    def of(self, table: Table) -> Room:
        """The room of a table; made when the first one asks for it."""
        room = self._rooms.get(table.match)
        if room is None:
            room = Room(table, Veil(self._veil_turns, self._has_hand), self._outbox)
            if table.result:
                room.has_begun = table.has_begun
            else:
                self._rooms[table.match] = room
        return room

    def close(self, room: Room) -> bool:
        """Nothing more will be said there; whether it was open until now."""
        is_open = self._rooms.pop(room.table.match, None) is not None
        if is_open:
            room.close()
        return is_open

    def close_all(self) -> None:
        """Nothing more will be said anywhere. The journals hold everything."""
        for room in self:
            room.close()

    def shown(self, table: Table, account: str, address: str) -> int | None:
        """Up to which event of a match that goes on who asks for pages is shown all that is hidden.

        None: they are told only what everybody at the table sees.
        """
        asks = account or VIEWER  # who does not say who it is may be anybody at this address
        has_hand = self.hall.has_hand(table, asks, neighbourhood_of(address))
        return self.of(table).shown(has_hand=has_hand)

    def _has_hand(self, table: Table, client: Hearer) -> bool:
        """Whether a connection may be that of somebody who plays at a table."""
        address = neighbourhood_of(client.address)
        return self.hall.has_hand(table, client.account or "", address)

    # ------------------------------------------------------------ what happens there

    def act(self, room: Room, act: Callable[[Table], Step]) -> None:
        """Does something at a table that nobody has asked for."""
        if self.stands_still(room):
            return
        try:
            step = act(room.table)
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            _log.exception("referee fault", match=room.table.match)
            self.give_up(room)
            return
        if not step.lines or self.write(room, step):
            self.tell(room, step)

    def write(self, room: Room, step: Step) -> bool:
        """Writes the journal; a match without one cannot go on."""
        try:
            self.journals.append(room.table.match, step.lines)
        except OSError as error:
            told = {"match": room.table.match, "error": str(error)}
            _log.error("the journal cannot be written", **told)
            self.give_up(room)
            return False
        return True

    def tell(self, room: Room, step: Step) -> None:
        """Says what comes of a step whose lines are written."""
        room.tell(step.says)
        self._outbox.add_room(room)

    # ------------------------------------------------------------ what cannot go on

    def stands_still(self, room: Room) -> bool:
        """Whether nothing can be written any more of a match."""
        return room.table.match in self._broken.standing_still

    def give_up(self, room: Room) -> None:
        """Ends a match that the referee cannot go on with."""
        self._broken.give_up(room)
        self.look_whether_quiet()

    def try_again(self) -> None:
        """Ends what stands still, if that is possible by now."""
        self._broken.try_again()

    def look_whether_quiet(self) -> None:
        """Sets `quiet` if nothing goes on any more that was to be waited for."""
        still = self._broken.standing_still
        goes_on = any(table.match not in still for table in self.hall.playing())
        if self.hall.drains and not goes_on:
            self.quiet.set()

    # ------------------------------------------------------------ what is no more

    def take_away(self, match: str, why: str) -> None:
        """A table is no more at which no match has begun; bots that wait there are let go."""
        room = self._rooms.get(match)
        if room is not None:
            text = f"the table was taken away: {why}"
            room.warn(Error("unknown_match", text, match=match))
        self.forget(match)
        self._on_taken_away(match)
        _log.info("taken away", match=match, why=why)

    def forget(self, match: str) -> None:
        """A table is no more, and its journal neither: nobody is there who was told otherwise."""
        self.hall.directory.remove(match)
        self._broken.forget(match)
        room = self._rooms.pop(match, None)
        if room:
            room.close()
        try:
            self.journals.discard(match)
        except OSError:  # it is an open table again when the referee is back
            _log.exception("the journal of a table cannot be taken away", match=match)
