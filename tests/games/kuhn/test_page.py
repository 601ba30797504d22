"""What the page shows of Kuhn poker: by hand, all games there are."""

import itertools
from typing import Any

import pytest

from carcbot.games.contract import View, view_of
from carcbot.games.kuhn import KUHN

STAKES = {
    "pass": [1, 1],
    "bet": [2, 1],
    "pass pass": [1, 1],
    "pass bet": [1, 2],
    "bet pass": [2, 1],
    "bet bet": [2, 2],
    "pass bet pass": [1, 2],
    "pass bet bet": [2, 2],
}
SHOWN = {"pass pass", "bet bet", "pass bet bet"}


def shown(view: View) -> dict[str, Any]:
    """The picture of a position or a view."""
    assert KUHN.page is not None
    return KUHN.page.picture(view, None)


@pytest.mark.parametrize("moves", STAKES)
@pytest.mark.parametrize("cards", ["".join(each) for each in itertools.permutations("JQK", 2)])
def test_every_game(cards: str, moves: str) -> None:
    """Each sees the own card, and the other's only where it was shown; chips lie where they are."""
    state = KUHN.new()
    for ply in (*cards, *moves.split(" ")):
        state.apply(ply)
    whole = shown(state)
    assert whole["cards"] == list(cards)
    assert whole["stakes"] == STAKES[moves]
    for viewer in (None, 0, 1):
        picture = shown(view_of(state, viewer))
        assert picture["stakes"] == STAKES[moves]
        assert picture["cards"] == [
            card if moves in SHOWN or seat == viewer else None for seat, card in enumerate(cards)
        ]
        assert picture["turn"] == len(moves.split(" "))
        has_turn = viewer is not None and viewer == state.to_move
        assert picture["moves"] == (["pass", "bet"] if has_turn else [])
