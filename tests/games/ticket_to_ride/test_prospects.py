"""The evaluation `prospects`: its facts from the position alone, and their weighted sum."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.ticket_to_ride.connections import connection, longest_trail
from carcbot.games.ticket_to_ride.map import POINTS, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.prospects import FACTS, TRAINS, State, facts, new_game, play_on
from carcbot.games.ticket_to_ride.table import table_of

CORE = _native.ticket_to_ride
SOURCE = Path(__file__).parents[3] / "native/src/games/ticket_to_ride/prospect_weights.cpp"
WEIGHTS = [
    (int(early), int(late))
    for early, late in re.findall(r"\{(-?\d+), (-?\d+)\}", SOURCE.read_text())
]


def somewhere(seats: int, seed: int) -> State:
    """A turn that begins in a game of planners."""
    state = new_game(f"seats={seats}")
    while not state.over and (state.turn < 10 or random.Random(seed + state.turn).random() < 0.95):
        state = play_on(state, 1, seed)
    return state


@pytest.mark.parametrize("seats", range(2, 6))
def test_facts_are_those_of_the_table(seats: int) -> None:
    """Points, tickets, trains, cards, paths and who is next, of every seat."""
    seen = 0
    for seed in range(8):
        state = somewhere(seats, seed)
        if state.over:
            continue
        seen += 1
        table = table_of(state)
        paths = [
            sum(TRACKS[name].length for name in longest_trail(tuple(seat.tracks)))
            for seat in table.seats
        ]
        for number, (seat, told) in enumerate(zip(table.seats, facts(state), strict=True)):
            named = dict(zip(FACTS, told, strict=True))
            hand = seat.known + seat.own
            lines, lack = CORE.plan(state, number)
            length = sum(TRACKS[name].length for name in lines)
            done = {
                ticket
                for ticket in seat.tickets
                if (connection(table, number, ticket) or (None, ()))[0] == 0
            }
            assert named["one"] == 1
            assert named["track points"] == sum(POINTS[TRACKS[n].length] for n in seat.tracks)
            assert named["completed"] == sum(TICKETS[ticket] for ticket in done)
            rest = sum(TICKETS[ticket] for ticket in seat.tickets if ticket not in done)
            assert named["planned"] + named["lost"] == rest
            assert (named["planned"] > 0) == bool(lines)
            assert named["plan turns"] == 2 * len(lines) + lack
            assert named["plan points"] == sum(POINTS[TRACKS[n].length] for n in lines)
            assert named["plan trains"] == length
            assert named["trains"] == seat.trains
            assert named["trains squared"] == seat.trains**2 // 10
            assert named["cards"] == hand.total()
            assert named["spare cards"] == max(0, hand.total() - (length - lack))
            assert named["locos"] == hand["L"]
            assert named["most of a colour"] == max(hand[colour] for colour in "PWBYOKRG")
            others = max(path for other, path in enumerate(paths) if other != number)
            assert named["path"] == paths[number]
            assert named["path ahead"] == max(-10, min(10, paths[number] - others))
            assert named["is next"] == (table.turn_of == number)
    assert seen > 4


def test_they_are_summed_up_by_phase() -> None:
    """Weights of the beginning and of the end, mixed by the trains of who is nearest to the end."""
    assert len(WEIGHTS) == len(FACTS)
    for seed in range(6):
        state = somewhere(3, seed)
        if state.over:
            continue
        told = facts(state)
        phase = min(each[FACTS.index("trains")] for each in told)
        for each, hope in zip(told, CORE.prospects(state), strict=True):
            mixed = sum(
                amount * (early * phase + late * (TRAINS - phase))
                for amount, (early, late) in zip(each, WEIGHTS, strict=True)
            )
            assert abs(hope - mixed / TRAINS) <= 1


def test_a_game_that_is_over_is_worth_its_points() -> None:
    """In thousandths."""
    state = play_on(new_game("seats=2"), 0, 1)
    assert state.over
    assert CORE.prospects(state) == [1000 * points for points in state.scores()]


def test_hopes_come_true() -> None:
    """In the middle of games who may hope for more mostly wins, with the planners' own play."""
    right = Counter[bool]()
    for seed in range(40):
        state = play_on(new_game("seats=2"), 44, seed)
        while state.to_move == CHANCE and not state.over:
            state.apply(state.outcomes()[0][0])
        one, other = CORE.prospects(state)
        first, second = play_on(state, 0, seed).scores()
        if first != second:
            right[(one > other) == (first > second)] += 1
    assert right[True] > 1.5 * right[False]
