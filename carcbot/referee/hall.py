"""All tables of a referee, and who may do what at them."""

from collections.abc import Callable

import msgspec

from carcbot.errors import InputError, UnknownGameError
from carcbot.games import registry
from carcbot.messages.client import (
    Abort,
    Analyse,
    Command,
    Desync,
    Leave,
    Move,
    Open,
    Resign,
    Resume,
    Sit,
    Tables,
    Watch,
)
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.parts import ClockSpec, Limits, Policy, SeatRef
from carcbot.messages.server import Ack
from carcbot.referee import clocks
from carcbot.referee.journal import FORMAT, Header
from carcbot.referee.step import Refusal, Say, Step
from carcbot.referee.table import Table

__all__ = ["RULES", "Answer", "Asked", "Hall"]

RULES = 1
"""The version of the rules and notations of all games."""

_MOST_KEPT = 1000
_AT_SEAT = (Move, Resume, Analyse, Resign, Abort, Desync, Commit, Reveal)
_USUAL_POLICY = Policy()


class Asked(msgspec.Struct, frozen=True):
    """The circumstances of a command.

    Attributes:
        account: Who gave it.
        arrived_ns: When it was read.
        now_ns: Now.
        lag_us: What the way of messages there and back takes this client at the moment.
        lots: Gives a match, should one be opened, its name and the seed of its chance in hex.
        features: What the client of the account can do.
    """

    account: str
    arrived_ns: int
    now_ns: int
    lag_us: int
    lots: Callable[[], tuple[str, str]]
    features: tuple[str, ...] = ()


class Answer(msgspec.Struct):
    """What comes of a command.

    Attributes:
        ack: For who gave it, after the step's lines are written and before it says anything.
        step: What else comes of it.
        table: Where.
    """

    ack: Ack
    step: Step = msgspec.field(default_factory=Step)
    table: Table | None = None


class Hall:
    """All tables, those included whose match is over but may still be asked about.

    Args:
        limits: What is allowed.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
        product: Who writes the journals.
        usual_clock: For tables that are opened without one.
        usual_policy: The same.
    """

    def __init__(
        self,
        limits: Limits,
        epoch_us: int,
        product: str,
        usual_clock: ClockSpec = clocks.USUAL,
        usual_policy: Policy = _USUAL_POLICY,
    ) -> None:
        self.limits = limits
        self.tables: dict[str, Table] = {}
        self.drains = False
        self._epoch_us = epoch_us
        self._product = product
        self._usual_clock = usual_clock
        self._usual_policy = usual_policy

    def add(self, table: Table) -> None:
        """Takes in a table, and forgets the oldest ones that are over if there are too many."""
        self.tables[table.match] = table
        if len(self.tables) > _MOST_KEPT:
            over = [match for match, each in self.tables.items() if each.result]
            for match in over[: len(self.tables) - _MOST_KEPT]:
                del self.tables[match]

    def table(self, match: str) -> Table:
        """The table of that name."""
        table = self.tables.get(match)
        if table is None:
            raise Refusal("unknown_match", f"there is no match {match!r}")
        return table

    def seats_of(self, account: str) -> tuple[SeatRef, ...]:
        """Where somebody sits, in matches that go on and at tables that wait for others."""
        found = []
        for table in self.tables.values():
            if table.result:
                continue
            seat = table.seat_of(account)
            if seat is not None:
                found.append(SeatRef(table.match, seat, table.seq))
        return tuple(found)

    def playing(self) -> list[Table]:
        """The matches that go on."""
        return [each for each in self.tables.values() if each.has_begun and not each.result]

    def carry_out(self, command: Command, asked: Asked) -> Answer:
        """Carries out any command but a hello.

        Raises:
            Refusal: It cannot be done, and nothing has changed.
        """
        if isinstance(command, _AT_SEAT):
            return self._at_seat(command, asked)
        match command:
            case Tables():
                listed = [each.info for each in self.tables.values() if not each.result]
                return Answer(Ack(command.id, tables=tuple(listed)))
            case Open():
                return self._open(command, asked)
            case Sit():
                return self._sit(command, asked)
            case Leave():
                table = self.table(command.match)
                return Answer(Ack(command.id), table.leave(asked.account), table)
            case Watch():
                return self._watch(command)
            case _:
                raise Refusal("not_allowed", "you have said hello already")

    def _at_seat(
        self,
        command: Move | Resume | Analyse | Resign | Abort | Desync | Commit | Reveal,
        asked: Asked,
    ) -> Answer:
        """Carries out what only somebody with a seat may say."""
        table = self.table(command.match)
        seat = table.seat_of(asked.account)
        if seat is None:
            raise Refusal("not_seated", f"you have no seat in match {command.match!r}")
        match command:
            case Move():
                step = table.move(seat, command, asked.arrived_ns, asked.now_ns, asked.lag_us)
            case Resume():
                step = table.came(seat, command.last_seq, asked.now_ns)
            case Analyse():
                step = table.analyse(seat, command)
            case Resign():
                step = table.resign(seat, asked.now_ns)
            case Abort():
                step = table.abort(seat, asked.now_ns)
            case Commit():
                step = table.commit(seat, command, asked.now_ns)
            case Reveal():
                step = table.reveal(seat, command, asked.now_ns)
            case _:
                step = Step(says=[Say(seat, table.sync(seat))])
        return Answer(Ack(command.id, match=table.match, seat=seat, seq=step.seq), step, table)

    def _open(self, command: Open, asked: Asked) -> Answer:
        self._check_not_draining()
        mine = sum(asked.account in each.accounts for each in self.playing())
        waiting = sum(not each.has_begun for each in self.tables.values())
        if mine >= self.limits.matches or waiting >= _MOST_KEPT:
            raise Refusal("too_many_matches", f"{mine} matches of yours go on, {waiting} wait")
        match, seed = asked.lots()
        if match in self.tables:
            raise Refusal("not_allowed", f"there is a match {match!r} already")
        try:
            header = Header(
                FORMAT,
                match,
                command.game,
                RULES,
                registry.get(command.game).new(command.options).options,
                command.clock or self._usual_clock,
                command.policy or self._usual_policy,
                (
                    self.limits.lag_quota_us,
                    self.limits.lag_per_move_us,
                    self.limits.lag_refill_us,
                ),
                self._epoch_us + asked.now_ns // 1000,
                self._product,
                command.chance,
                seed,
            )
            table = Table(header, self._epoch_us)
        except UnknownGameError as error:
            raise Refusal("unknown_game", str(error)) from error
        except InputError as error:
            raise Refusal("bad_options", str(error)) from error
        self.add(table)
        return Answer(Ack(command.id, match=table.match), Step([table.opening]), table)

    def _sit(self, command: Sit, asked: Asked) -> Answer:
        self._check_not_draining()
        table = self.table(command.match)
        mine = sum(asked.account in each.accounts for each in self.playing())
        if mine >= self.limits.matches:
            raise Refusal("too_many_matches", f"{mine} matches of yours go on")
        if table.header.chance == "joint" and "joint" not in asked.features:
            raise Refusal(
                "unsupported_feature", "say the feature 'joint' in your hello to sit down here"
            )
        step = table.sit(asked.account, command.seat, asked.now_ns)
        seat = table.seat_of(asked.account)
        return Answer(Ack(command.id, match=table.match, seat=seat), step, table)

    def _watch(self, command: Watch) -> Answer:
        table = self.table(command.match)
        if not table.log.may_be_watched:
            raise Refusal("not_allowed", "this game has secrets: only its players see it")
        if command.last_seq > table.seq:
            raise Refusal("stale", f"there are only {table.seq} events yet")
        return Answer(Ack(command.id, match=table.match), table=table)

    def _check_not_draining(self) -> None:
        if self.drains:
            raise Refusal("draining", "the referee is about to stop: no new matches")
