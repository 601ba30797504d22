"""Fits the weights of the evaluation `outlook` of Thurn and Taxis to games of it against itself.

``python -m carcbot.lab.fit_outlook --games 6000`` plays them, with a few simulations a decision so
that they differ, and prints native/src/games/thurn_and_taxis/outlook_weights.cpp. After each turn
the lead at the end, less that of now, is told by the difference of the features of both seats.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from carcbot.games.thurn_and_taxis import outlook
from carcbot.games.thurn_and_taxis.outlook import Weights
from carcbot.lab.schadd import GAME
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.whole_game import Chance, Player, play_whole_game

__all__ = ["Row", "fitted", "rows_of", "written"]

_AGENT = "postmaster:sims={}"
_RIDGE = 150.0
"""Draws weights to 0 of which the games say little."""
_UNIT = 1000
"""Weights are in thousandths of a point."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one turn tells.

    Attributes:
        phase: Of the game, after it.
        features: What the seat that had it has more of than the other.
        gain: By how much its lead still grew until the end.
    """

    phase: int
    features: dict[str, int]
    gain: int


def rows_of(plies: Sequence[str], options: str = "") -> Iterator[Row]:
    """A row for each turn of a game of two, but the last round, in which nothing is hoped for."""
    state = outlook.new_game(options)
    turns: list[tuple[int, int, dict[str, int], int]] = []
    before = 0
    for ply in plies:
        state.apply(ply)
        if state.turn == before or state.over or not _goes_on(state.text):
            continue
        before = state.turn
        if state.turn < 2:  # both have had one
            continue
        seat = (state.turn - 1) % 2
        more = dict(outlook.features(state, seat))
        for name, amount in outlook.features(state, 1 - seat):
            more[name] = more.get(name, 0) - amount
        turns.append((seat, outlook.phase(state), more, _lead(state.scores(), seat)))
    for seat, phase, more, lead in turns:
        yield Row(phase, more, _lead(state.scores(), seat) - lead)


def _goes_on(text: str) -> bool:
    """Whether nobody has the end tile."""
    return text.split(" ")[9] == "-"


def _lead(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - scores[1 - seat]


def fitted(rows: Iterable[Row], names: Sequence[str]) -> tuple[Weights, int]:
    """The weights of these features, and the tempo, by least squares."""
    at = {name: number for number, name in enumerate(names)}
    size = 2 * len(names) + 1
    square = np.eye(size) * _RIDGE
    right = np.zeros(size)
    for row in rows:
        early = row.phase / outlook.PHASES
        places, amounts = [size - 1], [1.0]
        for name, amount in row.features.items():
            places += [at[name], at[name] + len(names)]
            amounts += [amount * early, amount * (1 - early)]
        values = np.array(amounts)
        square[np.ix_(places, places)] += np.outer(values, values)
        right[places] += values * row.gain
    found = [round(each * _UNIT) for each in np.linalg.solve(square, right)]
    ends = zip(names, found[: len(names)], found[len(names) : -1], strict=True)
    return list(ends), -found[-1]  # who had the turn does not have the next one


def written(weights: Weights, tempo: int) -> str:
    """The source file with these weights."""
    lines = "\n".join(f"        {{{early}, {late}}},  // {name}" for name, early, late in weights)
    return f"""// The weights of the outlook, as `python -m carcbot.lab.fit_outlook` writes them.

#include "outlook.hpp"

namespace carcbot::thurn_and_taxis {{

// clang-format off
const OutlookWeights kOutlook = {{
    .features = {{{{
{lines}
    }}}},
    .tempo = {tempo},
}};
// clang-format on

}}  // namespace carcbot::thurn_and_taxis
"""


def _games(count: int, simulations: int) -> Iterator[list[str]]:
    agent = parse_agent(_AGENT.format(simulations))
    start = outlook.new_game("")
    for number in range(count):
        players = [Player(agent, UNLIMITED, 2 * number + seat) for seat in range(2)]
        chance = Chance(number, one_deck=False)
        played = play_whole_game(GAME, start, start.text, players, chance=chance, grace_s=0.0)
        yield played.plies.split(" ")


def main() -> None:
    """Plays, fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--simulations", type=int, default=20, help="of a decision")
    arguments = parser.parse_args()
    names = [name for name, *_ in outlook.weights()]
    games = _games(arguments.games, arguments.simulations)
    weights, tempo = fitted((row for plies in games for row in rows_of(plies)), names)
    sys.stdout.write(written(weights, tempo))


if __name__ == "__main__":
    main()
