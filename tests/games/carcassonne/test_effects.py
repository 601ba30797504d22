"""What a move changes about the areas is told as the rules' own scores have it."""

import random
from typing import Any

import pytest

from carcbot.games import registry
from carcbot.games.carcassonne.effects import effects
from carcbot.games.carcassonne.page import picture
from carcbot.games.random_plies import draw


def positions(seed: int, options: str) -> list[tuple[Any, str]]:
    """Positions of a random game in which a move is due, each with the move that was made."""
    chance = random.Random(seed)
    state: Any = registry.get("carcassonne").new(options)
    found = []
    while not state.over:
        if state.hand is None:
            state.apply(draw(state, chance))
        else:
            move = chance.choice(state.legal_moves())
            found.append((state.copy(), move))
            state.apply(move)
    return found


@pytest.mark.parametrize("options", ("seats=2", "seats=3,expansions=inns_and_cathedrals+abbot"))
def test_effects_add_up_to_the_scores(options: str) -> None:
    """What is completed brings what the scores gain, and all that changes what the outlook does."""
    for before, move in positions(3, options):
        after = before.copy()
        after.apply(move)
        told: Any = effects(before, move)
        now = [0] * before.seats
        for each in told:
            (was_owned, is_owned), (_, points) = each["owners"], each["points"]
            assert was_owned or is_owned
            for seat in is_owned:
                now[seat] += points * each["complete"]
        gained = [b - a for a, b in zip(before.scores(), after.scores(), strict=True)]
        assert now == gained, (before.text, move)
        changed = before.virtual_scores() != after.virtual_scores()
        assert changed <= bool(told), (before.text, move)


def test_a_block_is_an_effect() -> None:
    """What somebody hopes for changes without a change of points, and the judge says how much."""
    blocks = 0
    for before, move in positions(3, "seats=2"):
        for each in effects(before, move):
            (was, points), (owners, now) = each["points"], each["owners"]
            hopes = max(abs(b - a) for a, b in each["likely"])
            blocks += (was, owners) == (points, now) and hopes >= 2
            if each["complete"]:
                paid = [points * (seat in now) for seat in range(2)]
                assert [after for _, after in each["likely"]] == paid
    assert blocks


def test_each_move_says_what_it_brings() -> None:
    """A picture has, of each move, the points at once and those if the game ended then."""
    for before, _ in positions(4, "seats=2,expansions=abbot")[::9]:
        shown: Any = picture(before, None)
        seat = shown["to_move"]
        for _, _, _, then in shown["moves"]:
            for text, now, outlook, *_ in then:
                after = before.copy()
                after.apply(text)
                assert now == after.scores()[seat] - shown["scores"][seat]
                assert outlook == after.virtual_scores()[seat] - shown["outlook"][seat]
