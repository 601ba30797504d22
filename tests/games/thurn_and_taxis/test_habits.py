"""What is counted in records of Thurn and Taxis."""

import random

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.game_text import GameRecord
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.habits import LENGTHS, Habits, habits_of
from tests.games.thurn_and_taxis.players import purposeful
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis


@pytest.mark.parametrize("options", ("seats=2,cut=80", "seats=3,reading=thesis,cut=80"))
def test_a_game_counted_by_the_twin(options: str) -> None:
    """Closed routes, officials, turns and cards are those that the twin went through."""
    rng = random.Random(3)
    record, twin = GameRecord(THURN_AND_TAXIS, options), SlowThurnAndTaxis(options)
    expected = [Habits() for _ in range(twin.seats)]
    used = "none"
    while not record.state.over:
        seat, turn, official = twin.seat, twin.turn, twin.official
        is_draw = twin.to_move == CHANCE
        ply = draw(record.state, rng) if is_draw else purposeful(twin, rng)
        if not is_draw:
            expected[seat].decisions += 1
            if ply == "close":
                expected[seat].closed[len(twin.routes[seat])] += 1
            if ply.startswith("take:") or ply == "blind":
                expected[seat].cards[ply.removeprefix("take:")] += 1
        used = official if used == "none" else used
        record.apply(ply)
        twin.apply(ply)
        if not is_draw and (twin.over or twin.turn != turn):
            used = ply if ply == "cartwright" else used
            expected[seat].turns += 1
            expected[seat].officials[used] += 1
            used = "none"
    names = [f"seat {seat}" for seat in range(twin.seats)]
    found = habits_of(names, [(names, record.text)])
    for seat, name in enumerate(names):
        habits = found[name]
        assert habits.games == 1
        assert habits.points == twin.scores()[seat]
        assert habits.turns == expected[seat].turns
        assert habits.decisions == expected[seat].decisions
        assert habits.officials == expected[seat].officials
        assert habits.closed == expected[seat].closed
        by_length = dict(zip(LENGTHS, habits.routes_a_game, strict=True))
        assert by_length[3] == expected[seat].closed[3]
        assert by_length[7] == sum(n for cards, n in expected[seat].closed.items() if cards >= 7)
        assert sum(by_length.values()) == expected[seat].closed.total()
        assert habits.cards == expected[seat].cards
        assert habits.outcomes.total() <= habits.turns
        assert habits.outcomes["closed"] == expected[seat].closed.total()
