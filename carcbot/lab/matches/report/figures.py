"""The figures of a contest, as programs want them: what JSON can hold."""

from collections.abc import Mapping
from typing import Any

import msgspec

from carcbot.arena.blocks import FAULTS
from carcbot.arena.course import Course
from carcbot.arena.standings import Row, crosstable, standings
from carcbot.arena.statistics.intervals import Estimate, mean_share
from carcbot.arena.statistics.ratings import Ratings
from carcbot.arena.verdict import ratings_of

__all__ = ["Figures", "figures_of", "score_of"]

Figures = dict[str, Any]


def figures_of(course: Course, rules: Mapping[str, Any] | None = None) -> Figures:
    """Everything that is known of a contest, for programs.

    Args:
        course: The contest.
        rules: What is played, where that says more than the contest; of competitions it does.
    """
    contest = course.contest
    rows = standings(course)
    test = course.test
    ratings = ratings_of(contest, course.counted)
    return {
        "contest": msgspec.to_builtins(contest) if rules is None else dict(rules),
        "is_over": course.is_over,
        "blocks": len(course.counted),
        "games": sum(each.block.games for each in course.counted),
        "played_again": course.replayed,
        "standings": [_row(course, row, ratings) for row in rows],
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
    }


def score_of(course: Course, row: Row) -> Estimate | None:
    """What the player won of each game, with its interval; None if it played nothing."""
    if not row.block_shares:
        return None
    return mean_share(row.shares, course.contest.seats)


def _row(course: Course, row: Row, ratings: Ratings | None) -> Figures:
    score = score_of(course, row)
    elo = ratings.of(row.player) if ratings is not None and row.games else None
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
        "elo": None if elo is None else elo.value,
        "elo_plus_minus": None if elo is None or not elo.bounded else elo.plus_minus,
        "points": row.points / row.games if row.games else None,
        "margin": float(row.margin / row.games) if row.games else None,
        "byes": row.byes,
        "faults": {kind: row.faults[kind] for kind in FAULTS},
        "longest_overrun_s": row.overrun_s,
        "disqualified": row.is_out,
        "decisions": row.decisions,
        "nodes": row.nodes,
        "simulations": row.simulations,
        "seconds": row.seconds,
        "longest_s": row.longest_s,
    }
