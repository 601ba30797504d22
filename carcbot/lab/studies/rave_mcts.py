"""RAVE against plain tree search. Ameneyro and Galvan 2020, table VII."""

from carcbot.lab.ameneyro import mcts, rave
from carcbot.lab.seats_study import seats_study

__all__ = ["STUDY"]

_PAPER = {
    # won in per cent, reward, points, mpg and twm
    ("RAVE", "first"): (51.0, 0.11, 80.05, 13.49, 0.5),
    ("MCTS", "first"): (64.0, 2.67, 80.75, 13.71, 0.51),
    ("RAVE", "second"): (36.0, -2.67, 78.08, 12.61, 0.48),
    ("MCTS", "second"): (49.0, -0.11, 79.94, 13.32, 0.51),
}
_COUNTED = {
    # won, drawn and lost by RAVE, of 100 games each
    "first": (51, 0, 49),
    "second": (36, 0, 64),
}

_REMARKS = {
    "both": (
        "Agrees: no difference is shown, nor is it, just, by the paper's games. The points of both"
        " agree as well."
    ),
    "first": "Agrees within the intervals.",
    "second": (
        "Agrees, if only just: 36 % and 49.5 % of a hundred games each are about as far apart as"
        " chance alone makes one of twenty such pairs of samples."
    ),
    "RAVE": (
        "A little more, where the paper has two tenths less than for MCTS: ours are the other way"
        " round, by one tenth."
    ),
    "MCTS": (
        "Less than RAVE's here, so that nothing bears out what the paper supposes, that plain tree"
        " search knows better when a farm is worth a meeple."
    ),
}


STUDY = seats_study(
    "rave-mcts",
    method="RAVE plays against plain tree search with the paper's parameters.",
    players=(rave, mcts),
    variants=(),
    paper=_PAPER,
    counted=_COUNTED,
    remarks=_REMARKS,
    farmers={"RAVE": "2.8", "MCTS": "3"},
)
