"""Small games with secrets of two seats, walked through whole: what a seat can know, and best play.

Everything here goes through the whole tree of a game and is slow. A seat remembers all that it saw,
so its information sets are the sequences of what it saw.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, Self, TypeVar

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from carcbot.games.contract import CHANCE, OVER

__all__ = ["Walkable", "best_answer", "possible_positions", "solved_value"]


class Walkable(Protocol):
    """As much of a position as is needed to go through a game."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""

    def legal_moves(self) -> list[str]:
        """What it may do."""

    def outcomes(self) -> list[tuple[str, int]]:
        """What chance may do, with weights."""

    def seen(self, text: str, seat: int, /) -> str:
        """What a seat sees of a ply that is about to be made."""

    def apply(self, text: str, /) -> None:
        """Makes it."""

    def copy(self) -> Self:
        """Another one."""

    def scores(self) -> list[int]:
        """The result."""


W = TypeVar("W", bound=Walkable)


def _plies(state: Walkable) -> Iterator[tuple[str, Fraction]]:
    """All that can happen here, a draw with its probability and a move with 1."""
    outcomes = state.outcomes()
    total = sum(weight for _, weight in outcomes)
    for text, weight in outcomes:
        yield text, Fraction(weight, total)
    for move in state.legal_moves():
        yield move, Fraction(1)


def _after(state: W, ply: str) -> W:
    after = state.copy()
    after.apply(ply)
    return after


def possible_positions(start: W, seat: int, seen: Iterable[str]) -> list[tuple[W, Fraction]]:
    """All positions in which a seat may be that saw this since the start, with probabilities.

    Every choice that others had is held for equally likely; so only chance has a say.
    """
    worlds = [(start, Fraction(1))]
    for text in seen:
        worlds = [
            (_after(state, ply), weight * chance)
            for state, weight in worlds
            for ply, chance in _plies(state)
            if state.seen(ply, seat) == text
        ]
    total = sum(weight for _, weight in worlds)
    return [(state, weight / total) for state, weight in worlds]


def best_answer(worlds: Iterable[tuple[W, Fraction]], seat: int) -> Fraction:
    """What a seat gets more than its rival by its best play, if the other makes all moves alike.

    Args:
        worlds: Positions that the seat cannot tell apart, with what they weigh.
        seat: Whose answer it is.
    """
    worlds = list(worlds)
    turn = worlds[0][0].to_move
    if turn == OVER:
        leads = (
            (state.scores()[seat] - state.scores()[1 - seat], weight) for state, weight in worlds
        )
        return sum((lead * weight for lead, weight in leads), Fraction(0))
    # by what is done where that is its own choice, and by what it sees of that
    seen: dict[str, dict[str, list[tuple[W, Fraction]]]] = defaultdict(lambda: defaultdict(list))
    for state, weight in worlds:
        plies = list(_plies(state))
        alike = Fraction(1) if turn in {CHANCE, seat} else Fraction(1, len(plies))
        for ply, chance in plies:
            after = _after(state, ply), weight * chance * alike
            seen[ply if turn == seat else ""][state.seen(ply, seat)].append(after)
    answers = (
        sum((best_answer(each, seat) for each in ways.values()), Fraction(0))
        for ways in seen.values()
    )
    return max(answers)


def solved_value(start: Walkable) -> float:
    """What the first of two seats wins against the second by best play of both, in points more.

    The linear program of Koller, Megiddo and von Stengel (1996): a player's plan is how likely it
    makes each sequence of its own moves, and the other's best answer is a linear constraint.
    """
    tree = _SequenceForm()
    tree.walk(start, ("", ""), ((), ()), 1.0)
    first, second = (len(sequences) for sequences in tree.sequences)
    sets = [len(each) + 1 for each in tree.sets]
    payoff = coo_matrix(
        (
            np.array(list(tree.payoffs.values())),
            (
                np.array([tree.sequences[0][a] for a, _ in tree.payoffs]),
                np.array([tree.sequences[1][b] for _, b in tree.payoffs]),
            ),
        ),
        shape=(first, second),
    ).tocsr()
    own, other = (tree.constraints(player) for player in (0, 1))
    # The second seat's answer to a plan x costs at most f'q for every q with F'q >= A'x.
    objective = np.zeros(first + sets[1])
    objective[first] = -1.0
    bound = np.hstack([-payoff.T.toarray(), other.T.toarray()])
    equal = np.hstack([own.toarray(), np.zeros((sets[0], sets[1]))])
    one = np.zeros(sets[0])
    one[0] = 1.0
    found = linprog(
        objective,
        A_ub=bound,
        b_ub=np.zeros(second),
        A_eq=equal,
        b_eq=one,
        bounds=[(0, None)] * first + [(None, None)] * sets[1],
        method="highs",
    )
    assert found.success, found.message
    return -float(found.fun or 0.0)


class _SequenceForm:
    """A game as the sequences of moves that each player can make of its own."""

    def __init__(self) -> None:
        # a sequence is its information set and the move there; the empty one is number 0
        self.sequences: tuple[dict[str, int], dict[str, int]] = ({"": 0}, {"": 0})
        self.sets: tuple[dict[str, tuple[str, list[str]]], dict[str, tuple[str, list[str]]]] = (
            {},
            {},
        )
        self.payoffs: dict[tuple[str, str], float] = defaultdict(float)

    def walk(
        self,
        state: Walkable,
        last: tuple[str, str],
        saw: tuple[Sequence[str], Sequence[str]],
        chance: float,
    ) -> None:
        """Goes through all that can follow."""
        turn = state.to_move
        if turn == OVER:
            scores = state.scores()
            self.payoffs[last] += chance * (scores[0] - scores[1])
            return
        for ply, probability in _plies(state):
            seen = ((*saw[0], state.seen(ply, 0)), (*saw[1], state.seen(ply, 1)))
            now = last
            if turn != CHANCE:
                place = " ".join(saw[turn])
                sequence = f"{place} > {ply}"
                _, moves = self.sets[turn].setdefault(place, (last[turn], []))
                if sequence not in self.sequences[turn]:
                    self.sequences[turn][sequence] = len(self.sequences[turn])
                    moves.append(sequence)
                now = (sequence, last[1]) if turn == 0 else (last[0], sequence)
            self.walk(_after(state, ply), now, seen, chance * float(probability))

    def constraints(self, player: int) -> coo_matrix:
        """The sequences of a set are together as likely as the one before; the empty one is 1."""
        rows, columns, values = [0], [0], [1.0]
        for row, (before, moves) in enumerate(self.sets[player].values(), 1):
            numbers = self.sequences[player]
            for sequence, value in ((before, -1.0), *((move, 1.0) for move in moves)):
                rows.append(row)
                columns.append(numbers[sequence])
                values.append(value)
        shape = (len(self.sets[player]) + 1, len(self.sequences[player]))
        return coo_matrix((np.array(values), (np.array(rows), np.array(columns))), shape=shape)
