"""Quick random games of Ticket to Ride are random games."""

import statistics

import pytest

from carcbot import _native
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE

GAMES = 1500


@pytest.mark.parametrize("options", ("seats=2", "seats=5,shuffle=late", "seats=3,reading=thesis"))
def test_as_long_as_others(options: str) -> None:
    """They have as many turns as games in which each ply is drawn from all that is listed.

    Draws come in a fixed order, so that this either holds or not; three deviations from the mean
    would be bad luck.
    """
    turns = []
    for seed in range(GAMES):
        state = TICKET_TO_RIDE.new(options)
        state.play_randomly(seed)
        turns.append(state.turn)
    quick = _native.ticket_to_ride.play_games(TICKET_TO_RIDE.new(options), GAMES, 1) / GAMES
    error = statistics.stdev(turns) * (2 / GAMES) ** 0.5
    assert abs(quick - statistics.mean(turns)) < 3 * error


def test_the_same_seed() -> None:
    """The same games each time, other ones with another seed, and none from a game that is over."""
    start = TICKET_TO_RIDE.new()
    counts = [_native.ticket_to_ride.play_games(start, 50, seed) for seed in (1, 1, 2)]
    assert counts[0] == counts[1] != counts[2]
    start.play_randomly(1)
    assert _native.ticket_to_ride.play_games(start, 3, 1) == 0
