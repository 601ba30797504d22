"""Tests of carcbot.games.ticket_to_ride.page: what a browser is told of a view."""

import json
from itertools import islice
from typing import Any

from carcbot.games.contract import SecretState, View, view_of
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.map import CITIES, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.page import PAGE
from tests.games.random_games import positions, random_record
from tests.games.ticket_to_ride.scenes import Scene

VIEW = (
    "ticket_to_ride/1 position seats=2 9 keep/3/0/0 R.L.W.B.Y 98 - 0/2"
    " 22/-/DenPit+HouWin+MonNor DalHou.PorSlc/R2/-+BL/LosMia+NycSea"
    ":LosPho/-/-+G3/CalSlc+ChiNor+DulHou -"
)


def shown(view: View) -> dict[str, Any]:
    """The picture, as it comes to a page."""
    picture: dict[str, Any] = json.loads(json.dumps(PAGE.picture(view, None)))
    return picture


def states(options: str, seed: int) -> list[SecretState]:
    """Positions of a random game."""
    return list(islice(positions(random_record("ticket_to_ride", options, seed)), 0, None, 7))  # type: ignore[arg-type]


def test_a_picture_of_a_view() -> None:
    """All that lies on the table; of hands and tickets, what seat 1 knows."""
    view = TICKET_TO_RIDE.parse(VIEW).view(1)
    picture = shown(view)
    seats, offered = picture.pop("seats"), picture.pop("offered")
    assert picture.pop("moves") == view.legal_moves()
    assert picture == {
        "to_move": 1,
        "over": False,
        "scores": [16, 4],
        "outlook": [26, -18],
        "turn": 9,
        "step": "keep",
        "row": ["R", "L", "W", "B", "Y"],
        "deck": 98,
        "discards": {},
        "ticket_deck": 22,
        "turns_left": 2,
        "ways": {"DalHou": [0, -1], "PorSlc": [0], "LosPho": [1]},
        "viewer": 1,
        "builds": {"G": picture["builds"]["G"]},
    }
    assert "DalLit" in picture["builds"]["G"]
    assert [(each["ticket"], each["missing"]) for each in offered] == [
        ("DenPit", 11),
        ("HouWin", 16),
        ("MonNor", 13),
    ]
    assert seats[0] == {
        "tracks": ["DalHou", "PorSlc"],
        "trains": 38,
        "known": {"R": 2},
        "own": {},
        "hidden": 2,
        "tickets": [],
        "ticket_count": 2,
        "path": ["PorSlc"],
    }
    assert seats[1]["own"] == {"G": 3}
    assert [each["ticket"] for each in seats[1]["tickets"]] == ["CalSlc", "ChiNor", "DulHou"]


def test_nobody_is_told_more_than_his_view() -> None:
    """Positions that look alike to somebody give the same picture, whatever the others hold."""
    for number, state in enumerate(states("seats=3", 5)):
        for viewer in (None, *range(state.seats)):
            view = view_of(state, viewer)
            guess = view.determinize(number)  # type: ignore[attr-defined]
            assert shown(view) == shown(view_of(guess, viewer))
            for seat, parts in enumerate(shown(view)["seats"]):
                if seat != viewer:
                    assert not parts["own"]


def test_points_are_those_of_the_sheet() -> None:
    """What a line of the sheet brings adds up to the points, at every moment and at the end."""
    for seats in (2, 5):
        *middle, end = positions(random_record("ticket_to_ride", f"seats={seats}", 2))
        assert end.over
        assert sums(end) == end.scores() == PAGE.points(end)[0]
        for state in middle[::40]:
            assert sums(state) == PAGE.points(state)[1]


def sums(view: View) -> list[int]:
    """The points of each seat by the sheet."""
    return [sum(points) for points in zip(*(line[1] for line in PAGE.sheet(view)), strict=True)]


def test_a_final_score() -> None:
    """Example 20 of the rules, and which part of the picture each line is."""
    tracks = ["LosPho", "ElpPho", "ElpHou", "HouNor", "MiaNor"]
    tickets = {0: ("LosMia", "NycSea"), 1: ("DenElp", "ChiNor")}
    over = Scene(tracks={0: tracks}, tickets=tickets, is_over=True).core()
    assert PAGE.sheet(over) == [
        ("Tracks", [40, 0], 0),
        ("Tracks", [0, 0], 40),
        ("Tickets completed", [20, 0], 2),
        ("Tickets missed", [-22, 0], 3),
        ("Tickets missed", [0, -4], 42),
        ("Tickets missed", [0, -7], 43),
        ("Longest path", [10, 0], 1),
    ]
    seat = shown(over)["seats"][0]
    assert sorted(seat["path"]) == sorted(tracks)
    assert seat["tickets"][0] == {"ticket": "LosMia", "missing": 0, "tracks": tracks}


def test_art_has_what_pictures_name() -> None:
    """Every city, track, ticket and card."""
    art: dict[str, Any] = json.loads(json.dumps(PAGE.art()))
    assert {letters: each["name"] for letters, each in art["cities"].items()} == CITIES
    assert [*art["tracks"]] == [*TRACKS]
    assert art["tickets"] == TICKETS
    assert sum(art["copies"].values()) == 110
    assert sum(len(way) for each in art["tracks"].values() for way in each["ways"]) == 309
