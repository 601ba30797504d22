"""Tests of carcbot.games.carcassonne.drawing."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from carcbot.games.carcassonne.board import (
    EDGES,
    Board,
    FieldSegment,
    PlacedFigure,
    PlacedTile,
    Segment,
    Supply,
    TileKind,
    segment_of,
    turn_edge,
)
from carcbot.games.carcassonne.drawing import board_svg, tile_sheet_svg
from carcbot.games.carcassonne.drawing.curves import course_points, distance, turned
from carcbot.games.carcassonne.drawing.geometry import shape_of
from carcbot.games.carcassonne.drawing.layout import figure_place, layout_of
from carcbot.games.carcassonne.drawing.regions import regions_of
from carcbot.games.lettering import text_svg, text_width
from carcbot.games.png import png
from tests.games.carcassonne.sample_boards import (
    all_kinds,
    line_board,
    random_board,
    terrain_of,
)

SVG = "{http://www.w3.org/2000/svg}"
KINDS = sorted(all_kinds())
SHORT = Board((), (), (0, 0), (0, 0), (Supply(7), Supply(7)))


def one_tile(kind: TileKind, rotation: int = 0, *figures: PlacedFigure) -> Board:
    """A board with a single tile."""
    return replace(SHORT, tiles=(PlacedTile(0, 0, kind, rotation),), figures=figures)


def drawn_segments(svg: str) -> set[str]:
    """The names of all segments in the picture."""
    marked = (element.get("data-segment") for element in ET.fromstring(svg).iter())  # noqa: S314
    return {name for name in marked if name is not None}


def png_size(picture: bytes) -> tuple[int, int]:
    """Width and height from a PNG's header."""
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


@pytest.mark.parametrize("name", KINDS)
def test_segments_are_drawn(name: str) -> None:
    """Every segment of every kind is in the picture of its tile, and no other."""
    kind = all_kinds()[name]
    expected = {f"city-{i}" for i in range(len(kind.cities))}
    expected |= {f"road-{i}" for i in range(len(kind.roads))}
    expected |= {f"field-{i}" for i in range(len(kind.fields))}
    features = {"cloister-0": kind.cloister, "garden-0": kind.garden, "river": bool(kind.river)}
    expected |= {feature for feature, there in features.items() if there}
    assert drawn_segments(tile_sheet_svg([kind])) == expected


@pytest.mark.parametrize("name", KINDS)
def test_anchors_stand_on_their_segment(name: str) -> None:
    """A figure's place on a tile lies on the very segment that it claims."""
    kind = all_kinds()[name]
    regions = regions_of(kind)
    for segment, place in layout_of(kind).anchors.items():
        under = regions.owner_at(place)
        if segment[0] == "garden":
            assert isinstance(under, tuple)
            assert under[0] == "field"
        else:
            assert under == segment


@pytest.mark.parametrize("name", KINDS)
def test_features_reach_their_edges(name: str) -> None:
    """At the middle of each edge lies what the kind says, in every rotation."""
    kind = all_kinds()[name]
    regions = regions_of(kind)
    for rotation in range(4):
        tile = PlacedTile(0, 0, kind, rotation)
        for i, edge in enumerate(EDGES):
            under = regions.owner_at(turned((50, 1), i - rotation))
            found = under if isinstance(under, str) or under is None else under[0]
            assert found == terrain_of(tile, edge)


def test_fields_must_be_separate() -> None:
    """A kind whose data part a field that nothing parts is refused, with the reason."""
    whole = all_kinds()["E"]
    parted = replace(
        whole, fields=(FieldSegment(("EL", "ER"), (0,)), FieldSegment(("SL", "SR", "WL", "WR")))
    )
    with pytest.raises(ValueError, match=r"tile E .* which is no field of its own"):
        regions_of(parted)


def test_separate_caps_do_not_touch() -> None:
    """The walls of separate cities on one tile keep a clear distance."""
    for name in ("H", "I", "EO", "EH", "EI", "EP"):
        cities = shape_of(all_kinds()[name]).cities
        outlines = [[p for wall in city.walls for p in wall.points()] for city in cities]
        for i, one in enumerate(outlines):
            for other in outlines[i + 1 :]:
                gap = min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in one for b in other)
                assert gap > 9


def test_special_shapes() -> None:
    """Bridges, gates and stubs are where the data demand them, and nowhere else."""
    bridged = {name for name in KINDS if shape_of(all_kinds()[name]).bridges}
    assert bridged == {"RB", "RH", "RK"}
    stubbed = {name for name in KINDS if shape_of(all_kinds()[name]).stubs}
    assert stubbed == {"EI"}
    gated = {name for name in KINDS if shape_of(all_kinds()[name]).gates}
    assert gated == {"S", "T", "EF", "EI", "EJ", "EN", "EQ", "RB"}


@pytest.mark.parametrize("name", ("EA", "EB", "EC", "EL", "EM", "EN"))
def test_inns_stand_at_their_road(name: str) -> None:
    """An inn is nearer to its own road than to any other."""
    kind = all_kinds()[name]
    (inn,) = (mark.place for mark in layout_of(kind).landmarks if mark.picture == "inn")
    away = [
        (min(distance(inn, point) for point in course_points(course)), not road.inn)
        for course, road in zip(shape_of(kind).roads, kind.roads, strict=True)
    ]
    nearest, is_another = min(away)
    assert nearest < 25
    assert not is_another
    assert all(gap > nearest + 5 for gap, other in away if other)


def test_tile_sheet_is_deterministic() -> None:
    """The sheet of all kinds is well-formed, and the same text after all caches are emptied."""
    kinds = list(all_kinds().values())
    first = tile_sheet_svg(kinds)
    for cached in (shape_of, regions_of, layout_of):
        cached.cache_clear()
    assert tile_sheet_svg(kinds) == first
    used = ET.fromstring(first).findall(f"{SVG}g")  # noqa: S314
    assert [tile.get("data-kind") for tile in used] == list(all_kinds())


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_board(seed: int) -> None:
    """A large board is well-formed, small, self-contained, and shows every tile and figure."""
    board = random_board(seed, tiles=100)
    svg = board_svg(board)
    assert svg == board_svg(board)
    assert len(svg) < 400_000
    root = ET.fromstring(svg)  # noqa: S314
    groups = [element.get("class") for element in root.iter(f"{SVG}g")]
    hand = board.hand is not None
    assert groups.count("tile") == len(board.tiles) + hand
    on_board = [group.get("class") for group in root.findall(f"{SVG}g")]
    assert on_board.count("figure") == len(board.figures)
    assert groups.count("seat") == 6
    assert groups.count("last") == 1
    assert groups.count("coordinates") == 1
    defined = {element.get("id") for element in root.iter()}
    for use in root.iter(f"{SVG}use"):
        assert (use.get("href") or "").removeprefix("#") in defined
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert not list(root.iter(f"{SVG}text"))


def test_bare_table() -> None:
    """A board without tiles can be drawn too."""
    ET.fromstring(board_svg(SHORT))  # noqa: S314


def test_figures_of_all_sorts() -> None:
    """Each sort of figure has a picture of its own; a farmer lies, a big one is larger."""
    kind = all_kinds()["Vg"]
    pictures = {
        board_svg(one_tile(kind, 0, figure)).split('class="panel"')[0].split('class="figure"')[1]
        for figure in (
            PlacedFigure(0, 0, 3, "small", "road", "S"),
            PlacedFigure(0, 0, 3, "big", "road", "W"),
            PlacedFigure(0, 0, 3, "small", "field", "NL"),
            PlacedFigure(0, 0, 3, "big", "field", "SR"),
            PlacedFigure(0, 0, 3, "abbot", "garden"),
        )
    }
    assert len(pictures) == 5
    assert sum("#farmer" in picture for picture in pictures) == 2
    assert sum("scale(1.34)" in picture for picture in pictures) == 2
    assert sum("#abbot" in picture for picture in pictures) == 1
    assert all('data-seat="3"' in picture for picture in pictures)


def test_figures_turn_with_their_tile() -> None:
    """A figure is named in the board's frame and found on the turned tile."""
    cap = all_kinds()["E"]
    for rotation, edge in enumerate(EDGES):
        figure = PlacedFigure(0, 0, 0, "small", "city", edge)
        x, y = figure_place(PlacedTile(0, 0, cap, rotation), figure)
        dx, dy = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[edge]
        assert (x - 50) * dx + (y - 50) * dy > 25


def test_interior_field() -> None:
    """A farmer on the field without half-edges lies in the middle of its tile."""
    tile = PlacedTile(0, 0, all_kinds()["EH"], 1)
    x, y = figure_place(tile, PlacedFigure(0, 0, 0, "small", "field", "interior"))
    assert abs(x - 50) < 3
    assert abs(y - 50) < 3


@pytest.mark.parametrize(
    ("figure", "segment"),
    (
        (PlacedFigure(0, 0, 0, "small", "road", "W"), ("road", 0)),
        (PlacedFigure(0, 0, 0, "small", "road", "S"), ("road", 0)),
        (PlacedFigure(0, 0, 0, "small", "field", "WR"), ("field", 0)),
        (PlacedFigure(0, 0, 0, "small", "field", "WL"), ("field", 1)),
        (PlacedFigure(0, 0, 0, "small", "city", "E"), ("city", 0)),
    ),
)
def test_segment_of(figure: PlacedFigure, segment: Segment) -> None:
    """A figure's name is undone by the rotation: a J turned once has its city in the east."""
    tile = PlacedTile(0, 0, all_kinds()["J"], 1)
    assert segment_of(tile, figure) == segment


@pytest.mark.parametrize(
    "figure",
    (
        PlacedFigure(0, 0, 0, "small", "city", "S"),
        PlacedFigure(0, 0, 0, "small", "road", None),
        PlacedFigure(0, 0, 0, "small", "field", "NL"),
        PlacedFigure(0, 0, 0, "small", "field", "interior"),
        PlacedFigure(0, 0, 0, "abbot", "cloister"),
        PlacedFigure(0, 0, 0, "abbot", "garden"),
    ),
)
def test_figure_on_no_segment(figure: PlacedFigure) -> None:
    """A figure where its tile has no such segment is an error that says where."""
    with pytest.raises(ValueError, match=r"tile E at 0,0 \(rotation 0\)"):
        board_svg(one_tile(all_kinds()["E"], 0, figure))


def test_figure_on_no_tile() -> None:
    """A figure where no tile lies is an error that says where."""
    figure = PlacedFigure(5, -2, 1, "small", "road", "N")
    with pytest.raises(ValueError, match="seat 1 stands at 5,-2, where no tile lies"):
        board_svg(one_tile(all_kinds()["U"], 0, figure))


def test_turning_back() -> None:
    """Four quarter turns, or one there and one back, change nothing."""
    for edge in EDGES:
        assert turn_edge(turn_edge(edge, 1), -1) == turn_edge(edge, 4) == edge
    assert turn_edge("N", 1) == "E"


def test_lettering() -> None:
    """Text is drawn as strokes; a longer text is wider, an unknown letter is a box."""
    assert text_width("10", 12) > text_width("1", 12)
    assert "<text" not in text_svg("EBg -12", (0, 0), 12, "#000")
    assert text_svg("\u00e4", (0, 0), 6, "#000").count("L") == 4
    left = text_svg("7", (20, 0), 12, "#000")
    assert left != text_svg("7", (20, 0), 12, "#000", align="right")


def test_png() -> None:
    """A PNG has the signature, and the size of the SVG or the size that was asked for."""
    svg = tile_sheet_svg([all_kinds()["D"]], columns=1, cell=100)
    picture = png(svg)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert png_size(picture) == (128, 144)
    assert png_size(png(svg, width=64))[0] == 64
    with pytest.raises(ValueError, match="0 pixels; it must be at least 1"):
        png(svg, width=0)


def test_long_board_to_png() -> None:
    """Even the widest board becomes a picture."""
    assert png(board_svg(line_board(102))).startswith(b"\x89PNG")
