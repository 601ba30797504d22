"""Fits the weights of the evaluation `prospects` of Ticket to Ride to games of planners.

``python -m carcbot.lab.fit_prospects --games 6000`` plays them, in which now and then a move is any
move, so that they differ, and prints native/src/games/ticket_to_ride/prospect_weights.cpp. At some
turns of each game the points that a seat has at its end are told by the facts of that seat.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from carcbot.games.ticket_to_ride import prospects

__all__ = ["Ends", "Row", "fitted", "rows_of", "written"]

_APART: Final = 6
"""Turns between positions that are looked at, in the mean."""
_STRAY: Final = 20
"""One of so many turns begins with any move."""
_RIDGE: Final = 1.0
"""Draws weights to 0 of which the games say little."""
_UNIT: Final = 1000
"""Weights are in thousandths of a point."""
_TRAINS: Final = prospects.FACTS.index("trains")


class Row(NamedTuple):
    """What a seat's position tells.

    Attributes:
        phase: The trains of the seat that is nearest to the end.
        facts: Of the seat.
        points: What it has at the end.
    """

    phase: int
    facts: list[int]
    points: int


class Ends(NamedTuple):
    """A weight in thousandths of a point, at the beginning of a game and at its end."""

    early: int
    late: int


def rows_of(seed: int, options: str = "seats=2") -> Iterator[Row]:
    """The rows of one game: of each seat at some turns, one in six in the mean."""
    rng = random.Random(seed)
    state = prospects.play_on(prospects.new_game(options), int(options[-1]), seed)
    seen: list[tuple[int, list[list[int]]]] = []
    while not state.over:
        facts = prospects.facts(state)
        seen.append((min(each[_TRAINS] for each in facts), facts))
        for _ in range(rng.randint(1, 2 * _APART - 1)):
            if not state.over:
                moves = state.legal_moves()
                if moves and not rng.randrange(_STRAY):
                    state.apply(rng.choice(moves))
                state = prospects.play_on(state, 1, rng.getrandbits(60))
    for phase, facts in seen:
        for each, points in zip(facts, state.scores(), strict=True):
            yield Row(phase, each, points)


def fitted(rows: Iterable[Row]) -> list[Ends]:
    """The weights of the facts by least squares, in their order."""
    told = list(rows)
    facts = np.array([row.facts for row in told], float)
    early = np.array([row.phase for row in told], float)[:, None] / prospects.TRAINS
    points = np.array([row.points for row in told], float)
    both = np.hstack([facts * early, facts * (1 - early)])
    square = both.T @ both + _RIDGE * np.eye(both.shape[1])
    found = [round(each * _UNIT) for each in np.linalg.solve(square, both.T @ points)]
    half = facts.shape[1]
    return [Ends(*ends) for ends in zip(found[:half], found[half:], strict=True)]


def written(weights: Sequence[Ends], names: Sequence[str] = prospects.FACTS) -> str:
    """The source file with these weights."""
    lines = "\n".join(
        f"    {{{early}, {late}}},  // {name}"
        for name, (early, late) in zip(names, weights, strict=True)
    )
    return f"""// The weights of prospects, as `python -m carcbot.lab.fit_prospects` writes them.

#include "prospects.hpp"

namespace carcbot::ticket_to_ride {{

// clang-format off
const std::array<ProspectWeight, kFacts> kProspects = {{{{
{lines}
}}}};
// clang-format on

}}  // namespace carcbot::ticket_to_ride
"""


def main() -> None:
    """Plays, fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    arguments = parser.parse_args()
    rows = (row for seed in range(arguments.games) for row in rows_of(seed))
    sys.stdout.write(written(fitted(rows)))


if __name__ == "__main__":
    main()
