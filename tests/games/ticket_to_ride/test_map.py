"""The map of Ticket to Ride: its figures, and that the core, Python and the protocol have one."""

import json
from collections import Counter, defaultdict

from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.map import CITIES, COLOURS, POINTS, TICKETS, TRACKS, TRAINS
from tests.games.make_games import PROTOCOL
from tests.games.ticket_to_ride.scenes import Scene
from tests.games.ticket_to_ride.twin_map import ROUTES

FILE = json.loads((PROTOCOL / "ticket_to_ride" / "map.json").read_text())


def test_figures() -> None:
    """What can be counted on the board."""
    pairs = {route.ends: route.length for route in ROUTES}
    assert (len(FILE["cities"]), len(ROUTES), len(pairs)) == (36, 100, 78)
    by_length = Counter(pairs.values())
    assert [by_length[length] for length in range(1, 7)] == [5, 25, 17, 14, 8, 9]
    assert sum(route.length for route in ROUTES) == 309
    doubles = [ends for ends, n in Counter(route.ends for route in ROUTES).items() if n == 2]
    gray = {route.ends for route in ROUTES if not route.colour}
    assert (len(doubles), len(gray.intersection(doubles))) == (22, 10)
    assert (len(FILE["tickets"]), sum(value for *_, value in FILE["tickets"])) == (30, 349)
    lengths = defaultdict(list)
    for route in ROUTES:
        lengths[route.colour].append(route.length)
    assert (len(lengths[""]), sum(lengths[""])) == (44, 93)
    for colour in "PBYOKR":
        assert sorted(lengths[colour]) == [2, 3, 3, 4, 4, 5, 6]
    for colour in "WG":
        assert sorted(lengths[colour]) == [2, 2, 3, 4, 5, 5, 6]
    assert sum(POINTS[route.length] for route in ROUTES) == 508


def test_one_map() -> None:
    """The file of the protocol has what Python shows."""
    assert FILE["cities"] == CITIES
    assert {a + b: value for a, b, value in FILE["tickets"]} == TICKETS
    told = {route.name: (*route.ends, route.colour, route.length) for route in ROUTES}
    assert told == {
        name: (each.a, each.b, each.colour, each.length) for name, each in TRACKS.items()
    }
    assert "".join(COLOURS) == "PWBYOKRGL"
    assert TRAINS == 45


def test_the_map_of_the_core() -> None:
    """Every track is there with its length, colour and points, and no other."""
    claims = defaultdict(set)
    for colour in "PWBYOKRG":
        row = "RRRRR" if colour != "R" else "GGGGG"
        for move in Scene(hand=f"{colour}12L6", row=row).core().legal_moves():
            if move.startswith("claim"):
                _, name, cards = move.split(":")
                claims[name].add(cards)
    assert list(TRACKS) == sorted(claims, key=list(TRACKS).index)
    for name, track in TRACKS.items():
        alone = {cards[0] for cards in claims[name] if "L" not in cards}
        assert alone == ({track.colour} if track.colour else set("PWBYOKRG"))
        locos = f"L{track.length}" if track.length > 1 else "L"
        assert locos in claims[name]
        after = Scene(hand="L6").core()
        after.apply(f"claim:{name}:{locos}")
        assert after.scores()[0] == POINTS[track.length]


def test_the_tickets_of_the_core() -> None:
    """All thirty can be drawn, and count as much as is printed on them."""
    state = TICKET_TO_RIDE.new()
    while not dict(state.outcomes()).keys() & TICKETS.keys():
        state.apply(state.outcomes()[0][0])
    assert [text for text, _ in state.outcomes()] == list(TICKETS)
    for ticket, value in TICKETS.items():
        over = Scene(
            tickets={0: (ticket, "DenElp" if ticket != "DenElp" else "HouKan")}, is_over=True
        )
        other = TICKETS["DenElp" if ticket != "DenElp" else "HouKan"]
        assert over.core().scores()[0] == 10 - value - other
