"""How tables come about: by the terms that somebody asks for, or again by a journal."""

from typing import Final

from carcbot.errors import FileInputError, InputError, UnknownGameError
from carcbot.games import registry
from carcbot.games.rules_digest import rules_digest
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.moments import Moments
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import ClockSpec, Limits, Policy
from carcbot.referee import clocks
from carcbot.referee.journal import FORMAT, Header, Lines
from carcbot.referee.step import Refusal, Step
from carcbot.referee.table import Table

__all__ = ["TableMaker"]


class TableMaker:
    """Makes tables by the rules, and with what is usual here where nothing is said.

    Its arguments are those of `Hall`.
    """

    def __init__(
        self,
        limits: Limits,
        moments: Moments,
        product: str,
        usual_clock: ClockSpec,
        usual_policy: Policy,
    ) -> None:
        self._limits: Final = limits
        self._moments: Final = moments
        self._product: Final = product
        self._usual_clock: Final = usual_clock
        self._usual_policy: Final = usual_policy

    def fill(self, terms: Terms) -> tuple[Terms, int]:
        """The terms with everything said, and how many play; refused if nobody could play so."""
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
        filled = Terms(terms.game, state.options, clock, policy, terms.rated, terms.chance)
        return filled, state.seats

    def _check_patience(self, policy: Policy) -> None:
        """Refuses what would have everybody wait for too long for one who is away."""
        for name in ("grace_us", "nonce_us"):
            most_us = max(self._limits.grace_us, getattr(self._usual_policy, name))
            asked_us = getattr(policy, name)
            if asked_us > most_us:
                raise Refusal(
                    "bad_options",
                    f"a policy with {name} {asked_us}: at most {most_us} here, as limits.grace_us"
                    " says; ask for less",
                )

    def new(
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
        limits = self._limits
        header = Header(
            FORMAT,
            match,
            terms.game,
            registry.get(terms.game).rules,
            terms.options,
            terms.clock or self._usual_clock,
            terms.policy or self._usual_policy,
            (limits.lag_quota_us, limits.lag_per_move_us, limits.lag_refill_us),
            self._moments.us(now_ns),
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
        return Table(header, self._moments)

    def restore(self, lines: Lines, now_ns: int) -> tuple[Table, Step]:
        """A table as its journal tells of it, and what is to be added to that.

        Raises:
            FileInputError: Its match began by other rules and is not over, or the journal
                contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        if not lines.is_over:
            _check_rules(lines.header)
        return Table.restore(lines, self._moments, now_ns)


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
