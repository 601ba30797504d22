"""How many positions Thurn and Taxis has: against going through all of a small map."""

import math
from itertools import pairwise, product

import pytest

from carcbot.lab import results_folder
from carcbot.lab.posts_states import (
    city_distributions,
    legal_positions,
    repeated_tiles,
    single_tiles,
    states_of,
)

ROUTES = 23_274_077


def every_position(stacks: list[tuple[int, int]], seats: int, most: int) -> int:
    """The same as `legal_positions`, one position after the other."""
    ends = [sum(cities for cities, _ in stacks[:number]) for number in range(len(stacks) + 1)]
    found = 0
    for houses in product(product((0, 1), repeat=ends[-1]), repeat=seats):
        if any(sum(each) > most for each in houses):
            continue
        orders = 1
        for (begin, end), (_, tiles) in zip(pairwise(ends), stacks, strict=True):
            whole = sum(all(each[begin:end]) for each in houses)
            orders *= math.perm(whole, min(whole, tiles))
        found += orders
    return found


@pytest.mark.parametrize("seats", (1, 2, 3))
@pytest.mark.parametrize("most", (2, 3, 5))
def test_positions_one_by_one(seats: int, most: int) -> None:
    """Of a map of four cities, of which one has no tile and a pair has fewer tiles than seats."""
    stacks = [(2, 1), (1, 3), (1, 0)]
    assert legal_positions(stacks, seats, most) == every_position(stacks, seats, most)


def test_two_seats_are_those_of_the_thesis() -> None:
    """Its houses without those that nobody has (3.3), and all of it (3.7)."""
    factors = states_of(2, ROUTES)
    assert factors["houses"] == 18_501_768_506_492
    assert (factors["carriages"], factors["route_tiles"]) == (36, 3255)
    assert (factors["all_provinces_tiles"], factors["end_tile"]) == (5, 3)
    assert math.prod(factors.values()) == pytest.approx(2.5805e66, rel=1e-4)


def test_stacks_of_three_seats_by_hand() -> None:
    """Of two tiles: none taken, one by each of three, two by any pair of takers in an order."""
    assert repeated_tiles(2, 3) == 1 + 3 + 9
    assert single_tiles(2, 3) == 1 + 3 + 6
    assert city_distributions(2, 3) == 5 + 10


def test_the_committed_result_has_more_seats() -> None:
    """Three and four seats have more states than two, each of whose factors is larger."""
    told = results_folder.load("thurn-and-taxis-size").figures["by_seats_log10"]
    for fewer, more in (("2", "3"), ("3", "4")):
        assert all(told[fewer][what] < told[more][what] for what in told["2"])
