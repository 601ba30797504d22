"""RAVE against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table VI."""

from carcbot.arena.contest import Contest
from carcbot.lab.ameneyro import (
    METHOD,
    by_seat,
    duel,
    pictures,
    rave,
    seats_table,
    star25,
    win_rates,
)
from carcbot.lab.duel_tables import features_table, matches_table, thinking_table
from carcbot.lab.duels import blocks_in, play
from carcbot.lab.study import Desk, Effort, Result, Study

__all__ = ["STUDY"]

_BLOCKS = 15
_PAPER = {
    # won in per cent, reward, points, mpg and twm
    ("RAVE", "first"): (84.29, 18.3, 80.66, 13.33, 0.5),
    ("Star2.5", "first"): (20.0, -17.54, 62.46, 11.48, 0.41),
    ("RAVE", "second"): (78.57, 17.54, 80.0, 13.17, 0.52),
    ("Star2.5", "second"): (14.29, -18.3, 62.36, 11.11, 0.4),
}
_COUNTED = {
    # won, drawn and lost by RAVE, of 70 games each
    "first": (59, 1, 10),
    "second": (55, 1, 14),
}


def _contest(effort: Effort) -> Contest:
    return duel("rave-star25-virtual", rave(effort), star25(effort), _BLOCKS, effort)


def _run(effort: Effort, desk: Desk) -> Result:
    played = play(_contest(effort), desk)
    sides = by_seat(played)
    habits = {name: played.side(player).habits for player, name in enumerate(played.names)}
    return Result(
        "rave-star25-virtual",
        effort,
        tuple(win_rates(played, _COUNTED, _REMARKS)),
        (
            matches_table([played]),
            seats_table("By seat (table VI)", sides, _PAPER),
            features_table(habits, "Features and figures"),
            thinking_table([played]),
        ),
        {"duel": played.figures()},
        pictures(sides, played.names),
    )


_REMARKS = {
    "both": (
        "Less, as for MCTS: against a random player Star2.5 is here what it is in the paper and"
        " RAVE is weaker, so that the paper's has had more random games than these."
    ),
    "first": "Less, as in both seats together.",
    "second": "Less, as in both seats together.",
}


STUDY = Study(
    name="rave-star25-virtual",
    title="RAVE against Star2.5 with virtual scores",
    source="Ameneyro and Galvan 2020, table VI",
    method=(
        "RAVE plays against Star2.5 with the paper's parameters; both go by the difference"
        " of virtual scores."
        f" {METHOD}"
    ),
    counts="matches",
    usual=Effort(),
    steps=lambda effort: blocks_in([_contest(effort)]),
    run=_run,
)
