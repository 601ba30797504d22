"""What is hidden information worth in Thurn and Taxis? A question of our own."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from carcbot.arena.contest import Contest
from carcbot.lab.card_duels import duel_figures, scores_table
from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.match_study import match_study
from carcbot.lab.schadd import GAME, RULES
from carcbot.lab.study import Comparison, Effort, Findings

__all__ = ["CELLS", "STUDY"]

_BLOCKS: Final = 150
_SIMULATIONS: Final = 240
"""A decision of everybody: a tenth of what the thesis's tree search has."""
_KNOWN: Final = {"hands": "the other's hand", "draws": "the other's hand and the order of cards"}


class _Cell(NamedTuple):
    """A match: a search that sees what is hidden against the same that does not."""

    tree: str
    search: str
    cheats: str

    @property
    def short(self) -> str:
        """The tree as a player's name has it."""
        return self.tree.replace(" ", "-")


_SEARCHES: Final = {
    "chance nodes": "schadd-mcts-pr",
    "single observer": "ismcts:tree=single,c=2.5,uct_after=5,policy=pseudo-random,turns=10",
}
CELLS: Final = {
    f"{tree}, sees {cheats}": _Cell(tree, search, cheats)
    for tree, search in _SEARCHES.items()
    for cheats in _KNOWN
}
"""Every match by what it is called."""


def _contests(effort: Effort) -> dict[str, Contest]:
    return {
        called: duel_between(
            "schadd-hidden",
            (f"{cell.short}-{cell.cheats}", f"{_limited(cell, effort)},cheats={cell.cheats}"),
            (f"{cell.short}-honest", _limited(cell, effort)),
            blocks=effort.blocks(_BLOCKS),
            seed=effort.seed,
            options=RULES,
            game=GAME,
        )
        for called, cell in CELLS.items()
    }


def _limited(cell: _Cell, effort: Effort) -> str:
    joined = "," if ":" in cell.search else ":"
    return f"{cell.search}{joined}sims={effort.thinking(_SIMULATIONS)}"


def _tell(duels: Mapping[str, Duel]) -> Findings:
    return Findings(
        tuple(_comparisons(duels)),
        (scores_table("Against the same search that does not cheat", "who cheats", duels, _NOTE),),
    )


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    for called, duel in duels.items():
        yield Comparison(
            f"score of who sees {_KNOWN[CELLS[called].cheats]}: {CELLS[called].tree}",
            "not told",
            interval(duel.share),
            _remark(duel),
        )


def _remark(duel: Duel) -> str:
    if duel.share.holds(0.5):
        said = "No difference is shown: if there is one, it is too small for so many games."
    elif duel.share.value > 0.5:
        said = "To see them helps."
    else:
        said = "To see them harms: a search that believes to know plans for what will not come."
    return f"{said} The thesis has no player that cheats."


_NOTE: Final = (
    f"Everybody has {_SIMULATIONS} simulations a decision. Intervals are over blocks, each with the"
    " same draws from both seats."
)
STUDY = match_study(
    "schadd-hidden",
    method=(
        "A tree search of the thesis, and single-observer ISMCTS with the same random games, play"
        " against themselves; one side is shown the other's hand, or the order of the supply too."
        " Both have as many simulations, a tenth of the thesis's, by its reading of the rules."
    ),
    contests=_contests,
    tell=_tell,
    figures=duel_figures,
)
