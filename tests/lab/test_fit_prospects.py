"""The fit of the weights of the prospects: it finds what made the data, and writes what is kept."""

import random
import re
from pathlib import Path

import pytest

from carcbot.games.ticket_to_ride.prospects import FACTS, TRAINS
from carcbot.lab.fit_prospects import Ends, Row, fitted, rows_of, written

SOURCE = Path(__file__).parents[2] / "native/src/games/ticket_to_ride/prospect_weights.cpp"


def test_weights_are_found_that_made_the_points() -> None:
    """Of two facts, at both ends of a game."""
    rng = random.Random(3)
    rows = []
    for _ in range(4000):
        phase, a, b = rng.randrange(TRAINS + 1), rng.randrange(-20, 21), rng.randrange(-20, 21)
        early = phase / TRAINS
        points = a * (2 * early + 1 * (1 - early)) + b * (-1 * early + 3 * (1 - early))
        rows.append(Row(phase, [a, b], round(points)))
    one, other = fitted(rows)
    assert one == pytest.approx((2000, 1000), abs=20)
    assert other == pytest.approx((-1000, 3000), abs=20)


def test_rows_tell_the_end_of_their_game() -> None:
    """Both seats have the same points in all rows of a game, which ends early or late."""
    for seed in range(3):
        rows = list(rows_of(seed))
        assert len(rows) > 10
        for seat in range(2):
            assert len({row.points for row in rows[seat::2]}) == 1
        phases = [row.phase for row in rows]
        assert phases == sorted(phases, reverse=True)
        assert phases[0] == TRAINS
        assert all(len(row.facts) == len(FACTS) for row in rows)


def test_what_is_kept_is_what_it_writes() -> None:
    """The source in the core has its form."""
    text = SOURCE.read_text()
    found = re.findall(r"\{(-?\d+), (-?\d+)\},", text)
    assert written([Ends(int(early), int(late)) for early, late in found]) == text
