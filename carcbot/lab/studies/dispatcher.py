"""Do our agents for Ticket to Ride beat the thesis's, and each other? A question of our own."""

from dataclasses import dataclass
from typing import Final

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.lab.duels import SEATS, blocks_in, play_evenly
from carcbot.lab.first_places import (
    comparison,
    matches_table,
    mean_points,
    unfinished_matches,
)
from carcbot.lab.first_places import figures as figures_of
from carcbot.lab.huchler import GAME, RULES, SIMULATIONS, player
from carcbot.lab.study import Effort, Findings, Result, Study, Table, Workbench

__all__ = ["STUDY"]

_NAME: Final = "dispatcher"
_BELIEVER: Final = "dispatcher-tracks"
"""The same that holds those tickets for likely on whose ways others have built."""
_PLANNER: Final = "planner"
_SIMULATIONS: Final = 500
"""A decision that ours searches: a tenth of a second of a core at most, at the beginning."""
_RIVAL: Final = "so-pub"


@dataclass(frozen=True, slots=True)
class _Match:
    """One of ours against as many of another as there are other seats.

    Attributes:
        ours: Who has the first name.
        seats: How many play.
        options: The rules, besides.
        blocks: How many decks, each from every seat.
        wanted: The share of the first places that was wanted; none where it is only asked.
        fewer: So many times fewer decks it has as long as not all are played, as each takes long.
    """

    ours: str
    theirs: str
    seats: int
    options: str
    blocks: int
    wanted: float | None
    fewer: float


_MATCHES: Final = {
    "dispatcher against planner": _Match(_NAME, _PLANNER, 2, "", 200, 0.6, 1),
    "dispatcher against the thesis's best": _Match(_NAME, _RIVAL, 2, RULES, 200, 0.7, 8),
    "planner against the thesis's best": _Match(_PLANNER, _RIVAL, 2, RULES, 200, 0.7, 8),
    "dispatcher with a belief over tickets against itself without": _Match(
        _BELIEVER, _NAME, 2, "", 200, None, 4
    ),
    "planner against itself": _Match(_PLANNER, f"{_PLANNER}-2", 2, "", 500, None, 1),
    "dispatcher against two of the thesis's best": _Match(_NAME, _RIVAL, 3, RULES, 30, 1.5 / 3, 24),
    "dispatcher against three of the thesis's best": _Match(
        _NAME, _RIVAL, 4, RULES, 20, 1.5 / 4, 40
    ),
    "dispatcher against four of the thesis's best": _Match(
        _NAME, _RIVAL, 5, RULES, 16, 1.5 / 5, 60
    ),
}


def _agent(name: str, effort: Effort) -> str:
    if name == _RIVAL:
        return player(_RIVAL, SIMULATIONS, effort)[1]
    if name in {_NAME, _BELIEVER}:
        belief = ",guess=tracks" if name == _BELIEVER else ""
        return f"{_NAME}:sims={effort.thinking(_SIMULATIONS)}{belief}"
    return _PLANNER


def _contest(title: str, match: _Match, effort: Effort) -> Contest:
    rivals = (
        Entrant(
            match.theirs + (f"-{seat}" if match.seats > SEATS else ""),
            _agent(match.theirs, effort),
        )
        for seat in range(1, match.seats)
    )
    contest = Contest(
        name=f"{_NAME} {title}",
        game=GAME,
        options=match.options,
        seats=match.seats,
        blocks=effort.blocks(match.blocks),
        seed=effort.seed,
        player=(Entrant(match.ours, _agent(match.ours, effort)), *rivals),
    )
    return check_contest(contest, _NAME)


def _contests(effort: Effort) -> dict[str, Contest]:
    return {title: _contest(title, match, effort) for title, match in _MATCHES.items()}


def _points(played: dict[str, tuple[BlockResult, ...]]) -> Table:
    rows = tuple(
        (
            title,
            f"{mean_points(results, _MATCHES[title].ours):.1f}",
            f"{mean_points(results, _MATCHES[title].ours, own=False):.1f}",
        )
        for title, results in played.items()
    )
    return Table("Points in a game", ("match", "the first", "the others"), rows)


def _run(effort: Effort, workbench: Workbench) -> Result:
    contests = _contests(effort)
    fewer = {contests[title].name: match.fewer for title, match in _MATCHES.items()}
    played = play_evenly(contests, workbench, weight=lambda each: fewer[each.name])
    findings = Findings(
        tuple(
            comparison(title, results, match.ours, match.wanted)
            for title, results in played.items()
            if (match := _MATCHES[title]).wanted is not None
        ),
        (
            matches_table(played, {title: match.ours for title, match in _MATCHES.items()}),
            _points(played),
        ),
    )
    figures = {
        title: figures_of(_MATCHES[title].ours, contests[title], results)
        for title, results in played.items()
    }
    return findings.result(_NAME, effort, figures, unfinished_matches(contests, played))


STUDY = Study(
    name=_NAME,
    method=(
        f"Our presets {_NAME}, with {_SIMULATIONS} simulations a decision (20 where its rules"
        f" decide, so that it has some 110 on average), and {_PLANNER}, which has none, meet the"
        " best of C. Huchler's thesis, tree search with progressive unpruning and bias, with"
        f" {SIMULATIONS} simulations a decision, as in all studies of that thesis; in 200 games 600"
        " and 3,000 fit its two seconds better (huchler-simulations), so that the thesis's own"
        " player may be stronger. Against the thesis's they play by its rules, against"
        " each other by the official ones. With more seats one of ours meets as many of the"
        " thesis's as there are other seats. To see whether a belief over the tickets of others"
        f" helps, {_BELIEVER}, the same with guess=tracks, meets {_NAME}. What was wanted is 70 %"
        " of the games of two against the thesis's best, 60 % against the planner, and one and a"
        " half times a seat's share of the first places. All games of a block have the same draws."
    ),
    steps=lambda effort: blocks_in(_contests(effort).values()),
    run=_run,
)
