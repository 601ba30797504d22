"""The strengths of a contest's players beside each other, and where the results leave them open."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest
from carcbot.arena.contest_statistics import blocks_of, ratings_of
from carcbot.arena.standings import Row
from carcbot.arena.statistics.block_values import Blocks
from carcbot.arena.statistics.elo import elo, normalized_elo
from carcbot.arena.statistics.fitted_ratings import Ratings
from carcbot.arena.statistics.intervals import Estimate
from carcbot.arena.statistics.phrases import difference, elo_text, neighbours_texts

__all__ = ["Gap", "Strengths", "strengths_of"]


@dataclass(frozen=True, slots=True)
class Gap:
    """Between two neighbours of the standings.

    Attributes:
        upper: Who stands above; its number in the contest.
        lower: Who comes next.
        elo: By how much the upper one is stronger.
    """

    upper: int
    lower: int
    elo: Estimate

    @property
    def is_shown(self) -> bool:
        """Whether the results show that it is stronger at all."""
        return self.elo.low > 0


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strengths of players, from the results.

    Between two players it is the difference of their strengths, from their score, which a test of
    Elo asks for too. Among more it is a rating beside the mean of all.

    Attributes:
        names: What the players are called.
        told_by: The blocks of two players, the first of the contest first; or the ratings of more.
    """

    names: tuple[str, ...]
    told_by: Blocks | Ratings

    @property
    def beside(self) -> str:
        """What Elo is relative to, in words."""
        return "the other player" if isinstance(self.told_by, Blocks) else "the mean of all players"

    def of(self, player: int) -> Estimate:
        """The player's Elo beside the other player, or beside the mean of all."""
        if isinstance(self.told_by, Blocks):
            return elo(self.told_by, player)
        return self.told_by.of(player)

    def difference(self, one: int, other: int) -> Estimate:
        """By how much one player is stronger than the other, in Elo."""
        if isinstance(self.told_by, Blocks):
            return elo(self.told_by, one)
        return self.told_by.difference(one, other)

    @property
    def normalized(self) -> Estimate | None:
        """The first player's normalized Elo beside the other's; None if they are more than two."""
        return normalized_elo(self.told_by) if isinstance(self.told_by, Blocks) else None

    def gaps(self, rows: Sequence[Row]) -> list[Gap]:
        """The gaps between all neighbours in the standings that have played."""
        played = [row.player for row in rows if row.games]
        return [Gap(one, other, self.difference(one, other)) for one, other in pairwise(played)]

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Sentences on the standings: above all, what they do not show."""
        if isinstance(self.told_by, Ratings):
            names = [row.name for row in rows if row.games]
            return neighbours_texts(names, [gap.elo for gap in self.gaps(rows)])
        first, other = self.names
        normalized = elo_text(normalized_elo(self.told_by)).removesuffix(" Elo")
        return [
            f"{first} beside {other}: {elo_text(self.of(0))}, normalized {normalized}",
            f"{first}: {difference(self.told_by, 0)}",
        ]


def strengths_of(contest: Contest, results: Sequence[BlockResult]) -> Strengths | None:
    """The players' strengths; None if nothing has been played."""
    if not results:
        return None
    if len(contest.player) == 2:
        return Strengths(contest.names, blocks_of(results))
    games = [game for result in results for game in result.games]
    return Strengths(contest.names, ratings_of(games, contest.names))
