"""Tests of carcbot.games.ticket_to_ride.atlas."""

from itertools import combinations, pairwise
from math import hypot

import pytest

from carcbot.games.ticket_to_ride.atlas import (
    HEIGHT,
    WIDTH,
    Point,
    city_at,
    lakes,
    lands,
    name_side,
)
from carcbot.games.ticket_to_ride.map import CITIES
from tests.games.thurn_and_taxis.test_land import is_inside

KM = 6371 / 1350
"""Kilometres of a unit of paper: the radius of the earth has 1350."""
ABROAD = {"Cal", "Mon", "Tor", "Van", "Win"}
ON_THE_SHORE = {"Chi", "Dul", "Mia", "Nyc", "Sea", "Sfo", "Ssm"}
"""So near to water, or to a border, that a coarse shore may leave them out."""


@pytest.mark.parametrize(
    ("cities", "km"),
    (
        (("Sea", "Mia"), 4400),
        (("Bos", "Sfo"), 4340),
        (("Los", "Nyc"), 3940),
        (("Chi", "Nor"), 1340),
        (("Den", "Dal"), 1065),
        (("Van", "Mon"), 3690),
    ),
)
def test_distances(cities: tuple[str, str], km: int) -> None:
    """Cities lie as far from each other as they do by air, within a few percent."""
    (ax, ay), (bx, by) = map(city_at, cities)
    assert hypot(bx - ax, by - ay) * KM == pytest.approx(km, rel=0.04)


def test_the_land_is_as_large_as_it_is() -> None:
    """The lower 48 states have 7.7 million square kilometres of land."""
    (country, *_), _ = lands(), lakes()
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*country, country[0])))
    assert abs(twice) / 2 * KM**2 == pytest.approx(7.7e6, rel=0.05)


def test_cities_lie_in_their_countries() -> None:
    """And in no lake."""
    country, north, _ = lands()
    for city in CITIES.keys() - ON_THE_SHORE:
        assert is_inside(city_at(city), country) == (city not in ABROAD), city
        assert is_inside(city_at(city), north) == (city in ABROAD), city
    for city in CITIES.keys() - ON_THE_SHORE:
        assert not any(is_inside(city_at(city), lake) for lake in lakes())


def box(city: str) -> tuple[float, float, float, float]:
    """About where a name is drawn, as the page does it: left, top, right, bottom."""
    (x, y), side, wide = city_at(city), name_side(city), 7.6 * len(CITIES[city])
    left = x + 9 if "e" in side else x - 9 - wide if "w" in side else x - wide / 2
    top = y - 24 if "n" in side else y + 6 if "s" in side else y - 8
    return left, top, left + wide, top + 16


def test_names_can_be_read() -> None:
    """No name lies over another one or over another city, and none sticks out of the map."""
    for city in CITIES:
        left, top, right, bottom = box(city)
        assert left > 0
        assert right < WIDTH
        assert top > 0
        assert bottom < HEIGHT
        for other in CITIES.keys() - {city}:
            x, y = city_at(other)
            assert not (left < x + 8 and x - 8 < right and top < y + 8 and y - 8 < bottom), city
    for one, other in combinations(CITIES, 2):
        a, b = box(one), box(other)
        assert not overlap(a, b), (one, other)


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Whether two boxes have something in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_points_are_on_paper() -> None:
    """Cities lie well within it."""
    points: list[Point] = [city_at(city) for city in CITIES]
    assert all(20 < x < WIDTH - 20 and 20 < y < HEIGHT - 20 for x, y in points)
