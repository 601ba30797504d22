"""Tree search against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table V."""

from functools import partial

from carcbot.lab.ameneyro import mcts, star25, star25_depth2, star25_limited
from carcbot.lab.seats_study import Variant, seats_study

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
        "Less, and more than chance makes likely. No difference is shown between MCTS and whole"
        " depth 3, while the paper's Star2.5 loses. With 60,000 nodes or to depth 2 it may lose"
        " as clearly, see the next rows. Sums of probes without the probabilities would make it"
        " worse (see the study printed-listings); whether its program has them is not told."
    ),
    "first": "Less, and more than chance makes likely.",
    "second": "Agrees within the intervals, of which ours is wide.",
}
_LIMITED = "Agrees, if only just, within the intervals: so strong is the paper's Star2.5."
_DEPTH2 = "Agrees within the intervals; so few games show no difference from a half either."
_MORE = "The few games leave nearly everything open."


STUDY = seats_study(
    "mcts-star25-virtual",
    method=(
        "Tree search plays against Star2.5 with the paper's parameters; both go by the"
        " difference of virtual scores."
    ),
    players=(mcts, star25),
    variants=(
        Variant((mcts, star25_limited), _LIMITED),
        Variant((mcts, star25_depth2), _DEPTH2),
        Variant((partial(mcts, times=4), star25), _MORE),
    ),
    paper=_PAPER,
    counted=_COUNTED,
    remarks=_REMARKS,
)
