"""Tree search against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table V."""

from carcbot.arena.contest import Contest
from carcbot.lab.ameneyro import (
    METHOD,
    by_seat,
    duel,
    mcts,
    pictures,
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
    ("MCTS", "first"): (88.57, 20.29, 80.54, 13.1, 0.48),
    ("Star2.5", "first"): (22.86, -16.82, 60.29, 11.63, 0.41),
    ("MCTS", "second"): (77.14, 16.82, 77.11, 12.72, 0.49),
    ("Star2.5", "second"): (2.86, -20.29, 60.26, 11.03, 0.41),
}
_COUNTED = {
    # won, drawn and lost by MCTS, of 70 games each
    "first": (62, 6, 2),
    "second": (54, 0, 16),
}


def _contest(effort: Effort) -> Contest:
    return duel("mcts-star25-virtual", mcts(effort), star25(effort), _BLOCKS, effort)


def _run(effort: Effort, desk: Desk) -> Result:
    played = play(_contest(effort), desk)
    sides = by_seat(played)
    habits = {name: played.side(player).habits for player, name in enumerate(played.names)}
    return Result(
        "mcts-star25-virtual",
        effort,
        tuple(win_rates(played, _COUNTED, _REMARKS)),
        (
            matches_table([played]),
            seats_table("By seat (table V)", sides, _PAPER),
            features_table(habits, "Features and figures"),
            thinking_table([played]),
        ),
        {"duel": played.figures()},
        pictures(sides, played.names),
    )


_REMARKS = {
    "both": (
        "Less. Against a random player Star2.5 is here what it is in the paper and MCTS is weaker"
        " (see the study random-rival), so that the paper's has had more random games than these."
    ),
    "first": "Less, as in both seats together.",
    "second": "Less, as in both seats together.",
}


STUDY = Study(
    name="mcts-star25-virtual",
    title="Tree search against Star2.5 with virtual scores",
    source="Ameneyro and Galvan 2020, table V, figures 3 and 4",
    method=(
        "Tree search plays against Star2.5 with the paper's parameters; both go by the difference"
        " of virtual scores."
        f" {METHOD}"
    ),
    counts="matches",
    usual=Effort(),
    steps=lambda effort: blocks_in([_contest(effort)]),
    run=_run,
)
