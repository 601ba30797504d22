"""Points and cubic curves: all that the outlines of a tile are made of."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from carcbot.games.lettering import number

Point = tuple[float, float]

SIDE = 100.0
"""The side of a tile in drawing units; the origin is its north-west corner."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bezier curve."""

    start: Point
    leaving: Point
    arriving: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at the parameter t, from 0 at the start to 1 at the end."""
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        return (
            a * self.start[0] + b * self.leaving[0] + c * self.arriving[0] + d * self.end[0],
            a * self.start[1] + b * self.leaving[1] + c * self.arriving[1] + d * self.end[1],
        )

    def direction(self, t: float) -> Point:
        """The unit vector along the curve at the parameter t."""
        (ax, ay), (bx, by) = self.at(max(0.0, t - 0.01)), self.at(min(1.0, t + 0.01))
        length = math.hypot(bx - ax, by - ay) or 1.0
        return (bx - ax) / length, (by - ay) / length

    def points(self, steps: int = 16) -> list[Point]:
        """Points along the curve, both ends included."""
        return [self.at(i / steps) for i in range(steps + 1)]

    def turned(self, quarter_turns: int) -> "Curve":
        """The curve after clockwise quarter turns about the tile's centre."""
        return Curve(
            turned(self.start, quarter_turns),
            turned(self.leaving, quarter_turns),
            turned(self.arriving, quarter_turns),
            turned(self.end, quarter_turns),
        )

    def is_straight(self) -> bool:
        """Whether this is a line made by `line`."""
        return self.start == self.leaving and self.arriving == self.end


Course = tuple[Curve, ...]
"""Curves that continue one another: the run of a road or of the river."""


def course_at(course: Course, t: float) -> Point:
    """The point at the parameter t of a course, from 0 at its start to 1 at its end."""
    piece = min(int(t * len(course)), len(course) - 1)
    return course[piece].at(t * len(course) - piece)


def course_points(course: Course) -> list[Point]:
    """Points along a course, both ends included."""
    return [course_at(course, i / 40) for i in range(41)]


def line(start: Point, end: Point) -> Curve:
    """A straight curve."""
    return Curve(start, start, end, end)


def turned(point: Point, quarter_turns: int) -> Point:
    """The point after clockwise quarter turns about the tile's centre."""
    x, y = point
    for _ in range(quarter_turns % 4):
        x, y = SIDE - y, x
    return x, y


def distance(a: Point, b: Point) -> float:
    """The distance between two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def path_data(curves: Iterable[Curve], *, closed: bool = False) -> str:
    """The curves as the `d` attribute of an SVG path; joined where one starts at another's end."""
    parts: list[str] = []
    pen: Point | None = None
    for curve in curves:
        if curve.start != pen:
            parts.append(f"M{_pair(curve.start)}")
        if curve.is_straight():
            parts.append(f"L{_pair(curve.end)}")
        else:
            controls = f"{_pair(curve.leaving)} {_pair(curve.arriving)}"
            parts.append(f"C{controls} {_pair(curve.end)}")
        pen = curve.end
    return "".join(parts) + ("Z" if closed else "")


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
