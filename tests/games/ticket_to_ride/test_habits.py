"""What is counted in records of Ticket to Ride."""

import random

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.game_text import GameRecord
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.habits import habits_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_scoring import is_completed


@pytest.mark.parametrize(
    ("options", "player"), (("seats=2,reading=thesis", "purposeful"), ("seats=3", "travelling"))
)
def test_a_game_counted_by_the_twin(options: str, player: str) -> None:
    """Turns, points, tickets and those that are completed are those that the twin finds."""
    rng = random.Random(7)
    record, twin = GameRecord(TICKET_TO_RIDE, options), SlowTicketToRide(options)
    turns = [0] * twin.seats
    while not record.state.over:
        is_draw = twin.to_move == CHANCE
        seat, begun = twin.seat, twin.due == "turn"
        ply = draw(record.state, rng) if is_draw else PLAYERS[player](twin, rng)
        record.apply(ply)
        twin.apply(ply)
        turns[seat] += begun and not is_draw
    names = [f"seat {seat}" for seat in range(twin.seats)]
    # the same game twice, with the seats changed: everybody has been everywhere
    found = habits_of(names, [(names, record.text), (names[::-1], record.text)])
    for seat, name in enumerate(names):
        both = (seat, twin.seats - 1 - seat)
        habits = found[name]
        assert habits.games == 2
        assert habits.turns == sum(turns[each] for each in both)
        assert habits.points == sum(twin.scores()[each] for each in both)
        assert habits.tickets == sum(len(twin.kept[each]) for each in both)
        assert habits.completed == sum(
            is_completed(ticket, twin.network(each)) for each in both for ticket in twin.kept[each]
        )
        assert habits.a_game(habits.points) == habits.points / 2
