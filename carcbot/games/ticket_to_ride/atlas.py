"""Where the cities of Ticket to Ride lie on paper, and the land around them.

Places on the earth are degrees of longitude and latitude. A cone that is laid around the earth and
unrolled (Albers) shows them as maps of the country usually do.
"""

from functools import cache
from math import cos, radians, sin, sqrt
from typing import Final

__all__ = ["HEIGHT", "WIDTH", "Point", "city_at", "lakes", "lands", "name_side"]

Point = tuple[float, float]

WIDTH: Final = 1050
HEIGHT: Final = 650
"""What the map is drawn in."""

_MIDDLE: Final = (-96.0, 38.4)
_PARALLELS: Final = (29.5, 45.5)
_SCALE: Final = 1350.0
_AT: Final = (546.0, 352.0)
"""Where the middle is drawn."""

_CITIES: Final = {
    "Atl": (-84.4, 33.7, "nw"),
    "Bos": (-71.1, 42.4, "e"),
    "Cal": (-114.1, 51.0, "n"),
    "Cha": (-79.9, 32.8, "e"),
    "Chi": (-87.6, 41.9, "nw"),
    "Dal": (-96.8, 32.8, "e"),
    "Den": (-105.0, 39.7, "sw"),
    "Dul": (-92.1, 46.8, "sw"),
    "Elp": (-106.5, 31.8, "sw"),
    "Hel": (-112.0, 46.6, "sw"),
    "Hou": (-95.4, 29.8, "se"),
    "Kan": (-94.6, 39.1, "n"),
    "Las": (-115.1, 36.2, "e"),
    "Lit": (-92.3, 34.7, "se"),
    "Los": (-118.2, 34.0, "sw"),
    "Mia": (-80.2, 25.8, "ne"),
    "Mon": (-73.6, 45.5, "n"),
    "Nas": (-86.8, 36.2, "se"),
    "Nor": (-90.1, 30.0, "nw"),
    "Nyc": (-74.0, 40.7, "se"),
    "Okl": (-97.5, 35.5, "ne"),
    "Oma": (-95.9, 41.3, "sw"),
    "Pho": (-112.1, 33.4, "n"),
    "Pit": (-80.0, 40.4, "ne"),
    "Por": (-122.7, 45.5, "nw"),
    "Ral": (-78.6, 35.8, "e"),
    "Stl": (-90.2, 38.6, "se"),
    "Slc": (-111.9, 40.8, "ne"),
    "Sfo": (-122.4, 37.8, "se"),
    "Sfe": (-106.0, 35.7, "ne"),
    "Ssm": (-84.3, 46.5, "ne"),
    "Sea": (-122.3, 47.6, "w"),
    "Tor": (-79.4, 43.7, "se"),
    "Van": (-123.1, 49.3, "n"),
    "Was": (-77.0, 38.9, "se"),
    "Win": (-97.1, 49.9, "ne"),
}
"""Where they lie on the earth, and on which side of them their names stand."""

_STATES: Final = (
    "-124.7,48.4 -123,48.2 -122.8,49 -120,49 -115,49 -110,49 -105,49 -100,49 -95.2,49 -95.1,49.4"
    " -94.6,48.7 -93,48.6 -91.5,48.1 -89.6,48 -92,46.7 -90.8,46.9 -89,46.9 -88,47.4 -87.5,46.5"
    " -85,46.7 -84.4,46.5 -84.7,45.9 -87,45.7 -87.9,44.9 -87.5,44.2 -87.9,43 -87.6,41.7 -86.8,41.8"
    " -86.2,42.8 -86.5,43.8 -86,44.9 -85,45.7 -84,45.5 -83.3,45 -83.9,43.8 -82.6,44 -82.4,43"
    " -83.1,42.1 -83.4,41.7 -82,41.5 -80.1,42.2 -78.9,42.8 -79,43.3 -77,43.3 -76.2,43.6 -76.3,44.2"
    " -75,45 -71.5,45 -70.9,45.3 -70.2,46.3 -69.2,47.4 -68.2,47.3 -67.8,47 -67.8,45.7 -67,44.8"
    " -68.8,44.3 -70.1,43.7 -70.7,42.9 -70.9,42.2 -70.6,41.9 -70,42 -70,41.6 -71.2,41.5 -72.9,41.2"
    " -72,41 -73.9,40.5 -74.1,39.7 -74.9,39 -75.5,39.5 -75.1,38.5 -75.9,37.1 -76,36.8 -75.6,35.3"
    " -76.6,34.7 -77.9,34 -79.1,33.2 -80.8,32.1 -81.4,30.8 -81.2,29.7 -80.5,28.2 -80,26.8"
    " -80.3,25.3 -81.1,25.2 -81.8,26.1 -82.6,27.5 -82.7,28.6 -83.6,29.7 -84.2,30.1 -85.3,29.7"
    " -86.3,30.4 -88,30.3 -89.3,30.3 -89.2,29.1 -90.2,29.1 -91.7,29.6 -93.8,29.7 -94.8,29.3"
    " -96.4,28.4 -97.3,27.5 -97.2,25.9 -99.1,26.4 -99.5,27.5 -100.6,28.9 -101.4,29.8 -102.4,29.8"
    " -103.1,29 -104.5,29.6 -106.5,31.8 -108.2,31.8 -108.2,31.3 -111.1,31.3 -114.8,32.5"
    " -117.1,32.5 -117.3,33.1 -118.4,33.8 -119.2,34.1 -120.6,34.6 -121.9,36.6 -122.5,37.6"
    " -123,38.2 -123.8,39.4 -124.3,40.4 -124.1,41.8 -124.5,42.8 -124,44.7 -123.9,46.2"
)
_NORTH: Final = (
    "-123,48.7 -122.8,49 -120,49 -115,49 -110,49 -105,49 -100,49 -95.2,49 -95.1,49.4 -94.6,48.7"
    " -93,48.6 -91.5,48.1 -89.6,48 -88,47.4 -84.4,46.5 -84.7,45.9 -83.3,45 -82.4,43 -83.1,42.1"
    " -82,41.5 -80.1,42.2 -78.9,42.8 -79,43.3 -77,43.3 -76.2,43.6 -76.3,44.2 -75,45 -71.5,45"
    " -70.9,45.3 -70.2,46.3 -69.2,47.4 -68.2,47.3 -67.8,47 -67.8,45.7 -67,44.8 -66,44.6 -65.5,43.6"
    " -61,45.5 -63.8,46 -65,47.2 -64.5,48.8 -60,50 -60,60 -135,60 -135,54 -128,52.5 -125.5,50.3"
)
_SOUTH: Final = (
    "-117.1,32.5 -114.8,32.5 -111.1,31.3 -108.2,31.3 -108.2,31.8 -106.5,31.8 -104.5,29.6 -103.1,29"
    " -102.4,29.8 -101.4,29.8 -100.6,28.9 -99.5,27.5 -99.1,26.4 -97.2,25.9 -97.8,22 -97,18 -106,18"
    " -106,22 -109.5,25.5 -112.5,29.5 -114.7,31.7 -114.6,30 -112,26 -110,23 -112.2,25 -115,29"
)
_LAKES: Final = (
    "-92,46.7 -90.8,47.3 -89.5,48 -88.2,48.8 -86.5,48.7 -85,47.8 -84.6,46.5 -85,46.7 -87.5,46.5"
    " -88,47.4 -89,46.9 -90.8,46.9 / -84.9,45.9 -87,45.7 -87.9,44.9 -87.5,44.2 -87.9,43 -87.6,41.7"
    " -86.8,41.8 -86.2,42.8 -86.5,43.8 -86,44.9 -85,45.7 / -84.6,46 -83.5,46.1 -81,45.9 -80,44.8"
    " -81.6,44.9 -81.7,43.3 -82.4,43 -82.6,44 -83.9,43.8 -83.3,45 -84.7,45.8 / -83.4,41.7 -82,41.5"
    " -80.1,42.2 -78.9,42.8 -80.2,42.7 -82.5,42 -83.1,42.1 / -79.8,43.3 -79,43.3 -77,43.3"
    " -76.2,43.6 -76.5,44.1 -78,43.95 -79.4,43.65"
)


def city_at(letters: str) -> Point:
    """The middle of a city."""
    east, north, _ = _CITIES[letters]
    x, y = _on_paper(east, north)
    return round(x, 1), round(y, 1)


def name_side(letters: str) -> str:
    """On which side of a city its name stands: n, ne, e and so on."""
    return _CITIES[letters][2]


@cache
def lands() -> tuple[tuple[Point, ...], ...]:
    """The shores of the country itself, then of its neighbours in the north and in the south."""
    return tuple(_shore(text) for text in (_STATES, _NORTH, _SOUTH))


@cache
def lakes() -> tuple[tuple[Point, ...], ...]:
    """The shores of the great lakes."""
    return tuple(_shore(text) for text in _LAKES.split("/"))


def _shore(text: str) -> tuple[Point, ...]:
    places = (place.split(",") for place in text.split())
    points = (_on_paper(float(east), float(north)) for east, north in places)
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def _on_paper(east: float, north: float) -> Point:
    """Albers' projection: areas are as large as they are."""
    one, other = (sin(radians(each)) for each in _PARALLELS)
    n = (one + other) / 2
    c = cos(radians(_PARALLELS[0])) ** 2 + 2 * n * one
    far, middle = (sqrt(c - 2 * n * sin(radians(each))) / n for each in (north, _MIDDLE[1]))
    turn = n * radians(east - _MIDDLE[0])
    return _AT[0] + _SCALE * far * sin(turn), _AT[1] - _SCALE * (middle - far * cos(turn))
