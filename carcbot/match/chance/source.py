"""The source of a match's draws, in any mode."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from carcbot.games.contract import CHANCE, State
from carcbot.match.chance.deck import ChanceDraw, Deck
from carcbot.match.chance.numbers import number_of, pick

__all__ = ["ChanceSource"]

_weight = itemgetter(1)


class ChanceSource:
    """The draws of one match, and the moves that the referee makes at random.

    Args:
        seed: 32 secret bytes.
        stacks_of: `Game.deck` where a deck is drawn from; without it, numbers decide each draw.
    """

    def __init__(
        self, seed: bytes, stacks_of: Callable[[Any], list[dict[str, int]]] | None = None
    ) -> None:
        self._seed = seed
        self._used = 0
        self._deck = Deck(seed, stacks_of) if stacks_of else None

    def begin(self, state: State) -> tuple[str, ...]:
        """The commitments of the first deck, if there is one."""
        if self._deck is None or state.to_move != CHANCE:
            return ()
        return self._deck.shuffle(state)

    def draw(self, state: State) -> ChanceDraw:
        """What chance does here."""
        if self._deck is not None:
            return self._deck.draw(state)
        outcomes = state.outcomes()
        return ChanceDraw(pick(self._next(), outcomes, sum(map(_weight, outcomes))))

    def choose(self, texts: Sequence[str]) -> str:
        """One of the texts, all alike; they are counted in alphabetical order, not as they come."""
        return sorted(texts)[(self._next() * len(texts)) >> 64]

    def _next(self) -> int:
        name = b"draw:%d" % self._used
        self._used += 1
        return number_of(self._seed, name)
