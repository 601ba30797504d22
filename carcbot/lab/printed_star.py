"""Star1, Star2 and Star2.5 as Heyden 2009 prints them (listings 5.3 to 5.5), slow, for a study.

Nobody can play with these: they are no agents. Four things are printed that are not so in the
other descriptions of these searches, and that can be mended here one by one, as `Mistake` names
them. With all four mended the value is that of Expectimax, as it should be.

Values are in points for the side that decides next, as in the listings. What they leave out is done
as usual: a search of moves ends at its beta, and keeps the best value found as its alpha.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto

from carcbot.games.contract import State

__all__ = ["Bounds", "Mistake", "PrintedStar", "SearchResult"]

Bounds = tuple[float, float]
"""L and U: what no value is below and above, for one side."""


class Mistake(Flag):
    """What the listings print."""

    NONE = 0
    WIDE_WINDOW = auto()
    """``bx = max(U, cur_beta)`` for ``min``: the search of an outcome does not end at its beta."""
    UNWEIGHTED = auto()
    """``cur_w += value``: what was probed is summed up without the outcome's probability."""
    ONE_WINDOW = auto()
    """The first outcome's lower bound for the probes of all of them, though others are rarer."""
    FAILED_PROBE = auto()
    """A probe that finds nothing above its lower bound counts as if it had found that bound."""
    ALL = WIDE_WINDOW | UNWEIGHTED | ONE_WINDOW | FAILED_PROBE


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    Attributes:
        move: The first of those that it holds for the best.
        value: Its value, in points for the seat to move.
        nodes: How many positions it made, each after a move.
    """

    move: str
    value: float
    nodes: int


@dataclass(slots=True)
class PrintedStar:
    """A search of the listings, for games of two in which chance moves after every decision.

    Attributes:
        worth: A position's value for a seat, in points.
        order: The moves, in the order in which they are looked at.
        probe: How many moves of each outcome are probed: 0 is Star1, 1 Star2, more Star2.5.
        bounds: Those of the seat that searches.
        mistakes: The mistakes that are made as printed.
    """

    worth: Callable[[State, int], float]
    order: Callable[[Sequence[str]], Sequence[str]]
    probe: int
    bounds: Bounds
    mistakes: Mistake = Mistake.ALL
    _nodes: int = field(default=0, init=False)

    def search(self, state: State, depth: int) -> SearchResult:
        """The best move, so many decisions ahead."""
        self._nodes = 0
        best = ""
        alpha, beta = self.bounds
        for move in self.order(state.legal_moves()):
            value = self._after(state, move, (alpha, beta), depth, self.bounds)
            if not best or value > alpha:
                best, alpha = move, value
            if alpha >= beta:
                break
        return SearchResult(best, alpha, self._nodes)

    def _after(self, state: State, move: str, window: Bounds, depth: int, bounds: Bounds) -> float:
        """The value of a move for the side that makes it."""
        self._nodes += 1
        seat = state.to_move
        after = state.copy()
        after.apply(move)
        if after.over or depth == 1:
            return self.worth(after, seat)
        return -self._star(after, _turned(window), depth - 1, _turned(bounds), 1 - seat)

    def _moves(
        self, state: State, window: Bounds, depth: int, bounds: Bounds, most: int | None = None
    ) -> tuple[float, bool]:
        """A decision's value by its first so many moves, and whether one is above the window's low.

        The value does not leave the window: the listings are fail-hard.
        """
        alpha, beta = window
        above = False
        for move in self.order(state.legal_moves())[:most]:
            value = self._after(state, move, (alpha, beta), depth, bounds)
            if value >= beta:
                return beta, True
            if value > alpha:
                alpha, above = value, True
        return alpha, above

    def _star(self, state: State, window: Bounds, depth: int, bounds: Bounds, seat: int) -> float:
        """The value of a chance node for the seat that decides next."""
        outcomes = _outcomes(state)
        decided = [(drawn, p) for drawn, p in outcomes if drawn.to_move == seat]
        if len(decided) < len(outcomes):  # nobody decides any more, which the listings leave out
            return sum(p * self.worth(drawn, seat) for drawn, p in outcomes)
        floors: list[float] = []
        if self.probe:
            sure = self._probed(decided, window, depth, bounds, floors)
            if sure is not None:
                return sure
        return self._searched(decided, window, depth, bounds, floors)

    def _probed(
        self,
        outcomes: Sequence[tuple[State, float]],
        window: Bounds,
        depth: int,
        bounds: Bounds,
        floors: list[float],
    ) -> float | None:
        """Listing 5.4: a lower bound of each outcome, unless beta is reached already."""
        alpha, beta = window
        low, high = bounds
        done, rest = 0.0, 1.0
        first = outcomes[0][1]
        for drawn, p in outcomes:
            rest -= p
            of = first if Mistake.ONE_WINDOW in self.mistakes else p
            from_below = max(low, (alpha - high * (1 - of)) / of)
            enough = (beta - low * rest - done) / p
            value, above = self._moves(
                drawn, (from_below, self._upper(high, enough)), depth, bounds, self.probe
            )
            if not above and Mistake.FAILED_PROBE not in self.mistakes:
                value = low
            if value >= enough:
                return beta
            floors.append(value)
            done += p * value
        return None

    def _searched(
        self,
        outcomes: Sequence[tuple[State, float]],
        window: Bounds,
        depth: int,
        bounds: Bounds,
        floors: Sequence[float],
    ) -> float:
        """Listing 5.3, with what was probed as lower bounds of what is still to come."""
        alpha, beta = window
        low, high = bounds
        done, rest = 0.0, 1.0
        weights = [1.0 if Mistake.UNWEIGHTED in self.mistakes else p for _, p in outcomes]
        floor = sum(n * each for n, each in zip(weights, floors, strict=False))
        for number, (drawn, p) in enumerate(outcomes):
            rest -= p
            floor = floor - weights[number] * floors[number] if floors else low * rest
            too_little = (alpha - done - high * rest) / p
            enough = (beta - done - floor) / p
            value, _ = self._moves(
                drawn, (max(low, too_little), self._upper(high, enough)), depth, bounds
            )
            if value >= enough:
                return beta
            if value <= too_little:
                return alpha
            done += p * value
        return done

    def _upper(self, high: float, enough: float) -> float:
        """The window's upper end at an outcome."""
        return (max if Mistake.WIDE_WINDOW in self.mistakes else min)(high, enough)


def _turned(window: Bounds) -> Bounds:
    """The same for the other side."""
    low, high = window
    return -high, -low


def _outcomes(state: State) -> list[tuple[State, float]]:
    """What can come of chance, with probabilities; tiles that nobody can lay, only if all are."""
    after = []
    for text, weight in state.outcomes():
        drawn = state.copy()
        drawn.apply(text)
        after.append((drawn, weight))
    found = [each for each in after if each[0].to_move >= 0] or after
    total = sum(weight for _, weight in found)
    return [(drawn, weight / total) for drawn, weight in found]
