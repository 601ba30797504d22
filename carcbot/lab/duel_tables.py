"""Tables of matches between two players, with the same columns on every page."""

import math
from collections.abc import Mapping, Sequence

from carcbot.arena.blocks import Effort
from carcbot.arena.statistics.block_values import shares_of
from carcbot.arena.statistics.intervals import Estimate, mean_share
from carcbot.games.carcassonne.habits import FEATURES, Habits
from carcbot.lab.duels import Duel, Side
from carcbot.lab.number_text import count, percent
from carcbot.lab.study import Picture, Table

__all__ = [
    "agree",
    "difference",
    "features_pictures",
    "features_table",
    "interval",
    "margin_text",
    "matches_table",
    "share_of_games",
    "starters_table",
    "thinking_table",
]

_PLAYED = tuple(each for each in FEATURES if each != "garden")
"""What the base game has."""


def interval(share: Estimate) -> str:
    """``"74.0 % (60.1 to 84.5)"`` of a share with its interval."""
    return f"{percent(share.value)} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def margin_text(margin: Estimate) -> str:
    """``"+4.0 (+1.5 to +6.5)"`` of points with their interval."""
    return f"{margin.value:+.1f} ({margin.low:+.1f} to {margin.high:+.1f})"


def agree(one: Estimate, other: Estimate) -> bool:
    """Whether no difference is shown: whether the interval of the difference holds 0.

    Its ends come of those ends of the two intervals that face each other.
    """
    less, more = sorted((one, other), key=lambda each: each.value)
    return more.value - less.value <= math.hypot(less.high - less.value, more.value - more.low)


def difference(player: str, ours: Estimate, paper: Estimate) -> str:
    """How a player's share differs from the published one, where they do not agree.

    On which side of a half it lies is told where that is shown.
    """
    better = "stronger" if ours.value > paper.value else "weaker"
    if ours.holds(0.5):
        return f"Here {player} is {better}."
    sides = (ours.value - 0.5) * (paper.value - 0.5)
    where = f", on the {'same' if sides > 0 else 'other'} side of a half" if sides else ""
    return f"Here {player} is {better}{where}."


def share_of_games(wins: int, draws: int, losses: int) -> Estimate:
    """What games say of a player's strength if each had a deck of its own, as published ones."""
    places = [[1, 2]] * wins + [[1, 1]] * draws + [[2, 1]] * losses
    return mean_share(shares_of(places)[:, 0], 1)


def matches_table(duels: Sequence[Duel], title: str = "The matches") -> Table:
    """The results of matches, and what they show."""
    heads = ("match", "games", "won", "drawn", "lost", "score, 95 %", "margin, 95 %", "shown")
    return Table(
        title,
        heads,
        tuple(_match(duel) for duel in duels),
        "Won and lost are those of the first. A draw counts half in the score. Intervals are over"
        " decks, each of which is played from both seats; margins are in points.",
    )


def _match(duel: Duel) -> tuple[str, ...]:
    side = duel.side(0)
    return (
        " against ".join(duel.names),
        *(str(each) for each in (side.games, side.wins, side.draws, side.losses)),
        interval(duel.share),
        margin_text(duel.margin),
        duel.shown,
    )


def thinking_table(duels: Sequence[Duel]) -> Table:
    """How much each player thought, in counts that repeat on every machine.

    Of a player of several duels it tells of all together.
    """
    rows = []
    for name in dict.fromkeys(name for duel in duels for name in duel.names):
        efforts = (each.effort(each.names.index(name)) for each in duels if name in each.names)
        effort = sum(efforts, Effort())
        simulations = count(effort.simulations / effort.decisions) if effort.simulations else ""
        rows.append((name, simulations, count(effort.nodes / effort.decisions)))
    return Table("Thinking", ("player", "simulations a move", "nodes a move"), tuple(rows))


def starters_table(
    duel: Duel, paper: Mapping[str, Sequence[float]], title: str = "By who starts"
) -> Table:
    """Points and wins of both players, when the first starts and when the second does.

    Args:
        duel: Who played.
        paper: Of each row's title the four published figures: of the first player and the second
            when the first starts, then when the second does.
        title: Of the table.
    """
    first, second = duel.names
    sides = [duel.side(0, 0), duel.side(1, 1), duel.side(0, 1), duel.side(1, 0)]
    heads = [f"{who}, {starter} starts" for starter in (first, second) for who in (first, second)]
    rows: list[tuple[str, ...]] = []
    for title_of_row, ours in _by_starter(sides).items():
        published = paper.get(title_of_row)
        if published is not None:
            rows.append((f"{title_of_row}: paper", *(f"{each:g}" for each in published)))
        rows.append((f"{title_of_row}: here", *ours))
    return Table(title, ("", *heads), tuple(rows))


def _by_starter(sides: Sequence[Side]) -> dict[str, list[str]]:
    return {
        "fewest points": [str(min(each.points)) for each in sides],
        "most points": [str(max(each.points)) for each in sides],
        "average points": [f"{each.mean_points:.1f}" for each in sides],
        "wins": [f"{each.wins} of {each.games}" for each in sides],
    }


def features_table(habits: Mapping[str, Habits], title: str) -> Table:
    """What a feature brought on average, and how many figures went where in a game."""
    return Table(
        title,
        (
            "player",
            *(f"points of a {each}" for each in _PLAYED),
            *(f"figures on a {each}" for each in _PLAYED),
            "figures a game",
        ),
        tuple(
            (
                name,
                *(f"{each.points_each(feature):.2f}" for feature in _PLAYED),
                *(f"{each.figures[feature] / each.games:.2f}" for feature in _PLAYED),
                f"{each.figures_a_game:.2f}",
            )
            for name, each in habits.items()
        ),
        "Points of a feature are averages over those that scored for the player, alone or shared,"
        " fields without a city included. Figures are those put down in a game.",
    )


def features_pictures(
    habits: Mapping[str, Habits], points: str, figures: str
) -> tuple[Picture, Picture]:
    """What a feature brought each player on average, and the figures put on each in a game.

    They stand beside these two figures of the thesis.
    """
    brought = Picture(
        "points",
        f"Points of a feature (figure {points})",
        "groups",
        "points of a feature that scored for the player",
        {
            player: [round(each.points_each(feature), 3) for feature in _PLAYED]
            for player, each in habits.items()
        },
        _PLAYED,
    )
    put = Picture(
        "figures",
        f"Figures a game (figure {figures})",
        "bars",
        "figures a game",
        {
            feature: [each.figures[feature] / each.games for each in habits.values()]
            for feature in _PLAYED
        },
        tuple(habits),
    )
    return brought, put
