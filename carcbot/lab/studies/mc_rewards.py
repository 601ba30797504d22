"""What should a random game be worth to flat Monte Carlo? Heyden 2009, 6.2.1."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import (
    features_table,
    figures_picture,
    interval,
    matches_table,
    share_of_games,
    starters_table,
    thinking_table,
)
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.match_study import Told, match_study
from carcbot.lab.study import Comparison, Effort, Table
from carcbot.lab.thesis_time import thought_beside_thesis
from carcbot.lab.wording import count, ratio

__all__ = ["STUDY"]

_BLOCKS = 50
_SIMULATIONS = 250
_PARTS = {"a quarter of it": 0.25, "as much": 1, "four times as much": 4}
"""What else is played: the thesis does not say how many random games there were."""
_PAPER = {
    "fewest points": (35, 9, 31, 9),
    "most points": (108, 31, 95, 34),
    "average points": (62.6, 18.3, 64.6, 19.1),
    "wins": (50, 0, 50, 0),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    def contest(sims: int) -> Contest:
        return duel_between(
            "mc-rewards",
            ("MC", f"heyden-mc:sims={sims}"),
            ("MCo", f"heyden-mco:sims={sims}"),
            blocks=effort.blocks(_BLOCKS),
            seed=effort.seed,
        )

    sims = effort.thinking(_SIMULATIONS)
    return {name: contest(max(1, round(part * sims))) for name, part in _PARTS.items()}


def _tell(duels: Mapping[str, Duel]) -> Told:
    duel = duels["as much"]
    return Told(
        tuple(_comparisons(duel)),
        (
            matches_table([duel]),
            starters_table(duel, _PAPER, "By who starts (table 6.1)"),
            features_table(duel.habits, "Features and figures (figures 6.1 and 6.2)"),
            Table("With more and fewer random games", _COLUMNS, tuple(_by_thinking(duels)), _NOTE),
            thinking_table([duel]),
        ),
        (figures_picture("figures", duel.habits, "Figures a game, by what they were put on"),),
    )


_COLUMNS = ("thinking", "random games a move", "MC's score, 95 %", "points of MC", "points of MCo")
_NOTE = "In the thesis MC has 63.6 points on average and MCo 18.7."


def _by_thinking(duels: Mapping[str, Duel]) -> Iterator[tuple[str, ...]]:
    for name, duel in duels.items():
        effort = duel.effort(0)
        yield (
            name,
            count(effort.simulations / effort.decisions),
            interval(duel.share),
            *(f"{duel.side(player).mean_points:.1f}" for player in range(2)),
        )


def _comparisons(duel: Duel) -> Iterator[Comparison]:
    sides = duel.sides
    better, worse = sides["MC"].habits, sides["MCo"].habits
    yield Comparison(
        "MC's score",
        interval(share_of_games(100, 0, 0)),
        interval(duel.share),
        "MC is by far the stronger in both. The thesis's MCo is weaker than ours, as its points"
        " show, so that there nobody loses against it.",
    )
    yield Comparison(
        "average points of MC",
        "63.6",
        f"{sides['MC'].mean_points:.1f}",
        "Agrees, and so it confirms the estimate of how many random games a move has: with a"
        " quarter of them and with four times as many the points are far from these.",
    )
    yield Comparison(
        "average points of MCo",
        "18.7",
        f"{sides['MCo'].mean_points:.1f}",
        "Here MCo learns something from its random games. The thesis finds it not much better than"
        " a plain random player, which is what comes of averages of 1, 0 and -1 that are kept as"
        " whole numbers, for they are nearly all 0; whether that is the reason it does not say.",
    )
    yield Comparison(
        "points of a cloister of MC",
        "7.56",
        ratio(better.points_each("cloister")),
        "Agrees nearly.",
    )
    yield Comparison(
        "points of a field of MC",
        "nearly 9",
        ratio(better.points_each("field")),
        "Less, for MC puts more figures on fields here, and fields without a city count too;"
        " without these it is 6.6.",
    )
    yield Comparison(
        "figures a game of MC",
        "9.81",
        ratio(better.figures_a_game),
        "One more, on fields mostly.",
    )
    yield Comparison(
        "of these on roads",
        "nearly 3",
        ratio(better.figures["road"] / better.games),
        "Agrees.",
    )
    yield Comparison(
        "of these on fields",
        "less than 2",
        ratio(better.figures["field"] / better.games),
        "More by half a figure, and that is why a field brings less; the reason is not known.",
    )
    yield Comparison(
        "figures on fields of MCo",
        "nearly 4 for a random player",
        ratio(worse.figures["field"] / worse.games),
        "The thesis tells it of a random player only, whom it finds MCo to be like.",
    )


STUDY = match_study(
    "mc-rewards",
    "Flat Monte Carlo: points or wins",
    "Heyden 2009, 6.2.1, table 6.1, figures 6.1 and 6.2",
    method=(
        "Flat Monte Carlo plays against itself: MC takes a random game to be worth the difference"
        " of the points, MCo 1 for a win, 0 for a draw and -1 for a loss."
        f" {thought_beside_thesis(simulations=_SIMULATIONS)}"
    ),
    contests=_contests,
    tell=_tell,
)
