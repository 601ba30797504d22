"""What the studies of C. Huchler 2015 have in common: its games, its cells, and its thinking.

A player of the thesis has two seconds for a move, or four (section 5.2). How many simulations its
program makes in them it does not tell; the study ``huchler-simulations`` looks for the number with
which players come nearest to what the thesis tells of its own.
"""

from dataclasses import dataclass
from typing import Final

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import Estimate
from carcbot.lab.duel_tables import agree, difference, interval, share_of_games
from carcbot.lab.duels import Duel, Player, duel_between
from carcbot.lab.study import Comparison, Effort

__all__ = [
    "GAME",
    "RULES",
    "SIMULATIONS",
    "Cell",
    "comparison",
    "contest_of",
    "match_of",
    "player",
]

GAME: Final = "ticket_to_ride"
RULES: Final = "reading=thesis"
"""Options of the game, as the thesis plays it."""
SIMULATIONS: Final = 300
"""A decision, instead of the thesis's two seconds.

Of 100, 300 and 1,000 it fitted best in ten games of each pair of ``huchler-simulations``. In two
hundred more fit better, 3,000 with a misfit of 17.7 % where 300 have 26.5; but with them the tables
take ten times as long.
"""
_SECONDS: Final = 2
_WIDE: Final = 0.1
"""Half an interval of a share; with a wider one games say little."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Two players of one of the thesis's tables.

    Attributes:
        table: Its number: ``"5.3"``.
        one: The player whose wins are told, as the presets call it without ``huchler-``.
        other: Against whom it plays.
        wins: How many games it won in the thesis.
        games: How many the thesis played; none was drawn, or its draws are not told.
        seconds: For a move, in the thesis.
        remark: What there is to say of the cell besides.
    """

    table: str
    one: str
    other: str
    wins: int
    games: int = 200
    seconds: int = _SECONDS
    remark: str = ""

    @property
    def published(self) -> Estimate:
        """The published share of the wins with an interval, each of its games for itself."""
        return share_of_games(self.wins, 0, self.games - self.wins)

    @property
    def simulations(self) -> int:
        """A decision."""
        return SIMULATIONS * self.seconds // _SECONDS

    @property
    def called(self) -> str:
        """The cell in the figures and on the page."""
        longer = f", {self.seconds} s" if self.seconds != _SECONDS else ""
        return f"{self.table}: {self.one} v {self.other}{longer}"


def player(name: str, simulations: int, effort: Effort, mark: str = "") -> Player:
    """One of the thesis's players with so many simulations a decision, or as the effort says.

    Args:
        name: As the presets call it without ``huchler-``.
        simulations: Of the usual effort.
        effort: How much the study does.
        mark: What tells it from the same player with other simulations.
    """
    return f"{name}{mark}", f"huchler-{name}:sims={effort.thinking(simulations)}"


def match_of(study: str, one: Player, other: Player, games: int, effort: Effort) -> Contest:
    """So many games of two, in blocks that have the same deck for both seats."""
    return duel_between(
        study,
        one,
        other,
        blocks=effort.blocks(games // 2),
        seed=effort.seed,
        options=RULES,
        game=GAME,
    )


def contest_of(study: str, cell: Cell, effort: Effort) -> Contest:
    """The cell as it is played here."""
    mark = f"-{cell.seconds}s" if cell.seconds != _SECONDS else ""
    one, other = (player(name, cell.simulations, effort, mark) for name in (cell.one, cell.other))
    return match_of(study, one, other, cell.games, effort)


def comparison(cell: Cell, duel: Duel) -> Comparison:
    """The published share of the wins beside ours, with a sentence."""
    ours, paper = duel.share, cell.published
    if agree(ours, paper):
        said = "Agrees within the intervals."
        if ours.plus_minus > _WIDE:
            said = f"Agrees within the intervals, of which that of {len(duel.games)} games is wide."
    else:
        said = difference(cell.one, ours, paper)
    return Comparison(
        f"table {cell.called}, {len(duel.games)} games of {cell.games}",
        interval(paper),
        interval(ours),
        f"{said} {cell.remark}".strip(),
    )
