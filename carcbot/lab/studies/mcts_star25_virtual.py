"""Tree search against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table V."""

from carcbot.lab.ameneyro import mcts, star25
from carcbot.lab.seats_study import seats_study

__all__ = ["STUDY"]

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
_REMARKS = {
    "both": (
        "Less. Against a random player Star2.5 is here what it is in the paper and MCTS is weaker"
        " (see the study random-rival), so that the paper's has had more random games than these."
    ),
    "first": "Less, as in both seats together.",
    "second": "Less, as in both seats together.",
}


STUDY = seats_study(
    "mcts-star25-virtual",
    "Tree search against Star2.5 with virtual scores",
    "V, figures 3 and 4",
    method=(
        "Tree search plays against Star2.5 with the paper's parameters; both go by the"
        " difference of virtual scores."
    ),
    players=(mcts, star25),
    blocks=15,
    paper=_PAPER,
    counted=_COUNTED,
    remarks=_REMARKS,
)
