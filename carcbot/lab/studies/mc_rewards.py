"""What should a random game be worth to flat Monte Carlo? Heyden 2009, 6.2.1."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

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
from carcbot.lab.duels import Duel, Player
from carcbot.lab.heyden import thesis_duel, thought_beside_thesis
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import count, ratio
from carcbot.lab.study import Comparison, Effort, Findings, Table
from carcbot.search.budget import Budget

__all__ = ["STUDY"]

_BLOCKS = 50
_SIMULATIONS = 250
_PARTS = {"a quarter of it": 0.25, "as much": 1, "four times as much": 4}
"""What else is played: the thesis does not say how many random games there were."""
_RANDOM = "a random rival"
_WHOLE = "averages as whole numbers"
_PAPER = {
    "fewest points": (35, 9, 31, 9),
    "most points": (108, 31, 95, 34),
    "average points": (62.6, 18.3, 64.6, 19.1),
    "wins": (50, 0, 50, 0),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    sims = effort.thinking(_SIMULATIONS)

    def contest(sims: int, rival: Player) -> Contest:
        return thesis_duel("mc-rewards", ("MC", f"heyden-mc:sims={sims}"), rival, _BLOCKS, effort)

    by_part = {name: max(1, round(part * sims)) for name, part in _PARTS.items()}
    return {
        name: contest(sims, ("MCo", f"heyden-mco:sims={sims}")) for name, sims in by_part.items()
    } | {
        _RANDOM: contest(sims, ("random", "random")),
        _WHOLE: replace(
            contest(sims, ("MCo-whole", "carcbot.lab.whole_averages:WholeAverages")),
            limits=Budget(simulations=sims),
        ),
    }


def _tell(duels: Mapping[str, Duel]) -> Findings:
    duel, guess, whole = duels["as much"], duels[_RANDOM], duels[_WHOLE]
    habits = duel.habits | {each.names[1]: each.habits[each.names[1]] for each in (guess, whole)}
    return Findings(
        tuple(_comparisons(duel, guess, whole)),
        (
            matches_table([duel, guess, whole]),
            starters_table(duel, _PAPER, "By who starts (table 6.1)"),
            starters_table(whole, _PAPER, "By who starts, averages of MCo as whole numbers"),
            features_table(habits, "Features and figures (figures 6.1 and 6.2)"),
            Table("With more and fewer random games", _COLUMNS, tuple(_by_thinking(duels)), _NOTE),
            thinking_table([duel]),
        ),
        features_pictures(habits, "6.1", "6.2"),
    )


_COLUMNS = ("thinking", "random games a move", "MC's score, 95 %", "points of MC", "points of MCo")
_NOTE = "In the thesis MC has 63.6 points on average and MCo 18.7."


def _by_thinking(duels: Mapping[str, Duel]) -> Iterator[tuple[str, ...]]:
    for name in _PARTS:
        duel = duels[name]
        effort = duel.effort(0)
        yield (
            name,
            count(effort.simulations / effort.decisions),
            interval(duel.share),
            *(f"{duel.side(player).mean_points:.1f}" for player in range(2)),
        )


def _comparisons(duel: Duel, guess: Duel, whole: Duel) -> Iterator[Comparison]:
    sides = duel.sides
    better, worse = sides["MC"].habits, sides["MCo"].habits
    random, rounded = guess.side(1), whole.side(1)
    yield Comparison(
        "MC's score",
        interval(share_of_games(100, 0, 0)),
        interval(duel.share),
        "MC is by far the stronger in both. The thesis's MCo is weaker than ours, as its points"
        " show, so that there nobody loses against it.",
    )
    yield Comparison(
        "MC's score where MCo keeps its averages as whole numbers",
        interval(share_of_games(100, 0, 0)),
        interval(whole.share),
        "Agrees within the intervals; as the points do, see below.",
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
        "Here MCo learns something from its random games.",
    )
    yield Comparison(
        "average points of MCo with averages as whole numbers",
        "18.7",
        f"{rounded.mean_points:.1f}",
        "Agrees: averages of 1, 0 and -1 that are kept as whole numbers are nearly all 0, and then"
        " the first move of all is made. The thesis does not say that its program does so; it would"
        " explain what it finds.",
    )
    yield Comparison(
        "average points of a random player against MC",
        "not told",
        f"{random.mean_points:.1f}",
        "The thesis finds that its MCo does not play much better than who moves at random; of the"
        " one with whole averages that is so.",
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
        "Less, for MC puts more figures on fields here; and fields without a city count, too.",
    )
    yield Comparison(
        "figures a game of MC",
        "9.81",
        ratio(better.figures_a_game),
        "One more.",
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
        "More by two fifths of a figure; the reason is not known.",
    )
    yield Comparison(
        "figures on fields of a random player",
        "nearly 4",
        ratio(random.habits.figures["field"] / random.games),
        "Agrees.",
    )
    yield Comparison(
        "figures on fields of MCo",
        "not told",
        f"{ratio(worse.figures['field'] / worse.games)};"
        f" {ratio(rounded.habits.figures['field'] / rounded.games)} with whole averages",
        "Fewer than the random player's; those of the one with whole averages are nearer to them.",
    )


STUDY = match_study(
    "mc-rewards",
    method=(
        "Flat Monte Carlo plays against itself: MC takes a random game to be worth the difference"
        " of the points, MCo 1 for a win, 0 for a draw and -1 for a loss."
        f" {thought_beside_thesis(simulations=_SIMULATIONS)}"
    ),
    contests=_contests,
    tell=_tell,
)
