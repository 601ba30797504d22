"""What is thinking twice as long worth? A question of our own."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from carcbot.arena.contest import Contest
from carcbot.arena.contest_statistics import ratings_of
from carcbot.arena.statistics.doublings import Doubling, elo_per_doubling
from carcbot.arena.statistics.fitted_ratings import Ratings
from carcbot.arena.statistics.phrases import elo_text
from carcbot.lab.duel_tables import matches_table, thinking_table
from carcbot.lab.duels import Duel, Player, blocks_in, duel_between, play
from carcbot.lab.match_study import unfinished
from carcbot.lab.study import Comparison, Effort, Figures, Picture, Result, Study, Table, Workbench

__all__ = ["STUDY"]

_SHORTEST_MS = 1.25
_DOUBLINGS = 10
"""How often the time is doubled in the committed result: up to 1.3 seconds."""
_FAR = 2
"""Who has thought for longer meets who has had a quarter of its time: nearer ones differ less."""
_FEWEST_BLOCKS, _MOST_BLOCKS = 6, 24
_BLOCKS_BY_MS = 120
"""Blocks times milliseconds: every pair of times is worth about as much work."""
_LONG_MS, _BLOCKS_OF_LONG = 1000, 2
"""With longer times than that a game takes minutes, so that only a few blocks are played."""
_SURE_MS, _BLOCKS_OF_SURE = 320, 100
"""Up to so long there are so many decks of each doubling: then its worth is known to 60 Elo."""

_PRESETS = {
    # the parameter that stands for the time, and how much of it a millisecond has on one idle core
    # of the machine that the committed result is of
    "heyden-star25-f5": ("nodes", 3_300),
    "mcts": ("sims", 210),
}


@dataclass(frozen=True, slots=True)
class _Rungs:
    """The times that are tried: the shortest one, and how often it is doubled.

    With twice the budget there is a longer one more; with half of it all are half as long.
    """

    shortest_ms: float
    doublings: int

    @classmethod
    def of(cls, effort: Effort) -> "_Rungs":
        more = max(0, math.floor(math.log2(effort.budget)))
        return cls(_SHORTEST_MS * min(1.0, effort.budget), _DOUBLINGS + more)

    def ms(self, rung: int) -> float:
        return self.shortest_ms * 2.0**rung

    def limit(self, name: str, rung: int) -> int:
        """What stands for the time."""
        _, in_a_ms = _PRESETS[name]
        return max(1, round(in_a_ms * self.ms(rung)))

    def player(self, name: str, rung: int) -> Player:
        parameter, _ = _PRESETS[name]
        return f"{name}-{self.ms(rung):g}ms", f"{name}:{parameter}={self.limit(name, rung)}"

    def blocks(self, rung: int) -> int:
        """How many decks are played up there."""
        if self.ms(rung) > _LONG_MS:
            return _BLOCKS_OF_LONG
        return min(_MOST_BLOCKS, max(_FEWEST_BLOCKS, round(_BLOCKS_BY_MS / self.ms(rung))))


def _contests(effort: Effort) -> list[Contest]:
    """Each preset against itself with less time, and both against each other with the shortest.

    Up to a third of a second it meets itself with half its time, often; and with a quarter, seldom,
    all the way up.
    """
    rungs = _Rungs.of(effort)
    pairs = [
        (rungs.player(name, each), rungs.player(name, each - 1), _BLOCKS_OF_SURE)
        for name in _PRESETS
        for each in range(1, rungs.doublings + 1)
        if rungs.ms(each) <= _SURE_MS
    ]
    pairs += [
        (rungs.player(name, each), rungs.player(name, each - _FAR), rungs.blocks(each))
        for name in _PRESETS
        for each in range(_FAR, rungs.doublings + 1)
    ]
    one, other = _PRESETS
    pairs.append((rungs.player(one, 0), rungs.player(other, 0), rungs.blocks(0)))
    # a smaller budget plays less, a larger one goes further up
    share = min(1.0, effort.budget)
    return [
        duel_between("scaling", one, other, blocks=max(2, round(share * blocks)), seed=effort.seed)
        for one, other, blocks in pairs
    ]


def _run(effort: Effort, workbench: Workbench) -> Result:
    duels = [play(contest, workbench) for contest in _contests(effort)]
    names = sorted({name for duel in duels for name in duel.names})
    ratings = ratings_of([game for duel in duels for game in duel.games], names)
    rungs = _Rungs.of(effort)
    at = {
        name: [names.index(rungs.player(name, each)[0]) for each in range(rungs.doublings + 1)]
        for name in _PRESETS
    }
    gains = {name: _gain(ratings, places) for name, places in at.items()}
    return Result(
        "scaling",
        effort,
        tuple(_comparisons(gains)),
        (
            Table("Elo by time", _COLUMNS, tuple(_rows(rungs, ratings, at)), _NOTE),
            matches_table(duels),
            thinking_table(duels),
        ),
        _figures(duels, rungs, ratings, at, gains),
        (
            Picture(
                "elo",
                "Elo by thinking time, 95 %",
                "curves",
                "milliseconds a move",
                {
                    name: [
                        [rungs.ms(rung), *ratings.of(place).ends]
                        for rung, place in enumerate(places)
                    ]
                    for name, places in at.items()
                },
            ),
        ),
        unfinished(duels),
    )


def _gain(ratings: Ratings, places: Sequence[int]) -> Doubling:
    """What a doubling is worth to a preset, of which the ratings stand there."""
    here = np.ix_(places, places)
    budgets = [2.0**rung for rung in range(len(places))]
    return elo_per_doubling(budgets, ratings.elo[places], ratings.covariance[here])


def _comparisons(gains: Mapping[str, Doubling]) -> Iterator[Comparison]:
    for name, gain in gains.items():
        yield Comparison(
            f"Elo for each doubling of {name}",
            "no paper",
            f"{elo_text(gain.elo)}{_shown(gain)}{_straight(gain)}",
            _REMARKS[name],
        )


def _straight(gain: Doubling) -> str:
    """That a line does not tell it all, where that is shown."""
    p = gain.straight
    told = f"p = {p:.3f}" if p >= 0.001 else "p < 0.001"
    return "" if p > 0.05 else f", but not the same everywhere ({told})"


def _shown(gain: Doubling) -> str:
    return ": no gain shown" if gain.elo.holds(0) else ""


_REMARKS = {
    "heyden-star25-f5": (
        "Up to 80 milliseconds no single doubling is shown to gain, those to 160 and 320 are. Depth"
        " 2 takes 13,000 nodes on average (see the study probing) and depth 3 three million (see"
        " deepening), so that most of these times end between the two."
    ),
    "mcts": (
        "Up to ten milliseconds each doubling is shown to gain, by less each time; beyond, no"
        " single one is. Those over 320 milliseconds have a few games, which leave much open."
    ),
}
_COLUMNS = ("player", "limit a move", "milliseconds", "Elo, 95 %", "more than with half the time")
_NOTE = (
    "Elo is beside the mean of all players here. The milliseconds are those that the limit takes on"
    " one idle core of the machine of the committed result, where a second has 3.3 million nodes of"
    " Star2.5 or 210,000 simulations; 'carcbot bench' measures another machine."
)


def _rows(
    rungs: _Rungs, ratings: Ratings, at: Mapping[str, Sequence[int]]
) -> Iterator[tuple[str, ...]]:
    for name, places in at.items():
        for rung, place in enumerate(places):
            more = ratings.difference(place, places[rung - 1]) if rung else None
            yield (
                name,
                f"{rungs.limit(name, rung):,} {_PRESETS[name][0]}",
                f"{rungs.ms(rung):g}",
                elo_text(ratings.of(place)),
                elo_text(more) if more else "",
            )


def _figures(
    duels: Sequence[Duel],
    rungs: _Rungs,
    ratings: Ratings,
    at: Mapping[str, Sequence[int]],
    gains: Mapping[str, Doubling],
) -> Figures:
    return {
        "elo_per_doubling": {name: gain.elo.ends for name, gain in gains.items()},
        "straight": {name: gain.straight for name, gain in gains.items()},
        "elo": {
            name: {
                f"{rungs.ms(rung):g}": ratings.of(place).ends for rung, place in enumerate(places)
            }
            for name, places in at.items()
        },
        "duels": [duel.figures(with_habits=False) for duel in duels],
    }


STUDY = Study(
    name="scaling",
    method=(
        "The best search in depth and the best tree search play themselves with other times, from"
        " 1.25 milliseconds a move on in doublings: each against the same with half of its time, up"
        f" to {_SURE_MS} milliseconds on {_BLOCKS_OF_SURE} decks, so that a doubling's worth is"
        " known to 60 Elo, and with a quarter of its time all the way up on a few of them. Times"
        " are limits of nodes and of simulations, so that the games repeat. The committed result"
        " goes up to"
        f" {_SHORTEST_MS * 2**_DOUBLINGS:g} milliseconds; `--budget 8` goes up to ten seconds."
    ),
    steps=lambda effort: blocks_in(_contests(effort)),
    run=_run,
)
