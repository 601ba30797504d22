"""What should a random game be worth to tree search? Heyden 2009, 6.2.2, table 6.3."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.games.carcassonne.habits import Habits
from carcbot.lab.duel_tables import (
    features_pictures,
    features_table,
    interval,
    matches_table,
    share_of_games,
    starters_table,
    thinking_table,
)
from carcbot.lab.duels import Duel, Player
from carcbot.lab.heyden import thesis_duel, thought_beside_thesis
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import ratio
from carcbot.lab.study import Comparison, Effort, Findings

__all__ = ["STUDY"]

_BLOCKS = 100
_SIMULATIONS = 250
_OTHER_C = ("1", "0.3")
_FLAT = "flat"
_BLOCKS_OF_FLAT = 50
_PAPER = {
    "fewest points": (50, 16, 39, 17),
    "most points": (111, 75, 122, 82),
    "average points": (77.8, 48.8, 79.8, 54.3),
    "wins": (41, 8, 39, 11),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    """By the rival: first the thesis's; then with smaller C, and both with more random games."""
    sims = effort.thinking(_SIMULATIONS)

    def contest(one: Player, other: Player, blocks: int) -> Contest:
        return thesis_duel("mcts-rewards", one, other, blocks, effort)

    points = ("MCTS", f"heyden-mcts-c3:sims={sims}")
    rivals = [
        contest(points, ("MCTSo", f"heyden-mctso:sims={sims}"), _BLOCKS),
        *(
            contest(points, (f"MCTSo-C={c}", f"heyden-mctso:c={c},sims={sims}"), _BLOCKS)
            for c in _OTHER_C
        ),
        contest(
            ("MCTS-x4", f"heyden-mcts-c3:sims={4 * sims}"),
            ("MCTSo-x4", f"heyden-mctso:sims={4 * sims}"),
            _BLOCKS,
        ),
    ]
    # the flat one is that of the study mc-rewards, which is not played a second time
    flat = thesis_duel(
        "mc-rewards",
        ("MC", f"heyden-mc:sims={sims}"),
        ("MCo", f"heyden-mco:sims={sims}"),
        _BLOCKS_OF_FLAT,
        effort,
    )
    return {each.names[1]: each for each in rivals} | {_FLAT: flat}


def _tell(duels: Mapping[str, Duel]) -> Findings:
    duel = duels["MCTSo"]
    rivals = [each for name, each in duels.items() if name != _FLAT]
    flat = duels[_FLAT].habits["MC"]
    habits = duel.habits | {"MC": flat}
    return Findings(
        tuple(_comparisons(rivals, flat)),
        (
            matches_table(rivals),
            starters_table(duel, _PAPER, "By who starts (table 6.3)"),
            features_table(habits, "Features and figures (figures 6.3 and 6.4)"),
            thinking_table(rivals),
        ),
        features_pictures(habits, "6.3", "6.4"),
    )


def _comparisons(duels: list[Duel], flat: Habits) -> Iterator[Comparison]:
    sides = duels[0].sides
    better = sides["MCTS"].habits
    yield Comparison(
        "MCTS's score",
        interval(share_of_games(80, 1, 19)),
        interval(duels[0].share),
        _SCORE_REMARK,
    )
    for duel in duels[1:-1]:
        yield Comparison(
            f"the same against {duel.names[1].replace('-', ' with ')}",
            "not told",
            interval(duel.share),
            _OTHER_C_REMARK,
        )
    yield Comparison(
        "the same with four times the random games",
        "not told",
        interval(duels[-1].share),
        _MORE_REMARK,
    )
    yield Comparison(
        "average points with four times the random games",
        "78.8 of MCTS, 51.6 of MCTSo",
        " and ".join(f"{duels[-1].side(player).mean_points:.1f}" for player in range(2)),
        _MORE_REMARK,
    )
    yield Comparison(
        "average points of MCTS",
        "78.8",
        f"{sides['MCTS'].mean_points:.1f}",
        "A little less; it is between these and four times as many random games that they agree.",
    )
    yield Comparison(
        "average points of MCTSo", "51.6", f"{sides['MCTSo'].mean_points:.1f}", _SCORE_REMARK
    )
    yield Comparison(
        "points of a cloister of MCTS",
        "8",
        ratio(better.points_each("cloister")),
        "A little less, as its points are.",
    )
    yield Comparison(
        "figures a game of MCTS",
        "11.37",
        ratio(better.figures_a_game),
        "Agrees nearly.",
    )
    in_cities, of_flat = (each.figures["city"] / each.games for each in (better, flat))
    more = {
        "figures a game, more than MC's": ("1.5", better.figures_a_game - flat.figures_a_game),
        "of these in cities": ("nearly 1", in_cities - of_flat),
    }
    for what, (paper, ours) in more.items():
        yield Comparison(what, paper, f"{ours:.2f}", _BESIDE_FLAT[what])
    for feature, paper in (("city", "less"), ("road", "more"), ("field", "more")):
        yield Comparison(
            f"points of a {feature} of MCTS beside those of MC",
            paper,
            f"{ratio(better.points_each(feature))} beside {ratio(flat.points_each(feature))}",
            _BESIDE_FLAT[feature],
        )


_BESIDE_FLAT = {
    "figures a game, more than MC's": "Less, in the same direction.",
    "of these in cities": "Agrees.",
    "city": "The other way round: here the tree brings a little more for a city, too.",
    "road": "So it is here.",
    "field": "So it is here.",
}
_SCORE_REMARK = (
    "MCTS is by far the stronger in both. The thesis's MCTSo is better than ours; a smaller C or"
    " more random games bring ours nearer, and explain only a part of it."
)
_OTHER_C_REMARK = (
    "A smaller C suits rewards between -1 and 1 better: MCTSo has four points more with it."
)
_MORE_REMARK = (
    "MCTS then has more points than the thesis's and MCTSo still fewer, so that there is no effort"
    " at which both agree."
)


STUDY = match_study(
    "mcts-rewards",
    method=(
        "Monte-Carlo tree search with C = 3 plays against itself: MCTS takes a random game to be"
        " worth the difference of the points, MCTSo 1 for a win, 0 for a draw and -1 for a loss;"
        " the thesis names no other C for it, so that it plays with smaller ones besides."
        f" {thought_beside_thesis(simulations=_SIMULATIONS)}"
    ),
    contests=_contests,
    tell=_tell,
)
