"""Tests of carcbot.games.thurn_and_taxis.land."""

import random
from itertools import pairwise
from math import hypot

from carcbot.games.thurn_and_taxis.land import Point, borders, land_of
from carcbot.games.thurn_and_taxis.map import CITIES, HEIGHT, WIDTH


def is_inside(point: Point, land: tuple[Point, ...]) -> bool:
    """Whether a point lies in an area: a ray from it crosses its border an odd number of times."""
    x, y = point
    crossed = [
        (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in pairwise((*land, land[0]))
    ]
    return sum(crossed) % 2 == 1


def test_each_place_belongs_to_the_nearest_city() -> None:
    """Of random places all near a city are in its land, and in no other."""
    rng = random.Random(1)
    near = 0
    for _ in range(400):
        place = (rng.uniform(10, WIDTH - 10), rng.uniform(10, HEIGHT - 10))
        owners = [city for city in CITIES if is_inside(place, land_of(city))]
        far = {city: hypot(place[0] - each.x, place[1] - each.y) for city, each in CITIES.items()}
        nearest, second = sorted(far, key=lambda city: far[city])[:2]
        if far[second] - far[nearest] < 1:
            continue  # too near to the border for how it is rounded
        assert owners in ([], [nearest])
        if far[nearest] < 100:
            near += 1
            assert owners == [nearest]
    assert near > 200


def test_borders_are_those_of_provinces() -> None:
    """A border of Hohenzollern's only city is one all around; inside Baiern there is none."""
    lines = {frozenset(line) for line in borders()}
    sigmaringen = land_of("Sig")
    for x, y in sigmaringen:
        ends = {end for line in lines for end in line}
        assert any(hypot(x - ax, y - ay) < 1 for ax, ay in ends)
    augsburg, munich = CITIES["Aug"], CITIES["Mue"]
    between = ((augsburg.x + munich.x) / 2, (augsburg.y + munich.y) / 2)
    for line in lines:
        middle = [sum(part) / 2 for part in zip(*line, strict=True)]
        assert hypot(middle[0] - between[0], middle[1] - between[1]) > 20
