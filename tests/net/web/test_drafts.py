"""Moves that were not made yet: what follows from them is what the rules say, and only they."""

import random

import pytest

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import State, seen_ply, view_of
from carcbot.games.random_plies import draw
from carcbot.net.web.drafts import view_after
from tests.games.random_games import GAMES

OF_SEVERAL_DECISIONS = {"hoard", "thurn_and_taxis"}


def made(state: State, moves: list[str]) -> State | None:
    """The position after these moves, if the same seat decides next in the same turn."""
    after = state.copy()
    for move in moves:
        after.apply(move)
    is_due = after.to_move == state.to_move and after.turn == state.turn
    return after if is_due else None


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_draft_is_what_would_follow(game: str, options: str) -> None:
    """In random games: after a draft a seat sees what it would see if the moves were made."""
    rng = random.Random(f"{game} {options}")
    state = registry.get(game).new(options)
    begun, moves, drafted = state.copy(), list[str](), 0
    for _ in range(150):
        if state.over:
            break
        if state.to_move < 0:
            state.apply(draw(state, rng))
            begun, moves = state.copy(), []
            continue
        seat = state.to_move
        if seat != begun.to_move or state.turn != begun.turn or not moves:
            begun, moves = state.copy(), []
        moves.append(rng.choice(state.legal_moves()))
        tells_more = seen_ply(state, moves[-1], seat) != moves[-1]
        state.apply(moves[-1])
        known = view_of(begun, seat)
        before, after, true = known.text, view_after(known, moves), made(begun, moves)
        assert known.text == before
        if true is None or tells_more:
            assert after is None
            moves = []
        else:
            drafted += 1
            assert after is not None
            assert after.text == view_of(true, seat).text
    assert (drafted > 0) == (game in OF_SEVERAL_DECISIONS)


def test_what_cannot_be_drafted() -> None:
    """An impossible move is refused, and one behind chance: it would show what is not known yet."""
    state = registry.get("thurn_and_taxis").new("seats=2")
    rng = random.Random(1)
    while state.to_move < 0:
        state.apply(draw(state, rng))
    view = view_of(state, 0)
    take = next(move for move in view.legal_moves() if move.startswith("take:"))
    assert view_after(view, [take]) is None
    with pytest.raises(InputError, match="something else comes before it"):
        view_after(view, [take, "end"])
    with pytest.raises(InputError, match="not possible"):
        view_after(view, ["close"])
