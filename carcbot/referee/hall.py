"""All tables of a referee, its lobby, and the matches that begin there."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec

from carcbot.match.moments import Moments
from carcbot.messages.lobby import Offer, Terms
from carcbot.messages.parts import ClockSpec, Limits, Policy, SeatRef
from carcbot.referee import clocks
from carcbot.referee.commands import Commands
from carcbot.referee.directory import Directory
from carcbot.referee.journal import Lines
from carcbot.referee.lobby import Lobby, Pairing
from carcbot.referee.parties import Parties
from carcbot.referee.ratings import Rating, Ratings, pool_of
from carcbot.referee.shares import Shares
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from carcbot.referee.table_maker import TableMaker

__all__ = ["Began", "Hall"]

_USUAL_POLICY = Policy()


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
        moments: When a moment of its clock was.
        product: Who writes the journals.
        usual_clock: For tables that are opened without one.
        usual_policy: The same.
        chat: Whether players may talk.

    Attributes:
        lobby: Who is here, and what is offered.
        drains: Whether nothing new begins.
        carry_out: Carries out any command but a hello, as `Commands` does.
    """

    def __init__(
        self,
        limits: Limits,
        moments: Moments,
        product: str,
        usual_clock: ClockSpec = clocks.USUAL,
        usual_policy: Policy = _USUAL_POLICY,
        *,
        chat: bool = False,
    ) -> None:
        self.limits = limits
        self.drains = False
        self._parties = Parties()
        self._directory = Directory(self._parties, int(limits.deserted_s * 1e9))
        self._shares = Shares(limits, self._parties, self._directory)
        self.lobby = Lobby(
            Ratings(),
            self.plays,
            limits,
            parties=self._parties,
            may_begin=self._shares.may_begin,
        )
        self._maker = TableMaker(limits, moments, product, usual_clock, usual_policy)
        self.carry_out = Commands(
            limits,
            self._directory,
            self.lobby,
            shares=self._shares,
            maker=self._maker,
            drains=lambda: self.drains,
            chat=chat,
            moments=moments,
        ).carry_out

    def remember(self, ratings: Iterable[Rating], offers: Iterable[Offer]) -> None:
        """Begins the lobby with what is known from before."""
        self.lobby.remember(Ratings(ratings), offers)

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
        return self._maker.restore(lines, now_ns)

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

    def pair_next(self, name_and_seed: Callable[[], tuple[str, str]], now_ns: int) -> Began | None:
        """Looks at one more offer whether it can begin; so long as there is something to look at.

        Args:
            name_and_seed: Gives a match its name and the seed of its chance in hex.
            now_ns: Now.
        """
        pairing = self.lobby.look() if self.has_to_pair else None
        if pairing is None:
            return None
        match, seed = name_and_seed()
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
        table = self._maker.new(terms, match, seed, now_ns, seats=len(seats), offers=offers)
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
