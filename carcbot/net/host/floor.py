"""All tables at work: commands are carried out, and everybody is told what came of them.

What was said is sent at the end of the round (`Outbox`), and a little later the table is settled
(`Settlement`). What is written, and told, and given up is the business of `Rooms`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import structlog

from carcbot.errors import InputError, UnavailableError
from carcbot.messages.client import Command, Leave, Move, Open, Resume, Sit, Watch
from carcbot.messages.server import Error
from carcbot.net.clock import now_ns
from carcbot.net.host.broken_matches import STANDS_STILL
from carcbot.net.host.hearer import Hearer
from carcbot.net.host.house_bots import HouseBots
from carcbot.net.host.journals import Journals
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.matchmaker import Matchmaker
from carcbot.net.host.outbox import Outbox
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.host.restorer import Restorer
from carcbot.net.host.results import Results
from carcbot.net.host.room import Room
from carcbot.net.host.rooms import Rooms
from carcbot.net.host.settlement import Settlement
from carcbot.referee.commands import Answer, Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.step import Refusal, Step
from carcbot.referee.table import Table

__all__ = ["Floor"]

_log = structlog.get_logger()


class Floor:
    """Carries out what clients ask for, and holds together what tables at work need.

    Args:
        hall: What decides.
        journals: Where every line is written before anything is said.
        keeper: Where the lobby's database is.
        house_bots: Who fetches house bots.
        metrics: Where it is counted what happens.
        name_and_seed: Gives each match its name and the seed of its chance, 32 bytes in hex.
        on_result: Is told of every match that is over, with the file of its record.
        on_taken_away: Is told of every table that is no more though no match has begun there.
        veil_turns: After how many turns those who watch a game with secrets see everything that
            has happened; None is when the match is over.

    Attributes:
        hall: What decides.
        keeper: Where the lobby's database is.
        metrics: Where it is counted what happens.
        guests: Who is here, by account.
        outbox: What is sent at the end of the round.
        rooms: The tables that wait or play.
        matchmaker: Begins the matches of those who have met.
        settlement: Sees to tables after something was said there.
        results: What came of matches.
    """

    def __init__(
        self,
        hall: Hall,
        *,
        journals: Journals,
        keeper: LobbyKeeper,
        house_bots: HouseBots,
        metrics: RefereeMetrics,
        name_and_seed: Callable[[], tuple[str, str]],
        on_result: Callable[[Table, Path], None],
        on_taken_away: Callable[[str], None],
        veil_turns: int | None,
    ) -> None:
        self.hall = hall
        self.keeper = keeper
        self.metrics = metrics
        self.guests: dict[str, Hearer] = {}
        self.outbox = Outbox(self._settle, metrics)
        self.rooms = Rooms(
            hall,
            journals,
            self.outbox,
            on_taken_away=on_taken_away,
            veil_turns=veil_turns,
        )
        self.matchmaker = Matchmaker(self.rooms, keeper, self.guests, name_and_seed)
        results = self.results = Results(self.rooms, keeper, on_result)
        self.settlement = Settlement(
            self.rooms, self.matchmaker, results, house_bots=house_bots, metrics=metrics
        )
        self._restorer = Restorer(self.rooms, results, keeper)
        self._name_and_seed = name_and_seed

    def _settle(self, room: Room) -> None:
        self.settlement.settle(room)

    def now_us(self) -> int:
        """Microseconds since 1970."""
        return self.hall.moments.us(now_ns())

    # ------------------------------------------------------------ commands

    def carry_out(
        self, client: Hearer, account: str, command: Command, arrived_ns: int
    ) -> Answer | None:
        """Does what a command asks for and answers it.

        Returns what is left to be done in the lobby, before it is answered.
        """
        match: str | None = getattr(command, "match", None)
        if match is not None and self.rooms.refuses(command, match):
            client.put(Error("referee_fault", STANDS_STILL, command.id, match))
            return None
        asked = Asked(
            account,
            arrived_ns,
            now_ns(),
            client.trips.lag_us,
            self._name_and_seed,
            client.can,
        )
        try:
            answer = carry_out(self.hall, command, asked)
        except Refusal as refusal:
            client.put(Error(refusal.code, refusal.text, command.id, match))
            return None
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            seat = self.seats_of(account).get(match or "")
            _log.exception("referee fault", account=account, match=match, seat=seat)
            client.put(Error("referee_fault", "the referee is broken", command.id, match))
            if room := self.rooms.find(match):
                self.rooms.give_up(room)
            return None
        if answer.lobby is not None:
            return answer
        self._answer(client, command, answer, arrived_ns)
        return None

    def _answer(self, client: Hearer, command: Command, answer: Answer, arrived_ns: int) -> None:
        table = answer.table
        if table is None:
            client.put(answer.ack)
            return
        room = self.rooms.of(table)
        if answer.step.lines and not self.rooms.write(room, answer.step):
            client.put(Error("referee_fault", "the journal cannot be written", command.id))
            return
        if type(command) is Move:
            self.outbox.arrived_ns.append(arrived_ns)
            client.put(answer.ack)
            self.rooms.tell(room, answer.step)
            return
        match command:
            case Sit() | Resume() if answer.ack.seat is not None:
                room.seat(client, answer.ack.seat)
                if isinstance(command, Resume):
                    self.metrics.resumed()
            case Leave():
                room.drop(client)
                self.matchmaker.pair(filter(None, (client.account,)))
        client.put(answer.ack)
        if isinstance(command, Watch):
            room.watch(client, command.last_seq)
        self.rooms.tell(room, answer.step)
        if isinstance(command, (Watch, Resume, Sit)):
            room.show_picture(client)

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
            UnavailableError: Its journal cannot be written.
        """
        moment = now_ns()
        try:
            asked = Asked(
                account, moment, moment, 0, self._name_and_seed, agents=agents, hints=hints
            )
            answer = carry_out(self.hall, command, asked)
        except Refusal as refusal:
            raise InputError(refusal.text, where="the table") from refusal
        rooms, table = self.rooms, answer.table
        if table is None or not rooms.write(rooms.of(table), answer.step):
            raise UnavailableError("its journal cannot be written", where="the table")
        return table.match

    def fail(self, account: str) -> None:
        """An account does not speak the protocol: its seats are out for that."""
        for ref in self.hall.seats_of(account):
            if room := self.rooms.find(ref.match):
                self.rooms.act(room, partial(_fail, seat=ref.seat))

    def seats_of(self, account: str | None) -> dict[str, int]:
        """By match where somebody sits, for the log."""
        return {ref.match: ref.seat for ref in self.hall.seats_of(account)} if account else {}

    def knows(self, account: str) -> bool:
        """Whether an account is here, or has a seat."""
        return account in self.guests or bool(self.seats_of(account))

    def leave_rooms(self, client: Hearer, *, is_lost: bool = False) -> None:
        """A connection is no more: its seats are away.

        Args:
            client: Whose.
            is_lost: Whether it ended without a close.
        """
        for match in list(client.matches):
            room = self.rooms.find(match)
            seat = room.drop(client) if room else None
            if room and seat is not None:
                self.rooms.act(
                    room, partial(Table.left, seat=seat, now_ns=now_ns(), is_lost=is_lost)
                )

    # ------------------------------------------------------------ all of them

    def sweep(self) -> Iterator[None]:
        """Takes tables away at which nobody has sat for a while, and does what could not be done.

        It is a small step each time, so that nobody has to wait for all of them.
        """
        for table in self.hall.abandoned(now_ns()):
            if table is not None:
                self.rooms.take_away(table.match, "nobody was there")
            yield
        self.rooms.try_again()
        self.results.try_again()

    async def restore(self) -> None:
        """Brings back the matches that were going on, all that can be.

        Raises:
            FileInputError: A journal can neither be used nor set aside, or nothing can be written.
            UnavailableError: The lobby's database cannot be used.
        """
        await self._restorer.restore()

    def go_on(self) -> None:
        """Sets the alarms of the tables that were brought back."""
        for room in list(self.rooms):
            room.tell([])
            self.settlement.settle(room)
        self.matchmaker.pair()

    def close(self) -> None:
        """Stops all alarms. The journals hold everything."""
        self.outbox.close()
        self.rooms.close_all()


def _fail(table: Table, seat: int) -> Step:
    """Whoever has this seat does not speak the protocol."""
    return table.play.fail(seat, "protocol", now_ns())
