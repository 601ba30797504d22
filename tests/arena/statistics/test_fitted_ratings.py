"""Tests of carcbot.arena.statistics.fitted_ratings."""

import math

import numpy as np
import pytest

from carcbot.arena.statistics import fitted_ratings
from carcbot.arena.statistics.block_values import Floats, Ints, rotation
from carcbot.arena.statistics.elo import elo_of
from carcbot.arena.statistics.fitted_ratings import Games, Ratings, rate
from carcbot.arena.statistics.intervals import critical_t
from carcbot.arena.statistics.plackett_luce import choices_of
from carcbot.errors import InternalError

UNIT = 400 / math.log(10)

# Brands of pudding: both, how often the first was preferred, the second, and neither.
PUDDING = (
    ((1, 2), (19, 22, 16)), ((1, 3), (16, 19, 12)), ((2, 3), (19, 19, 10)),
    ((1, 4), (18, 23, 13)), ((2, 4), (23, 19, 9)), ((3, 4), (19, 20, 15)),
    ((1, 5), (13, 19, 18)), ((2, 5), (16, 20, 12)), ((3, 5), (16, 15, 17)),
    ((4, 5), (17, 14, 16)), ((1, 6), (18, 21, 12)), ((2, 6), (22, 20, 12)),
    ((3, 6), (13, 18, 10)), ((4, 6), (14, 19, 18)), ((5, 6), (11, 21, 12)),
)  # fmt: skip

# Won and lost at home (row) against each other team, in the order of the rows.
BASEBALL = """
- 4-3 4-2 4-3 6-1 4-2 6-0
3-3 - 4-2 4-3 6-0 6-1 4-3
2-5 4-3 - 2-4 4-3 4-2 6-0
3-3 5-1 2-5 - 4-3 4-2 6-1
5-1 2-5 3-3 4-2 - 5-2 6-0
2-5 3-3 3-4 4-3 4-2 - 2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""


@pytest.fixture
def nothing_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings by maximum likelihood alone, as the published ones are."""
    monkeypatch.setattr(fitted_ratings, "_IMAGINED", 0)


def of_pairs(counts: list[tuple[int, int, int, int, int]]) -> Games:
    """Games of two seats: who, who, how often the first won, the second, and neither."""
    ends = [
        ((one, other), places)
        for one, other, *often in counts
        for places, times in zip(((1, 2), (2, 1), (1, 1)), often, strict=True)
        for _ in range(times)
    ]
    players, places = (np.array(column) for column in zip(*ends, strict=True))
    return Games(places, players, np.arange(len(places)))


def pudding() -> Games:
    """The comparisons of Davidson's example."""
    return of_pairs([(one - 1, other - 1, *often) for (one, other), often in PUDDING])


def baseball() -> Games:
    """The games of Agresti's example; the first seat is at home."""
    counts = []
    for home, row in enumerate(BASEBALL.split("\n")[1:-1]):
        for away, result in enumerate(row.split()):
            if result != "-":
                won, lost = map(int, result.split("-"))
                counts.append((home, away, won, lost, 0))
    return of_pairs(counts)


@pytest.mark.usefixtures("nothing_imagined")
def test_published_ties() -> None:
    """Davidson 1970, example 2, as the documentation of R's PlackettLuce prints it.

    Those figures were stopped after 7 rounds, so their fifth digit is not the last word.
    """
    found = rate(pudding(), 6)
    worth = np.exp(found.elo / UNIT)
    published = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
    assert (worth / worth.sum()).tolist() == pytest.approx(published, abs=3e-5)
    assert found.tie_weights == {2: pytest.approx(0.7468147, abs=1e-4)}


@pytest.mark.usefixtures("nothing_imagined")
def test_published_errors() -> None:
    """The standard errors there come from the second derivative, and ours by blocks are near."""
    games = pudding()
    choices = choices_of(games.places, games.players, games.block, 6)
    _, curvature = fitted_ratings._maximum(choices, 6)
    inverse = np.linalg.pinv(curvature, hermitian=True)
    found = rate(games, 6)
    published = [0.1872168, 0.1935181, 0.1882110, 0.1927043, 0.1924059]
    for other, error in enumerate(published, start=1):
        sides = np.eye(7)[other] - np.eye(7)[0]
        assert math.sqrt(sides @ inverse @ sides) == pytest.approx(error, abs=1e-5)
        ours = found.difference(other, 0).plus_minus / critical_t(found.blocks) / UNIT
        assert ours == pytest.approx(error, rel=0.03)


@pytest.mark.usefixtures("nothing_imagined")
def test_published_strengths() -> None:
    """Agresti 2002, section 10.6: teams beside the last, wherever they played.

    The figures are those that R's BradleyTerry2 prints for the same data.
    """
    plain = rate(baseball(), 7)
    expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0]
    assert ((plain.elo - plain.elo[6]) / UNIT).tolist() == pytest.approx(expected, abs=5e-5)


GHOST = (((0, 1), (1, 2)), ((0, 2), (2, 1)), ((0, 3), (1, 2)), ((0, 1), (2, 1)), ((1, 2), (1, 2)))


def ghost() -> Games:
    """Five games of four, of whom the last never wins."""
    players, places = (np.array(column) for column in zip(*GHOST, strict=True))
    return Games(places, players, np.arange(5))


def test_published_imagined_results() -> None:
    """Half a win and half a loss against a ghost, from the documentation of R's PlackettLuce."""
    found = rate(ghost(), 4)
    expected = [0, 0.5184185, 0.1354707, -1.1537565]
    assert ((found.elo - found.elo[0]) / UNIT).tolist() == pytest.approx(expected, abs=1e-5)


def test_all_won() -> None:
    """Who won everything has a rating, and an interval that says how little that tells."""
    games = of_pairs([(0, 1, 20, 0, 0)])
    found = rate(games, 2)
    assert found.difference(0, 1).value > 300
    assert found.difference(0, 1).plus_minus > 200
    assert not found.difference(0, 1).holds(0)


@pytest.mark.usefixtures("nothing_imagined")
def test_two_players() -> None:
    """Between two without ties, the rating is the Elo of the score, and ratings are centred."""
    found = rate(of_pairs([(0, 1, 30, 10, 0)]), 2)
    assert found.difference(0, 1).value == pytest.approx(elo_of(0.75))
    assert found.elo.sum() == pytest.approx(0)
    assert found.of(0).value == pytest.approx(elo_of(0.75) / 2)
    assert found.of(0).plus_minus == pytest.approx(found.difference(0, 1).plus_minus / 2)


def tables(rng: np.random.Generator, elo: Floats, count: int) -> Games:
    """Blocks of rotated games of all players at one table, drawn by Plackett and Luce's model.

    All games of a block have the same luck: each player's draw, wherever the player sits.
    """
    number = len(elo)
    seats = rotation(number, number)
    luck = np.repeat(rng.gumbel(0, 1, (count, 1, number)), number, axis=1)
    result = luck + elo / UNIT
    by_seat = np.argsort(seats, axis=1)
    order = np.take_along_axis(result, by_seat[None], axis=2).reshape(-1, number)
    places = (order[:, :, None] <= order[:, None, :]).sum(axis=2)
    return Games(places, np.tile(by_seat, (count, 1)), np.repeat(np.arange(count), number))


def test_strengths_are_found() -> None:
    """What drew the games is found, with intervals that respect blocks."""
    elo = np.array([60.0, 0, -60])
    rng = np.random.default_rng(9)
    tries = 200
    held = np.zeros(3)
    for _ in range(tries):
        found = rate(tables(rng, elo, 60), 3)
        held += [found.of(player).holds(elo[player]) for player in range(3)]
    assert (held / tries > 0.90).all()
    assert (held / tries < 0.99).all()


def test_blocks_count() -> None:
    """Games of one luck, taken for blocks of their own, would look surer than they are."""
    rng = np.random.default_rng(2)
    games = tables(rng, np.array([60.0, 0, -60]), 60)
    honest = rate(games, 3)
    alone = rate(Games(games.places, games.players, np.arange(len(games.places))), 3)
    assert np.allclose(alone.elo, honest.elo)
    assert honest.of(0).plus_minus > 1.4 * alone.of(0).plus_minus
    assert honest.blocks == 60


def test_bootstrap_agrees() -> None:
    """Blocks drawn anew with replacement, hundreds of times, spread as the covariance says."""
    rng = np.random.default_rng(7)
    games = tables(rng, np.array([60.0, 20, -20, -60]), 80)
    found = rate(games, 4)
    drawn = []
    for _ in range(300):
        picked = rng.integers(0, 80, 80)
        rows = (4 * picked[:, None] + np.arange(4)).ravel()
        again = Games(games.places[rows], games.players[rows], np.repeat(np.arange(80), 4))
        drawn.append(rate(again, 4).elo)
    spread = np.std(drawn, axis=0)
    assert np.sqrt(np.diag(found.covariance)).tolist() == pytest.approx(spread.tolist(), rel=0.15)


def test_empty_seats_and_strangers() -> None:
    """Tables of two and of three count together; one who never played is average, vaguely."""
    players = np.array([[0, 1, -1], [0, 1, 2], [2, 1, 0], [1, 2, -1]])
    places = np.array([[1, 2, 0], [1, 2, 2], [3, 2, 1], [1, 2, 0]])
    found = rate(Games(places, players, np.arange(4)), 4)
    assert found.elo[0] > found.elo[1] > found.elo[2]
    assert abs(found.elo[3]) < abs(found.elo[2])
    assert found.of(3).plus_minus > 200


@pytest.mark.parametrize("shape", ((3, 2), (2, 3)))
def test_impossible_games(shape: tuple[int, int]) -> None:
    """Arrays that do not fit each other are a bug of whoever made them."""
    places: Ints = np.ones((2, 2), dtype=np.int64)
    with pytest.raises(InternalError, match=r"places of shape \(2, 2\)"):
        Games(places, np.ones(shape, dtype=np.int64), np.zeros(2, dtype=np.int64))


def test_self_play() -> None:
    """Games that all tie show equals."""
    found: Ratings = rate(of_pairs([(0, 1, 0, 0, 30)]), 2)
    assert found.elo.tolist() == pytest.approx([0, 0], abs=1e-6)
    assert found.difference(0, 1).holds(0)
