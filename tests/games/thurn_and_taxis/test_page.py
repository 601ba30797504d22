"""Tests of carcbot.games.thurn_and_taxis.page: what a browser is told of a view."""

import json
from typing import Any

from carcbot.games.contract import View, view_of
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.map import CITIES, STACKS
from carcbot.games.thurn_and_taxis.page import PAGE
from tests.games.thurn_and_taxis.test_table import VIEW, random_states


def shown(view: View) -> dict[str, Any]:
    """The picture, as it comes to a page."""
    picture: dict[str, Any] = json.loads(json.dumps(PAGE.picture(view, None)))
    return picture


def test_a_picture_of_a_view() -> None:
    """All that lies on the table; of hands, what seat 0 knows."""
    picture = shown(THURN_AND_TAXIS.parse_view(VIEW))
    seats = picture.pop("seats")
    assert picture.pop("moves") == THURN_AND_TAXIS.parse_view(VIEW).legal_moves()
    assert picture == {
        "to_move": 0,
        "over": False,
        "scores": [-5, -11],
        "outlook": [-5, -11],
        "turn": 30,
        "step": "place",
        "official": "none",
        "display": ["Ulm", "Lin", "Ulm", "Aug", "Bas", "Bud"],
        "supply": 40,
        "discards": {"Aug": 1, "Lin": 1, "Pas": 3, "Reg": 1},
        "stacks": [2, 2, 3, 3, 4, 4, 2, 2, 4],
        "end": None,
        "cut": False,
        "viewer": 0,
    }
    assert seats[0] == {
        "route": ["Aug", "Mue", "Reg", "Nue"],
        "houses": ["Car", "Fre", "Man", "Sig", "Stu", "Ulm"],
        "houses_left": 14,
        "level": 4,
        "tiles": 6,
        "hand": [["Inn", True], ["Kem", True], ["Bas", False], ["Zue", False]],
        "hidden": 0,
    }
    assert seats[1]["hand"] == [["Lin", True], ["Sal", True], ["Sal", True]]
    assert seats[1]["hidden"] == 1


def test_nobody_is_told_more_than_his_view() -> None:
    """Positions that look alike to somebody give the same picture, whatever the others hold."""
    for number, state in enumerate(random_states("seats=3,cut=90", 5)):
        for viewer in (None, *range(state.seats)):
            view = view_of(state, viewer)
            guess = view.determinize(number)  # type: ignore[attr-defined]
            assert shown(view) == shown(view_of(guess, viewer))
            for seat, parts in enumerate(shown(view)["seats"]):
                if seat != viewer:
                    assert all(known for _, known in parts["hand"])


def test_points_are_those_of_the_sheet() -> None:
    """What a line of the sheet brings adds up to the points, at every moment."""
    for state in random_states("seats=4,cut=200", 2)[::10]:
        lines = PAGE.sheet(state)
        assert [sum(points) for points in zip(*(line[1] for line in lines), strict=True)] == (
            state.scores()
        )
        assert PAGE.points(state) == (state.scores(), state.scores())


def test_art_has_what_pictures_name() -> None:
    """Every city with its name, place and land, and every stack."""
    art: dict[str, Any] = json.loads(json.dumps(PAGE.art()))
    assert [*art["cities"]] == [*CITIES]
    for city in art["cities"].values():
        assert len(city["land"]) >= 3
        assert city["province"] in art["provinces"]
    assert [title for title, _, _ in art["stacks"]] == [each.title for each in STACKS]
    assert len(art["roads"]) == 45
