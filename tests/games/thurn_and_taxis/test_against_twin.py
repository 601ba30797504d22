"""Thurn and Taxis against its slow twin, in games of all kinds of players and with all options."""

import random
from collections import Counter

import pytest

from tests.games.thurn_and_taxis.happenings import EVERYTHING
from tests.games.thurn_and_taxis.players import PLAYERS
from tests.games.thurn_and_taxis.side_by_side import FORGOTTEN, play_side_by_side, random_options

READINGS = ("", "reading=thesis")
SEATS = (2, 3, 4)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("player", PLAYERS)
def test_readings(player: str, reading: str, seats: int) -> None:
    """Both readings, all numbers of seats: the same at every step, for 200 turns or to the end."""
    options = f"seats={seats},{reading},cut=200".replace(",,", ",")
    happened = play_side_by_side(options, PLAYERS[player], seats)
    assert happened["turns"] > 30
    assert happened[FORGOTTEN] == 0 or player not in {"purposeful", "building"}


@pytest.mark.parametrize("number", range(20))
def test_options(number: int) -> None:
    """Options by chance, and so is the player; some games are cut early."""
    rng = random.Random(number)
    for _ in range(4):
        options = random_options(rng, cut=rng.choice((1, 7, 50, 50, 100)))
        play_side_by_side(options, PLAYERS[rng.choice(list(PLAYERS))], rng.randrange(2**32))


def test_everything_happens() -> None:
    """Nothing of the rules is left out by the players: each happening comes up in some game."""
    rng = random.Random(1)
    happened: Counter[str] = Counter()
    for player in ("building", "hoarding", "purposeful", "building") * 10:
        options = random_options(rng, cut=250)
        happened += play_side_by_side(options, PLAYERS[player], rng.randrange(2**32))
        if happened.keys() >= EVERYTHING:
            break
    assert not EVERYTHING - happened.keys()
