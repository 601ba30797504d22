"""The source of a match's draws, in any mode."""

from collections.abc import Callable, Sequence
from typing import Any

from carcbot.games.contract import CHANCE, State
from carcbot.match.chance.deck import ChanceDraw, Deck
from carcbot.match.chance.numbers import Chance

__all__ = ["ChanceSource"]


class ChanceSource:
    """The draws of one match, and the moves that the referee makes at random.

    Args:
        seed: 32 bytes.
        stacks_of: `Game.deck` where a deck is drawn from; without it, numbers decide each draw.
    """

    def __init__(
        self, seed: bytes, stacks_of: Callable[[Any], list[dict[str, int]]] | None = None
    ) -> None:
        self._numbers = Chance(seed)
        self._deck = Deck(seed, stacks_of) if stacks_of else None

    def begin(self, state: State) -> tuple[str, ...]:
        """The commitments of the first deck, if there is one."""
        if self._deck is None or state.to_move != CHANCE:
            return ()
        return self._deck.shuffle(state)

    def draw(self, state: State) -> ChanceDraw:
        """What chance does here."""
        if self._deck is None:
            return ChanceDraw(self._numbers.draw(state.outcomes()))
        return self._deck.draw(state)

    def choose(self, texts: Sequence[str]) -> str:
        """One of the texts, all alike."""
        return self._numbers.choose(texts)
