"""All tables of a referee, and who may do what at them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec

from carcbot.messages.client import (
    Abort,
    Analyse,
    AtSeat,
    Command,
    Leave,
    Move,
    Offering,
    Open,
    Resign,
    Resume,
    Sit,
    Tables,
    Watch,
)
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.lobby import (
    Accept,
    Capacity,
    Challenge,
    Chat,
    Chatted,
    Decline,
    Offer,
    Seek,
    Terms,
)
from carcbot.messages.lobby import Lobby as AskLobby
from carcbot.messages.parts import ClockSpec, Limits, Policy, SeatRef
from carcbot.messages.server import Ack
from carcbot.referee import clocks
from carcbot.referee.abilities import Abilities
from carcbot.referee.directory import Directory
from carcbot.referee.journal import Lines
from carcbot.referee.lobby import Lobby, LobbyStep, Pairing
from carcbot.referee.making import Making
from carcbot.referee.parties import Parties
from carcbot.referee.ratings import Rating, Ratings, pool_of
from carcbot.referee.shares import Shares
from carcbot.referee.step import EVERYBODY, Refusal, Say, Step
from carcbot.referee.table import Table

__all__ = ["Answer", "Asked", "Began", "Hall"]

_USUAL_POLICY = Policy()

_InLobby = Offering | Capacity | AskLobby
"""What the lobby answers."""


class Asked(msgspec.Struct, frozen=True):
    """The circumstances of a command.

    Attributes:
        account: Who gave it.
        arrived_ns: When it was read.
        now_ns: Now.
        lag_us: What the way of messages there and back takes this client at the moment.
        lots: Gives a match, should one be opened, its name and the seed of its chance in hex.
        can: What the client of the account can do.
        agents: Who will think at each seat of a table that is opened, if that is known.
        hints: Whether players may ask what a bot would do at that table.
    """

    account: str
    arrived_ns: int
    now_ns: int
    lag_us: int
    lots: Callable[[], tuple[str, str]]
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


class Began(msgspec.Struct, frozen=True):
    """A match that began because offers met.

    Attributes:
        table: Where.
        step: What comes of that, with all lines of its journal.
        pairing: Which offers they were.
    """

    table: Table
    step: Step
    pairing: Pairing


class Hall:
    """All tables, those included whose match is over but may still be asked about, and the lobby.

    Args:
        limits: What is allowed.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
        product: Who writes the journals.
        usual_clock: For tables that are opened without one.
        usual_policy: The same.
        chat: Whether players may talk.

    Attributes:
        lobby: Who is here, and what is offered.
        drains: Whether nothing new begins.
    """

    def __init__(
        self,
        limits: Limits,
        epoch_us: int,
        product: str,
        usual_clock: ClockSpec = clocks.USUAL,
        usual_policy: Policy = _USUAL_POLICY,
        *,
        chat: bool = False,
    ) -> None:
        self.limits = limits
        self._parties = Parties()
        self._directory = Directory(self._parties, int(limits.deserted_s * 1e9))
        self._shares = Shares(limits, self._parties, self._directory)
        self.lobby = self._lobby()
        self.drains = False
        self._chat = chat
        self._epoch_us = epoch_us
        self._making = Making(limits, epoch_us, product, usual_clock, usual_policy)

    def remember(self, ratings: Iterable[Rating], offers: Iterable[Offer]) -> None:
        """Begins the lobby with what is known from before."""
        self.lobby = self._lobby(ratings, offers)

    def _lobby(self, ratings: Iterable[Rating] = (), offers: Iterable[Offer] = ()) -> Lobby:
        return Lobby(
            Ratings(ratings),
            self.plays,
            self.limits,
            offers,
            parties=self._parties,
            may_begin=self._shares.may_begin,
        )

    def note_address(self, account: str, address: str) -> None:
        """Somebody is at this address now: guests of one address count as one, everywhere here.

        Args:
            account: Who.
            address: Where; for a client with many addresses what is the same in all of them.
        """
        self._directory.note_address(account, address)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by name."""
        return self._directory.tables

    def restore(self, lines: Lines, now_ns: int) -> tuple[Table, Step]:
        """A table as its journal tells of it, and what is to be added to that; `add` takes it in.

        Raises:
            FileInputError: Its match began by other rules and is not over, or the journal
                contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        return self._making.restore(lines, now_ns)

    def add(self, table: Table) -> None:
        """Takes in a table that was brought back, in the place of what it was if it is there."""
        self._directory.add(table)

    def remove(self, match: str) -> None:
        """A table is no more, if it was there."""
        self._directory.remove(match)

    def table(self, match: str) -> Table:
        """The table of that name; refuses if there is none."""
        return self._directory.find(match)

    def seats_of(self, account: str) -> tuple[SeatRef, ...]:
        """Where somebody sits, in matches that go on and at tables that wait for others."""
        return tuple(
            SeatRef(table.match, table.accounts.index(account), table.seq)
            for table in self._directory.seats_of(account)
        )

    def playing(self) -> list[Table]:
        """The matches that go on."""
        return [each for each in self._directory.not_over() if each.has_begun]

    def carry_out(  # noqa: PLR0911 - one answer for each kind of command
        self, command: Command, asked: Asked
    ) -> Answer:
        """Carries out any command but a hello.

        Raises:
            Refusal: It cannot be done, and nothing has changed.
        """
        if isinstance(command, AtSeat):
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
                table = self.table(command.match)
                return Answer(Ack(command.id), table.leave(asked.account), table)
            case Watch():
                return self._watch(command, asked.account)
            case Chat():
                return self._say(command, asked)
            case _:
                raise Refusal("not_allowed", "you have said hello already")

    def abandoned(self, now_ns: int) -> Iterator[Table | None]:
        """Tables at which nobody has been for a while; they are no more, and much is forgotten.

        There are many small steps, with None where a step found no table.
        """
        yield from self._directory.take_abandoned(now_ns)
        openers = self._directory.openers()
        for account in self._parties.accounts():
            if not (
                account in openers or self.lobby.knows(account) or self._directory.seats_of(account)
            ):
                self._parties.forget(account)
            yield None

    def plays(self, account: str) -> int:
        """How many seats an account has, in matches that go on and at tables that wait."""
        return self._shares.seats(account)

    @property
    def has_to_pair(self) -> bool:
        """Whether it has not been looked yet who meets now, and new matches may begin."""
        return self.lobby.has_to_look and not self.drains

    def pair_next(self, lots: Callable[[], tuple[str, str]], now_ns: int) -> Began | None:
        """Looks at one more offer whether it can begin; so long as there is something to look at.

        Args:
            lots: Gives a match its name and the seed of its chance in hex.
            now_ns: Now.
        """
        pairing = self.lobby.look() if self.has_to_pair else None
        if pairing is None:
            return None
        match, seed = lots()
        offers = tuple(each.offer for each in pairing.offers)
        seats = sorted(
            pairing.accounts, key=lambda each: sha256(f"{seed} {each}".encode()).digest()
        )
        table, step = self.begin(pairing.terms, seats, match, seed, now_ns, offers=offers)
        return Began(table, step, pairing)

    def begin(
        self,
        terms: Terms,
        seats: Sequence[str],
        match: str,
        seed: str,
        now_ns: int,
        *,
        offers: tuple[str, ...] = (),
    ) -> tuple[Table, Step]:
        """Begins a match between these accounts: its table, and what comes of that.

        Args:
            terms: What is played.
            seats: Who sits in each seat.
            match: What it is called.
            seed: Of its chance, in hex.
            now_ns: Now.
            offers: From which of the lobby's offers it came.
        """
        table = self._making.new(terms, match, seed, now_ns, seats=len(seats), offers=offers)
        self._directory.add(table)
        step = Step([table.opening])
        for account in seats:
            sat = table.sit(account, None, now_ns)
            step.lines += sat.lines
            step.says += sat.says
        self._directory.note_seats(table)
        return table, step

    def has_hand(self, table: Table, account: str, address: str) -> bool:
        """Whether somebody plays at a table, or has, or may be the same as one who does.

        Args:
            table: Which.
            account: Who.
            address: Where, as in `note_address`.
        """
        players = {*filter(None, table.accounts), *table.players}
        return any(self._parties.may_be(account, address, each) for each in players)

    def rate(self, table: Table) -> list[Rating]:
        """The ratings that a match that is over has changed, after it."""
        result = table.result
        if not table.header.rated or result is None or not result.standings:
            return []
        pool = pool_of(table.header.game, table.state.seats)
        places = [standing.place for standing in result.standings]
        return self.lobby.ratings.count(pool, table.players, places)

    # ------------------------------------------------------------ inside

    def _at_seat(
        self,
        command: AtSeat,
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

    def _in_lobby(
        self,
        command: _InLobby,
        asked: Asked,
    ) -> Answer:
        """Carries out what is about offers; `pair` may find that some have met after it."""
        lobby, account = self.lobby, asked.account
        match command:
            case AskLobby():
                return Answer(Ack(command.id, lobby=lobby.view(command.pool)))
            case Capacity():
                lobby.set_capacity(account, command.matches)
                return Answer(Ack(command.id), lobby=LobbyStep())
            case Seek() | Challenge():
                self._check_not_draining()
                asked.can.check(command.terms)
                terms, seats = self._making.fill(command.terms)
                filled = msgspec.structs.replace(command, terms=terms)
                now_us = self._epoch_us + asked.now_ns // 1000
                step = lobby.offer(account, filled, seats, asked.lots()[0], now_us)
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
        self._shares.check_seats(asked.account, self.limits.matches)
        self._shares.check_tables(asked.account)
        match, seed = asked.lots()
        if match in self.tables:
            raise Refusal("not_allowed", f"there is a match {match!r} already")
        terms = Terms(
            command.game,
            command.options,
            command.clock,
            command.policy,
            rated=command.rated,
            chance=command.chance,
        )
        filled, seats = self._making.fill(terms)
        table = self._making.new(
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
        table = self.table(command.match)
        self._shares.check_seats(asked.account, self.lobby.capacity(asked.account), table)
        self._shares.check_tables(asked.account, table)
        asked.can.check(table.header)
        step = table.sit(asked.account, command.seat, asked.now_ns)
        self._directory.note_seats(table)
        seat = table.seat_of(asked.account)
        return Answer(Ack(command.id, match=table.match, seat=seat), step, table)

    def _watch(self, command: Watch, account: str) -> Answer:
        table = self.table(command.match)
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
        table = self.table(command.match)
        seat = table.seat_of(asked.account)
        if seat is None:
            raise Refusal("not_seated", f"you have no seat in match {command.match!r}")
        said = Say(EVERYBODY, Chatted(table.match, asked.account, command.text))
        return Answer(Ack(command.id, match=table.match, seat=seat), Step(says=[said]), table)

    def _check_not_draining(self) -> None:
        if self.drains:
            raise Refusal("draining", "the referee is about to stop: no new matches")
