"""What the page shows of Hoard, against the slow twin: all of it, and what a seat may know."""

import random
from collections import Counter
from typing import Any

import pytest

from carcbot.games.contract import CHANCE, View, view_of
from carcbot.games.hoard import HOARD
from tests.games.hoard.test_hoard import FORMS
from tests.games.hoard.twin import SlowHoard


def shown(view: View) -> dict[str, Any]:
    """The picture of a position or a view."""
    assert HOARD.page is not None
    return HOARD.page.picture(view, None)


def counts(cards: list[int], ranks: int) -> list[int]:
    """How many of each rank."""
    found = Counter(cards)
    return [found[rank] for rank in range(1, ranks + 1)]


@pytest.mark.parametrize("form", FORMS)
def test_the_slow_twin_agrees(form: dict[str, int]) -> None:
    """Cards, rows, piles and whose turn it is; nobody's picture has cards that he does not know."""
    rng = random.Random(2)
    ranks = form.get("ranks", 3)
    for _ in range(20):
        state, twin = HOARD.new(form), SlowHoard(**form)
        while True:
            over = twin.due == "over"
            for viewer in (-1, None, *range(state.seats)):
                picture = shown(state if viewer == -1 else view_of(state, viewer))
                assert (picture["phase"], picture["over"]) == (twin.due, over)
                assert (picture["open"], picture["deck"]) == (twin.open, len(twin.deck))
                assert picture["discards"] == counts(twin.pile, ranks)
                assert picture["rows"] == [counts(row, ranks) for row in twin.rows]
                assert picture["laid"] == (twin.laid if twin.due == "cash" else None)
                assert (picture["turn"], picture["turns"]) == (twin.done, twin.all_turns)
                assert picture["to_move"] == (None if over else twin._seat)
                assert picture["scores"] == twin.scores()
                for seat, (hand, public) in enumerate(zip(twin.hands, twin.public, strict=True)):
                    knows = over or viewer in {-1, seat}
                    cards = [
                        (rank if knows or is_open else None, over or is_open)
                        for rank, is_open in zip(hand, public, strict=True)
                    ]
                    assert picture["hands"][seat] == cards
            if over:
                break
            plies = twin.outcomes() or [(each, 1) for each in twin.legal_moves()]
            texts, weights = zip(*plies, strict=True)
            assert (twin.to_move == CHANCE) == bool(twin.outcomes())
            ply = rng.choices(texts, weights)[0]
            state.apply(ply)
            twin.apply(ply)
