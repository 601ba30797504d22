"""C, T and the limit of turns of the thesis's best player, tried anew: its future work."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from carcbot.arena.contest import Contest
from carcbot.lab.card_duels import card_study, scores_table
from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.schadd import GAME, RULES
from carcbot.lab.study import Comparison, Effort, Findings

__all__ = ["CELLS", "STUDY"]

_BLOCKS: Final = 100
_SIMULATIONS: Final = 240
"""A decision of everybody: a tenth of what the thesis's tree search has."""
_BASE: Final = "schadd-mcts-pr"
_CHOSEN: Final = {"C": "2.5", "T": "5", "turns": "10"}
"""What the thesis chose, of random games or of these."""
_PARAMETERS: Final = {"C": "c", "T": "uct_after", "turns": "turns"}
_TRIED: Final = {
    "C": ("0.5", "1", "1.5", "4", "6"),
    "T": ("0", "2", "10", "20"),
    "turns": ("5", "15", "25"),
}


class _Cell(NamedTuple):
    """A match: the thesis's best player with one other value against itself."""

    what: str
    value: str


CELLS: Final = {
    f"{what} = {value}": _Cell(what, value) for what, values in _TRIED.items() for value in values
}
"""Every match by what it is called."""


def _contests(effort: Effort) -> dict[str, Contest]:
    limit = f"sims={effort.thinking(_SIMULATIONS)}"
    return {
        called: duel_between(
            "schadd-sweep",
            (f"{cell.what}={cell.value}", f"{_BASE}:{limit},{_PARAMETERS[cell.what]}={cell.value}"),
            (f"{cell.what}={_CHOSEN[cell.what]}", f"{_BASE}:{limit}"),
            blocks=effort.blocks(_BLOCKS),
            seed=effort.seed,
            options=RULES,
            game=GAME,
        )
        for called, cell in CELLS.items()
    }


def _tell(duels: Mapping[str, Duel]) -> Findings:
    return Findings(
        tuple(_comparisons(duels)), (scores_table("One value changed", "value", duels, _NOTE),)
    )


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    for called, duel in duels.items():
        what = CELLS[called].what
        yield Comparison(
            f"score of {called} against {_CHOSEN[what]}",
            "not told",
            interval(duel.share),
            f"{_remark(duel)} {_TOLD[what]}",
        )


def _remark(duel: Duel) -> str:
    if duel.share.holds(0.5):
        return "No difference is shown."
    return "Better than what was chosen." if duel.share.value > 0.5 else "Worse."


_TOLD: Final = {
    "C": "The thesis tried 0.5, 1.5 and 2.5 with random games, in 50 games each (table 5.15).",
    "T": "The thesis tried 5, 10 and 15 with random games, in 50 games each (table 5.16).",
    "turns": "The thesis tried 5, 10 and 25 by time, where short samples are more (table 5.19);"
    " here their number is the same.",
}


_NOTE: Final = (
    f"Against `{_BASE}` with C = 2.5, T = 5 and 10 turns. Everybody has {_SIMULATIONS} simulations"
    " a decision. Twelve intervals of 95 % hold all truths at once in little more than half of all"
    " cases, so one difference alone says little."
)
STUDY = card_study(
    "schadd-sweep",
    "Thurn and Taxis: C, T and the limit of turns",
    "a question of our own, on F. Schadd 2009, 5.2 and chapter 6",
    method=(
        "The thesis's best player, tree search with pseudo-random games, with one value changed"
        " plays against itself, by the thesis's reading of the rules and with a tenth of its"
        " simulations. Which values are best with all of them is left open."
    ),
    contests=_contests,
    tell=_tell,
)
