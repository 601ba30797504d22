"""Where the spaces of each track are drawn, and the names of cities beside them.

The tracks between two cities lie along one line, side by side where there are two of them; it bends
where a straight one would come too near to another city or track.
"""

from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Final

from carcbot.games.ticket_to_ride.atlas import Point, city_at
from carcbot.games.ticket_to_ride.map import TRACKS, Track

__all__ = ["Space", "line_of", "ways_of"]

Space = tuple[float, float, float, float]
"""The middle of a space, its length, and by how many degrees it is turned."""

_CITY: Final = 12
"""Around a city no track is drawn."""
_BETWEEN: Final = 2.5
"""Between two spaces."""
_APART: Final = 7
"""How far each of two tracks lies from their line."""
_STEPS: Final = 60

_BENDS: Final = {
    "AtlCha": 12, "AtlMia": 6, "AtlRal": 6, "BosMon": 6, "CalSea": -12, "CalWin": -18,
    "ChaRal": 12, "ChiDul": -6, "DenKan": 6, "DenOkl": 6, "DenOma": -12, "DenPho": 6,
    "DulTor": 12, "DulWin": -6, "ElpHou": 14, "ElpLos": -18, "ElpOkl": -6, "ElpPho": 6,
    "HelWin": -12, "KanOkl": -6, "KanOma": 6, "LosPho": -6, "MiaNor": -14, "MonNyc": 6,
    "MonSsm": -12, "NasPit": 6, "NasRal": -6, "NycPit": 8, "NycWas": -6, "PitRal": 12,
    "PitStl": -12, "PitTor": -6, "PorSfo": 6, "SsmWin": 6,
}  # fmt: skip
"""How far a line between two cities leaves the straight one, to its right; others hardly do."""


_DOUBLES: Final = (
    "AtlRal", "BosMon", "DalHou", "DalOkl", "DulOma", "KanOkl", "KanOma", "PorSea", "RalWas",
    "SeaVan",
)  # fmt: skip
"""Gray tracks that two may claim."""


@cache
def line_of(cities: str) -> tuple[Point, ...]:
    """The line between two cities, as in DalHou, from one to the other."""
    (ax, ay), (bx, by) = city_at(cities[:3]), city_at(cities[3:])
    far = hypot(bx - ax, by - ay)
    bend = 2 * _BENDS.get(cities, 0)  # a curve comes half as far as the point that draws it
    mx, my = (ax + bx) / 2 - (by - ay) / far * bend, (ay + by) / 2 + (bx - ax) / far * bend
    return tuple(
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
        )
        for t in (step / _STEPS for step in range(_STEPS + 1))
    )


@cache
def ways_of(name: str) -> tuple[tuple[Space, ...], ...]:
    """The spaces of a track from its first city to the other; twice for one that two may claim."""
    track = TRACKS[name]
    beside = [other for other, each in TRACKS.items() if (each.a, each.b) == (track.a, track.b)]
    if len(beside) == 2:
        sides = [_APART * (1 if beside.index(name) else -1)]
    elif name in _DOUBLES:
        sides = [-_APART, _APART]
    else:
        sides = [0]
    return tuple(_spaces(track, side) for side in sides)


def _spaces(track: Track, side: int) -> tuple[Space, ...]:
    line = line_of(track.a + track.b)
    along = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        along.append(along[-1] + hypot(bx - ax, by - ay))
    length = (along[-1] - 2 * _CITY - _BETWEEN * (track.length - 1)) / track.length
    spaces = []
    for number in range(track.length):
        begin = _CITY + number * (length + _BETWEEN)
        (ax, ay), (bx, by) = (_point(line, along, far) for far in (begin, begin + length))
        turned = atan2(by - ay, bx - ax)
        x = (ax + bx) / 2 - sin(turned) * side
        y = (ay + by) / 2 + cos(turned) * side
        spaces.append((round(x, 1), round(y, 1), round(length, 1), round(degrees(turned), 1)))
    return tuple(spaces)


def _point(line: tuple[Point, ...], along: list[float], far: float) -> Point:
    """The point of a line so far along it."""
    step = next((i for i, each in enumerate(along[1:]) if each >= far), len(along) - 2)
    part = (far - along[step]) / (along[step + 1] - along[step])
    (ax, ay), (bx, by) = line[step], line[step + 1]
    return ax + (bx - ax) * part, ay + (by - ay) * part
