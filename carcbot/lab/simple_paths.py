"""Simple paths of a graph, which visit no vertex twice: counted by the vertices that they visit.

Sets of vertices are numbers, of which each bit is a vertex.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import comb

import numpy as np
import numpy.typing as npt

from carcbot.errors import InternalError

__all__ = ["pairs_by_shared", "paths_by_set"]

_Counts = npt.NDArray[np.int64]

_LOW = 16
"""So many vertices are worked on at once, for which a few megabytes are enough."""
_EXACT = 2.0**53
"""Up to here a float has every whole number."""


def paths_by_set(neighbours: Sequence[Collection[int]]) -> dict[int, int]:
    """How many simple paths visit just the vertices of each set; sets without any are left out.

    A path and its reverse are two; a vertex alone is one.

    Args:
        neighbours: Of each vertex those to which an edge leads.
    """
    # All that matters for how a path can go on is which vertices it has visited, and where it ends.
    found: dict[int, int] = {}
    ending = {(1 << vertex, vertex): 1 for vertex in range(len(neighbours))}
    while ending:
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for (visited, end), paths in ending.items():
            found[visited] = found.get(visited, 0) + paths
            for vertex in neighbours[end]:
                if not visited >> vertex & 1:
                    longer[visited | 1 << vertex, vertex] += paths
        ending = longer
    return found


def pairs_by_shared(paths: Mapping[int, int], vertices: int) -> Counter[tuple[int, int]]:
    """How many pairs of two paths share so many vertices, and have so many that they do not share.

    The two may be the same path, and which is the first matters.

    Args:
        paths: How many paths visit just the vertices of each set.
        vertices: How many the graph has.

    Raises:
        InternalError: There are so many paths that numbers of 64 bits do not hold the pairs.
    """
    by_length = Counter[int]()
    for visited, number in paths.items():
        by_length[visited.bit_count()] += number
    if any(each**2 * comb(length, length // 2) >= 1 << 63 for length, each in by_length.items()):
        raise InternalError("there are too many paths to count their pairs")

    # A pair is counted by every set of which both paths visit all: with k vertices in common, by
    # comb(k, size) of the sets of a size. So what is counted for the larger sizes tells how often
    # the pairs with more in common stand among those of a size.
    at_least = _pairs_at_least(paths, vertices)
    found = Counter[tuple[int, int]]()
    for shared in range(vertices + 1):
        just = sum(
            (-1) ** (size - shared) * comb(size, shared) * at_least[size].astype(object)
            for size in range(shared, vertices + 1)
        )
        for one in range(shared, vertices + 1):
            for other in range(shared, vertices + 1):
                found[shared, one + other - 2 * shared] += just[one, other]
    return +found


def _pairs_at_least(paths: Mapping[int, int], vertices: int) -> _Counts:
    """By size of a set and the lengths of two paths: the pairs that visit all of such a set."""
    low = min(_LOW, vertices)
    visited = np.fromiter(paths.keys(), np.int64, len(paths))
    numbers = np.fromiter(paths.values(), np.int64, len(paths))
    lengths = np.bitwise_count(visited)
    sizes = np.bitwise_count(np.arange(1 << low))
    found = np.zeros((vertices + 1, vertices + 1, vertices + 1), np.int64)
    for high in range(1 << (vertices - low)):
        holding = (visited >> low) & high == high
        by_length = np.zeros((vertices + 1, 1 << low), np.int64)
        where = lengths[holding], visited[holding] & ((1 << low) - 1)
        np.add.at(by_length, where, numbers[holding])
        _add_larger(by_length, low)
        for size in range(low + 1):
            found[high.bit_count() + size] += _products(by_length[:, sizes == size])
    return found


def _products(rows: _Counts) -> _Counts:
    """The rows times one another, exactly.

    Products of floats are much quicker. Nothing is negative, so sums that stay below what a float
    counts to were exact on the way there.
    """
    floats = rows.astype(np.float64)
    products = floats @ floats.T
    return products.astype(np.int64) if products.max() < _EXACT else rows @ rows.T


def _add_larger(by_length: _Counts, vertices: int) -> None:
    """Adds to the number of every set, row by row, those of all sets that hold it."""
    for vertex in range(vertices):
        halves = by_length.reshape(len(by_length), -1, 2, 1 << vertex)
        halves[:, :, 0] += halves[:, :, 1]
