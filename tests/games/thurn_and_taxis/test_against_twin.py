"""Thurn and Taxis against its slow twin, in games of all kinds of players and with all options."""

import random
from collections import Counter

import pytest

from tests.games.thurn_and_taxis.happenings import EVERYTHING
from tests.games.thurn_and_taxis.players import PLAYERS
from tests.games.thurn_and_taxis.side_by_side import FORGOTTEN, play_side_by_side, random_options

READINGS = ("", "reading=thesis")
SEATS = (2, 3, 4)
EVENTFUL = (109, 4, 85, 16, 17)
"""Seeds of games in which, of a hundred, everything happens soonest."""


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("player", PLAYERS)
def test_readings(player: str, seats: int) -> None:
    """All players, at tables of every size, by one reading or the other: the same to the end."""
    reading = READINGS[(seats + list(PLAYERS).index(player)) % 2]
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
    happened: Counter[str] = Counter()
    for seed in (*EVENTFUL, *range(100)):
        rng = random.Random(seed)
        player = rng.choice(("building", "hoarding", "purposeful"))
        options = random_options(rng, cut=250)
        happened += play_side_by_side(options, PLAYERS[player], rng.randrange(2**32))
        if happened.keys() >= EVERYTHING:
            break
    assert not EVERYTHING - happened.keys()
