"""How many places are there for a tile? An article of 2020 on an environment for learners."""

import math
import random
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Final

from carcbot.env.carcassonne.planes import BOARD_SIDE
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.lab.choices import turns_alike
from carcbot.lab.number_text import count, percent
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Picture,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)

__all__ = ["STUDY"]

_OPTIONS: Final = (
    "expansions=river+inns_and_cathedrals+abbot,river_rule=strict,river_start_tile=kept"
)
"""The article's game: both its expansions, with abbots and farmers."""
_FIRST = 15
"""The row and column of a board of 30 on which the first tile lies, if it does not follow."""
_LAST = 5
"""Turns of the end."""


def _run(effort: Effort, workbench: Workbench) -> Result:
    seeds = [effort.seed * 1_000_003 + game for game in range(effort.count)]
    games = workbench.each_noted(f"placements-{effort.seed}", _game, seeds)
    figures = _figures(games)
    by_turn = {"alike as one": figures["by_turn"], "all four rotations": figures["by_turn_apart"]}
    title = "Placements by turn"
    missing = (Unfinished("random", len(games), effort.count, "games"),)
    return Result(
        "placements",
        effort,
        tuple(_comparisons(figures)),
        (
            Table(
                title,
                ("turn", *by_turn),
                tuple(_rows(figures)),
                "Averages over the games that came so far; the JSON has every turn.",
            ),
        ),
        figures,
        (Picture("turns", title, "lines", "turn", by_turn),),
        missing if len(games) < effort.count else (),
    )


def _game(seed: int) -> tuple[list[int], list[int], tuple[int, int, int, int]]:
    """A random game: the placements of each turn, those with all rotations, and the board's ends.

    In each phase of a turn every possibility is as likely as the others, as in the article's
    example.
    """
    rng = random.Random(seed)
    phases = TwoPhases(CARCASSONNE.new(_OPTIONS))
    state = phases.state
    alike: list[int] = []
    apart: list[int] = []
    while not state.over:
        if state.to_move == CHANCE:
            state.apply(draw(state, rng))
            continue
        placements = phases.parts()
        alike.append(len(placements))
        apart.append(len(placements) * turns_alike(state.hand or ""))
        phases.make(rng.choice(placements))
        phases.make(rng.choice(phases.parts()))
    columns, rows = zip(*((x, y) for x, y, *_ in state.tiles()), strict=True)
    return alike, apart, (min(columns), max(columns), min(rows), max(rows))


def _figures(games: list[tuple[list[int], list[int], tuple[int, int, int, int]]]) -> Figures:
    alike, apart, ends = (list(each) for each in zip(*games, strict=True))
    turns = [len(game) for game in alike]
    low, high = -_FIRST, BOARD_SIDE - 1 - _FIRST
    long = [max(east - west, south - north) + 1 for west, east, north, south in ends]
    return {
        "games": len(games),
        "turns": fmean(turns),
        "turns_least": min(turns),
        "mean_error": stdev(map(fmean, alike)) / math.sqrt(len(games)) if len(games) > 1 else 0.0,
        "mean": fmean(n for game in alike for n in game),
        "mean_apart": fmean(n for game in apart for n in game),
        "by_turn": _by_turn(alike),
        "by_turn_apart": _by_turn(apart),
        "first_game": alike[0],
        "longest_board": max(long),
        "boards_too_long": sum(each > BOARD_SIDE for each in long) / len(games),
        "boards_that_leave": sum(min(each) < low or max(each) > high for each in ends) / len(games),
    }


def _by_turn(games: list[list[int]]) -> list[float]:
    turns = range(max(map(len, games)))
    return [round(fmean(g[turn] for g in games if len(g) > turn), 2) for turn in turns]


def _comparisons(figures: Figures) -> Iterator[Comparison]:
    apart, alike = figures["by_turn_apart"], figures["by_turn"]
    yield Comparison(
        "turns of a random game",
        "around 100",
        count(figures["turns"]),
        "Of 102 tiles one lies on the table, and a tile that fits nowhere is no turn.",
    )
    yield Comparison(
        "placements near the end",
        "almost 70",
        count(fmean(apart[-_LAST:])),
        f"The mean of the last {_LAST} turns, with all four rotations counted as its program tries"
        " them.",
    )
    yield Comparison(
        "the same where rotations that look alike are one",
        "not told",
        count(fmean(alike[-_LAST:])),
        "What a player really chooses from, and what our lists of moves have.",
    )
    yield Comparison(
        "the highest mean of a turn",
        "almost 70",
        f"{count(max(apart))} at turn {apart.index(max(apart)) + 1}",
        "Of a turn alone, with all four rotations.",
    )
    yield Comparison(
        "placements at the beginning",
        "low",
        count(fmean(apart[:_LAST])),
        f"The mean of the first {_LAST} turns, in which only tiles of the River are drawn.",
    )
    yield Comparison(
        "games that leave a board of 30 by 30",
        "rarely",
        percent(figures["boards_that_leave"]),
        "If the first tile lies in the middle and the board does not follow the tiles.",
    )
    yield Comparison(
        "games longer or wider than 30 tiles",
        "not told",
        percent(figures["boards_too_long"]),
        f"The longest had {figures['longest_board']}: planes that follow the board have room.",
    )


def _rows(figures: Figures) -> Iterator[tuple[str, ...]]:
    turns = len(figures["by_turn"])
    for turn in (*range(1, min(12, turns)), *range(15, turns, 5), turns):
        values = figures["by_turn"][turn - 1], figures["by_turn_apart"][turn - 1]
        yield (str(turn), *map(count, values))


STUDY = Study(
    name="placements",
    method=(
        "Two random players play the base game with the River, Inns & Cathedrals, abbots and"
        " farmers, in two phases as in the article: first any placement of the tile, then any"
        " figure or none. Counted is what the first phase offers, turn by turn. The article took"
        " the average of 10 games; it does not say whether rotations of a tile that look the"
        " same are one placement, but its listing tries all four."
    ),
    steps=lambda effort: effort.count,
    run=_run,
)
