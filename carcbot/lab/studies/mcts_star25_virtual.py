"""Tree search against Star2.5 by virtual scores. Ameneyro and Galvan 2020, table V."""

from functools import partial

from carcbot.lab.ameneyro import mcts, star25, star25_depth2
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
        "The same finding, MCTS is the stronger, if by somewhat less: 8 percentage points, about as"
        " much as chance alone makes in one of twenty such pairs of samples. It is Star2.5 that has"
        " more points than the paper's, of which it is said above that it may have looked at fewer"
        " replies."
    ),
    "first": (
        "Less than in the paper, and more than chance makes likely: as second player Star2.5 wins"
        " 19 % of the games here, and 2.9 % there."
    ),
    "second": (
        "Agrees within the intervals; and as in figure 4 MCTS is behind for the first half of the"
        " game and overtakes then."
    ),
}
_MORE = "Agrees, but four decks leave nearly everything open."
_DEPTH2 = "Agrees within the intervals; to depth 3 with its limit no difference is shown."


STUDY = seats_study(
    "mcts-star25-virtual",
    "Tree search against Star2.5 with virtual scores",
    "V, figures 3 and 4",
    method=(
        "Tree search plays against Star2.5 with the paper's parameters; both go by the"
        " difference of virtual scores."
    ),
    players=(mcts, star25),
    blocks=100,
    variants=(
        Variant((partial(mcts, times=4), star25), 4, _MORE),
        Variant((mcts, star25_depth2), 8, _DEPTH2),
    ),
    paper=_PAPER,
    counted=_COUNTED,
    remarks=_REMARKS,
)
