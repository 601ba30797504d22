"""The standings of a contest: each player's results and faults, and who beat whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from carcbot.arena.blocks import BlockResult, Effort, FaultKind, GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.formats.knockout import champion
from carcbot.arena.formats.ladder import rungs

__all__ = ["Crosstable", "Row", "crosstable", "standings"]

Crosstable = dict[tuple[int, int], tuple[Fraction, int]]
"""For two players what the first won, draws counted half, in the games in which both sat."""


@dataclass(slots=True)
class Row:
    """A line of the standings.

    Attributes:
        player: The number in the contest.
        name: What it is called.
        place: 1 for the best; equals share a place.
        games, wins, draws, losses: Of games that count. Who shares the first place has a draw.
        score_sum: Its shares of wins: each game gives 1, shared by all who came in first.
        forfeits: Games that it was at fault in, or gave up.
        whole_games: Games that everybody played to their end.
        margin: By how many points it was better than the mean of the others, in all whole games.
        points: In all games.
        faults: How often what went wrong because of it.
        overrun_s: The longest that it took too long by.
        byes: Rounds in which it had to sit out.
        is_out: Whether it is disqualified, or has withdrawn.
        effort: Of all games.
        block_shares: What it got in each of its blocks, as a share of what there was to get.
    """

    player: int
    name: str
    place: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score_sum: Fraction = Fraction(0)
    forfeits: int = 0
    whole_games: int = 0
    margin: Fraction = Fraction(0)
    points: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    overrun_s: float = 0.0
    byes: int = 0
    is_out: bool = False
    effort: Effort = field(default_factory=Effort)
    block_shares: list[float] = field(default_factory=list)

    @property
    def score(self) -> float:
        """What it got of each game; 0 if there was none."""
        return float(self.score_sum / self.games) if self.games else 0.0

    @property
    def mean_margin(self) -> float | None:
        """The margin in a whole game; None if there was none."""
        return float(self.margin / self.whole_games) if self.whole_games else None


def standings(course: ContestCourse) -> list[Row]:
    """Every player's line, the best first."""
    contest = course.contest
    rows = [Row(number, name) for number, name in enumerate(contest.names)]
    for result in course.counted:
        _count(rows, result)
    for row in rows:
        row.byes = course.history.byes[row.player] if contest.format == "swiss" else 0
        row.is_out = row.player in course.out
    return _placed(rows, _order(contest, course, rows))


def crosstable(results: Sequence[BlockResult]) -> Crosstable:
    """Who beat whom: a win is the better place in a game, whatever others at the table did."""
    table: dict[tuple[int, int], tuple[Fraction, int]] = {}
    for result in results:
        players = result.block.players
        for places in result.places:
            sat = zip(players, places, strict=True)
            for (one, mine), (other, theirs) in permutations(sat, 2):
                won, games = table.get((one, other), (Fraction(0), 0))
                is_drawn = mine == theirs and min(places) == 1
                got = Fraction(1, 2) if is_drawn else Fraction(mine < theirs)
                table[one, other] = won + got, games + 1
    return table


def _count(rows: list[Row], result: BlockResult) -> None:
    table = result.block.players
    for at, player in enumerate(table):
        row = rows[player]
        row.score_sum += result.shares[at]
        row.forfeits += result.forfeits[at]
        row.whole_games += result.whole_games
        row.margin += result.margins[at]
        row.block_shares.append(float(result.shares[at] / result.block.games))
        for places, scores in zip(result.places, result.scores, strict=True):
            row.games += 1
            row.points += scores[at]
            if places[at] > 1:
                row.losses += 1
            elif places.count(places[at]) > 1:
                row.draws += 1
            else:
                row.wins += 1
    for game in result.games:
        _count_efforts(rows, table, game)


def _count_efforts(rows: list[Row], table: Sequence[int], game: GameResult) -> None:
    by_name = {rows[player].name: rows[player] for player in table}
    for name, effort in zip(game.names, game.efforts, strict=False):
        row = by_name[name]
        row.effort += effort
    for fault in game.faults:
        row = by_name[game.names[fault.seat]]
        row.faults[fault.kind] += 1
        row.overrun_s = max(row.overrun_s, fault.overrun_s)


Key = tuple[float | Fraction | int, ...]


def _order(contest: Contest, course: ContestCourse, rows: Sequence[Row]) -> list[Key]:
    """What each player is placed by, less for the better."""
    match contest.format:
        case "knockout":
            # who was drawn in a later round has come further
            last = [0] * len(rows)
            for number, played in enumerate(course.history.rounds):
                for table in played.tables:
                    for player in table:
                        last[player] = number + 1
            best = champion(contest, course.history)
            return [(row.is_out, row.player != best, -last[row.player]) for row in rows]
        case "ladder":
            order = rungs(course.history)
            return [(row.is_out, order.index(row.player)) for row in rows]
        case "swiss":
            bye = contest.seats * contest.blocks
            return [(row.is_out, -row.score_sum - bye * row.byes, *_breaks(row)) for row in rows]
        case _:
            # a table more or less, as when somebody is out, says nothing of strength
            return [(row.is_out, -row.score, *_breaks(row)) for row in rows]


def _breaks(row: Row) -> Key:
    """What equals are told apart by.

    Forfeits stand before margins, in which forfeited games do not count: nobody gains by failing
    before a game is lost by many points.
    """
    return row.forfeits, -(row.mean_margin or 0.0)


def _placed(rows: list[Row], keys: Sequence[Key]) -> list[Row]:
    for row in rows:
        row.place = 1 + sum(key < keys[row.player] for key in keys)
    return sorted(rows, key=lambda row: (row.place, row.player))
