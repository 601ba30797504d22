"""Tests of carcbot.games.thurn_and_taxis.map: against what the protocol says, and known numbers."""

import json
from itertools import combinations
from math import hypot

from carcbot.games.thurn_and_taxis.map import (
    CARRIAGES,
    CITIES,
    COPIES,
    HEIGHT,
    HOUSES,
    PROVINCES,
    ROADS,
    STACKS,
    WIDTH,
    neighbours,
)
from tests.games.make_games import PROTOCOL, Json

MAP: Json = json.loads((PROTOCOL / "thurn_and_taxis" / "map.json").read_text())
NO_OTHER_HERE = 90
"""So far from a city its name and four houses are drawn."""


def test_the_protocol_says_the_same() -> None:
    """Cities, roads, provinces, stacks and carriages are those for other languages."""
    assert MAP["cities"] == [
        {"letters": city.letters, "name": city.name, "province": city.province}
        for city in CITIES.values()
    ]
    assert MAP["roads"] == [list(road) for road in ROADS]
    assert MAP["provinces"] == [{"name": each.name, "stack": each.stack} for each in PROVINCES]
    assert [(each["title"], tuple(each["tiles"])) for each in MAP["stacks"]] == [
        (each.title, each.tiles) for each in STACKS
    ]
    assert {each["level"]: each["points"] for each in MAP["carriages"]} == CARRIAGES
    assert (MAP["copies"], MAP["houses"]) == (COPIES, HOUSES)


def test_stacks_name_the_cities_of_their_provinces() -> None:
    """What the protocol wants for a tile follows from which province has which stack."""
    for number, stack in enumerate(MAP["stacks"]):
        provinces = {each.name for each in PROVINCES if each.stack == number}
        cities = [city.letters for city in CITIES.values() if city.province in provinces]
        assert stack.get("cities", []) == cities


def test_known_numbers() -> None:
    """There are 22 cities, 45 roads, 30 tiles of 79 points, and so many routes of up to 6 cards."""
    assert (len(CITIES), len(ROADS), len(set(ROADS))) == (22, 45, 45)
    assert [*CITIES] == sorted(CITIES)
    tiles = [points for stack in STACKS for points in (*stack.tiles,)] + [MAP["end_tile"]]
    assert (len(tiles), sum(tiles)) == (30, 79)
    assert {city.province for city in CITIES.values()} == {each.name for each in PROVINCES}
    routes: list[tuple[str, ...]] = [(city,) for city in CITIES]
    for much in (22, 90, 322, 1052, 3258, 9452):
        assert len(routes) == much
        routes = [
            (*route, city)
            for route in routes
            for city in neighbours(route[-1])
            if city not in route
        ]


def test_every_city_has_room() -> None:
    """No two are drawn so near that their names or houses would cover each other, or stick out."""
    for one, other in combinations(CITIES.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) > NO_OTHER_HERE, (one, other)
    for city in CITIES.values():
        assert 50 <= city.x <= WIDTH - 50
        assert 50 <= city.y <= HEIGHT - 50


def test_cities_lie_as_on_the_earth() -> None:
    """North is above and west is left, for cities that are not about level."""
    for north, south in (("Man", "Car"), ("Nue", "Ing"), ("Mue", "Inn"), ("Pil", "Bud")):
        assert CITIES[north].y < CITIES[south].y
    for west, east in (("Bas", "Zue"), ("Stu", "Nue"), ("Sal", "Lin"), ("Pil", "Lod")):
        assert CITIES[west].x < CITIES[east].x
