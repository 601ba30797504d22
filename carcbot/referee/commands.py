"""What each command asks of tables and the lobby, and who may ask for it."""

from collections.abc import Callable

import msgspec

from carcbot.match.moments import Moments
from carcbot.messages.client import (
    Abort,
    Analyse,
    Command,
    Leave,
    Move,
    OfferCommand,
    Open,
    Resign,
    Resume,
    SeatCommand,
    Sit,
    Tables,
    Watch,
)
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.lobby import Accept, Capacity, Challenge, Chat, Chatted, Decline, Seek, Terms
from carcbot.messages.lobby import Lobby as AskLobby
from carcbot.messages.parts import Limits
from carcbot.messages.server import Ack
from carcbot.referee.abilities import Abilities
from carcbot.referee.directory import Directory
from carcbot.referee.lobby import Lobby, LobbyStep
from carcbot.referee.shares import Shares
from carcbot.referee.step import EVERYBODY, Refusal, Say, Step
from carcbot.referee.table import Table
from carcbot.referee.table_maker import TableMaker

__all__ = ["Answer", "Asked", "Commands"]

_InLobby = OfferCommand | Capacity | AskLobby
"""What the lobby answers."""


class Asked(msgspec.Struct, frozen=True):
    """The circumstances of a command.

    Attributes:
        account: Who gave it.
        arrived_ns: When it was read.
        now_ns: Now.
        lag_us: What the way of messages there and back takes this client at the moment.
        name_and_seed: Gives a match, should one be opened, its name and the seed of its chance in
            hex.
        can: What the client of the account can do.
        agents: Who will think at each seat of a table that is opened, if that is known.
        hints: Whether players may ask what a bot would do at that table.
    """

    account: str
    arrived_ns: int
    now_ns: int
    lag_us: int
    name_and_seed: Callable[[], tuple[str, str]]
    can: Abilities = Abilities()
    agents: tuple[str, ...] = ()
    hints: bool = False


class Answer(msgspec.Struct):
    """What comes of a command.

    Attributes:
        ack: For who gave it, after the step's lines are written and before it says anything.
        step: What else comes of it.
        table: Where.
        lobby: What comes of it in the lobby.
    """

    ack: Ack
    step: Step = msgspec.field(default_factory=Step)
    table: Table | None = None
    lobby: LobbyStep | None = None


class Commands:
    """Carries out what accounts ask for.

    Args:
        limits: What is allowed.
        directory: Where the tables are.
        lobby: Who is here, and what is offered.
        shares: How much of all an account may take.
        maker: Makes tables.
        drains: Whether nothing new begins.
        chat: Whether players may talk.
        moments: When a moment of its clock was.
    """

    def __init__(
        self,
        limits: Limits,
        directory: Directory,
        lobby: Lobby,
        *,
        shares: Shares,
        maker: TableMaker,
        drains: Callable[[], bool],
        chat: bool,
        moments: Moments,
    ) -> None:
        self._limits = limits
        self._directory = directory
        self._lobby = lobby
        self._shares = shares
        self._maker = maker
        self._drains = drains
        self._chat = chat
        self._moments = moments

    def carry_out(  # noqa: PLR0911 - one answer for each kind of command
        self, command: Command, asked: Asked
    ) -> Answer:
        """Carries out any command but a hello.

        Raises:
            Refusal: It cannot be done, and nothing has changed.
        """
        if isinstance(command, SeatCommand):
            return self._at_seat(command, asked)
        if isinstance(command, _InLobby):
            return self._in_lobby(command, asked)
        match command:
            case Tables():
                listed = [each.info for each in self._directory.not_over()]
                return Answer(Ack(command.id, tables=tuple(listed)))
            case Open():
                return self._open(command, asked)
            case Sit():
                return self._sit(command, asked)
            case Leave():
                table = self._directory.find(command.match)
                return Answer(Ack(command.id), table.leave(asked.account), table)
            case Watch():
                return self._watch(command, asked.account)
            case Chat():
                return self._say(command, asked)
            case _:
                raise Refusal("not_allowed", "you have said hello already")

    def _at_seat(self, command: SeatCommand, asked: Asked) -> Answer:
        """Carries out what only somebody with a seat may say."""
        table = self._directory.find(command.match)
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

    def _in_lobby(self, command: _InLobby, asked: Asked) -> Answer:
        """Carries out what is about offers; `pair` may find that some have met after it."""
        lobby, account = self._lobby, asked.account
        match command:
            case AskLobby():
                return Answer(Ack(command.id, lobby=lobby.view(command.pool)))
            case Capacity():
                lobby.set_capacity(account, command.matches)
                return Answer(Ack(command.id), lobby=LobbyStep())
            case Seek() | Challenge():
                self._check_not_draining()
                asked.can.check(command.terms)
                terms, seats = self._maker.fill(command.terms)
                filled = msgspec.structs.replace(command, terms=terms)
                now_us = self._moments.us(asked.now_ns)
                step = lobby.offer(account, filled, seats, asked.name_and_seed()[0], now_us)
            case Accept():
                self._check_not_draining()
                asked.can.check(lobby.terms_of(command.offer))
                step = lobby.accept(account, command)
            case Decline():
                step = lobby.decline(account, command)
            case _:
                step = lobby.cancel(account, command)
        return Answer(Ack(command.id, offer=step.offer), lobby=step)

    def _open(self, command: Open, asked: Asked) -> Answer:
        self._check_not_draining()
        self._shares.check_seats(asked.account, self._limits.matches)
        self._shares.check_tables(asked.account)
        match, seed = asked.name_and_seed()
        if match in self._directory.tables:
            raise Refusal("not_allowed", f"there is a match {match!r} already")
        terms = Terms(
            command.game,
            command.options,
            command.clock,
            command.policy,
            rated=command.rated,
            chance=command.chance,
        )
        filled, seats = self._maker.fill(terms)
        table = self._maker.new(
            filled,
            match,
            seed,
            asked.now_ns,
            seats=seats,
            agents=asked.agents,
            hints=asked.hints,
        )
        self._directory.add(table, asked.account)
        return Answer(Ack(command.id, match=table.match), Step([table.opening]), table)

    def _sit(self, command: Sit, asked: Asked) -> Answer:
        self._check_not_draining()
        table = self._directory.find(command.match)
        self._shares.check_seats(asked.account, self._lobby.capacity(asked.account), table)
        self._shares.check_tables(asked.account, table)
        asked.can.check(table.header)
        step = table.sit(asked.account, command.seat, asked.now_ns)
        self._directory.note_seats(table)
        seat = table.seat_of(asked.account)
        return Answer(Ack(command.id, match=table.match, seat=seat), step, table)

    def _watch(self, command: Watch, account: str) -> Answer:
        table = self._directory.find(command.match)
        has_secrets = table.log.has_secrets and not table.result
        if has_secrets and account in {*table.accounts, *table.players}:
            text = "you play there: what is hidden from you is shown when the match is over"
            raise Refusal("not_allowed", text)
        if command.last_seq > table.seq:
            raise Refusal("stale", f"there are only {table.seq} events yet")
        return Answer(Ack(command.id, match=table.match), table=table)

    def _say(self, command: Chat, asked: Asked) -> Answer:
        if not self._chat:
            raise Refusal("not_allowed", "there is no talking here")
        table = self._directory.find(command.match)
        seat = table.seat_of(asked.account)
        if seat is None:
            raise Refusal("not_seated", f"you have no seat in match {command.match!r}")
        said = Say(EVERYBODY, Chatted(table.match, asked.account, command.text))
        return Answer(Ack(command.id, match=table.match, seat=seat), Step(says=[said]), table)

    def _check_not_draining(self) -> None:
        if self._drains():
            raise Refusal("draining", "the referee is about to stop: no new matches")
