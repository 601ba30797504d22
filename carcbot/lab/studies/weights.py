"""First against final weights of the evaluation. Heyden 2009, 6.3.2, table 6.5."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import features_table, interval, matches_table, thinking_table
from carcbot.lab.duels import Duel, Player
from carcbot.lab.heyden import NODES_A_MOVE, thesis_duel, thought_beside_thesis
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import percent, ratio
from carcbot.lab.study import Comparison, Effort, Findings

__all__ = ["STUDY"]

_BLOCKS = 30
_FEW_NODES, _BLOCKS_OF_FEW = 10_000, 100
_HASTY = "-hasty"
"""Added to the names of those who think for a moment only, and so can play often."""
_SEARCH = "star:f=5,bound=20,bounds=dynamic,order=features,likely=off,table=0"
_EVALUATIONS = {
    # table 6.5, and what lies between its two columns, one change at a time
    "final": "heyden",
    "first": "heyden-intuitive",
    "first-meeple-10": "100/10/10/10/-50",
    "first-field-40": "100/1/10/10/-40",
    "first-city-1.25": "100/1/10/12.5/-50",
}


def _contests(effort: Effort) -> dict[str, Contest]:
    def contest(name: str, kind: str, nodes: int, blocks: int) -> Contest:
        def player(name: str) -> Player:
            limit = effort.thinking(nodes)
            return f"{name}{kind}", f"{_SEARCH},eval={_EVALUATIONS[name]},nodes={limit}"

        return thesis_duel("weights", player(name), player("first"), blocks, effort)

    return {
        f"{name}{kind}": contest(name, kind, nodes, blocks)
        for kind, nodes, blocks in (
            ("", NODES_A_MOVE, _BLOCKS),
            (_HASTY, _FEW_NODES, _BLOCKS_OF_FEW),
        )
        for name in _EVALUATIONS
        if name != "first"
    }


def _tell(duels: Mapping[str, Duel]) -> Findings:
    final = duels[f"final{_HASTY}"]
    return Findings(
        tuple(_comparisons(duels)),
        (
            matches_table(list(duels.values())),
            features_table(final.habits, "Features and figures of final-hasty against first-hasty"),
            thinking_table(list(duels.values())),
        ),
    )


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    for name, duel in duels.items():
        yield Comparison(
            f"score of {' against '.join(duel.names)}",
            "more than half" if name.startswith("final") else "not told",
            interval(duel.share),
            _REMARKS.get(name, _NOTHING),
        )
    yield Comparison(
        "figures a game, final-hasty against first-hasty",
        "not told",
        " against ".join(
            ratio(each.figures_a_game) for each in duels[f"final{_HASTY}"].habits.values()
        ),
        "Hardly a difference, but the final weights, which find empty fields less bad, put more on"
        " fields.",
    )


_NOTHING = "No difference is shown."
_REMARKS = {
    "final-hasty": (
        "The same direction: in points the final weights are ahead, as the table shows. In wins no"
        " difference is shown."
    ),
}


STUDY = match_study(
    "weights",
    method=(
        "Star2.5 plays with the final weights of table 6.5 against itself with the first ones, and"
        " with each of the three changes alone: a meeple in hand is worth 10 and not 1, a field"
        " with less than three cities costs 40 and not 50, a point of an incomplete city is worth"
        " 12.5 and not 10. The thesis tells that such matches were played, and neither how many nor"
        f" how they ended. {thought_beside_thesis(nodes=NODES_A_MOVE)} Such games take seconds; the"
        f" hasty ones have {_FEW_NODES:,} nodes a move,"
        f" {percent(_FEW_NODES / NODES_A_MOVE)} of the thesis's, and play more often."
    ),
    contests=_contests,
    tell=_tell,
)
