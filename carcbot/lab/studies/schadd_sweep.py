"""C, T and the limit of turns of the thesis's best player, tried anew: its future work."""

from typing import Final

from carcbot.lab.schadd import GAME, RULES
from carcbot.lab.sweeps import Sweep, sweep_study

__all__ = ["STUDY"]

_SIMULATIONS: Final = 240
"""A decision of everybody: a tenth of what the thesis's tree search has."""
_BASE: Final = "schadd-mcts-pr"


def _sweep(parameter: str, chosen: str, tried: tuple[str, ...], told: str) -> Sweep:
    return Sweep(_BASE, parameter, chosen, {value: value for value in tried}, told)


_SWEEPS: Final = {  # the thesis chose its values with random games or with these
    "C": _sweep(
        "c",
        "2.5",
        ("0.5", "1", "1.5", "4", "6"),
        "The thesis tried 0.5, 1.5 and 2.5 with random games, in 50 games each (table 5.15).",
    ),
    "T": _sweep(
        "uct_after",
        "5",
        ("0", "2", "10", "20"),
        "The thesis tried 5, 10 and 15 with random games, in 50 games each (table 5.16).",
    ),
    "turns": _sweep(
        "turns",
        "10",
        ("5", "15", "25"),
        "The thesis tried 5, 10 and 25 by time, where short samples are more (table 5.19);"
        " here their number is the same.",
    ),
}
STUDY = sweep_study(
    "schadd-sweep",
    method=(
        "The thesis's best player, tree search with pseudo-random games, with one value changed"
        " plays against itself, by the thesis's reading of the rules and with a tenth of its"
        " simulations. Which values are best with all of them is left open."
    ),
    sweeps=_SWEEPS,
    simulations=_SIMULATIONS,
    blocks=100,
    options=RULES,
    game=GAME,
    note=(
        f"Against `{_BASE}` with C = 2.5, T = 5 and 10 turns. Everybody has {_SIMULATIONS}"
        " simulations a decision. Twelve intervals of 95 % hold all truths at once in little more"
        " than half of all cases, so one difference alone says little."
    ),
)
