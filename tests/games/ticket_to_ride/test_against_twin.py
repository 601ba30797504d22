"""Ticket to Ride against its slow twin, in games of all kinds of players and with all options."""

import random

import pytest

from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.side_by_side import play_side_by_side, random_options


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
@pytest.mark.parametrize("player", PLAYERS)
def test_readings(player: str, seats: int) -> None:
    """All players, at tables of every size, by one reading or the other: the same to the end."""
    reading = ("official", "thesis")[(seats + list(PLAYERS).index(player)) % 2]
    happened = play_side_by_side(f"seats={seats},reading={reading}", PLAYERS[player], seats)
    assert happened["claim"] > 4
    assert happened["last round"] + happened["passed to the end"] == 1


@pytest.mark.parametrize("number", range(12))
def test_options(number: int) -> None:
    """Options by chance, and so is the player."""
    rng = random.Random(number)
    play_side_by_side(random_options(rng), PLAYERS[rng.choice(list(PLAYERS))], rng.randrange(2**32))
