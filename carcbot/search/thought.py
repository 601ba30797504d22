"""What an agent thinks at a moment of its search, and what several workers think together."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from carcbot import _native

__all__ = ["RootMove", "Thought", "choice_of", "merged", "only_move", "thought_of"]


@dataclass(frozen=True, slots=True)
class RootMove:
    """What is known of one legal move.

    Attributes:
        move: Its text.
        visits: Simulations that began with it; 1 if a search in depth has looked at it.
        value: Mean of what they were worth, in points for the seat to move; after a search in
            depth its value, or if it is not the best move an upper bound. 0 without visits.
        share: Its part of all visits.
    """

    move: str
    visits: int
    value: float
    share: float


@dataclass(frozen=True, slots=True)
class Thought:
    """The state of a search; at its end, `best` is the decision.

    Attributes:
        best: The best move.
        value: Its value, in points for the seat to move.
        depth: Complete iterations of a search in depth, or the longest line in a tree.
        nodes: Positions stored or looked at.
        leaves: Evaluations made.
        simulations: Walks down a tree, or first moves tried, each with its random games.
        seconds: Since the search began.
        memory: Bytes of trees.
        changes: How often the best move was seen to change.
        finished: Whether going on would change nothing.
        line: The expected continuation: moves and draws.
        moves: What is known of each legal move, in their usual order.
        workers: How many workers' thoughts these are.
    """

    best: str
    value: float
    depth: int
    nodes: int
    leaves: int
    simulations: int
    seconds: float
    memory: int
    changes: int
    finished: bool
    line: tuple[str, ...]
    moves: tuple[RootMove, ...]
    workers: int = 1

    def ranked(self) -> list[RootMove]:
        """The moves, the best first: by visits, then by value; unvisited ones last."""
        first = [move for move in self.moves if move.move == self.best]
        rest = [move for move in self.moves if move.move != self.best]
        rest.sort(key=lambda move: (-move.visits, -move.value if move.visits else 0))
        return first + rest


Rows = Sequence[tuple[int, float]]
"""For each move its visits and the sum of their values."""


Choice = Callable[[int, float], tuple[float, float]]
"""How good a move is as the final one, by its visits and the sum of their values; ties by more."""


def choice_of(values: Mapping[str, object]) -> Choice:
    """How an agent with these parameters chooses its final move. Flat Monte Carlo has no choice."""
    match values.get("final", "best-value"):
        case "best-value":
            return lambda visits, total: (total / visits, visits)
        case "secure":
            a = float(str(values["a"]))
            return lambda visits, total: (total / visits - a / math.sqrt(visits), visits)
        case _:
            return lambda visits, total: (visits, total)


def thought_of(progress: _native.search.Progress, moves: Sequence[str]) -> Thought:
    """The progress of one searcher in a position with these legal moves."""
    return _thought(progress, moves, progress.moves, (progress,))


def merged(
    progresses: Sequence[_native.search.Progress], moves: Sequence[str], choice: Choice | None
) -> Thought:
    """What several searchers of the same position think together.

    Args:
        progresses: Theirs, at least one.
        moves: The legal moves of the position.
        choice: How to choose from the sums of their visits and values. None for one search in depth
            that all shared: the one that got furthest counts. Where a board had no room for all
            moves there are no sums, and the searcher with the most simulations counts.

    Who has finished knows what is best: then that counts, and not the sums.
    """
    if len(progresses) == 1:
        return thought_of(progresses[0], moves)
    if choice is not None and any(each.left_out for each in progresses):
        busiest = max(progresses, key=lambda each: (each.finished, each.simulations))
        return _thought(busiest, moves, busiest.moves, progresses)
    if choice is None:
        furthest = max(progresses, key=_how_far)
        return _thought(furthest, moves, furthest.moves, progresses)
    rows = [
        (sum(row[0] for row in column), sum(row[1] for row in column))
        for column in zip(*(_full(each, len(moves)) for each in progresses), strict=True)
    ]
    done = next((each for each in progresses if each.finished), None)
    if done is not None:
        return _thought(done, moves, rows, progresses)
    seen = [i for i, (visits, _) in enumerate(rows) if visits]
    first = progresses[0]
    # where all have come to one move it may be for more than its sums: others are surely worse
    chosen = {each.best for each in progresses if rows[each.best][0]}
    best = max(
        chosen if len(chosen) == 1 else seen,
        key=lambda i: (*choice(*rows[i]), -i),
        default=first.best,
    )
    visits, value = rows[best]
    own = _thought(first, moves, rows, progresses)
    return replace(
        own,
        best=moves[best],
        value=value / visits if visits else first.value,
        line=own.line if best == first.best else (moves[best],),
    )


def only_move(move: str, moves: Sequence[str]) -> Thought:
    """The thought of an agent of which only the move is known."""
    rows = tuple(RootMove(each, 0, 0.0, 0.0) for each in moves)
    return Thought(move, 0.0, 0, 0, 0, 0, 0.0, 0, 0, finished=True, line=(move,), moves=rows)


def _how_far(progress: _native.search.Progress) -> tuple[bool, int, float, int]:
    """How far a worker got with a search in depth that all of them do.

    All find the same in an iteration that they complete. In one that they do not, what was found
    first is there, and the best value yet is that of the most moves.
    """
    return progress.finished, progress.best_depth, progress.value, progress.depth


def _full(progress: _native.search.Progress, count: int) -> list[tuple[int, float]]:
    rows = progress.moves
    return rows + [(0, 0.0)] * (count - len(rows))


def _thought(
    progress: _native.search.Progress,
    moves: Sequence[str],
    rows: Rows,
    workers: Sequence[_native.search.Progress],
) -> Thought:
    """What one of the workers found, with these rows and what all of them took for it."""
    total = sum(visits for visits, _ in rows) or 1
    return Thought(
        best=moves[progress.best],
        value=progress.value,
        depth=progress.depth,
        nodes=sum(each.nodes for each in workers),
        leaves=sum(each.leaves for each in workers),
        simulations=sum(each.simulations for each in workers),
        seconds=max(each.elapsed_ns for each in workers) / 1e9,
        memory=sum(each.memory for each in workers),
        changes=max(each.changes for each in workers),
        finished=progress.finished,
        line=tuple(progress.line.split()),
        moves=tuple(
            RootMove(move, seen, total_value / seen if seen else 0.0, seen / total)
            for move, (seen, total_value) in zip(moves, rows, strict=False)
        ),
        workers=len(workers),
    )
