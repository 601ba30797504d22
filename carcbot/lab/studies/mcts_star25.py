"""Tree search against Star2.5. Heyden 2009, 6.4, table 6.8."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import (
    features_pictures,
    features_table,
    interval,
    matches_table,
    share_of_games,
    starters_table,
    thinking_table,
)
from carcbot.lab.duels import Duel
from carcbot.lab.heyden import NODES_A_MOVE, thesis_duel, thought_beside_thesis
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import ratio
from carcbot.lab.study import Comparison, Effort, Findings

__all__ = ["STUDY"]

_BLOCKS = 50
_SIMULATIONS = 250
_PAPER = {
    "fewest points": (46, 50, 49, 56),
    "most points": (103, 118, 104, 119),
    "average points": (74.2, 82.0, 77.6, 87.1),
    "wins": (15, 33, 12, 37),
}
_MORE = 4
_BOUNDS = {"dynamic": "heyden-star25-f5", "fixed": "heyden-star25-f5-fixed"}


def _contests(effort: Effort) -> dict[str, Contest]:
    """The two of the thesis; then the first once more, with more random games for MCTS."""
    sims, nodes = effort.thinking(_SIMULATIONS), effort.thinking(NODES_A_MOVE)

    def contest(bounds: str, name: str, sims: int) -> Contest:
        return thesis_duel(
            "mcts-star25",
            (name, f"heyden-mcts-c3:sims={sims}"),
            (f"Star2.5-{bounds}", f"{_BOUNDS[bounds]}:nodes={nodes}"),
            _BLOCKS,
            effort,
        )

    return {bounds: contest(bounds, "MCTS", sims) for bounds in _BOUNDS} | {
        "more": contest("dynamic", f"MCTS-x{_MORE}", _MORE * sims)
    }


def _tell(duels: Mapping[str, Duel]) -> Findings:
    dynamic = duels["dynamic"]
    title = "Features and figures, dynamic bounds (figures 6.7 and 6.8)"
    return Findings(
        tuple(_comparisons(duels)),
        (
            matches_table(list(duels.values())),
            starters_table(dynamic, _PAPER, "By who starts, dynamic bounds (table 6.8)"),
            starters_table(duels["fixed"], {}, "By who starts, fixed bounds"),
            features_table(dynamic.habits, title),
            thinking_table(list(duels.values())),
        ),
        features_pictures(dynamic.habits, "6.7", "6.8"),
    )


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    mcts, star = duels["dynamic"].sides.values()
    yield Comparison(
        "MCTS's score against dynamic bounds",
        interval(share_of_games(27, 3, 70)),
        interval(duels["dynamic"].share),
        "Agrees within the intervals: Star2.5 is the stronger. Its bounds are the mended ones.",
    )
    more = duels["more"]
    yield Comparison(
        "the same with four times the random games for MCTS",
        "not told",
        f"{interval(more.share)}, {more.side(0).mean_points:.1f} points",
        _MORE_REMARK,
    )
    yield Comparison(
        "MCTS's score against fixed bounds",
        "wins many games by a clear margin",
        interval(duels["fixed"].share),
        "The same direction: fixed bounds cost Star2.5 most of its lead in points. But it does not"
        " lose, for it gives up only where every move leaves it 20 points behind.",
    )
    yield Comparison(
        "average points of MCTS",
        "75.9",
        f"{mcts.mean_points:.1f}",
        "Less; with four times the random games it has nearly as many.",
    )
    yield Comparison(
        "average points of Star2.5",
        "84.6",
        f"{star.mean_points:.1f}",
        "More, as its lead is larger.",
    )
    yield Comparison(
        "Star2.5's figures on fields in a game",
        "0.37",
        ratio(star.habits.figures["field"] / star.games),
        "More; a field is taken seldom even so, and then it brings more than anything else.",
    )
    yield Comparison(
        "figures a game, Star2.5 against MCTS",
        "Star2.5 many more",
        f"{ratio(star.habits.figures_a_game)} against {ratio(mcts.habits.figures_a_game)}",
        "The same: small features are closed quickly, and their figures come back.",
    )


_MORE_REMARK = (
    "Nearer to the thesis in score and in points (28.5 % and 75.9 there), so that its tree search"
    " may have had more random games than its times say; a few games, which leave much open."
)


STUDY = match_study(
    "mcts-star25",
    method=(
        "Monte-Carlo tree search with C = 3 plays against Star2.5 with probing factor 5, iterative"
        " deepening and the final weights: with dynamic bounds, 20 points above and below the value"
        " at the root, and with bounds that are fixed at 20 points above and below 0."
        f" {thought_beside_thesis(simulations=_SIMULATIONS, nodes=NODES_A_MOVE)}"
    ),
    contests=_contests,
    tell=_tell,
)
