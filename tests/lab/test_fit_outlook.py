"""The fit of the outlook's weights: it finds what made the data, and writes what the core has."""

import random
from pathlib import Path

import pytest

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.thurn_and_taxis.outlook import PHASES, TEMPO, weights
from carcbot.lab.fit_outlook import Row, fitted, rows_of, written

CORE = _native.thurn_and_taxis
SOURCE = Path(__file__).parents[2] / "native/src/games/thurn_and_taxis/outlook_weights.cpp"


def test_weights_are_found_that_made_the_gains() -> None:
    """Of two features, at both ends of a game, and of the next turn, which the other has."""
    rng = random.Random(3)
    rows = []
    for _ in range(6000):
        phase, a, b = rng.randrange(19), rng.randrange(-20, 21), rng.randrange(-20, 21)
        early = phase / 18
        hope = a * (2 * early + 1 * (1 - early)) + b * (-1 * early + 3 * (1 - early)) - 4
        rows.append(Row(phase, {"a": a, "b": b}, round(hope)))
    (one, other), tempo = fitted(rows, ["a", "b"])
    assert one[0] == "a"
    assert one[1:] == pytest.approx((2000, 1000), abs=20)
    assert other[1:] == pytest.approx((-1000, 3000), abs=20)
    assert tempo == pytest.approx(4000, abs=150)


def test_a_row_tells_the_rest_of_a_game() -> None:
    """By how much the lead of who had the turn still grows, from the second turn on."""
    rng = random.Random(4)
    state, plies, leads = CORE.new_game("cut=40"), [], {}
    while not state.over:
        if state.to_move == CHANCE:
            cities, copies = zip(*state.outcomes(), strict=True)
            plies.append(rng.choices(cities, copies)[0])
        else:
            plies.append(rng.choice(state.legal_moves()))
        turn = state.turn
        state.apply(plies[-1])
        if state.turn != turn and not state.over:
            leads[state.turn] = state.scores()[turn % 2] - state.scores()[1 - turn % 2]
    rows = list(rows_of(plies, "cut=40"))
    end = state.scores()[0] - state.scores()[1]
    wanted = [(end if turn % 2 else -end) - lead for turn, lead in leads.items() if turn >= 2]
    assert [row.gain for row in rows] == wanted
    assert len(rows) > 30
    assert all(0 <= row.phase <= PHASES for row in rows)


def test_the_source_has_the_weights_of_the_core() -> None:
    """As they are written, so that a new fit changes nothing else."""
    assert SOURCE.read_text(encoding="utf-8") == written(weights(), TEMPO)
