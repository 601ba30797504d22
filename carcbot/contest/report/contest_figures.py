"""The figures of a contest, as programs want them: what JSON can hold."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
import numpy as np

from carcbot.arena.blocks import FAULTS, BlockResult
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_statistics import whole_blocks_of
from carcbot.arena.standings import Row, crosstable, standings
from carcbot.arena.statistics.intervals import Estimate, mean_share
from carcbot.arena.statistics.seat_value import seat_margins, seat_shares
from carcbot.arena.strength import Strengths, strengths_of
from carcbot.contest.report.observed_habits import ObservedHabits
from carcbot.games.extras import Figures

__all__ = ["EFFORT_HEADS", "MOST_FAULTS", "faults_of", "figures_of", "score_of"]

EFFORT_HEADS: Final = (
    "ms a decision",
    "longest ms",
    "nodes a decision",
    "simulations a decision",
)
"""What tables say of the decisions of a player."""
MOST_FAULTS: Final = 100
"""Faults that are told one by one."""


def figures_of(
    course: ContestCourse,
    rules: Mapping[str, Any] | None = None,
    seen: ObservedHabits | None = None,
) -> Figures:
    """All figures of a contest, for programs.

    Args:
        course: The contest.
        rules: The rules of a competition, which say more than the contest.
        seen: How the players played, if that was looked up.
    """
    contest = course.contest
    rows = standings(course)
    test = course.test
    strengths = strengths_of(contest, course.counted)
    normalized = strengths.normalized if strengths is not None else None
    return {
        "contest": msgspec.to_builtins(contest) if rules is None else dict(rules),
        "is_over": course.is_over,
        "blocks": len(course.counted),
        "games": sum(each.block.games for each in course.counted),
        "played_again": course.replayed,
        "standings": [_row(course, row, strengths) for row in rows],
        "faults": list(islice(faults_of(course), MOST_FAULTS)),
        "elo_beside": None if strengths is None else strengths.beside,
        "normalized_elo": None if normalized is None else _ends(normalized),
        "neighbours": [] if strengths is None else _neighbours(strengths, rows),
        "remarks": [] if strengths is None else strengths.remarks(rows),
        "crosstable": [
            {
                "player": contest.names[one],
                "against": contest.names[other],
                "won": float(won),
                "games": games,
            }
            for (one, other), (won, games) in sorted(crosstable(course.counted).items())
        ],
        "test": None
        if test is None
        else {
            "verdict": str(test.verdict),
            "llr": test.ratio,
            "low": test.plan.low,
            "high": test.plan.high,
            "blocks": test.blocks,
        },
        "seats": _seats(course.counted),
        "habits": None if seen is None else seen.figures(),
    }


def faults_of(course: ContestCourse) -> Iterator[Figures]:
    """What has ended games before their end, one by one; `said` is what a program said last."""
    for result in course.counted:
        for game in result.games:
            for fault in game.faults:
                yield {
                    "block": game.block,
                    "game": game.game,
                    "player": game.names[fault.seat],
                    "fault": fault.kind,
                    "what": fault.what,
                    "said": game.last_said(fault.seat),
                }


def score_of(course: ContestCourse, row: Row) -> Estimate | None:
    """The player's mean score with its interval; None if it has played no game."""
    if not row.block_shares:
        return None
    return mean_share(np.array(row.block_shares), course.contest.seats)


def _row(course: ContestCourse, row: Row, strengths: Strengths | None) -> Figures:
    score = score_of(course, row)
    elo = strengths.of(row.player) if strengths is not None and row.games else None
    return {
        "place": row.place,
        "player": row.name,
        "games": row.games,
        "won": row.wins,
        "drawn": row.draws,
        "lost": row.losses,
        "score": None if score is None else score.value,
        "score_low": None if score is None else score.low,
        "score_high": None if score is None else score.high,
        "score_sum": float(row.score_sum),
        "elo": None if elo is None else _finite(elo.value),
        "elo_low": None if elo is None else _finite(elo.low),
        "elo_high": None if elo is None else _finite(elo.high),
        "elo_plus_minus": None if elo is None or not elo.bounded else elo.plus_minus,
        "points": row.points / row.games if row.games else None,
        "margin": row.mean_margin,
        "forfeits": row.forfeits,
        "byes": row.byes,
        "faults": {kind: row.faults[kind] for kind in FAULTS},
        "longest_overrun_s": row.overrun_s,
        "disqualified": row.is_out,
        **msgspec.structs.asdict(row.effort),
    }


def _neighbours(strengths: Strengths, rows: Sequence[Row]) -> list[Figures]:
    """By how much each player is stronger than the next one, and whether that is shown."""
    return [
        {
            "player": strengths.names[gap.upper],
            "next": strengths.names[gap.lower],
            "elo": _ends(gap.elo),
            "shown": gap.is_shown,
        }
        for gap in strengths.gaps(rows)
    ]


def _seats(results: Sequence[BlockResult]) -> list[Figures]:
    """What each seat is worth, whoever sits there; empty if nothing tells."""
    blocks = whole_blocks_of(results)
    if not blocks.count:
        return []
    both = zip(seat_shares(blocks), seat_margins(blocks), strict=True)
    return [
        {"seat": seat, "blocks": blocks.count, "score": _ends(share), "margin": _ends(margin)}
        for seat, (share, margin) in enumerate(both)
    ]


def _ends(estimate: Estimate) -> Figures:
    return {
        "value": _finite(estimate.value),
        "low": _finite(estimate.low),
        "high": _finite(estimate.high),
    }


def _finite(figure: float) -> float | None:
    """The figure, or None where the results set it no bound: JSON has no infinity."""
    return figure if math.isfinite(figure) else None
