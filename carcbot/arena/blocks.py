"""Blocks and their games: what is to be played, and how it ended.

A *block* is one deck, played once with each rotation of the seats, so that everybody had the same
luck. In game g of a block the player p of its table sits in seat (g + p) modulo the number of
seats. Chance and the agents' own chance depend on the block and on the seat, not on who sits there:
of players that play alike, nobody gains anything in a block.

A contest keeps very many games, none of them in a reference cycle. So they are left out of garbage
collection (`gc=False`), which took longer than reading them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeVar, get_args

import msgspec

from carcbot.arena.contest import Contest
from carcbot.messages.events import Result
from carcbot.messages.parts import Why

__all__ = [
    "FAULTS",
    "FAULT_OF",
    "Block",
    "BlockResult",
    "Effort",
    "Fault",
    "FaultKind",
    "Game",
    "GameResult",
    "player_in",
    "seat_of",
    "who_gave_up",
]

T = TypeVar("T")

FaultKind = Literal["illegal", "time", "crash", "disconnect", "protocol", "absent", "referee"]
FAULTS: tuple[FaultKind, ...] = get_args(FaultKind)
"""What goes wrong: an illegal move, too much time, a program that fails, goes away, says what
nobody understands, or does not come to its game; or we do."""
FAULT_OF: Final[dict[Why, FaultKind]] = {
    "time": "time",
    "stall": "time",
    "disconnect": "disconnect",
    "crash": "crash",
    "protocol": "protocol",
    "illegal": "illegal",
}
"""What a reason to be out of a match is here; who resigns has lost, and no fault."""


_LAST_LINES: Final = 10
_WIDEST: Final = 200


class Fault(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Why a game ended early.

    Attributes:
        kind: What sort of thing.
        what: In words.
        seat: Whose fault it was; -1 if it was ours.
        overrun_s: By how many seconds it was too late.
        at_start: Whether a program has not got as far as its hello.
    """

    kind: FaultKind
    what: str
    seat: int = -1
    overrun_s: float = 0.0
    at_start: bool = False


class Effort(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat's decisions have cost in a game.

    Attributes:
        decisions: How many there were.
        nodes: Positions stored or looked at.
        simulations: Random games begun.
        seconds: Of all decisions.
        longest_s: Of the longest one.
        not_own: How many another made because its agent failed, as the bot itself said.
    """

    decisions: int = 0
    nodes: int = 0
    simulations: int = 0
    seconds: float = 0.0
    longest_s: float = 0.0
    not_own: int = 0

    @property
    def not_own_text(self) -> str:
        """How many of its moves were not its own, in words; empty if all were."""
        if not self.not_own:
            return ""
        return f"{self.not_own} of {self.decisions} moves were not its own"

    def per_decision(self) -> tuple[str, str, str, str]:
        """Milliseconds of a decision and of the longest, its nodes and simulations, as text."""
        return (
            f"{1e3 * self.seconds / self.decisions:.3f}",
            f"{1e3 * self.longest_s:.1f}",
            f"{self.nodes / self.decisions:.0f}",
            f"{self.simulations / self.decisions:.0f}",
        )

    def __add__(self, other: "Effort") -> "Effort":
        """What both have cost together."""
        return Effort(
            self.decisions + other.decisions,
            self.nodes + other.nodes,
            self.simulations + other.simulations,
            self.seconds + other.seconds,
            max(self.longest_s, other.longest_s),
            self.not_own + other.not_own,
        )


class Block(msgspec.Struct, frozen=True, gc=False):
    """A deck that a table plays.

    Attributes:
        number: Of all blocks of the contest, from 0.
        round: In which round, from 0.
        players: Who sits at the table, in order; numbers in the contest's list.
    """

    number: int
    round: int
    players: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games it has."""
        return len(self.players)

    def seed(self, contest: Contest, what: str) -> int:
        """A number of 63 bits, which is another one for each block and each purpose."""
        text = f"carcbot contest {contest.seed} block {self.number} {what}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


class Game(msgspec.Struct, frozen=True, gc=False):
    """A game that is to be played.

    Attributes:
        block: Of which block.
        number: Which rotation of the seats.
        attempt: Which try it is, from 1.
    """

    block: Block
    number: int
    attempt: int = 1

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits in each seat; numbers in the contest's list."""
        table = self.block.players
        first = player_in(0, self.number, self.block.games)
        return (*table[first:], *table[:first])


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How a game ended. A line of the contest's results.

    Attributes:
        block: The block's number.
        game: Which rotation.
        names: The player of each seat.
        scores: Points of each seat.
        places: The place of each seat, 1 for the best; who was at fault comes last.
        record: The game as text.
        efforts: What each seat's decisions have cost.
        fault: What ended it, if it did not come to its end.
        attempt: Which try it was, from 1.
        more_faults: Those of others in the same game: three and more play on after the first.
        said: The last output of each seat's program on its standard error.
        gave_up: The seats that left it early without a fault: those that resigned, or all if they
            agreed to abort it.
    """

    block: int
    game: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    record: str
    efforts: tuple[Effort, ...] = ()
    fault: Fault | None = None
    attempt: int = 1
    more_faults: tuple[Fault, ...] = ()
    said: tuple[str, ...] = ()
    gave_up: tuple[int, ...] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that went wrong."""
        return () if self.fault is None else (self.fault, *self.more_faults)

    def last_said(self, seat: int) -> list[str]:
        """The last lines of the program in this seat on its standard error, fit for a terminal.

        None where there was but one: the fault has that one.
        """
        text = self.said[seat] if self.said else ""
        lines = [line for line in text.expandtabs().splitlines() if line.strip()]
        if len(lines) < 2:
            return []
        return ["".join(filter(str.isprintable, line))[:_WIDEST] for line in lines[-_LAST_LINES:]]

    @property
    def counts(self) -> bool:
        """Whether it has a result; one that ended by our own fault is played again."""
        return self.fault is None or self.fault.kind != "referee"

    @property
    def forfeited_by(self) -> frozenset[int]:
        """The seats that were at fault or gave up."""
        return frozenset((*(fault.seat for fault in self.faults), *self.gave_up))

    @property
    def is_whole(self) -> bool:
        """Whether everybody played to its end: only then its points are final."""
        return self.fault is None and not self.gave_up


@dataclass(frozen=True)
class BlockResult:
    """A block with all its games.

    Attributes:
        block: Which one.
        games: In their order.
    """

    block: Block
    games: tuple[GameResult, ...]

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """For each game the places of the table's players, in the table's order."""
        return tuple(self._by_player(game.places, game.game) for game in self.games)

    @cached_property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """For each game the points of the table's players, in the table's order."""
        return tuple(self._by_player(game.scores, game.game) for game in self.games)

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        """What each player of the table got for winning: of each game 1, shared by equals.

        Where nobody came to a game, nobody has won it.
        """
        totals = [Fraction(0)] * self.block.games
        for places in self.places:
            winners = [player for player, place in enumerate(places) if place == 1]
            for player in winners:
                totals[player] += Fraction(1, len(winners))
        return tuple(totals)

    @cached_property
    def margins(self) -> tuple[Fraction, ...]:
        """By how many points each player was better than the mean of the others.

        Only whole games count: a player who leads and then fails has lost, and the points at that
        moment do not say by how much.
        """
        totals = [Fraction(0)] * self.block.games
        for game, scores in zip(self.games, self.scores, strict=True):
            if game.is_whole:
                for player, own in enumerate(scores):
                    totals[player] += own - Fraction(sum(scores) - own, len(scores) - 1)
        return tuple(totals)

    @cached_property
    def forfeited(self) -> tuple[tuple[bool, ...], ...]:
        """For each game whether the table's players forfeited it, in the table's order."""
        seats = range(self.block.games)
        return tuple(
            self._by_player([seat in game.forfeited_by for seat in seats], game.game)
            for game in self.games
        )

    @cached_property
    def forfeits(self) -> tuple[int, ...]:
        """How many of the games each player of the table forfeited."""
        return tuple(map(sum, zip(*self.forfeited, strict=True)))

    @property
    def whole_games(self) -> int:
        """How many games everybody played to their end."""
        return sum(game.is_whole for game in self.games)

    @property
    def is_whole(self) -> bool:
        """Whether all of them were."""
        return self.whole_games == len(self.games)

    def _by_player(self, by_seat: Sequence[T], game: int) -> tuple[T, ...]:
        seats = self.block.games
        return tuple(by_seat[seat_of(player, game, seats)] for player in range(seats))


def seat_of(player: int, game: int, seats: int) -> int:
    """Where the table's player of this number sits."""
    return (game + player) % seats


def player_in(seat: int, game: int, seats: int) -> int:
    """Who of the table sits there."""
    return (seat - game) % seats


def who_gave_up(result: Result, seats: int) -> tuple[int, ...]:
    """The seats that left a match before its end without a fault: all, if they aborted it."""
    if result.reason == "abort":
        return tuple(range(seats))
    return tuple(seat for seat, each in enumerate(result.standings) if each.out == "resign")
