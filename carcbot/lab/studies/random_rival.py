"""Tree search, RAVE and Star2.5 against a random player. Ameneyro and Galvan 2020, table IV."""

from collections.abc import Iterator, Mapping

import numpy as np

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import mean_margin
from carcbot.lab.ameneyro import (
    CRITERIA,
    CRITERIA_NOTE,
    METHOD,
    Chosen,
    by_seat,
    criteria,
    duel,
    later_turns,
    mcts,
    random_agent,
    rave,
    star25,
    star25_depth2,
    star25_limited,
)
from carcbot.lab.duel_tables import matches_table, thinking_table
from carcbot.lab.duels import Duel, Side
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import ratio
from carcbot.lab.study import Comparison, Effort, Findings, Table

__all__ = ["STUDY"]

_PLAYERS: tuple[Chosen, ...] = (mcts, rave, star25, star25_limited, star25_depth2)
_DECKS = 100
_PAPER: dict[str, tuple[float, ...]] = {
    # reward, points, mpg and twm as the second player
    "MCTS": (93.45, 107.44, 14.98, 0.57),
    "RAVE": (95.74, 109.42, 15.47, 0.59),
    "Star2.5": (69.93, 85.41, 12.91, 0.47),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    contests = [
        duel("random-rival", chosen(effort), random_agent(), _DECKS, effort) for chosen in _PLAYERS
    ]
    return {contest.names[0]: contest for contest in contests}


def _tell(duels: Mapping[str, Duel]) -> Findings:
    sides = {name: by_seat(each) for name, each in duels.items()}
    second = {name: each[name, "second"] for name, each in sides.items()}
    first = {name: each[name, "first"] for name, each in sides.items()}
    return Findings(
        tuple(_comparisons(second)),
        (
            Table(
                "As second player (table IV)",
                _COLUMNS,
                tuple(_rows(second, "second", _PAPER)),
                CRITERIA_NOTE,
            ),
            Table("As first player", _COLUMNS, tuple(_rows(first, "first", {}))),
            matches_table(list(duels.values())),
            thinking_table(list(duels.values())),
        ),
    )


_COLUMNS = ("", *CRITERIA, "later turns")


def _rows(
    sides: dict[str, Side], seat: str, paper: dict[str, tuple[float, ...]]
) -> Iterator[tuple[str, ...]]:
    for name, side in sides.items():
        if name in paper:
            yield (f"{name}: paper", "100 %", *map(ratio, paper[name]), "")
        won, *others = criteria(side, seat)
        yield f"{name}: here", f"{won:.0f} %", *map(ratio, others), ratio(later_turns(side))


def _comparisons(sides: dict[str, Side]) -> Iterator[Comparison]:
    for name, side in sides.items():
        told = _PAPER[name.partition("-")[0]]
        yield Comparison(f"reward of {name}", ratio(told[0]), _reward(side), _REMARKS[name])
        if name in _PAPER:
            mpg = side.habits.figures_a_game
            yield Comparison(f"mpg of {name}", ratio(told[2]), ratio(mpg), _REMARKS_ON_MPG[name])


def _reward(side: Side) -> str:
    """The mean lead with its interval; each game has a deck of its own."""
    leads = mean_margin(np.subtract(side.points, side.rivals), 1)
    return f"{leads.value:.2f} ({leads.low:.1f} to {leads.high:.1f})"


_REMARKS = {
    "MCTS": ("Agrees: the paper's reward lies within the interval of ours."),
    "RAVE": (
        "Less, the reward by more than chance makes likely; in the other seat it is nearer. No"
        " difference to MCTS is shown, nor is a large one in the paper."
    ),
    "Star2.5": (
        "More, by more than the interval holds: whole depth 3 is nearly as good as tree search."
    ),
    "Star2.5-limited": "Agrees: the paper's Star2.5 does as one with 60,000 nodes.",
    "Star2.5-depth2": "Agrees: and it does as one that looks two decisions ahead.",
}
_REMARKS_ON_MPG = {
    "MCTS": "Agrees: one meeple in a hundred more.",
    "RAVE": "A little less, as the reward is less.",
    "Star2.5": "More, as the reward is more.",
}


STUDY = match_study(
    "random-rival",
    method=(
        "Tree search, RAVE and Star2.5, each with the paper's parameters, play against who lays the"
        " tile anywhere and then puts a meeple anywhere or nowhere. The paper has 100 games with"
        f" the random player first. {METHOD}"
    ),
    contests=_contests,
    tell=_tell,
)
