"""How many simulations are the thesis's two seconds, and what do more bring? C. Huchler 2015."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import Estimate, mean_margin
from carcbot.games.ticket_to_ride.habits import Habits, habits_of
from carcbot.lab.card_duels import duel_figures
from carcbot.lab.duel_tables import agree, interval, share_of_games
from carcbot.lab.duels import SEATS, Duel
from carcbot.lab.huchler import SIMULATIONS, match_of, player
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import count, percent
from carcbot.lab.study import Comparison, Effort, Findings, Table

__all__ = ["LEVELS", "PAIRS", "STUDY", "Told", "best_of", "misfit"]

_GAMES: Final = 200
"""Of each pair with each number of simulations, as in the thesis's table 5.1."""
_TENFOLD: Final = 10 * SIMULATIONS
LEVELS: Final = (SIMULATIONS // 4, SIMULATIONS // 2, SIMULATIONS, 2 * SIMULATIONS, _TENFOLD)
"""Simulations a decision that are tried."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two players of section 5.12, and what the thesis tells of their games at two seconds.

    Attributes:
        one: The tree search, as presets call it without ``huchler-``.
        other: Flat Monte Carlo with the same additions.
        points: Of both, on the average.
        tickets: That each completes in a game.
        wins: The games of a hundred that the tree search won (tables 5.1 and 5.4).
        games: Of how many.
    """

    one: str
    other: str
    points: float
    tickets: tuple[float, float]
    wins: float
    games: int


PAIRS: Final = (
    _Pair("so", "fso", 42.07, (0.51, 0.5), 42.0, 200),
    _Pair("so-pub", "fso-pub", 96.58, (4.11, 3.83), 51.83, 600),
)
Key = tuple[_Pair, int]
"""A pair, and how many simulations both have."""


@dataclass(frozen=True)
class Told:
    """What the games of a pair tell of it.

    Attributes:
        duel: The games.
    """

    duel: Duel

    @cached_property
    def _blocks(self) -> list[dict[str, Habits]]:
        return [
            habits_of(self.duel.names, ((game.names, game.record) for game in block.games))
            for block in self.duel.results
        ]

    @property
    def points(self) -> Estimate:
        """Of both, on the average."""
        return _mean([sum(each.points for each in block.values()) / 2 for block in self._blocks])

    def tickets(self, name: str) -> Estimate:
        """That a player completes in a game."""
        return _mean([block[name].completed for block in self._blocks])

    @property
    def figures(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """Points, the tickets of both, and the games of a hundred that the first one won."""
        share = self.duel.share.through(lambda each: 100 * each)
        one, other = self.duel.names
        return self.points, self.tickets(one), self.tickets(other), share


def _mean(sums: list[float]) -> Estimate:
    """What a game has, if so much was in the games of each block."""
    return mean_margin(np.array(sums) / SEATS, SEATS)


def _published(pair: _Pair) -> tuple[float, float, float, float]:
    return pair.points, *pair.tickets, pair.wins


def misfit(told: Mapping[Key, Told], simulations: int) -> float:
    """By what part our figures differ from the thesis's: the root of the mean square."""
    parts = [
        ours.value / theirs - 1
        for pair in PAIRS
        for ours, theirs in zip(told[pair, simulations].figures, _published(pair), strict=True)
    ]
    return math.sqrt(sum(part**2 for part in parts) / len(parts))


def best_of(told: Mapping[Key, Told]) -> int:
    """The number of simulations with the smallest misfit."""
    return min(LEVELS, key=lambda simulations: misfit(told, simulations))


def _contests(effort: Effort) -> dict[Key, Contest]:
    return {
        (pair, simulations): match_of(
            _NAME,
            player(pair.one, simulations, effort, f"-{simulations}"),
            player(pair.other, simulations, effort, f"-{simulations}"),
            _GAMES,
            effort,
        )
        for simulations in LEVELS
        for pair in PAIRS
    }


def _tell(duels: Mapping[Key, Duel]) -> Findings:
    told = {key: Told(duel) for key, duel in duels.items()}
    return Findings(
        (
            _fit(told),
            *(each for pair in PAIRS for each in _beside_thesis(pair, told[pair, SIMULATIONS])),
            *(_with_more(pair, told[pair, _TENFOLD].duel) for pair in PAIRS),
        ),
        (
            _fits(told),
            *(_by_simulations(pair, told) for pair in PAIRS),
        ),
    )


def _fit(told: Mapping[Key, Told]) -> Comparison:
    best = best_of(told)
    if best == SIMULATIONS:
        said = "All other studies of this thesis, and the figures below, have it."
    else:
        said = (
            f"All other studies of this thesis, and the figures below, have {SIMULATIONS}, which"
            " fitted best in ten games of each pair."
        )
    off = percent(misfit(told, best))
    return Comparison(
        "simulations a decision in two seconds",
        "not told",
        f"{best:,} or more" if best == LEVELS[-1] else f"{best:,}",
        f"Of those that were tried: with it our figures differ by {off} from the thesis's, as the"
        f" root of the mean square. {said}",
    )


def _beside_thesis(pair: _Pair, told: Told) -> Iterator[Comparison]:
    named = (
        f"points of {pair.one} and {pair.other} (5.12)",
        f"tickets that {pair.one} completes (5.12)",
        f"tickets that {pair.other} completes (5.12)",
        f"games of a hundred that {pair.one} wins against {pair.other}",
    )
    won = round(pair.games * pair.wins / 100)
    share = share_of_games(won, 0, pair.games - won).through(lambda each: 100 * each)
    for what, theirs, ours in zip(named, _published(pair), told.figures, strict=True):
        known = share if theirs == pair.wins else None
        paper = _shown(known) if known else f"{theirs:g}"
        yield Comparison(what, paper, _shown(ours), _beside(theirs, ours, known))


def _beside(theirs: float, ours: Estimate, known: Estimate | None) -> str:
    """How ours differ from a figure, of which the thesis may tell enough for an interval."""
    if agree(known or Estimate(theirs, theirs, theirs), ours):
        return "Agrees within the intervals." if known else "Agrees within the interval of ours."
    more = "More here" if ours.value > theirs else "Less than in the thesis"
    return f"{more}." if known else f"{more}, by our interval; the thesis's figure has none."


def _with_more(pair: _Pair, duel: Duel) -> Comparison:
    if duel.share.holds(0.5):
        said = f"No difference is shown by {len(duel.games)} games."
    elif duel.share.value > 0.5:
        said = "The tree is better than the flat search then, which the thesis leaves open."
    else:
        said = "Flat Monte Carlo still wins then, which the thesis leaves open."
    return Comparison(
        f"score of {pair.one} against {pair.other}, ten times as many simulations",
        "not told",
        interval(duel.share),
        said,
    )


def _fits(told: Mapping[Key, Told]) -> Table:
    heads = (
        "simulations",
        *(
            f"{what}: {pair.one}"
            for pair in PAIRS
            for what in ("points", "tickets", "tickets of the flat one", "wins of 100")
        ),
        "misfit",
    )
    rows = [("the thesis", *(f"{each:g}" for pair in PAIRS for each in _published(pair)), "")]
    for simulations in LEVELS:
        figures = (each for pair in PAIRS for each in told[pair, simulations].figures)
        rows.append(
            (
                count(simulations),
                *(f"{each.value:.2f}" for each in figures),
                percent(misfit(told, simulations)),
            )
        )
    note = (
        "The misfit is the root of the mean square of the parts by which these eight figures differ"
        " from the thesis's."
    )
    return Table("How well each number fits", heads, tuple(rows), note)


def _by_simulations(pair: _Pair, told: Mapping[Key, Told]) -> Table:
    rows = []
    for simulations in LEVELS:
        each = told[pair, simulations]
        points, one, other, _ = each.figures
        rows.append(
            (
                count(simulations),
                str(len(each.duel.games)),
                interval(each.duel.share),
                *(_shown(figure) for figure in (points, one, other)),
            )
        )
    heads = (
        "simulations",
        "games",
        f"score of {pair.one}, 95 %",
        "points of both",
        f"tickets of {pair.one}",
        f"tickets of {pair.other}",
    )
    return Table(f"{pair.one} against {pair.other}", heads, tuple(rows))


def _shown(figure: Estimate) -> str:
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"


_NAME: Final = "huchler-simulations"
STUDY = match_study(
    _NAME,
    method=(
        "The thesis gives its players two seconds a move and does not tell how many simulations"
        " they make. Single-observer tree search and flat Monte Carlo, plain and with both"
        " progressive additions, play with several numbers a decision; the one is chosen with which"
        " points, completed tickets and wins come nearest to the thesis's. With ten times as many"
        " it is seen what the thesis leaves open: whether flat Monte Carlo still wins."
    ),
    contests=_contests,
    tell=_tell,
    called=lambda key: f"{key[0].one} {key[1]}",
    figures=duel_figures,
)
