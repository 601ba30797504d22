"""Expectimax once more, from its definition, slow and in plain Python.

It knows games by their contract only and prunes nothing. Values are whole numbers, in thousandths
of a point: that of a leaf is clamped, that of a chance node is the weighted mean, rounded down for
the side that decides next.
"""

from collections.abc import Callable
from dataclasses import dataclass

from carcbot.games.contract import CHANCE, State

__all__ = ["SlowExpectimax", "slow_maxn"]

Worth = Callable[[State], list[int]]


def lead(worth: list[int], seat: int, rivals: str) -> int:
    """Own worth less the best rival's, or less that of all of them."""
    others = [each for other, each in enumerate(worth) if other != seat]
    return worth[seat] - (max(others) if rivals == "best" else sum(others))


def draws(state: State) -> list[tuple[State, int]]:
    """What can come of chance, with weights.

    Draws that leave chance with the turn, as tiles that nobody can lay do, count only if all do.
    """
    after = []
    for text, weight in state.outcomes():
        drawn = state.copy()
        drawn.apply(text)
        after.append((drawn, weight))
    playable = [(drawn, weight) for drawn, weight in after if drawn.to_move >= 0]
    return playable or after


def next_decider(state: State) -> int | None:
    """The seat that decides after chance; None if the game is over before anybody does."""
    while state.to_move == CHANCE:
        state = draws(state)[0][0]
    return state.to_move if state.to_move >= 0 else None


@dataclass
class SlowExpectimax:
    """Expectimax for the seat that moves at the root, against all others.

    Attributes:
        worth: What a position is worth to each seat.
        root: The seat that searches.
        low, high: What no value is below or above, for that seat.
        rivals: With whom a seat compares itself.
        width: How many moves of a decision are looked at further ahead than one, the best by
            worth; 0 is all.
        leaves: How many evaluations were made.
        cut_off: One of them was not at the end of a game.
    """

    worth: Worth
    root: int
    low: int
    high: int
    rivals: str = "best"
    width: int = 0
    leaves: int = 0
    cut_off: bool = False

    def move_values(self, state: State, depth: int) -> dict[str, int]:
        """The value of each move that is looked at, for the seat that makes it."""
        sign = self.sign(state.to_move)
        after = {}
        for move in state.legal_moves():
            after[move] = state.copy()
            after[move].apply(move)
        if self.width and depth > 1:
            promising = sorted(after, key=lambda move: -sign * self.lead(after[move]))
            after = {move: after[move] for move in promising[: self.width]}
        return {move: sign * self.value(each, depth - 1, sign) for move, each in after.items()}

    def lead(self, state: State) -> int:
        """How far the seat that searches is ahead."""
        return lead(self.worth(state), self.root, self.rivals)

    def sign(self, seat: int) -> int:
        """1 for the seat that searches, -1 for all others."""
        return 1 if seat == self.root else -1

    def value(self, state: State, depth: int, mover: int) -> int:
        """The value for the seat that searches, `depth` decisions ahead.

        Args:
            state: A position.
            depth: How many decisions are looked at.
            mover: The sign of who moved last: it counts where nobody decides any more.
        """
        if state.over or depth == 0:
            self.leaves += 1
            self.cut_off |= not state.over
            return min(max(self.lead(state), self.low), self.high)
        if state.to_move >= 0:
            sign = self.sign(state.to_move)
            return sign * max(self.move_values(state, depth).values())
        decider = next_decider(state)
        sign = mover if decider is None else self.sign(decider)
        total = summed = 0
        for drawn, weight in draws(state):
            summed += weight * sign * self.value(drawn, depth, sign)
            total += weight
        return sign * (summed // total)


def slow_maxn(state: State, depth: int, worth: Worth, rivals: str = "best") -> list[int]:
    """The value of a position to each seat if each wants the best for itself.

    Of equal moves, those that are listed first by the game count.
    """
    if state.over or depth == 0:
        return [lead(worth(state), seat, rivals) for seat in range(state.seats)]
    if state.to_move >= 0:
        seat = state.to_move
        best: list[int] | None = None
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            values = slow_maxn(after, depth - 1, worth, rivals)
            if best is None or values[seat] > best[seat]:
                best = values
        assert best is not None
        return best
    after_chance = draws(state)
    total = sum(weight for _, weight in after_chance)
    columns = zip(
        *(
            [weight * value for value in slow_maxn(drawn, depth, worth, rivals)]
            for drawn, weight in after_chance
        ),
        strict=True,
    )
    return [sum(column) // total for column in columns]
