"""Do our agents for Ticket to Ride beat the thesis's, and each other? A question of our own."""

from dataclasses import dataclass
from typing import Final

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.lab.duels import SEATS, blocks_in, play_blocks
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
_PLANNER: Final = "planner"
_SIMULATIONS: Final = 1000
"""A decision of ours, which takes a quarter of 0.2 seconds of a core."""
_RIVAL: Final = "so-pub"
_ROUNDS: Final = (0.05, 0.25, 0.5, 1)
"""Parts of the blocks that every match has before any has more."""


@dataclass(frozen=True, slots=True)
class _Match:
    """One of ours against as many of another as there are other seats.

    Attributes:
        ours: Who has the first name.
        seats: How many play.
        options: The rules, besides.
        blocks: How many decks, each from every seat.
        wanted: The share of the first places that was wanted.
    """

    ours: str
    theirs: str
    seats: int
    options: str
    blocks: int
    wanted: float


_MATCHES: Final = {
    "dispatcher against the thesis's best": _Match(_NAME, _RIVAL, 2, RULES, 200, 0.7),
    "dispatcher against planner": _Match(_NAME, _PLANNER, 2, "", 200, 0.6),
    "planner against the thesis's best": _Match(_PLANNER, _RIVAL, 2, RULES, 200, 0.7),
    "planner against itself": _Match(_PLANNER, f"{_PLANNER}-2", 2, "", 500, 0.5),
    "dispatcher against two of the thesis's best": _Match(_NAME, _RIVAL, 3, RULES, 30, 1.5 / 3),
    "dispatcher against three of the thesis's best": _Match(_NAME, _RIVAL, 4, RULES, 20, 1.5 / 4),
    "dispatcher against four of the thesis's best": _Match(_NAME, _RIVAL, 5, RULES, 16, 1.5 / 5),
}


def _agent(name: str, effort: Effort) -> str:
    if name == _RIVAL:
        return player(_RIVAL, SIMULATIONS, effort)[1]
    if name == _NAME:
        return f"{_NAME}:sims={effort.thinking(_SIMULATIONS)}"
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
    played: dict[str, tuple[BlockResult, ...]] = {}
    for part in _ROUNDS:  # so that every match has something if time runs out
        for title, contest in contests.items():
            told = len(played.get(title, ()))
            at_most = part * contest.blocks
            played[title] = play_blocks(contest, workbench, at_most=at_most, told=told)
    findings = Findings(
        tuple(
            comparison(title, results, _MATCHES[title].ours, _MATCHES[title].wanted)
            for title, results in played.items()
            if title != "planner against itself"
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
    title="Ticket to Ride: our agents against the thesis's",
    source="a question of our own",
    method=(
        f"Our presets {_NAME}, with {_SIMULATIONS} simulations a decision, and {_PLANNER}, which"
        " has none, meet the best of C. Huchler's thesis, tree search with progressive unpruning"
        f" and bias, with {SIMULATIONS} simulations a decision: the number that fits its two"
        " seconds best (huchler-simulations). Against the thesis's they play by its rules, against"
        " each other by the official ones. With more seats one of ours meets as many of the"
        " thesis's as there are other seats. What was wanted is 70 % of the games of two against"
        " it, 60 % against the planner, and one and a half times a seat's share of the first"
        " places. All games of a block have the same draws."
    ),
    counts="matches",
    usual=Effort(),
    steps=lambda effort: blocks_in(_contests(effort).values()),
    run=_run,
)
