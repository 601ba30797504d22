"""What each command asks of tables and the lobby, and who may ask for it."""

from collections.abc import Callable

import msgspec

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
from carcbot.messages.server import Ack
from carcbot.referee.abilities import Abilities
from carcbot.referee.hall import Hall
from carcbot.referee.step import EVERYBODY, LobbyStep, Refusal, Say, Step
from carcbot.referee.table import Table

__all__ = ["Answer", "Asked", "carry_out"]

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


def carry_out(  # noqa: PLR0911 - one answer for each kind of command
    hall: Hall, command: Command, asked: Asked
) -> Answer:
    """Carries out any command but a hello.

    Raises:
        Refusal: It cannot be done, and nothing has changed.
    """
    if isinstance(command, SeatCommand):
        return _at_seat(hall, command, asked)
    if isinstance(command, _InLobby):
        return _in_lobby(hall, command, asked)
    match command:
        case Tables():
            listed = [each.info for each in hall.directory.not_over()]
            return Answer(Ack(command.id, tables=tuple(listed)))
        case Open():
            return _open(hall, command, asked)
        case Sit():
            return _sit(hall, command, asked)
        case Leave():
            table = hall.directory.find(command.match)
            return Answer(Ack(command.id), table.leave(asked.account), table)
        case Watch():
            return _watch(hall, command, asked.account)
        case Chat():
            return _say(hall, command, asked)
        case _:
            raise Refusal("not_allowed", "you have said hello already")


def _at_seat(hall: Hall, command: SeatCommand, asked: Asked) -> Answer:
    """Carries out what only somebody with a seat may say."""
    table, seat = _seat_at(hall, command.match, asked.account)
    match command:
        case Move():
            step = table.play.move(seat, command, asked.arrived_ns, asked.now_ns, asked.lag_us)
        case Resume():
            step = table.came(seat, command.last_seq, asked.now_ns)
        case Analyse():
            step = table.play.analyse(seat, command)
        case Resign():
            step = table.play.resign(seat, asked.now_ns)
        case Abort():
            step = table.play.abort(seat, asked.now_ns)
        case Commit():
            step = table.commit(seat, command, asked.now_ns)
        case Reveal():
            step = table.reveal(seat, command, asked.now_ns)
        case _:
            _check_not_over(table)
            step = Step(says=[Say(seat, table.sync(seat))])
    return Answer(Ack(command.id, match=table.match, seat=seat, seq=step.seq), step, table)


def _in_lobby(hall: Hall, command: _InLobby, asked: Asked) -> Answer:
    """Carries out what is about offers; `pair` may find that some have met after it."""
    lobby, account = hall.lobby, asked.account
    match command:
        case AskLobby():
            return Answer(Ack(command.id, lobby=lobby.view(command.pool)))
        case Capacity():
            lobby.set_capacity(account, command.matches)
            return Answer(Ack(command.id), lobby=LobbyStep())
        case Seek() | Challenge():
            _check_not_draining(hall)
            asked.can.check(command.terms)
            terms, seats = hall.fill(command.terms, account)
            filled = msgspec.structs.replace(command, terms=terms)
            now_us = hall.moments.us(asked.now_ns)
            step = lobby.offer(account, filled, seats, asked.name_and_seed()[0], now_us)
        case Accept():
            _check_not_draining(hall)
            asked.can.check(lobby.terms_of(command.offer))
            step = lobby.accept(account, command, hall.moments.us(asked.now_ns))
        case Decline():
            step = lobby.decline(account, command)
        case _:
            step = lobby.cancel(account, command)
    return Answer(Ack(command.id, offer=step.offer), lobby=step)


def _open(hall: Hall, command: Open, asked: Asked) -> Answer:
    _check_not_draining(hall)
    hall.shares.check_seats(asked.account, hall.limits.matches)
    hall.shares.check_tables(asked.account)
    match, seed = asked.name_and_seed()
    if match in hall.directory.tables:
        raise Refusal("not_allowed", f"there is a match {match!r} already")
    terms = Terms(
        command.game,
        command.options,
        command.clock,
        command.policy,
        rated=command.rated,
        chance=command.chance,
    )
    filled, seats = hall.fill(terms, asked.account)
    table = hall.new_table(
        filled,
        match,
        seed,
        asked.now_ns,
        seats=seats,
        agents=asked.agents,
        hints=asked.hints,
    )
    hall.directory.add(table, asked.account)
    return Answer(Ack(command.id, match=table.match), Step([table.opening]), table)


def _sit(hall: Hall, command: Sit, asked: Asked) -> Answer:
    _check_not_draining(hall)
    table = hall.directory.find(command.match)
    hall.shares.check_seats(asked.account, hall.lobby.capacity(asked.account), table)
    hall.shares.check_tables(asked.account, table)
    asked.can.check(table.header)
    step = table.sit(asked.account, command.seat, asked.now_ns)
    hall.directory.note_seats(table)
    seat = table.seat_of(asked.account)
    return Answer(Ack(command.id, match=table.match, seat=seat), step, table)


def _watch(hall: Hall, command: Watch, account: str) -> Answer:
    table = hall.directory.find(command.match)
    has_secrets = table.log.has_secrets and not table.result
    if has_secrets and account in {*table.accounts, *table.players}:
        text = "you play there: what is hidden from you is shown when the match is over"
        raise Refusal("not_allowed", text)
    if command.last_seq > table.seq:
        raise Refusal("stale", f"there are only {table.seq} events yet")
    return Answer(Ack(command.id, match=table.match), table=table)


def _say(hall: Hall, command: Chat, asked: Asked) -> Answer:
    if not hall.chat:
        raise Refusal("not_allowed", "there is no talking here")
    table, seat = _seat_at(hall, command.match, asked.account)
    _check_not_over(table)
    said = Say(EVERYBODY, Chatted(table.match, asked.account, command.text))
    return Answer(Ack(command.id, match=table.match, seat=seat), Step(says=[said]), table)


def _check_not_over(table: Table) -> None:
    """Nobody is told anything more at a table whose match is over: it is closed."""
    if table.result:
        raise Refusal("match_over", "the match is over")


def _check_not_draining(hall: Hall) -> None:
    if hall.drains:
        raise Refusal("draining", "the referee is about to stop: no new matches")


def _seat_at(hall: Hall, match: str, account: str) -> tuple[Table, int]:
    """A table, and where somebody sits there."""
    table = hall.directory.find(match)
    seat = table.seat_of(account)
    if seat is None:
        raise Refusal("not_seated", f"you have no seat in match {match!r}")
    return table, seat
