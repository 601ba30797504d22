"""Searches over the twin, in plain Python: what the native searches are compared with for speed.

They do the same work as the native ones, the obvious way: UCT with chance nodes and one random game
a simulation, and Expectimax with Heyden's evaluation. That the native ones are right is shown
elsewhere, by twins that agree to the last visit.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from tests.twin.options import TwinOptions
from tests.twin.state import Twin

_C = 3.0


def opening() -> Twin:
    """A game with its first tile, E, in hand."""
    twin = Twin(TwinOptions())
    twin.draw("E")
    return twin


@dataclass(slots=True)
class _Node:
    """A position of the tree; its children by move or by tile."""

    visits: int = 0
    total: float = 0.0  # from the view of the seat that moved here
    untried: list[str] | None = None
    children: dict[str, "_Node"] = field(default_factory=dict)


def simulate(simulations: int, seed: int = 1) -> int:
    """Runs UCT from the opening; returns how many simulations were done."""
    rng = random.Random(seed)
    root = _Node(visits=1)
    for _ in range(simulations):
        twin = opening()
        path = [(root, twin.seat)]
        node = root
        while True:
            if twin.phase == "end":
                break
            mover = twin.seat
            if twin.phase == "draw":
                outcomes = twin.outcomes()
                (step,) = rng.choices(list(outcomes), weights=list(outcomes.values()))
                twin.draw(step)
            elif node.visits == 0:
                break
            else:
                step = _chosen(node, twin, rng)
                twin.play(step)
            is_new = step not in node.children
            node = node.children.setdefault(step, _Node())
            path.append((node, mover))
            if is_new:
                break
        _play_out(twin, rng)
        points = twin.scores()
        for node, seat in path:
            node.visits += 1
            node.total += points[seat] - points[1 - seat]
    return simulations


def _chosen(node: _Node, twin: Twin, rng: random.Random) -> str:
    if node.untried is None:
        node.untried = sorted(twin.moves())
        rng.shuffle(node.untried)
    if node.untried:
        return node.untried.pop()
    log = math.log(node.visits)

    def worth(move: str) -> float:
        child = node.children[move]
        return child.total / child.visits + _C * math.sqrt(log / child.visits)

    return max(node.children, key=worth)


def _play_out(twin: Twin, rng: random.Random) -> None:
    while twin.phase != "end":
        if twin.phase == "draw":
            outcomes = twin.outcomes()
            (kind,) = rng.choices(list(outcomes), weights=list(outcomes.values()))
            twin.draw(kind)
        else:
            twin.play(rng.choice(sorted(twin.moves())))


def expectimax_nodes(nodes: int) -> int:
    """Evaluates so many leaves of the Expectimax tree of depth 2; returns how many it looked at."""
    return sum(1 for _ in islice(_leaves(opening(), 2), nodes))


def _leaves(twin: Twin, depth: int) -> Iterator[float]:
    for move in sorted(twin.moves()):
        after = twin.copy()
        after.play(move)
        if depth == 1 or after.phase == "end":
            yield _heyden(after)
            continue
        for kind in after.outcomes():
            if after.placements(kind):
                drawn = after.copy()
                drawn.draw(kind)
                yield from _leaves(drawn, depth - 1)


def _heyden(twin: Twin) -> float:
    """Points, figures, incomplete features, those of cities a little more, and poor fields."""
    scores, virtual = twin.scores(), twin.virtual_scores()
    worth = [
        100.0 * scores[seat] + 10 * (virtual[seat] - scores[seat]) + 10 * sum(twin.supplies()[seat])
        for seat in (0, 1)
    ]
    for entry in twin.breakdown(virtual=True)[len(twin.breakdown()) :]:
        for seat in entry.owners:
            if entry.kind == "city":
                worth[seat] += 2.5 * entry.points
            elif entry.kind == "field" and entry.points < 9:
                worth[seat] -= 40
    return worth[0] - worth[1]
