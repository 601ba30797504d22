"""What a random game does next: draws by their weights, moves all alike."""

import random
from typing import Protocol

from carcbot.games.contract import CHANCE, State

__all__ = ["draw", "random_ply"]


class _Drawable(Protocol):
    def outcomes(self) -> list[tuple[str, int]]:
        """As `State.outcomes`; a slow twin has them too."""


def draw(state: _Drawable, rng: random.Random) -> str:
    """One of the outcomes by its weight."""
    texts, weights = zip(*state.outcomes(), strict=True)
    return str(rng.choices(texts, weights)[0])


def random_ply(state: State, rng: random.Random) -> str:
    """A draw or a move, whichever is due."""
    return draw(state, rng) if state.to_move == CHANCE else rng.choice(state.legal_moves())
