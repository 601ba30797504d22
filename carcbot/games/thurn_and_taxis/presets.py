"""Agents for Thurn and Taxis: our own, and every configuration of F. Schadd's thesis.

Frederik Schadd, "Monte-Carlo Search Techniques in the Modern Board Game Thurn and Taxis",
Maastricht University 2009. Chapter 5 finds 10 turns best for flat Monte Carlo and applies them from
5.1.3 on; for tree search it finds 5 turns of random games best, and 10 of pseudo-random ones.
"""

from collections.abc import Iterator
from typing import Final

from carcbot.games.extras import Preset

__all__ = ["PRESETS"]

_SCHADD: Final = "F. Schadd 2009"
_SIMCUT: Final = 5
"""Points of the thesis's cut of simulations in which somebody gets far ahead."""
_TREE: Final = "ismcts:tree=chance,c=2.5,uct_after=5"
"""C and T as the thesis chose them, and robust child, as it chose that."""
_SECOND: Final = {"random": "uniform", "mechanism": "redraw-{}", "heuristic": "heuristic"}
"""By what the hybrids play their last turns."""


def _flat() -> Iterator[Preset]:
    yield Preset(
        "schadd-mc",
        "flat:policy=uniform,turns=100",
        f"{_SCHADD}, 4.1, table 5.1",
        "Flat Monte Carlo, a new guess at hidden cards for each random game of 100 turns.",
    )
    for turns in (75, 50, 25, 10, 5):
        yield Preset(
            f"schadd-mc-{turns}",
            f"flat:policy=uniform,turns={turns}",
            f"{_SCHADD}, 4.4.1, tables 5.3 and 5.4",
            "Flat Monte Carlo with shorter random games, counted by the points of then.",
        )
    yield Preset(
        "schadd-mc-simcut",
        f"flat:policy=uniform,turns=10,simcut={_SIMCUT}",
        f"{_SCHADD}, 4.4.2, table 5.5",
        "Flat Monte Carlo of 10 turns, fewer where somebody gets 5 points ahead.",
    )
    yield Preset(
        "schadd-mc-pr",
        "flat:policy=pseudo-random,turns=10",
        f"{_SCHADD}, 4.4.3, tables 5.6 and 5.29",
        "Flat Monte Carlo with pseudo-random games, by merits of choices: its best of this kind.",
    )
    yield Preset(
        "schadd-mc-pr-simcut",
        f"flat:policy=pseudo-random,turns=10,simcut={_SIMCUT}",
        f"{_SCHADD}, 4.4.2, table 5.8",
        "The same with simulation cuts.",
    )
    for redraws in (1, 2):
        yield Preset(
            f"schadd-mc-mechanism-{redraws}",
            f"flat:policy=redraw-{redraws},turns=10",
            f"{_SCHADD}, 4.4.4, tables 5.9 to 5.11",
            "Flat Monte Carlo; a choice that a binary rule calls bad is drawn again, so often.",
        )
    yield from _hybrids("mc", "flat:", 1, "tables 5.12 to 5.14")


def _trees() -> Iterator[Preset]:
    for c in ("0.5", "1.5", "2.5"):
        yield Preset(
            f"schadd-mcts-c{c}",
            f"ismcts:tree=chance,c={c},uct_after=10,policy=uniform,turns=10",
            f"{_SCHADD}, 5.2.1, table 5.15",
            "Tree search with chance nodes, T = 10. T is read as in 4.3: until then the policy"
            " chooses in a node; 5.2.1 also calls it a threshold of full expansion.",
        )
    for after in (5, 10, 15):
        yield Preset(
            f"schadd-mcts-t{after}",
            f"ismcts:tree=chance,c=2.5,uct_after={after},policy=uniform,turns=10",
            f"{_SCHADD}, 5.2.1, table 5.16",
            "The same with C = 2.5 and another T.",
        )
    yield Preset(
        "schadd-mcts-max",
        f"{_TREE},policy=uniform,turns=10,final=best-value",
        f"{_SCHADD}, 5.2.2, table 5.17",
        "Tree search that makes the move with the best value (max child).",
    )
    yield Preset(
        "schadd-mcts",
        f"{_TREE},policy=uniform,turns=5",
        f"{_SCHADD}, 5.2.3, table 5.18",
        "Tree search with random games of 5 turns, its best with such.",
    )
    for turns in (10, 25, 50):
        yield Preset(
            f"schadd-mcts-{turns}",
            f"{_TREE},policy=uniform,turns={turns}",
            f"{_SCHADD}, 5.2.3, table 5.18",
            "Tree search with longer random games.",
        )
    yield Preset(
        "schadd-mcts-simcut",
        f"{_TREE},policy=uniform,turns=5,simcut={_SIMCUT}",
        f"{_SCHADD}, 5.2.4, table 5.20",
        "Tree search with random games of 5 turns and simulation cuts.",
    )
    yield Preset(
        "schadd-mcts-50-simcut",
        f"{_TREE},policy=uniform,turns=50,simcut={_SIMCUT}",
        f"{_SCHADD}, 5.2.4, table 5.21",
        "The same with 50 turns.",
    )
    yield Preset(
        "schadd-mcts-pr",
        f"{_TREE},policy=pseudo-random,turns=10",
        f"{_SCHADD}, 5.2.5, tables 5.24 and 5.29",
        "Tree search with pseudo-random games of 10 turns: the best of the thesis.",
    )
    for turns in (5, 25, 50):
        yield Preset(
            f"schadd-mcts-pr-{turns}",
            f"{_TREE},policy=pseudo-random,turns={turns}",
            f"{_SCHADD}, 5.2.3, tables 5.19 and 5.21",
            "The same with shorter or longer games.",
        )
    for turns in (10, 25, 50):
        yield Preset(
            f"schadd-mcts-pr-{turns}-simcut",
            f"{_TREE},policy=pseudo-random,turns={turns},simcut={_SIMCUT}",
            f"{_SCHADD}, 5.2.4, tables 5.21 to 5.23",
            "The same with simulation cuts.",
        )
    for redraws in (1, 2, 3):
        yield Preset(
            f"schadd-mcts-mechanism-{redraws}",
            f"{_TREE},policy=redraw-{redraws},turns=10",
            f"{_SCHADD}, 5.2.6, table 5.25",
            "Tree search; a choice that a binary rule calls bad is drawn again, so often.",
        )
    yield from _hybrids("mcts", f"{_TREE},", 3, "tables 5.26 to 5.28")


def _hybrids(kind: str, family: str, redraws: int, tables: str) -> Iterator[Preset]:
    for name, later in _SECOND.items():
        for share in (80, 50, 20):
            yield Preset(
                f"schadd-{kind}-{name}-{share}",
                f"{family}policy=pseudo-random,turns=10,share={share / 100},"
                f"later={later.format(redraws)}",
                f"{_SCHADD}, 4.4.5, {tables}",
                f"Pseudo-random for {share} % of 10 turns, then otherwise (hybrid simulations).",
            )


_OURS: Final = Preset(
    "postmaster",
    "ismcts:tree=single,c=1,t=10,policy=outlook,turns=1,eval=outlook,sims=200",
    "carcbot",
    "Our best: a turn is played out for its outlook, and the tree weighs what chance may bring.",
)

PRESETS: Final = (_OURS, *_flat(), *_trees())
"""Every preset of Thurn and Taxis."""
