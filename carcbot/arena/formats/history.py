"""What happened so far in a contest, as formats look at it to draw the next round."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from carcbot.arena.blocks import BlockResult

__all__ = ["History", "PlayedRound", "Sums"]

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is over.

    Attributes:
        tables: The tables that were drawn.
        results: The blocks that were played; not those of players who were out.
        out: Who does not play any more when it is over.
    """

    tables: tuple[Table, ...]
    results: tuple[BlockResult, ...]
    out: frozenset[int]


@dataclass(slots=True)
class Sums:
    """What rounds have brought each player, by its number.

    Attributes:
        shares: What each got for winning.
        forfeits: How many games each was at fault in, or gave up.
        margins: By how many points each was better than its rivals, in all whole games.
        whole_games: How many of its games everybody played to their end.
    """

    shares: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    forfeits: Counter[int] = field(default_factory=Counter)
    margins: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    whole_games: Counter[int] = field(default_factory=Counter)

    def add(self, played: PlayedRound) -> None:
        """Takes in a round."""
        for result in played.results:
            for at, player in enumerate(result.block.players):
                self.shares[player] += result.shares[at]
                self.forfeits[player] += result.forfeits[at]
                self.margins[player] += result.margins[at]
                self.whole_games[player] += result.whole_games


@dataclass(slots=True)
class History:
    """The rounds that are over, and the sums over them.

    Attributes:
        players: How many take part.
        rounds: In order.
        out: Who does not play any more.
        meetings: How often two players have met, by their numbers, the smaller one first.
        byes: How often each player had to sit out a round in which others played; who was out
            before it did not have to.
    """

    players: int
    rounds: list[PlayedRound] = field(default_factory=list)
    out: frozenset[int] = frozenset()
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: list[int] = field(init=False)
    _sums: Sums = field(default_factory=Sums)
    _summed: int = 0
    """How many rounds are in the sums."""

    def __post_init__(self) -> None:
        self.byes = [0] * self.players

    @property
    def sums(self) -> Sums:
        """What the rounds have brought each player.

        They are added up when asked for, because that takes long and most formats never ask.
        """
        for played in self.rounds[self._summed :]:
            self._sums.add(played)
        self._summed = len(self.rounds)
        return self._sums

    def add(self, played: PlayedRound) -> None:
        """Takes in a round."""
        could_play = set(range(self.players)) - self.out
        self.rounds.append(played)
        self.out = played.out
        for table in set(played.tables):
            self.meetings.update(combinations(sorted(table), 2))
        for player in could_play.difference(*played.tables):
            self.byes[player] += 1

    def margin(self, player: int) -> Fraction:
        """By how many points it was better than its rivals in a whole game; 0 if it had none."""
        return self.sums.margins[player] / max(self.sums.whole_games[player], 1)

    def welcome(self) -> None:
        """Adds a player, with the next number."""
        self.players += 1
        self.byes.append(0)

    def retire(self, player: int) -> None:
        """Marks a player as out since the last round ended."""
        self.out |= {player}
        if self.rounds:
            self.rounds[-1] = replace(self.rounds[-1], out=self.out)
