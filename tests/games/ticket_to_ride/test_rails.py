"""Tests of carcbot.games.ticket_to_ride.rails."""

import itertools
from collections.abc import Iterator
from math import cos, hypot, radians, sin

from carcbot.games.ticket_to_ride.atlas import HEIGHT, WIDTH, Point, city_at
from carcbot.games.ticket_to_ride.map import CITIES, TRACKS
from carcbot.games.ticket_to_ride.rails import Space, line_of, ways_of
from tests.games.ticket_to_ride.twin_map import ROUTES

WIDE = 11
"""A space, as the page draws it."""
MEET = 36
"""So near to a city tracks come together."""


def points_of(space: Space) -> Iterator[Point]:
    """Points of a space; but for its very corners."""
    x, y, length, turned = space
    across, along = (sin(radians(turned)), cos(radians(turned)))
    for far in (-0.4, -0.2, 0, 0.2, 0.4):
        for aside in (-0.35, 0, 0.35):
            yield (
                x + along * length * far - across * WIDE * aside,
                y + across * length * far + along * WIDE * aside,
            )


def is_on(point: Point, space: Space) -> bool:
    """Whether a point lies well within a space."""
    x, y, length, turned = space
    dx, dy = point[0] - x, point[1] - y
    across, along = (sin(radians(turned)), cos(radians(turned)))
    return (
        abs(dx * along + dy * across) < length / 2 - 1 and abs(dy * along - dx * across) < WIDE / 2
    )


def test_a_hundred_routes() -> None:
    """Each route is drawn, with as many spaces as it has; gray pairs are one track drawn twice."""
    drawn = [(name, len(way)) for name in TRACKS for way in ways_of(name)]
    assert sorted(drawn) == sorted((route.name, route.length) for route in ROUTES)


def test_tracks_lead_from_city_to_city() -> None:
    """Spaces follow each other, and the first and last ones end at the cities."""
    for name, track in TRACKS.items():
        ends = city_at(track.a), city_at(track.b)
        assert (line_of(track.a + track.b)[0], line_of(track.a + track.b)[-1]) == ends
        for way in ways_of(name):
            for (x, y, length, _), end in zip((way[0], way[-1]), ends, strict=True):
                assert length / 2 < hypot(x - end[0], y - end[1]) < length / 2 + 20
            for (ax, ay, length, _), (bx, by, *_) in itertools.pairwise(way):
                assert length - 1 < hypot(bx - ax, by - ay) < length + 5
            assert min(space[2] for space in way) > 15


def test_nothing_lies_on_something_else() -> None:
    """No space lies over a city or out of the map; over another track only where both come to."""
    spaces = [(name, space) for name in TRACKS for way in ways_of(name) for space in way]
    for name, space in spaces:
        for x, y in points_of(space):
            assert 0 < x < WIDTH
            assert 0 < y < HEIGHT
            assert all(hypot(x - cx, y - cy) > 8 for cx, cy in map(city_at, CITIES)), name
            crossed = {
                other
                for other, each in spaces
                if other != name
                and abs(x - each[0]) + abs(y - each[1]) < 99
                and is_on((x, y), each)
            }
            for other in crossed:
                common = {TRACKS[name].a, TRACKS[name].b} & {TRACKS[other].a, TRACKS[other].b}
                assert any(hypot(x - cx, y - cy) < MEET for cx, cy in map(city_at, common)), (
                    name,
                    other,
                )
