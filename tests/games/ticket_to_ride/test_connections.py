"""Tests of carcbot.games.ticket_to_ride.connections."""

import random
from itertools import product

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import random_ply
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.connections import (
    CLOSED,
    connection,
    longest_trail,
    open_tracks,
    payable,
    ways,
)
from carcbot.games.ticket_to_ride.map import CITIES, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.table import Table, table_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.scenes import Scene
from tests.games.ticket_to_ride.test_longest_path import BY_NAME, EXAMPLES
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_scoring import is_completed


def scene(seats: int, **more: object) -> Table:
    """What lies on the table."""
    return table_of(Scene(options=f"seats={seats}", **more).core())  # type: ignore[arg-type]


def test_ways_of_two_seats() -> None:
    """Examples 10 and 11 of the rules: of two or three seats one has a pair, and closes it."""
    table = scene(2, tracks={0: ["DenSlcR", "DalHou"]})
    assert ways(table) == {"DenSlcR": (0,), "DenSlcY": (CLOSED,), "DalHou": (0, CLOSED)}
    assert len(open_tracks(table, 1)) == len(TRACKS) - 3
    assert sum(map(len, ways(table).values())) == 4


def test_ways_of_four_seats() -> None:
    """With more seats another one can claim the second way, and its owner cannot."""
    table = scene(4, tracks={0: ["DenSlcR", "DalHou"], 2: ["DalHou"]})
    assert ways(table) == {"DenSlcR": (0,), "DalHou": (0, 2)}
    assert open_tracks(table, 1) == TRACKS.keys() - {"DenSlcR", "DalHou"}
    assert open_tracks(table, 0) == TRACKS.keys() - {"DenSlcR", "DenSlcY", "DalHou"}


def test_hands_pay_what_the_rules_say() -> None:
    """Example 7: a hand pays for gray tracks with each colour that it has enough of."""
    table = scene(2, hand="R2B3GL2", row="PWBYO")
    pays = payable(table, 0)
    assert "LosPho" in pays["R"]
    assert "LosPho" in pays["B"]
    assert "LosPho" in pays["G"]
    assert "LosPho" not in pays["L"]
    assert "DenSlcR" in pays["R"]
    assert "DenSlcR" not in pays["B"]


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_against_what_can_be_claimed(seats: int) -> None:
    """In a whole game: what a hand pays is what its seat may claim, and nothing else."""
    rng = random.Random(seats)
    options = f"seats={seats}"
    state, twin = TICKET_TO_RIDE.new(options), SlowTicketToRide(options)
    seen = 0
    while not state.over:
        if state.step == "turn":
            view = state.view(state.to_move)
            claims = {move.split(":")[1] for move in view.legal_moves() if move[:6] == "claim:"}
            pays = payable(table_of(view), state.to_move)
            assert {name for names in pays.values() for name in names} == claims
            seen += len(claims)
        purposeful = PLAYERS["purposeful"]
        ply = random_ply(state, rng) if state.to_move == CHANCE else purposeful(twin, rng)
        state.apply(ply)
        twin.apply(ply)
    assert seen > 100


def far(tracks: list[str], free: frozenset[str], ticket: str) -> float:
    """The trains that are missing, by relaxing every track until nothing changes."""
    trains = dict.fromkeys(CITIES, float("inf")) | {ticket[:3]: 0}
    for _, name in product(CITIES, TRACKS):
        track = TRACKS[name]
        cost = 0 if name in tracks else track.length if name in free else float("inf")
        trains[track.b] = min(trains[track.b], trains[track.a] + cost)
        trains[track.a] = min(trains[track.a], trains[track.b] + cost)
    return trains[ticket[3:]]


def test_the_shortest_way() -> None:
    """Of random networks: as few trains as there can be, over tracks that join the cities."""
    rng = random.Random(1)
    for _ in range(6):
        claimed = rng.sample(sorted(TRACKS), 24)
        own, others = claimed[:6], claimed[6:]
        # of a pair nobody has both
        own = [name for name in own if sum(each[:6] == name[:6] for each in own) == 1]
        others = [name for name in others if sum(each[:6] == name[:6] for each in claimed) == 1]
        table = scene(2, tracks={0: own, 1: others[:8]})
        free = open_tracks(table, 0)
        for ticket in TICKETS:
            trains = far(own, free, ticket)
            found = connection(table, 0, ticket)
            if trains > table.seats[0].trains:
                assert found is None
                continue
            assert found is not None
            missing, way = found
            assert missing == trains
            assert sum(TRACKS[name].length for name in way if name not in own) == missing
            assert is_completed(ticket, [BY_NAME[name] for name in way])


@pytest.mark.parametrize(("tracks", "length"), EXAMPLES)
def test_longest_trails(tracks: str, length: int) -> None:
    """A path that is as long as the rules' examples say, over each track once at most."""
    names = tuple(tracks.split())
    trail = longest_trail(names)
    assert set(trail) <= set(names)
    assert len(set(trail)) == len(trail)
    assert sum(TRACKS[name].length for name in trail) == length
    assert any(goes_from(city, trail) for city in CITIES)


def goes_from(city: str, trail: tuple[str, ...]) -> bool:
    """Whether these tracks follow each other from a city."""
    for name in trail:
        ends = [TRACKS[name].a, TRACKS[name].b]
        if city not in ends:
            return False
        ends.remove(city)
        (city,) = ends
    return True


def test_no_track() -> None:
    """Who has nothing has no path."""
    assert longest_trail(()) == ()
