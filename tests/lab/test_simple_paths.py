"""Tests of carcbot.lab.simple_paths: against going along every path, one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from math import factorial, perm
from random import Random

import pytest

from carcbot.errors import InternalError
from carcbot.lab.simple_paths import pairs_by_shared, paths_by_set

Graph = list[set[int]]


def graph_of(vertices: int, edges: Iterator[tuple[int, int]]) -> Graph:
    """The neighbours of each vertex."""
    graph: Graph = [set() for _ in range(vertices)]
    for one, other in edges:
        graph[one].add(other)
        graph[other].add(one)
    return graph


def random_graph(vertices: int, seed: int) -> Graph:
    """A graph that has each edge or not, by chance."""
    chance = Random(seed)
    edges = combinations(range(vertices), 2)
    return graph_of(vertices, (edge for edge in edges if chance.random() < 0.5))


def every_path(graph: Graph) -> list[tuple[int, ...]]:
    """All orders of some of the vertices in which an edge leads from each to the next."""
    return [
        order
        for length in range(1, len(graph) + 1)
        for order in permutations(range(len(graph)), length)
        if all(there in graph[here] for here, there in pairwise(order))
    ]


def as_bits(vertices: tuple[int, ...]) -> int:
    """The vertices as a set."""
    return sum(1 << vertex for vertex in vertices)


@pytest.mark.parametrize("vertices", range(7))
@pytest.mark.parametrize("seed", range(3))
def test_every_path_is_counted_once(vertices: int, seed: int) -> None:
    """By its set, where one goes along all of them."""
    graph = random_graph(vertices, seed)
    assert paths_by_set(graph) == Counter(map(as_bits, every_path(graph)))


def test_known_numbers() -> None:
    """On a line a path is its two ends; in a ring each start has two ways; and all orders."""
    line = paths_by_set(graph_of(9, ((each, each + 1) for each in range(8))))
    assert sum(line.values()) == 9 * 9
    ring = paths_by_set(graph_of(9, ((each, (each + 1) % 9) for each in range(9))))
    assert ring[(1 << 9) - 1] == 2 * 9
    assert sum(ring.values()) == 9 + 2 * 9 * 8
    whole = paths_by_set(graph_of(7, combinations(range(7), 2)))
    assert whole == {visited: factorial(visited.bit_count()) for visited in range(1, 1 << 7)}
    assert sum(whole.values()) == sum(perm(7, length) for length in range(1, 8))


@pytest.mark.parametrize("vertices", range(1, 7))
def test_pairs_are_those_that_one_finds(vertices: int) -> None:
    """By what they share, where one lays every path beside every other."""
    visited = [0, *(as_bits(path) for path in every_path(random_graph(vertices, seed=4)))]
    pairs = Counter(
        ((one & other).bit_count(), (one ^ other).bit_count())
        for one in visited
        for other in visited
    )
    assert pairs_by_shared(Counter(visited), vertices) == pairs


def test_pairs_of_many_vertices() -> None:
    """What lies beyond the vertices that are worked on at once is not forgotten."""
    paths = {0: 3, 1 << 18: 5, 1 << 18 | 1 << 17: 7, 1 << 17 | 1: 11}
    assert pairs_by_shared(paths, 19) == {
        (0, 0): 3 * 3,
        (0, 1): 2 * 3 * 5,
        (0, 2): 2 * 3 * (7 + 11),
        (0, 3): 2 * 5 * 11,
        (1, 0): 5 * 5,
        (1, 1): 2 * 5 * 7,
        (1, 2): 2 * 7 * 11,
        (2, 0): 7 * 7 + 11 * 11,
    }


def test_pairs_that_no_float_counts() -> None:
    """They are counted too, to the last one."""
    paths = (1 << 31) + 1
    assert pairs_by_shared({0b1: paths}, 1) == {(1, 0): paths**2}


def test_pairs_that_are_too_many_are_not_counted_wrongly() -> None:
    """Numbers that would not hold them are not begun with."""
    with pytest.raises(InternalError, match="too many paths"):
        pairs_by_shared({0b1: 1 << 32}, 1)
