"""The land around each city, as the map draws it.

To a city belongs what lies nearer to it than to any other, as far as a day's ride. Cities of one
province make one area, and provinces that touch have one border.
"""

from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

from carcbot.games.thurn_and_taxis.map import CITIES, HEIGHT, PROVINCES, WIDTH, City

__all__ = ["Point", "borders", "land_of"]

Point = tuple[float, float]

_RIDE: Final = 146
_CORNERS: Final = 60
_MARGIN: Final = 6


@cache
def land_of(letters: str) -> tuple[Point, ...]:
    """The corners of the land around a city."""
    city = CITIES[letters]
    land = _circle(city)
    for other in CITIES.values():
        if other is not city:
            dx, dy = other.x - city.x, other.y - city.y
            half = (dx * (city.x + other.x) + dy * (city.y + other.y)) / 2
            land = _cut(land, dx, dy, half)
    for dx, dy, most in (
        (-1, 0, -_MARGIN), (0, -1, -_MARGIN), (1, 0, WIDTH - _MARGIN), (0, 1, HEIGHT - _MARGIN),
    ):  # fmt: skip
        land = _cut(land, dx, dy, most)
    return tuple((round(x, 1), round(y, 1)) for x, y in land)


@cache
def borders() -> tuple[tuple[Point, Point], ...]:
    """The lines between provinces, and those around all of them."""
    return tuple(
        side
        for letters, city in CITIES.items()
        for side in pairwise((*land_of(letters), land_of(letters)[0]))
        if _province_beyond(city, side) not in {city.province, *_drawn_before(city.province)}
    )


def _drawn_before(province: str) -> list[str]:
    """The provinces whose borders have those that they have in common with this one."""
    names = [each.name for each in PROVINCES]
    return names[: names.index(province)]


def _province_beyond(city: City, side: tuple[Point, Point]) -> str | None:
    """What lies on the other side of a border of a city's land."""
    (ax, ay), (bx, by) = side
    x, y = (ax + bx) / 2, (ay + by) / 2
    far = hypot(x - city.x, y - city.y)
    x, y = x + (x - city.x) / far, y + (y - city.y) / far
    if not (_MARGIN < x < WIDTH - _MARGIN and _MARGIN < y < HEIGHT - _MARGIN):
        return None
    nearest = min(CITIES.values(), key=lambda each: hypot(x - each.x, y - each.y))
    return nearest.province if hypot(x - nearest.x, y - nearest.y) < _RIDE else None


def _circle(city: City) -> list[Point]:
    angles = [2 * pi * corner / _CORNERS for corner in range(_CORNERS)]
    return [(city.x + _RIDE * cos(angle), city.y + _RIDE * sin(angle)) for angle in angles]


def _cut(land: list[Point], dx: float, dy: float, most: float) -> list[Point]:
    """What remains of an area where dx * x + dy * y is no more than this."""
    kept: list[Point] = []
    for here, there in pairwise((*land, land[0])):
        before = dx * here[0] + dy * here[1] - most
        after = dx * there[0] + dy * there[1] - most
        if before <= 0:
            kept.append(here)
        if (before < 0) != (after < 0) and before != after:
            part = before / (before - after)
            kept.append(
                (here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1]))
            )
    return kept
