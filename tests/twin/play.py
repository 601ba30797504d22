"""Ways to play the twin: count all continuations, or play at random."""

import random

from tests.twin.options import TwinOptions
from tests.twin.state import Twin


def perft(twin: Twin, draws: list[str], depth: int) -> int:
    """The number of move sequences of this length when the draws are forced.

    A draw without placement is followed by the next in the list. A game that ends
    early has no sequence of that length. ValueError if the draws run out.
    """
    if depth == 0:
        return 1
    drawn = twin.copy()
    rest = list(draws)
    while drawn.phase == "draw":
        if not rest:
            raise ValueError(f"perft: {depth} moves to go, expected another draw")
        drawn.draw(rest.pop(0))
    count = 0
    for move in drawn.moves():
        after = drawn.copy()
        after.play(move)
        count += perft(after, rest, depth - 1)
    return count


def random_game(options: TwinOptions, rng: random.Random) -> Twin:
    """A game played to its end: each tile and each legal move is equally likely."""
    twin = Twin(options)
    while twin.phase != "end":
        if twin.phase == "draw":
            outcomes = twin.outcomes()
            (kind,) = rng.choices(list(outcomes), weights=list(outcomes.values()))
            twin.draw(kind)
        else:
            twin.play(rng.choice(sorted(twin.moves())))
    return twin
