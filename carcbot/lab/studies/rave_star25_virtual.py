"""RAVE against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table VI."""

from carcbot.lab.ameneyro import rave, star25, star25_limited
from carcbot.lab.seats_study import Variant, seats_study

__all__ = ["STUDY"]

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
_REMARKS = {
    "both": (
        "Less, and more than chance makes likely. No difference is shown between RAVE and whole"
        " depth 3; the same is found of MCTS, see the study mcts-star25-virtual."
    ),
    "first": "Less, and more than chance makes likely.",
    "second": "Agrees within the intervals, of which ours is wide.",
}
_LIMITED = "Agrees within the intervals: so strong is the paper's Star2.5."


STUDY = seats_study(
    "rave-star25-virtual",
    method=(
        "RAVE plays against Star2.5 with the paper's parameters; both go by the"
        " difference of virtual scores."
    ),
    players=(rave, star25),
    variants=(Variant((rave, star25_limited), _LIMITED),),
    paper=_PAPER,
    counted=_COUNTED,
    remarks=_REMARKS,
)
