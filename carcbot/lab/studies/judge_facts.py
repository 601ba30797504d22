"""What is each kind of fact worth to the judge of Carcassonne? A question of our own."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from carcbot.arena.statistics.elo import elo_of
from carcbot.arena.statistics.intervals import Estimate, mean_share
from carcbot.arena.statistics.phrases import elo_text
from carcbot.games.carcassonne.judge import TEACHER, shipped_weights, weighed
from carcbot.games.course import Course, Lesson, Weights, solved
from carcbot.lab.duel_tables import interval
from carcbot.lab.study import (
    Comparison,
    Effort,
    Findings,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)

__all__ = ["STUDY"]

_NAME: Final = "judge-facts"
_OPTIONS: Final = "seats=2"
_SEATS: Final = 2
_AT_ONCE: Final = 100
"""Decks of a task, each of which is played from both seats."""
_LEARNED_FROM: Final = 4
"""Games for each deck."""

Naming = Callable[[int, str], str]
"""What a fact of a moment is called by a judge who cannot tell something: those of one name have
one weight, and one without a name has none."""


def _named(moment: int, fact: str) -> str:
    return f"{moment} {fact}"


def _blind_to(pattern: str) -> Naming:
    """Does not see facts in which this is found."""
    return lambda moment, fact: "" if re.search(pattern, fact) else _named(moment, fact)


def _alike(pattern: str, instead: str = "") -> Naming:
    """Cannot tell facts apart that differ in this only."""
    return lambda moment, fact: _named(moment, re.sub(pattern, instead, fact))


_ALL: Final = "all facts"
_SHIPPED: Final = "the weights that ship"
_FITS: Final = r",? [\d+-]+ (fit|end it)"
_WITHOUT: Final[Mapping[str, Naming]] = {
    "cities": _blind_to("^city"),
    "roads": _blind_to("^road"),
    "fields": _blind_to("^field"),
    "monks": _blind_to("^monk"),
    "figures left": _blind_to(" left$"),
    "who moves next, and once more": _blind_to("^moves next$|^a turn more"),
    "the moment of the box": lambda _, fact: fact,
    "tiles that fit": _alike(_FITS),
    "tiles that end an area": _blind_to(" end it: "),
    "empty cells around an area": _alike(r", \d\+? cells"),
    "tiles that fit, and cells": _alike(rf", \d\+? cells|{_FITS}"),
    "who leads a shared area": _alike(" (ahead|tied|behind)", " shared"),
    "figures in an area": _blind_to(": figures$|: held$"),
    "points to come": _blind_to(": points to come$"),
    "rivals who could join": _blind_to(" beside a "),
    "a field's open cities": _blind_to("^field.*(open|near) cities$"),
    "the room around a field": _blind_to("^field.*cells around it$"),
    "what a monk misses": _alike(r"\d missing, "),
}

_WHY: Final = {
    "who moves next, and once more": (
        "It is the same after every move of a decision, but other facts would have to tell it.",
    ),
    "points to come": (
        "Without expansions they are a city's points once more, and none of a road.",
        "With Inns & Cathedrals they are a fact of their own.",
    ),
}


def _fitted(lesson: Lesson, naming: Naming) -> Weights:
    """The weights that would have told best what came of positions, with facts named so."""
    names = [naming(*each) for each in weighed()]
    kinds, kind_of = np.unique(names, return_inverse=True)
    order = np.argsort(kind_of, kind="stable")
    first = np.searchsorted(kind_of[order], np.arange(len(kinds)))

    def added_up(sums: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        return np.add.reduceat(sums.take(order, axis), first, axis)

    matrix = np.triu(lesson.matrix) + np.triu(lesson.matrix, 1).T
    matrix, target = added_up(added_up(matrix, 0), 1), added_up(lesson.target, 0)
    seen = kinds != ""
    weights = np.zeros(len(kinds), dtype=np.int32)
    weights[seen] = solved(matrix[np.ix_(seen, seen)], target[seen], weights[seen])
    return weights[kind_of]


@cache
def _lesson(games: int, seed: int) -> Lesson:
    course = Course(_OPTIONS, seed=seed)
    return TEACHER.learn(course, shipped_weights(_OPTIONS), seed, games)


@cache
def _weights(judge: str, games: int, seed: int) -> Weights:
    if judge == _SHIPPED:
        return shipped_weights(_OPTIONS)
    return _fitted(_lesson(games, seed), _WITHOUT.get(judge, _named))


def _shares(learned_from: int, seed: int, task: tuple[str, int, int]) -> list[float]:
    """The share of the wins of a judge against that with all facts, deck by deck."""
    judge, first, decks = task
    one, other = (_weights(each, learned_from, seed) for each in (judge, _ALL))
    shares: list[float] = TEACHER.shares_by_deck(
        _OPTIONS, one, other, seed=seed * 10**9 + first, decks=decks
    ).tolist()
    return shares


def _tasks(effort: Effort) -> list[tuple[str, int, int]]:
    """Who plays on which decks: a few of each at a time."""
    return [
        (judge, first, min(_AT_ONCE, effort.count - first))
        for first in range(0, effort.count, _AT_ONCE)
        for judge in (*_WITHOUT, _SHIPPED)
    ]


def _run(effort: Effort, workbench: Workbench) -> Result:
    tasks = _tasks(effort)
    learned_from = _LEARNED_FROM * effort.count
    work = partial(_shares, learned_from, effort.seed)
    noted = workbench.each_noted(f"{_NAME}-{effort.count}-{effort.seed}", work, tasks)
    shares: dict[str, list[float]] = {}
    for (judge, _, _), each in zip(tasks, noted, strict=False):
        shares.setdefault(judge, []).extend(each)
    scores = {judge: mean_share(np.array(each), _SEATS) for judge, each in shares.items()}
    missing = tuple(
        Unfinished(_told(judge), _SEATS * played, _SEATS * effort.count, "games")
        for judge in (*_WITHOUT, _SHIPPED)
        if (played := len(shares.get(judge, ()))) < effort.count
    )
    figures = {
        judge: {"games": _SEATS * len(shares[judge]), "share": score.ends}
        for judge, score in scores.items()
    }
    findings = Findings(tuple(_comparisons(scores)), (_table(shares, scores),))
    return findings.result(_NAME, effort, figures, missing)


def _elo(score: Estimate) -> Estimate:
    return score.through(elo_of)


def _told(judge: str) -> str:
    return judge if judge == _SHIPPED else f"without {judge}"


def _comparisons(scores: Mapping[str, Estimate]) -> Iterator[Comparison]:
    for judge, score in scores.items():
        if judge == _SHIPPED:
            said = "How far one fit to all facts is from them, which took several courses."
        elif score.high < 0.5:
            said = "It earns its place."
        elif score.low > 0.5:
            said = "The judge is better without."
        else:
            said = "No loss is shown."
        remark = " ".join((said, *_WHY.get(judge, ())))
        yield Comparison(_told(judge), "no paper", elo_text(_elo(score)), remark)


def _table(shares: Mapping[str, Sequence[float]], scores: Mapping[str, Estimate]) -> Table:
    rows = tuple(
        (
            _told(judge),
            f"{_weights_of(judge):,}",
            f"{_SEATS * len(shares[judge]):,}",
            interval(score),
            elo_text(_elo(score)),
        )
        for judge, score in sorted(scores.items(), key=lambda each: each[1].value)
    )
    heads = ("judge", "weights", "games", "score against all facts, 95 %", "Elo")
    return Table("What each is worth", heads, rows, f"All facts have {len(weighed()):,} weights.")


def _weights_of(judge: str) -> int:
    """How many different ones it may have."""
    naming = _WITHOUT.get(judge, _named)
    return len({naming(*each) for each in weighed()} - {""})


STUDY = Study(
    name=_NAME,
    method=(
        "The judge that ships for two seats plays games with itself, one move of ten at random. To"
        " all positions in them weights are fitted as `carcbot train` does it, once for all facts,"
        " and once for each kind of them without it: left out, or where it tells how things differ,"
        " with one weight for things that differ in nothing else. Each of those judges meets that"
        " with all facts at one ply on the same decks from both seats. Four games are learned from"
        " for every deck. Weights are rounded to thousandths of a point, so that on another"
        " machine a few of the games may differ."
    ),
    steps=lambda effort: len(_tasks(effort)),
    run=_run,
)
