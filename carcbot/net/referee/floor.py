"""All tables at work: commands are carried out, journals written, and everybody is told.

The order is always the same: the hall decides, the journal is written, then it is said. What was
said is sent at the end of the round (`Outbox`), and a little later the table is settled: its alarm
is set, house bots are called, and if its match is over its journal becomes a record.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from carcbot.errors import InputError, UnavailableError
from carcbot.messages.client import Command, Leave, Move, Open, Resume, Sit, Watch
from carcbot.messages.lobby import Offered, Terms
from carcbot.messages.server import Error, Message
from carcbot.net.addresses import neighbourhood_of
from carcbot.net.clock import now_ns
from carcbot.net.referee.connection import Connection
from carcbot.net.referee.faults import STANDS_STILL, Faults
from carcbot.net.referee.houses import Houses
from carcbot.net.referee.journals import Journals
from carcbot.net.referee.keeping import Keeping
from carcbot.net.referee.outbox import Outbox
from carcbot.net.referee.restoring import Restoring
from carcbot.net.referee.room import Room
from carcbot.net.referee.tally import Tally
from carcbot.net.referee.veil import Veil
from carcbot.referee.hall import Answer, Asked, Began, Hall
from carcbot.referee.parties import VIEWER
from carcbot.referee.step import Refusal, Step
from carcbot.referee.table import Table

__all__ = ["Floor"]

_UNHEARD_S: Final = 0.001
"""After this an alarm looks again whether everything was heard that had come before it."""

_log = structlog.get_logger()


class Floor:
    """Every table with its room.

    Args:
        hall: What decides.
        journals: Where every line is written before anything is said.
        keeping: Where the lobby's database is.
        houses: Who fetches house bots.
        tally: Where it is counted what happens.
        lots: Gives each match its name and the seed of its chance, 32 bytes in hex.
        on_result: Is told of every match that is over, with the file of its record.
        on_taken_away: Is told of every table that is no more though no match has begun there.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
        veil_turns: After how many turns those who watch a game with secrets see everything that
            has happened; None is when the match is over.

    Attributes:
        hall: What decides.
        outbox: What is sent at the end of the round.
        guests: Who is here, by account.
        quiet: Is set when a hall that drains has no match left.
    """

    def __init__(
        self,
        hall: Hall,
        *,
        journals: Journals,
        keeping: Keeping,
        houses: Houses,
        tally: Tally,
        lots: Callable[[], tuple[str, str]],
        on_result: Callable[[Table, Path], None],
        on_taken_away: Callable[[str], None],
        epoch_us: int,
        veil_turns: int | None,
    ) -> None:
        self.hall = hall
        self.outbox = Outbox(self._settle, tally)
        self.guests: dict[str, Connection] = {}
        self.quiet = asyncio.Event()
        self._journals = journals
        self._restoring = Restoring(hall, journals)
        self._keeping = keeping
        self._houses = houses
        self._tally = tally
        self._lots = lots
        self._on_result = on_result
        self._on_taken_away = on_taken_away
        self._epoch_us = epoch_us
        self._veil_turns = veil_turns
        self._rooms: dict[str, Room] = {}
        self._is_pairing = False
        self._faults = Faults(
            hall, journals, tell=self._tell, forget=self._forget, epoch_us=epoch_us
        )

    # ------------------------------------------------------------ commands

    def carry_out(
        self, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> Answer | None:
        """Does what a command asks for and answers it.

        Returns what is left to be done in the lobby, before it is answered.
        """
        match: str | None = getattr(command, "match", None)
        if match is not None and self._faults.refuses(command, match):
            client.put(Error("referee_fault", STANDS_STILL, command.id, match))
            return None
        asked = Asked(
            account,
            arrived_ns,
            now_ns(),
            client.trips.lag_us,
            self._lots,
            client.can,
        )
        try:
            answer = self.hall.carry_out(command, asked)
        except Refusal as refusal:
            client.put(Error(refusal.code, refusal.text, command.id, match))
            return None
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            seat = self.seats_of(account).get(match or "")
            _log.exception("referee fault", account=account, match=match, seat=seat)
            client.put(Error("referee_fault", "the referee is broken", command.id, match))
            if match in self._rooms:
                self._give_up(self._rooms[match])
            return None
        if answer.lobby is not None:
            return answer
        self._answer(client, command, answer, arrived_ns)
        return None

    def _answer(
        self, client: Connection, command: Command, answer: Answer, arrived_ns: int
    ) -> None:
        table = answer.table
        if table is None:
            client.put(answer.ack)
            return
        room = self._room(table)
        if answer.step.lines and not self._write(room, answer.step):
            client.put(Error("referee_fault", "the journal cannot be written", command.id))
            return
        if type(command) is Move:
            self.outbox.arrived_ns.append(arrived_ns)
            client.put(answer.ack)
            self._tell(room, answer.step)
            return
        match command:
            case Sit() | Resume() if answer.ack.seat is not None:
                room.seat(client, answer.ack.seat)
                if isinstance(command, Resume):
                    self._tally.resumed()
            case Leave():
                room.drop(client)
                self.pair(filter(None, (client.account,)))
        client.put(answer.ack)
        if isinstance(command, Watch):
            room.watch(client, command.last_seq)
        self._tell(room, answer.step)
        if isinstance(command, (Watch, Resume, Sit)):
            room.show_picture(client)

    def shown(self, table: Table, account: str, address: str) -> int | None:
        """Up to which event of a match that goes on who asks for pages is shown all that is hidden.

        None: they are told only what everybody at the table sees.
        """
        asks = account or VIEWER  # who does not say who it is may be anybody at this address
        has_hand = self.hall.has_hand(table, asks, neighbourhood_of(address))
        return self._room(table).shown(has_hand=has_hand)

    def open_table(
        self,
        command: Open,
        agents: tuple[str, ...] = (),
        *,
        account: str = "",
        hints: bool = False,
    ) -> str:
        """Opens a table; returns the name of its match.

        Args:
            command: What is played there.
            agents: Who will think at each seat, for the record, if that is known.
            account: Who has asked for it; empty is the referee itself.
            hints: Whether players may ask what a bot would do.

        Raises:
            InputError: It cannot be opened so.
        """
        moment = now_ns()
        try:
            asked = Asked(account, moment, moment, 0, self._lots, agents=agents, hints=hints)
            answer = self.hall.carry_out(command, asked)
        except Refusal as refusal:
            raise InputError(refusal.text, where="the table") from refusal
        if answer.table is None or not self._write(self._room(answer.table), answer.step):
            raise UnavailableError("its journal cannot be written", where="the table")
        return answer.table.match

    def fail(self, account: str) -> None:
        """An account does not speak the protocol: its seats are out for that."""
        for ref in self.hall.seats_of(account):
            fail = partial(Table.fail, seat=ref.seat, why="protocol", now_ns=now_ns())
            self._do(self._rooms[ref.match], fail)

    def seats_of(self, account: str | None) -> dict[str, int]:
        """By match where somebody sits, for the log."""
        return {ref.match: ref.seat for ref in self.hall.seats_of(account)} if account else {}

    def knows(self, account: str) -> bool:
        """Whether an account is here, or has a seat."""
        return account in self.guests or bool(self.seats_of(account))

    def leave_rooms(self, client: Connection) -> None:
        """A connection is no more: its seats are away."""
        for room in list(client.rooms):
            seat = room.drop(client)
            if seat is not None:
                self._do(room, partial(Table.left, seat=seat, now_ns=now_ns()))

    # ------------------------------------------------------------ the lobby

    def whisper(self, says: Sequence[tuple[str, Message]]) -> None:
        """Says things to accounts, if they are here."""
        for account, message in says:
            client = self.guests.get(account)
            if client is None:
                continue
            if type(message) is Offered:  # of such anybody may send any number
                client.put_talk(message)
            else:
                client.put(message)

    def pair(self, accounts: Iterable[str] = ()) -> None:
        """Begins the matches of all offers that have met.

        It looks at one of them in each round: nobody who plays is to wait for that. Where nothing
        can be written the offers wait as they did, until somebody is looked at again.

        Args:
            accounts: Who may meet others now, because they are free or their ratings have changed.
        """
        self.hall.lobby.look_again(accounts)
        self._call_pairing()

    def pair_missed(self, account: str) -> None:
        """The same with one, in case anything was missed that lets it meet others."""
        self.hall.lobby.look_at(account)
        if self.hall.has_to_pair:
            self._call_pairing()

    def _call_pairing(self) -> None:
        if not self._is_pairing:
            self._is_pairing = True
            asyncio.get_running_loop().call_soon(self._pair_next)

    def _pair_next(self) -> None:
        self._is_pairing = False
        began = self.hall.pair_next(self._lots, now_ns())
        if began is not None and not self._begin(began):
            self.hall.lobby.put_back(began.pairing)
        self._is_pairing = self.hall.has_to_pair
        if self._is_pairing:
            asyncio.get_running_loop().call_soon(self._pair_next)

    def _begin(self, began: Began) -> bool:
        room = self._room(began.table)
        if not self._write(room, began.step):
            return False
        self._keeping.forget(began.table.header.offers)
        self._seat(room)
        self.whisper(self.hall.lobby.matched(began.pairing, began.table.match))
        self._tell(room, began.step)
        return True

    def begin_match(self, terms: Terms, accounts: Sequence[str], match: str, seed: str) -> None:
        """Begins a match that nobody has offered.

        Args:
            terms: What is played.
            accounts: Who sits in each seat.
            match: What it is called.
            seed: Of its chance, in hex.

        Raises:
            InputError: Its journal cannot be written, so it has not begun.
        """
        table, step = self.hall.begin(terms, accounts, match, seed, now_ns())
        room = self._room(table)
        if not self._write(room, step):
            raise UnavailableError("its journal cannot be written", where=f"match {match}")
        self._seat(room)
        self._tell(room, step)

    def _seat(self, room: Room) -> None:
        """Those who have seats and are here hear from now on what is said to them."""
        for seat, account in enumerate(room.table.accounts):
            client = self.guests.get(account or "")
            if client:
                room.seat(client, seat)

    def sweep(self) -> Iterator[None]:
        """Takes tables away at which nobody has sat for a while, and ends what stands still.

        It is a small step each time, so that nobody has to wait for all of them.
        """
        for table in self.hall.abandoned(now_ns()):
            if table is not None:
                self.take_away(table.match, "nobody was there")
            yield
        self._faults.try_again()

    def take_away(self, match: str, why: str) -> None:
        """A table is no more at which no match has begun; bots that wait there are let go."""
        room = self._rooms.get(match)
        if room is not None:
            text = f"the table was taken away: {why}"
            room.warn(Error("unknown_match", text, match=match))
        self._forget(match)
        self._on_taken_away(match)
        _log.info("taken away", match=match, why=why)

    # ------------------------------------------------------------ one table

    def _room(self, table: Table) -> Room:
        """The room of a table; made when the first one asks for it."""
        room = self._rooms.get(table.match)
        if room is None:
            room = self._new_room(table)
            if not table.result:
                self._rooms[table.match] = room
        return room

    def _new_room(self, table: Table) -> Room:
        return Room(table, Veil(self._veil_turns, self._has_hand), self.outbox)

    def _has_hand(self, table: Table, client: Connection) -> bool:
        """Whether a connection may be that of somebody who plays at a table."""
        address = neighbourhood_of(client.address)
        return self.hall.has_hand(table, client.account or "", address)

    def _do(self, room: Room, act: Callable[[Table], Step]) -> None:
        """Does something at a table that nobody has asked for."""
        if room.table.match in self._faults.still:
            return
        try:
            step = act(room.table)
        except Exception:  # noqa: BLE001 - as above
            _log.exception("referee fault", match=room.table.match)
            self._give_up(room)
            return
        if not step.lines or self._write(room, step):
            self._tell(room, step)

    def _tell(self, room: Room, step: Step) -> None:
        room.tell(step.says)
        self.outbox.add_room(room)

    def _write(self, room: Room, step: Step) -> bool:
        """Writes the journal; a match without one cannot go on."""
        try:
            self._journals.append(room.table.match, step.lines)
        except OSError:
            _log.exception("the journal cannot be written", match=room.table.match)
            self._give_up(room)
            return False
        return True

    def _give_up(self, room: Room) -> None:
        """Ends a match that the referee cannot go on with."""
        self._faults.give_up(room)
        self.look_whether_quiet()

    def _forget(self, match: str) -> None:
        """A table is no more, and its journal neither: nobody is there who was told otherwise."""
        self.hall.remove(match)
        self._faults.still.pop(match, None)
        room = self._rooms.pop(match, None)
        if room:
            room.close()
        try:
            self._journals.discard(match)
        except OSError:  # it is an open table again when the referee is back
            _log.exception("the journal of a table cannot be taken away", match=match)

    def _settle(self, room: Room) -> None:
        """Sees to pictures, the alarm, house bots and the file of a match that is over."""
        table = room.table
        if table.match in self._faults.still:
            return
        room.show_players()
        if not room.has_begun and table.has_begun:
            room.has_begun = True
            self._keeping.began(table, self._now_us())
            _log.info("begins", match=table.match, game=table.header.game, seats=table.players)
        if table.result:
            if self._rooms.pop(table.match, None):
                self._finish(room)
            return
        if table.header.policy.on_expiry == "house":
            for seat, account in table.houses().items():
                self._houses.call(account, table.match, seat)
        at_ns = table.wake_at_ns
        if at_ns is None:
            return
        if room.alarm:
            if room.alarm_ns <= at_ns:
                return
            room.alarm.cancel()
        room.alarm_ns = at_ns
        room.alarm = asyncio.get_running_loop().call_at(at_ns / 1e9, self._ring, room)

    def _finish(self, room: Room) -> None:
        """The journal becomes a record as soon as the result is in the lobby's database."""
        table = room.table
        room.close()
        self._count(room)
        reason = table.result and table.result.reason
        _log.info("over", match=table.match, reason=reason, seats=table.players)
        self._keep_result(table)
        self.pair({*table.players, *filter(None, table.accounts)})
        self.look_whether_quiet()

    def _keep_result(self, table: Table, *, is_signed: bool = False) -> None:
        def put_away() -> Path | None:
            return self._put_away(table, is_signed=is_signed)

        def done(path: Path | None) -> None:
            if path is not None:
                self._on_result(table, path)

        self._keeping.ended(table, self.hall.rate(table), self._now_us(), put_away, done)

    def _put_away(self, table: Table, *, is_signed: bool) -> Path | None:
        """Makes a record of the journal of a match that is over, signed if it is not yet."""
        try:
            if is_signed:
                return self._journals.put_away(table.match)
            return self._journals.finish(table.match, table.link)
        except OSError:  # it is done when the referee is back
            _log.exception("a journal cannot be made a record", match=table.match)
            return None

    def _now_us(self) -> int:
        return self._epoch_us + now_ns() // 1000

    def count(self) -> None:
        """Brings the tally up to date: what happens at tables is not counted at each move."""
        for room in self._rooms.values():
            self._count(room)

    def _count(self, room: Room) -> None:
        self._tally.events(room.table.log.since(room.counted, None))
        room.counted = room.table.seq

    def look_whether_quiet(self) -> None:
        """Sets `quiet` if nothing goes on any more that was to be waited for."""
        goes_on = any(table.match not in self._faults.still for table in self.hall.playing())
        if self.hall.drains and not goes_on:
            self.quiet.set()

    # ------------------------------------------------------------ time

    def _ring(self, room: Room) -> None:
        """An alarm rings. What had arrived by now is read and handled in the next two rounds."""
        room.alarm = None
        loop = asyncio.get_running_loop()
        rung_ns = now_ns()
        loop.call_soon(loop.call_soon, self._wake, room, rung_ns)

    def _wake(self, room: Room, rung_ns: int) -> None:
        if not room.has_unheard(rung_ns):
            self._do(room, partial(Table.wake, now_ns=rung_ns))
            return
        # what was said before may wait for the database, which needs this process as well
        if room.alarm:
            room.alarm.cancel()
        room.alarm_ns = 0  # no other alarm is to take its place
        room.alarm = asyncio.get_running_loop().call_later(
            _UNHEARD_S, self._wake_again, room, rung_ns
        )

    def _wake_again(self, room: Room, rung_ns: int) -> None:
        room.alarm = None
        self._wake(room, rung_ns)

    # ------------------------------------------------------------ beginning and end

    async def restore(self) -> None:
        """Brings back the matches that were going on, all that can be.

        Raises:
            FileInputError: A journal can neither be used nor set aside, or nothing can be written.
            InputError: The lobby's database cannot be used.
        """
        for table, lines in self._restoring.unfinished():
            match = table.match
            self.hall.add(table)
            # the referee may have died before the database was told that they became this match
            self.hall.lobby.forget(table.header.offers)
            self._keeping.forget(table.header.offers)
            if not table.result:
                room = self._rooms[match] = self._new_room(table)
                room.counted = table.seq
                room.has_begun = table.has_begun
            elif await self._keeping.is_over(match):
                self._put_away(table, is_signed=lines.signed is not None)
            else:
                self._keep_result(table, is_signed=lines.signed is not None)
            _log.info("restored", match=match, seq=table.seq)

    def go_on(self) -> None:
        """Sets the alarms of the tables that were brought back."""
        for room in self._rooms.values():
            room.tell([])
            self._settle(room)
        self.pair()

    def close(self) -> None:
        """Stops all alarms. The journals hold everything."""
        self.outbox.close()
        for room in self._rooms.values():
            room.close()
