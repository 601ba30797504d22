"""What an agent thinks at some moment of its search, and how the thoughts of several are added."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

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
    """A search at some moment, or at its end: then `best` is the decision.

    Attributes:
        best: The best move.
        value: What it is worth, in points for the seat to move.
        depth: Complete iterations of a search in depth, or the longest line in a tree.
        nodes: Positions stored or looked at.
        leaves: Evaluations made.
        simulations: Walks down a tree, or first moves tried, each with its random games.
        seconds: Since the search began.
        memory: Bytes of trees.
        changes: How often the best move has changed, as far as that was noticed.
        finished: Whether going on would change nothing.
        line: How the game might go on: moves and draws.
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
    return _thought(progress, moves, progress.moves, progress.best, workers=1)


def merged(
    progresses: Sequence[_native.search.Progress], moves: Sequence[str], choice: Choice | None
) -> Thought:
    """What several searchers of the same position think together.

    Args:
        progresses: Theirs, at least one.
        moves: The legal moves of the position.
        choice: Their visits and values are summed up, and this says how good a move is by them.
            None: each has looked at some of the moves in depth, and the best value counts.
    """
    if len(progresses) == 1:
        return thought_of(progresses[0], moves)
    if choice is not None:
        rows = [
            (sum(row[0] for row in column), sum(row[1] for row in column))
            for column in zip(*(_full(each, len(moves)) for each in progresses), strict=True)
        ]
        seen = [i for i, (visits, _) in enumerate(rows) if visits]
        best = max(seen, key=lambda i: (*choice(*rows[i]), -i), default=progresses[0].best)
        return _thought(
            progresses[0], moves, rows, best, workers=len(progresses), all_of=progresses
        )
    # Each worker has looked at its own moves; of a move that several know, the values are upper
    # bounds, so the least one says most.
    rows = [
        max(column, key=lambda row: (row[0], -row[1]))
        for column in zip(*(_full(each, len(moves)) for each in progresses), strict=True)
    ]
    leader, best = _deepest_best(progresses)
    return _thought(leader, moves, rows, best, workers=len(progresses), all_of=progresses)


def only_move(move: str, moves: Sequence[str]) -> Thought:
    """The thought of somebody of whom only the move is known."""
    rows = tuple(RootMove(each, 0, 0.0, 0.0) for each in moves)
    return Thought(move, 0.0, 0, 0, 0, 0, 0.0, 0, 0, finished=True, line=(move,), moves=rows)


def _deepest_best(
    progresses: Sequence[_native.search.Progress],
) -> tuple[_native.search.Progress, int]:
    """Who found the best move of workers that shared out the moves, and which it is.

    Values are compared within an iteration. The last one that all have completed decides; the next
    one counts instead as soon as its best move was looked at again there, which comes first.
    """
    told = [(each, each.iterations) for each in progresses if each.iterations]
    if not told:
        return progresses[0], progresses[0].best
    complete = min(
        len(rows) - (not each.finished and each.depth < len(rows)) for each, rows in told
    )
    at = max(complete - 1, 0)
    leader, rows = max(told, key=lambda pair: pair[1][at][1])
    if len(rows) > at + 1:
        further = [(each, rows) for each, rows in told if len(rows) > at + 1]
        leader, rows = max(further, key=lambda pair: pair[1][at + 1][1])
        at += 1
    return leader, int(rows[at][0])


def _full(progress: _native.search.Progress, count: int) -> list[tuple[int, float]]:
    rows = progress.moves
    return rows + [(0, 0.0)] * (count - len(rows))


def _thought(
    leader: _native.search.Progress,
    moves: Sequence[str],
    rows: Rows,
    best: int,
    *,
    workers: int,
    all_of: Sequence[_native.search.Progress] | None = None,
) -> Thought:
    everybody = all_of or (leader,)
    total = sum(visits for visits, _ in rows) or 1
    visits, value = rows[best] if best < len(rows) else (0, 0.0)
    same = best == leader.best
    return Thought(
        best=moves[best],
        value=leader.value
        if same and workers == 1
        else (value / visits if visits else leader.value),
        depth=leader.depth,
        nodes=sum(each.nodes for each in everybody),
        leaves=sum(each.leaves for each in everybody),
        simulations=sum(each.simulations for each in everybody),
        seconds=max(each.elapsed_ns for each in everybody) / 1e9,
        memory=sum(each.memory for each in everybody),
        changes=max(each.changes for each in everybody),
        finished=all(each.finished for each in everybody),
        line=tuple(leader.line.split()) if same else (moves[best],),
        moves=tuple(
            RootMove(move, seen, total_value / seen if seen else 0.0, seen / total)
            for move, (seen, total_value) in zip(moves, rows, strict=False)
        ),
        workers=workers,
    )
