"""All tables of a referee, its lobby, and how tables and matches begin there."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from carcbot.errors import FileInputError, InputError, UnknownGameError
from carcbot.games import registry
from carcbot.games.rules_digest import rules_digest
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.moments import Moments
from carcbot.messages.lobby import Offer, Terms
from carcbot.messages.parts import ClockSpec, Limits, Policy, SeatRef
from carcbot.referee import clocks
from carcbot.referee.directory import Directory
from carcbot.referee.journal import FORMAT, Header
from carcbot.referee.journal_reader import Lines
from carcbot.referee.lobby import Lobby
from carcbot.referee.parties import GUEST, Parties
from carcbot.referee.ratings import Rating, Ratings, pool_of
from carcbot.referee.shares import Shares
from carcbot.referee.step import Pairing, Refusal, Step
from carcbot.referee.table import Table

__all__ = ["Began", "Hall"]

_USUAL_POLICY = Policy()
_MOST_STALLS_OF_GUESTS: Final = 20
"""In a row; with a short clock a thousand would be games that the referee plays with itself."""


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
        limits: See above.
        moments: See above.
        chat: See above.
        drains: Whether nothing new begins.
        directory: All tables, and who sits where.
        tables: All tables by name.
        shares: How much of all an account may take.
        lobby: Who is here, and what is offered.
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
        self.moments = moments
        self.chat = chat
        self.drains = False
        self._parties = Parties()
        self.directory = Directory(self._parties, int(limits.deserted_s * 1e9))
        self.tables = self.directory.tables
        self.shares = Shares(limits, self._parties, self.directory)
        self.lobby = Lobby(self.shares)
        self._product = product
        self._usual_clock = usual_clock
        self._usual_policy = usual_policy

    def remember(self, ratings: Iterable[Rating], offers: Iterable[Offer]) -> None:
        """Begins the lobby with what is known from before."""
        self.lobby.remember(Ratings(ratings), offers)

    def fill(self, terms: Terms, account: str = "") -> tuple[Terms, int]:
        """The terms with everything said, and how many play.

        Args:
            terms: As somebody has said them.
            account: Who; empty is the referee itself.

        Raises:
            Refusal: Nobody could play so, or guests may not.
        """
        clock = terms.clock or self._usual_clock
        try:
            clocks.check(clock)
            game = registry.get(terms.game)
            state = game.new(terms.options)
        except UnknownGameError as error:
            raise Refusal("unknown_game", str(error)) from error
        except InputError as error:
            raise Refusal("bad_options", str(error)) from error
        if terms.chance == "deck" and game.deck is None:
            raise Refusal("bad_options", f"{terms.game} has no deck that could be committed to")
        policy = terms.policy or self._usual_policy
        self._check_patience(policy)
        if account.startswith(GUEST):
            self._check_of_guest(policy)
        filled = Terms(terms.game, state.options, clock, policy, terms.rated, terms.chance)
        return filled, state.seats

    def _check_patience(self, policy: Policy) -> None:
        """Refuses what would have everybody wait for too long for one who is away."""
        for name in ("grace_us", "nonce_us"):
            most_us = max(self.limits.grace_us, getattr(self._usual_policy, name))
            asked_us = getattr(policy, name)
            if asked_us > most_us:
                raise Refusal(
                    "bad_options",
                    f"a policy with {name} {asked_us}: at most {most_us} here, as limits.grace_us"
                    " says; ask for less",
                )

    def _check_of_guest(self, policy: Policy) -> None:
        """Refuses what would let anybody have the referee play for him, for as long as he likes."""
        usual = self._usual_policy
        if policy.on_expiry == "house" and usual.on_expiry != "house":
            raise Refusal(
                "bad_options", "a policy with on_expiry house: guests have no house bots; use loss"
            )
        most = max(_MOST_STALLS_OF_GUESTS, usual.stalls)
        if policy.stalls > most:
            raise Refusal(
                "bad_options", f"a policy with stalls {policy.stalls}: of guests at most {most}"
            )

    def new_table(
        self,
        terms: Terms,
        match: str,
        seed: str,
        now_ns: int,
        *,
        seats: int,
        agents: tuple[str, ...] = (),
        offers: tuple[str, ...] = (),
        hints: bool = False,
    ) -> Table:
        """A new table.

        Args:
            terms: What is played, once it is filled.
            match: What it is called.
            seed: Of its chance, in hex.
            now_ns: Now.
            seats: How many play.
            agents: Who will think at each seat, if that is known.
            offers: From which of the lobby's offers it came.
            hints: Whether players may ask what a bot would do.
        """
        limits = self.limits
        header = Header(
            FORMAT,
            match,
            terms.game,
            registry.get(terms.game).rules,
            terms.options,
            terms.clock or self._usual_clock,
            terms.policy or self._usual_policy,
            (limits.lag_quota_us, limits.lag_per_move_us, limits.lag_refill_us),
            self.moments.us(now_ns),
            self._product,
            terms.rated,
            terms.chance,
            rules_digest=rules_digest(terms.game, terms.options),
            seats=seats,
            commitment=commitment_of(bytes.fromhex(seed)),
            agents=agents,
            offers=offers,
            hints=hints,
            turns=True,
            seed=seed,
        )
        return Table(header, self.moments)

    def restore(self, lines: Lines, now_ns: int) -> tuple[Table, Step]:
        """A table as its journal tells of it, and what is to be added to that.

        Raises:
            FileInputError: Its match began by other rules and is not over, or the journal
                contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        if not lines.is_over:
            _check_rules(lines.header)
        return Table.restore(lines, self.moments, now_ns)

    def seats_of(self, account: str) -> tuple[SeatRef, ...]:
        """Where somebody sits, in matches that go on and at tables that wait for others."""
        return tuple(
            SeatRef(table.match, table.accounts.index(account), table.seq)
            for table in self.directory.seats_of(account)
        )

    def playing(self) -> list[Table]:
        """The matches that go on."""
        return [each for each in self.directory.not_over() if each.has_begun]

    def abandoned(self, now_ns: int) -> Iterator[Table | None]:
        """Tables at which nobody has been for a while; they are no more, and much is forgotten.

        There are many small steps, with None where a step found no table.
        """
        yield from self.directory.take_abandoned(now_ns)
        openers = self.directory.openers()
        for account in self._parties.accounts():
            if not (
                account in openers or self.lobby.knows(account) or self.directory.seats_of(account)
            ):
                self._parties.forget(account)
            yield None

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
        pairing = self.lobby.look(self.moments.us(now_ns)) if self.has_to_pair else None
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
        table = self.new_table(terms, match, seed, now_ns, seats=len(seats), offers=offers)
        self.directory.add(table)
        step = Step([table.opening])
        for account in seats:
            sat = table.sit(account, None, now_ns)
            step.lines += sat.lines
            step.says += sat.says
        self.directory.note_seats(table)
        return table, step

    def has_hand(self, table: Table, account: str, address: str) -> bool:
        """Whether somebody plays at a table, or has, or may be the same as one who does.

        Args:
            table: Which.
            account: Who.
            address: Where, as in `Directory.note_address`.
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


def _check_rules(header: Header) -> None:
    """Refuses a match that began by other rules than those by which it would go on here."""
    game = registry.get(header.game)
    ours = rules_digest(header.game, game.new(header.options).options)
    if header.rules != game.rules or header.rules_digest not in {"", ours}:
        raise FileInputError(
            f"it began by other rules, those of {header.product}: version {header.rules}, with the"
            f" digest {header.rules_digest or 'unknown'}",
            where=f"match {header.match}, the header",
            expected=f"version {game.rules}, with the digest {ours}",
        )
