"""Tests of carcbot.lab.polyominoes, and of the numbers of the study complexity."""

import math

import pytest

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.polyominoes import PUBLISHED_FIXED, estimated_fixed_log10, fixed
from carcbot.lab.studies.complexity import (
    chance_product_log10,
    draw_sequences_log10,
    shapes_log10,
)

KNOWN = (1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446)


def grown(squares: int) -> int:
    """Fixed polyominoes in the plainest way: all shapes with a square more, moved to the corner."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(squares - 1):
        larger = set()
        for shape in shapes:
            for x, y in shape:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if cell not in shape:
                        cells = {*shape, cell}
                        left, top = min(x for x, _ in cells), min(y for _, y in cells)
                        larger.add(frozenset((x - left, y - top) for x, y in cells))
        shapes = larger
    return len(shapes)


def test_counts_are_the_known_ones() -> None:
    """Up to ten squares the count is the known one, and that of another way to count."""
    assert tuple(fixed(squares) for squares in range(1, 11)) == KNOWN
    assert tuple(grown(squares) for squares in range(1, 8)) == KNOWN[:7]


def test_the_estimate_goes_with_the_published_counts() -> None:
    """It is at most two per cent too high, and the nearer the more squares there are."""
    errors = [
        estimated_fixed_log10(squares) - math.log10(counted)
        for squares, counted in PUBLISHED_FIXED.items()
    ]
    assert all(0 < error < math.log10(1.02) for error in errors)
    assert errors == sorted(errors, reverse=True)
    assert shapes_log10(56) == math.log10(69150714562532896936574425480218)
    assert shapes_log10(57) == estimated_fixed_log10(57)


def test_branching_of_chance() -> None:
    """The thesis's product, and the exact number of orders in which the tiles come."""
    assert 10 ** chance_product_log10() == pytest.approx(math.factorial(24) ** 3)
    # few enough to be counted another way: one after the other, each kind into the places left
    places, orders = 71, 1
    for _, copies in CARCASSONNE.new().outcomes():
        orders *= math.comb(places, copies)
        places -= copies
    assert places == 0
    assert draw_sequences_log10() == pytest.approx(math.log10(orders))
