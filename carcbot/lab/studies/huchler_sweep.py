"""A, B, C, k_init and epsilon of C. Huchler's best players, tried anew: the thesis's future work.

Its C and its bias are of rewards of 0 and 1; the agents have -1 and 1, so they take twice its C.
"""

from typing import Final

from carcbot.lab.huchler import GAME, RULES, SIMULATIONS
from carcbot.lab.sweeps import Sweep, sweep_study

__all__ = ["STUDY"]

_BEST: Final = "huchler-so-pub"
_BY_RULES: Final = "huchler-so-pub-ps"
"""The same player, whose random games go by rules but for one turn in twenty."""


def _pruning(parameter: str, chosen: str, tried: tuple[str, ...]) -> Sweep:
    same = {value: value for value in tried}
    given = "one value only (5.2.1)" if parameter != "prune_a" else "25 (5.2.1) and 50 (3.4.1)"
    return Sweep(_BEST, parameter, chosen, same, f"The thesis gives {given}.")


_SWEEPS: Final = {
    "A": _pruning("prune_a", "25", ("5", "10", "50", "100")),
    "B": _pruning("prune_b", "1.3", ("1.1", "1.6", "2")),
    "k_init": _pruning("prune_k", "5", ("2", "10", "20")),
    "C": Sweep(
        _BEST,
        "c",
        "1.414",
        {"0.35": "0.7", "0.7": "1.4", "1": "2", "2": "4"},
        "The thesis takes the root of 2 (4.5).",
    ),
    "epsilon": Sweep(
        _BY_RULES,
        "policy",
        "0.05",
        {"0": "rules-0", "0.1": "rules-10", "0.2": "rules-20", "0.4": "rules-40"},
        "The thesis takes 0.05 (4.7.3).",
    ),
}
STUDY = sweep_study(
    "huchler-sweep",
    method=(
        "The thesis's best player, single-observer tree search with progressive unpruning and bias,"
        " with one value changed plays against itself, by the thesis's reading of the rules;"
        " epsilon is changed in the player whose random games go by rules."
    ),
    sweeps=_SWEEPS,
    simulations=SIMULATIONS,
    blocks=100,
    options=RULES,
    game=GAME,
    note=(
        f"Against `{_BEST}` with A = 25, B = 1.3, k_init = 5 and C = 1.414, and epsilon against"
        f" `{_BY_RULES}` with 0.05. Everybody has {SIMULATIONS} simulations a decision. Eighteen"
        " intervals of 95 % hold all truths at once in two cases of five, so one difference alone"
        " says little."
    ),
)
