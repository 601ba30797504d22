"""What is the chance of winning worth to champion near the end? A question of our own."""

from collections.abc import Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Final

import numpy as np

from carcbot.arena.statistics.intervals import Estimate, mean_share
from carcbot.errors import InternalError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE, State
from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import SEATS
from carcbot.lab.first_places import verdict
from carcbot.lab.number_text import percent
from carcbot.lab.played_games import game_with_itself
from carcbot.lab.study import (
    Effort,
    Findings,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.whole_game import Chance, Player, play_whole_game

__all__ = ["STUDY", "ending", "share_in"]

_NAME: Final = "endings"
_ALL: Final = "expansions=river+inns_and_cathedrals+abbot"
_TABLES: Final = {
    "12 tiles left": (12, ""),
    "12 tiles left, all expansions": (12, _ALL),
    "4 tiles left": (4, ""),
    "4 tiles left, all expansions": (4, _ALL),
}
"""How many tiles lie face down, and the options of the game."""
_POINTS_APART: Final = 6
_SIMULATIONS: Final = 100
_BEFORE: Final = "judge"
"""Who plays up to there."""
_WITH: Final = parse_agent(f"champion:sims={_SIMULATIONS}")
_WITHOUT: Final = parse_agent(f"champion:sims={_SIMULATIONS},win=0")
_AT_ONCE: Final = 25
"""Endings of a task."""
_TRIES: Final = 1000
"""Games from which an ending is taken, at most; of these every fourth has one."""

_Task = tuple[str, int, int]
"""The table, the first ending's number, and how many there are."""


def ending(table: str, number: int) -> State:
    """A close position with few tiles left; the same for the same number."""
    tiles, options = _TABLES[table]
    for game in range(number * _TRIES, (number + 1) * _TRIES):
        state, plies = game_with_itself(CARCASSONNE, options, _BEFORE, SEATS, game)
        for ply in plies:
            if state.to_move == CHANCE and sum(state.bag().values()) <= tiles:
                break
            state.apply(ply)
        one, other = state.virtual_scores()
        if abs(one - other) <= _POINTS_APART:
            return state
    raise InternalError(f"no close ending in {_TRIES} games from {number * _TRIES} on")


def share_in(state: State, number: int) -> float:
    """The part of the first places that goes to whoever plays by the chance of winning.

    It sits in each seat once, with the same draws, and the same without in the other.
    """
    part = 0.0
    for mine in range(SEATS):
        players = [
            Player(_WITH if seat == mine else _WITHOUT, UNLIMITED, SEATS * number + seat)
            for seat in range(SEATS)
        ]
        chance = Chance(number, one_deck=True)
        played = play_whole_game(
            CARCASSONNE.name, state, state.text, players, chance=chance, grace_s=1.0
        )
        part += (played.ranking[mine] == 1) / played.ranking.count(1)
    return part / SEATS


def _shares(seed: int, task: _Task) -> list[float]:
    table, first, endings = task
    numbers = range(seed * 10**6 + first, seed * 10**6 + first + endings)
    return [share_in(ending(table, number), number) for number in numbers]


def _tasks(effort: Effort) -> list[_Task]:
    """A few endings of each table at a time."""
    return [
        (table, first, min(_AT_ONCE, effort.count - first))
        for first in range(0, effort.count, _AT_ONCE)
        for table in _TABLES
    ]


def _run(effort: Effort, workbench: Workbench) -> Result:
    tasks = _tasks(effort)
    noted = workbench.each_noted(
        f"{_NAME}-{effort.count}-{effort.seed}",
        partial(_shares, effort.seed),
        tasks,
        side_by_side=True,
    )
    shares: dict[str, list[float]] = {table: [] for table in _TABLES}
    for (table, *_), each in zip(tasks, noted, strict=False):
        shares[table] += each
    parts = {table: mean_share(np.array(each), SEATS) for table, each in shares.items()}
    figures = {
        table: {"endings": len(shares[table]), "share": part.ends} for table, part in parts.items()
    }
    missing = tuple(
        Unfinished(table, len(each), effort.count, "endings")
        for table, each in shares.items()
        if len(each) < effort.count
    )
    comparisons = tuple(
        verdict(f"first places by the chance of winning, {table}", part, 1 / SEATS)
        for table, part in parts.items()
    )
    findings = Findings(comparisons, (_table(shares, parts),))
    return findings.result(_NAME, effort, figures, missing)


def _table(shares: Mapping[str, Sequence[float]], parts: Mapping[str, Estimate]) -> Table:
    rows = tuple(
        (
            table,
            f"{len(each):,}",
            f"{SEATS * len(each):,}",
            percent(fmean(share != 1 / SEATS for share in each)),
            interval(parts[table]),
        )
        for table, each in shares.items()
    )
    heads = ("table", "endings", "games", "endings in which it mattered", "first places, 95 %")
    return Table("With the chance of winning against the same without it", heads, rows)


STUDY = Study(
    name=_NAME,
    method=(
        "champion counts the chance of winning beside the points in front, so that near the end a"
        " sure win counts more than points. In whole games that is too seldom decisive to be seen."
        " So games are played up to 12, or up to 4, face-down tiles by the judge at one ply, and"
        f" those are kept in which the first is at most {_POINTS_APART} points ahead of the second"
        " if the game ended there. From each such position champion plays on against one that goes"
        " by points alone (win=0), once in each seat with the same draws;"
        f" both have {_SIMULATIONS} simulations. A first place that is shared counts in equal"
        " parts."
    ),
    steps=lambda effort: len(_tasks(effort)),
    run=_run,
)
