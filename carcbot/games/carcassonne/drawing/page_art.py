"""What the browser page draws with: tiles in each rotation, figures, and the areas of segments."""

from collections.abc import Sequence
from itertools import groupby

from carcbot.games.carcassonne.board import Feature, Figure, Segment, TileKind
from carcbot.games.carcassonne.drawing.figures import figure_definitions, figure_svg
from carcbot.games.carcassonne.drawing.landmarks import landmark_definitions
from carcbot.games.carcassonne.drawing.layout import layout_of
from carcbot.games.carcassonne.drawing.regions import GRID, STEP, regions_of
from carcbot.games.carcassonne.drawing.tile import STYLE, tile_definition, tile_svg
from carcbot.games.carcassonne.tiles import tile_in_words
from carcbot.games.lettering import number
from carcbot.games.picture import SEAT_COLOURS

_STANDING: tuple[tuple[Figure, Feature], ...] = (
    ("small", "road"),
    ("small", "field"),
    ("big", "road"),
    ("big", "field"),
    ("abbot", "cloister"),
)


def page_style() -> str:
    """The style sheet of the art."""
    return STYLE.replace("}", "}\n")


def page_art(kinds: Sequence[TileKind]) -> dict[str, object]:
    """The art as plain JSON.

    ``defs`` is SVG: ``tile-K-R`` is the kind K turned R quarters, ``area-K-S`` the area of its
    segment S, unturned, ``figure-N-F-on`` the figure F of seat N, on being what it stands on.
    ``style`` is its style sheet. ``kinds`` has for each kind where a figure stands on each segment,
    and ``words`` what is on it, both unturned.
    """
    parts = [
        '<clipPath id="square"><path d="M0 0H100V100H0Z"/></clipPath>',
        landmark_definitions(),
        figure_definitions(),
    ]
    for kind in kinds:
        parts.append(tile_definition(kind))
        for rotation in range(4):
            art = tile_svg(kind, rotation, (0, 0))
            parts.append(f'<g id="tile-{kind.name}-{rotation}">{art}</g>')
        for segment in _segments(kind):
            name = segment_name(segment)
            parts.append(f'<path id="area-{kind.name}-{name}" d="{_area(kind, segment)}"/>')
    for seat in range(len(SEAT_COLOURS)):
        for figure, on in _STANDING:
            art = figure_svg(seat, figure, on, (0, 0))
            parts.append(f'<g id="figure-{seat}-{figure}-{on}">{art}</g>')
    return {
        "defs": f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{"".join(parts)}</defs></svg>',
        "style": page_style(),
        "kinds": {kind.name: _places(kind) for kind in kinds},
        "words": {kind.name: tile_in_words(kind) for kind in kinds},
        "colours": SEAT_COLOURS,
    }


def segment_name(segment: Segment) -> str:
    """The short name of a segment: ``c0``, ``r1``, ``f0``, ``m``, ``g``."""
    on, index = segment
    if on in {"cloister", "garden"}:
        return "m" if on == "cloister" else "g"
    return f"{on[0]}{index}"


def _segments(kind: TileKind) -> list[Segment]:
    found: list[Segment] = [("city", i) for i in range(len(kind.cities))]
    found += [("road", i) for i in range(len(kind.roads))]
    found += [("field", i) for i in range(len(kind.fields))]
    found += [("cloister", 0)] * kind.cloister
    found += [("garden", 0)] * kind.garden
    return found


def _places(kind: TileKind) -> dict[str, tuple[float, float]]:
    anchors = layout_of(kind).anchors
    return {
        segment_name(segment): (round(x, 1), round(y, 1)) for segment, (x, y) in anchors.items()
    }


def _area(kind: TileKind, segment: Segment) -> str:
    """The outline of a segment's area, by rows of the grid; rows that are equal are one."""
    if segment[0] == "garden":
        x, y = layout_of(kind).anchors[segment]
        return f"M{number(x - 11)} {number(y - 9)}h22v18h-22Z"
    owners = regions_of(kind).owners
    rows = [_runs([each == segment for each in owners[i : i + GRID]]) for i in _row_starts()]
    parts = []
    top = 0
    for runs, group in groupby(rows):
        height = len(list(group))
        for first, last in runs:
            place = f"M{number(first * STEP)} {number(top * STEP)}"
            width = number((last - first) * STEP)
            parts.append(f"{place}h{width}v{number(height * STEP)}h-{width}Z")
        top += height
    return "".join(parts)


def _row_starts() -> range:
    return range(0, GRID * GRID, GRID)


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of a row that are true, as their beginnings and ends."""
    found = []
    at = 0
    for value, group in groupby(row):
        length = len(list(group))
        if value:
            found.append((at, at + length))
        at += length
    return found
