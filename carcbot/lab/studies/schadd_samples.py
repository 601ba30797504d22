"""How many more samples are drawn with SimCut? F. Schadd 2009, 5.2.4, tables 5.21 and 5.22."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from carcbot.arena.statistics.intervals import Estimate, mean_margin
from carcbot.games.contract import CHANCE
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.samples import View, turns_of_samples
from carcbot.lab.number_text import count
from carcbot.lab.played_games import game_with_itself
from carcbot.lab.schadd import RULES
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide

__all__ = ["KINDS", "STUDY", "answer_for", "counts_of", "views_of"]


class _Kind(NamedTuple):
    """A row of the thesis's tables.

    Attributes:
        table: Its number.
        whole: The preset without cuts.
        cut: The preset with them.
        policy: That of both.
        turns: The most that a sample has.
        told: Samples a second without cuts and with them.
    """

    table: str
    whole: str
    cut: str
    policy: str
    turns: int
    told: tuple[float, float]


KINDS: Final = {
    "random, 50 turns": _Kind(
        "5.21", "schadd-mcts-50", "schadd-mcts-50-simcut", "uniform", 50, (1905.3, 1935.2)
    ),
    "pseudo-random, 50 turns": _Kind(
        "5.21", "schadd-mcts-pr-50", "schadd-mcts-pr-50-simcut", "pseudo-random", 50, (182.1, 260.5)
    ),
    "pseudo-random, 25 turns": _Kind(
        "5.22", "schadd-mcts-pr-25", "schadd-mcts-pr-25-simcut", "pseudo-random", 25, (358.5, 463.3)
    ),
    "pseudo-random, 10 turns": _Kind(
        "5.22",
        "schadd-mcts-pr",
        "schadd-mcts-pr-10-simcut",
        "pseudo-random",
        10,
        (1253.9, 1369.9),
    ),
}
_LEAD: Final = 5
_SAMPLES: Final = 400
"""Of a search, and of samples alone."""
_PLAYER: Final = "schadd-mcts-pr:sims=240"
"""Whose games the positions are of."""
_EVERY: Final = 10
"""Turns from one position to the next."""

Answer = dict[str, list[float]]
"""Of a game, by kind: samples; turns of them, without cuts and with; seconds of a search, alike."""


def views_of(seed: int) -> list[View]:
    """What the seat to move knows before every tenth turn of a game."""
    state, plies = game_with_itself(THURN_AND_TAXIS, RULES, _PLAYER, 2, seed)
    views = []
    due = 0
    for ply in plies:
        if state.turn >= due and state.to_move != CHANCE:
            views.append(state.view(state.to_move))
            due += _EVERY
        state.apply(ply)
    return views


def answer_for(seed: int) -> Answer:
    """The answer for a game: both searches of a kind at each position, by turns the first one."""
    views = views_of(seed)
    answer: Answer = {}
    for name, kind in KINDS.items():
        turns = [0, 0]
        seconds = [0.0, 0.0]
        for number, view in enumerate(views):
            for at, lead in enumerate((0, _LEAD)):
                turns[at] += turns_of_samples(
                    view, _SAMPLES, turns=kind.turns, policy=kind.policy, lead=lead, seed=number
                )
            searches = list(enumerate((kind.whole, kind.cut)))
            # by turns, for the first one may have to do what serves both
            for at, preset in searches if number % 2 else reversed(searches):
                begun = time.process_time()
                decide(parse_agent(f"{preset}:sims={_SAMPLES}"), view.text, number)
                seconds[at] += time.process_time() - begun
        answer[name] = [_SAMPLES * len(views), *turns, *seconds]
    return answer


def _run(effort: Effort, workbench: Workbench) -> Result:
    seeds = [effort.seed * 1_000_003 + game for game in range(effort.count)]
    answers = workbench.each_noted(f"schadd-samples-{effort.seed}", answer_for, seeds)
    figures: Figures = {name: _figures(name, answers) for name in KINDS}
    missing = (Unfinished("both searches", len(answers), effort.count, "games"),)
    return Result(
        "schadd-samples",
        effort,
        tuple(_comparisons(figures)),
        (Table("Samples a second (tables 5.21 and 5.22)", _COLUMNS, tuple(_rows(figures)), _NOTE),),
        {"games": len(answers), "first_game": counts_of(answers[0]), "kinds": figures},
        (),
        missing if len(answers) < effort.count else (),
    )


def counts_of(answer: Mapping[str, Sequence[float]]) -> Figures:
    """What is the same on every machine."""
    return {name: list(each[:3]) for name, each in answer.items()}


def _figures(name: str, answers: Sequence[Mapping[str, Sequence[float]]]) -> Figures:
    samples, whole, cut, whole_s, cut_s = np.array([each[name] for each in answers]).T
    return {
        "samples": int(samples.sum()),
        "turns_whole": float(whole.sum() / samples.sum()),
        "turns_cut": float(cut.sum() / samples.sum()),
        "gain_by_turns": _gain(whole / cut).ends,
        "rate_whole": float(samples.sum() / whole_s.sum()),
        "rate_cut": float(samples.sum() / cut_s.sum()),
        "gain_by_time": _gain(whole_s / cut_s).ends,
    }


def _gain(ratios: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Estimate:
    """How much more in a hundred: the mean over the games."""
    gains = 100 * (ratios - 1)
    if len(gains) == 1:
        return Estimate(*[float(gains[0])] * 3)
    return mean_margin(gains, 1)


def _gain_text(ends: Sequence[float]) -> str:
    value, low, high = ends
    return f"{value:+.1f} % ({low:.1f} to {high:.1f})"


def _comparisons(figures: Mapping[str, Figures]) -> Iterator[Comparison]:
    for name, each in figures.items():
        whole, cut = KINDS[name].told
        yield Comparison(
            f"table {KINDS[name].table}, gain of SimCut: {name}",
            f"{100 * (cut / whole - 1):+.1f} %",
            _gain_text(each["gain_by_time"]),
            _REMARKS[name],
        )
        yield Comparison(
            f"turns that a sample is shorter by: {name}",
            "not told",
            f"{each['turns_whole'] - each['turns_cut']:.1f} of {each['turns_whole']:.1f}",
            "The same on every machine; the gain is what that leaves when the tree is grown and"
            " cards are dealt for each sample all the same.",
        )


_REMARKS: Final = {
    "random, 50 turns": "Less here: random seats hardly get ahead, so that there is little to cut,"
    " and to watch who leads costs more than that saves.",
    "pseudo-random, 50 turns": "More here, for a sample loses two thirds of its turns, and turns"
    " are most of its time. The thesis's gain is that of the two players of a match, who were not"
    " always at the same positions, and its program watches points at a cost.",
    "pseudo-random, 25 turns": "More here, as with 50 turns.",
    "pseudo-random, 10 turns": "More here, as with 50 turns; the less a sample has, the less there"
    " is to save, there and here.",
}
_COLUMNS: Final = (
    "samples",
    "table",
    "without: thesis",
    "with: thesis",
    "gain: thesis",
    "without: here",
    "with: here",
    "times the thesis",
    "gain: here",
    "turns without",
    "turns with",
)
_NOTE: Final = (
    "Rates are of one core of the machine on which this result was made, of whole tree searches;"
    " gains are of searches side by side, with intervals over games."
)


def _rows(figures: Mapping[str, Figures]) -> Iterator[tuple[str, ...]]:
    for name, each in figures.items():
        kind = KINDS[name]
        whole, cut = kind.told
        yield (
            name,
            kind.table,
            count(whole),
            count(cut),
            f"{100 * (cut / whole - 1):+.1f} %",
            count(round(each["rate_whole"])),
            count(round(each["rate_cut"])),
            f"{each['rate_whole'] / whole:.0f}",
            _gain_text(each["gain_by_time"]),
            f"{each['turns_whole']:.1f}",
            f"{each['turns_cut']:.1f}",
        )


STUDY = Study(
    name="schadd-samples",
    method=(
        f"At every tenth turn of games of `{_PLAYER}` against itself, by the thesis's reading of"
        f" the rules, the same tree search draws {_SAMPLES} samples, without cuts and with: a"
        f" sample then ends when a seat leads by {_LEAD} points more than at its start. The thesis"
        " took the mean of two players in a match. Beside the times stands how many turns the"
        " samples have, which depends on no machine."
    ),
    steps=lambda effort: effort.count,
    run=_run,
)
