"""Small positions, on which searches are compared with slow twins and with each other."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.games.random_plies import random_ply

__all__ = ["endings", "groves", "pot_positions"]


def pot_positions(options: str, count: int) -> Iterator[State]:
    """Positions of Pot in which somebody decides, each once, breadth first."""
    todo: list[State] = [registry.get("pot").new(options)]
    seen = set()
    while todo and count:
        state = todo.pop(0)
        if state.text in seen:
            continue
        seen.add(state.text)
        if state.to_move >= 0:
            count -= 1
            yield state
        for ply in [*state.legal_moves(), *(text for text, _ in state.outcomes())]:
            after = state.copy()
            after.apply(ply)
            todo.append(after)


@st.composite
def groves(draw: st.DrawFn) -> tuple[State, int]:
    """A random regular tree, and how deep to look."""
    decisions = draw(st.integers(1, 4))
    moves = draw(st.integers(1, 5 if decisions < 4 else 3))
    weights = draw(st.lists(st.integers(1, 99), min_size=1, max_size=4 if decisions < 4 else 2))
    state = registry.get("grove").new(
        {
            "decisions": decisions,
            "moves": moves,
            "weights": "+".join(map(str, weights)),
            "spread": draw(st.sampled_from((1, 3, 20, 1000))),
            "ragged": draw(st.booleans()),
            "turns": draw(st.sampled_from(("fixed", "mixed"))),
            "seed": draw(st.integers(0, 10**6)),
        },
        seats=draw(st.integers(2, 4)),
    )
    state.apply("o0")
    return state, draw(st.integers(1, decisions))


def endings(seats: int, tiles: int, count: int, expansions: str = "") -> Iterator[State]:
    """Positions of random games of Carcassonne with so many tiles left, and few moves."""
    rng = random.Random(seats * 100 + tiles)
    while count:
        state: State = registry.get("carcassonne").new({"expansions": expansions}, seats=seats)
        while not state.over:
            left = sum(state.turns_left(seat) for seat in range(seats))
            if state.to_move != CHANCE and left == tiles:
                if len(state.legal_moves()) <= 40:
                    count -= 1
                    yield state
                break
            state.apply(random_ply(state, rng))
