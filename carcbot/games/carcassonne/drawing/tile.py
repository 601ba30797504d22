"""One tile as SVG: the ground, which turns with the tile, and what stands upright on it."""

from functools import cache

from carcbot.games.carcassonne.board import TileKind
from carcbot.games.carcassonne.drawing.curves import SIDE, Curve, Point, path_data, turned
from carcbot.games.carcassonne.drawing.figures import figure_definitions
from carcbot.games.carcassonne.drawing.geometry import (
    LAKE_RADIUS,
    RIVER_WIDTH,
    ROAD_WIDTH,
    SPRING_RADIUS,
    SQUARE_RADIUS,
    Bridge,
    CityShape,
    TileShape,
    angle,
    shape_of,
)
from carcbot.games.carcassonne.drawing.landmarks import landmark_definitions
from carcbot.games.carcassonne.drawing.layout import layout_of
from carcbot.games.lettering import number

GRASS = "#a3cf6e"
_TUFT = "#7fb04c"
_CITY = "#dcb483"
_PAVING = "#cfa36f"
_WALL_DARK = "#5b3a20"
_WALL_LIGHT = "#c9bda6"
_ROAD = "#fbf4df"
_ROAD_EDGE = "#7d6a4b"
_RIVER = "#5fb0e2"
_RIVER_EDGE = "#2a6fa8"
_RIPPLE = "#bfe3f7"
_STONE = "#b9b0a0"
_INK = "#4a3322"

STYLE = (
    f".w0{{fill:none;stroke:{_WALL_DARK};stroke-width:6.4}}"
    f".w1{{fill:none;stroke:{_WALL_LIGHT};stroke-width:3.8}}"
    f".w2{{fill:none;stroke:{_WALL_DARK};stroke-width:3.8;stroke-dasharray:1.3 3.3}}"
    f".r0{{fill:none;stroke:{_ROAD_EDGE};stroke-width:{number(ROAD_WIDTH + 2.4)}}}"
    f".r1{{fill:none;stroke:{_ROAD};stroke-width:{number(ROAD_WIDTH - 1)}}}"
    f".v0{{fill:none;stroke:{_RIVER_EDGE};stroke-width:{number(RIVER_WIDTH + 2)}}}"
    f".v1{{fill:none;stroke:{_RIVER};stroke-width:{number(RIVER_WIDTH - 1)}}}"
    f".v2{{fill:none;stroke:{_RIPPLE};stroke-width:1.4;stroke-dasharray:7 9}}"
    f".t{{fill:none;stroke:{_TUFT};stroke-width:1.4;stroke-linecap:round}}"
)


def shared_definitions() -> str:
    """What every picture with tiles needs once: styles, small pictures, figures, the clip."""
    return (
        f"<style>{STYLE}</style>"
        f'<clipPath id="square"><path d="M0 0H{number(SIDE)}V{number(SIDE)}H0Z"/></clipPath>'
        + landmark_definitions()
        + figure_definitions()
    )


def tile_definition(kind: TileKind) -> str:
    """The ground of a kind, unrotated, as a definition that `tile_svg` uses."""
    return f'<g id="tile-{kind.name}" clip-path="url(#square)">{_ground(kind)}</g>'


def tile_svg(kind: TileKind, rotation: int, place: Point) -> str:
    """A tile with its north-west corner at this place; needs its kind's definition."""
    x, y = place
    turn = f' transform="rotate({90 * rotation} 50 50)"' if rotation else ""
    return (
        f'<g class="tile" data-kind="{kind.name}" data-rotation="{rotation}"'
        f' transform="translate({number(x)} {number(y)})">'
        f'<use href="#tile-{kind.name}"{turn}/>{_upright(kind, rotation)}</g>'
    )


@cache
def _ground(kind: TileKind) -> str:
    """From the grass upwards: river, cities, bridges, roads, walls."""
    shape = shape_of(kind)
    parts = [f'<path d="M0 0H100V100H0Z" fill="{GRASS}"/>']
    for i, tufts in enumerate(layout_of(kind).tufts):
        blades = "".join(f"M{number(x - 2)} {number(y - 2)}l1.6 3.6l2 -4.4" for x, y in tufts)
        parts.append(f'<g data-segment="field-{i}"><path class="t" d="{blades}"/></g>')
    parts.append(_water(shape))
    for i, city in enumerate(shape.cities):
        fill = path_data(city.outline, closed=True)
        parts.append(f'<path data-segment="city-{i}" d="{fill}" fill="{_CITY}"/>')
    parts += [_paved_way(stub) for stub in shape.stubs]
    parts += [_bridge(bridge) for bridge in shape.bridges]
    # All borders first, so that no border crosses another road's surface at a crossing.
    data = [path_data(road) for road in shape.roads]
    parts += [f'<path class="r0" d="{d}"/>' for d in data]
    parts += [f'<path class="r1" data-segment="road-{i}" d="{d}"/>' for i, d in enumerate(data)]
    parts += [_parapets(bridge) for bridge in shape.bridges]
    parts += [_walls(city) for city in shape.cities]
    if shape.crossing is not None:
        parts.append(_square(shape.crossing))
    parts.append('<path d="M0 0H100V100H0Z" fill="none" stroke="#3b2d1a" stroke-opacity=".35"/>')
    return "".join(parts)


def _upright(kind: TileKind, rotation: int) -> str:
    """The small pictures, farther ones first so that nearer ones may overlap them."""
    standing = [(mark.picture, mark.place) for mark in layout_of(kind).landmarks]
    standing += [("gate", gate.place) for gate in shape_of(kind).gates]
    found = [(turned(place, rotation), picture) for picture, place in standing]
    parts = []
    for (x, y), picture in sorted(found, key=lambda one: (one[0][1], one[0][0])):
        # These two are segments themselves; the others belong to one that is drawn below them.
        named = f' data-segment="{picture}-0"' if picture in {"cloister", "garden"} else ""
        parts.append(f'<use href="#{picture}" x="{number(x)}" y="{number(y)}"{named}/>')
    return "".join(parts)


def _water(shape: TileShape) -> str:
    if shape.river is None:
        return ""
    course = path_data(shape.river)
    pools = [(shape.spring, SPRING_RADIUS), (shape.lake, LAKE_RADIUS)]
    discs = [(place, radius) for place, radius in pools if place is not None]
    rims = [_disc(place, radius + 1, _RIVER_EDGE) for place, radius in discs]
    waters = [_disc(place, radius - 0.5, _RIVER) for place, radius in discs]
    ripples = ""
    if shape.lake is not None:
        x, y = shape.lake
        ripples = "".join(
            f"M{number(x + dx)} {number(y + dy)}q4 -3 8 0t8 0"
            for dx, dy in ((-14, -6), (0, 3), (-12, 11))
        )
        ripples = f'<path d="{ripples}" fill="none" stroke="{_RIPPLE}" stroke-width="1.4"/>'
    rocks = ""
    if shape.spring is not None:
        x, y = shape.spring
        rocks = "".join(
            f'<circle cx="{number(x + dx)}" cy="{number(y + dy)}" r="{r}" fill="#9a9488"'
            f' stroke="{_INK}" stroke-width="0.8"/>'
            for dx, dy, r in ((-9, -7, 4), (-1, -11, 5), (8, -8, 4.4), (12, -1, 3))
        )
    return (
        f'<g data-segment="river"><path class="v0" d="{course}"/>{"".join(rims)}'
        f'<path class="v1" d="{course}"/>{"".join(waters)}'
        f'<path class="v2" d="{course}"/>{ripples}{rocks}</g>'
    )


def _disc(place: Point, radius: float, fill: str) -> str:
    x, y = place
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>'


def _walls(city: CityShape) -> str:
    """Dark, light and dashed strokes one above the other make a wall with crenels."""
    data = path_data(city.walls + city.corners)
    return "".join(f'<path class="w{layer}" d="{data}"/>' for layer in range(3)) if data else ""


def _paved_way(stub: Curve) -> str:
    """Narrower and darker than a road, for it is none."""
    data = path_data([stub])
    return (
        f'<path d="{data}" fill="none" stroke="{_ROAD_EDGE}" stroke-width="8.4"/>'
        f'<path d="{data}" fill="none" stroke="{_PAVING}" stroke-width="6.4"/>'
        f'<path d="{data}" fill="none" stroke="{_ROAD_EDGE}" stroke-width="6.4"'
        ' stroke-dasharray="0.9 3"/>'
    )


def _square(place: Point) -> str:
    """The square in which roads end, with a well."""
    return (
        _disc(place, SQUARE_RADIUS + 1.6, _INK)
        + _disc(place, SQUARE_RADIUS, _STONE)
        + _disc(place, 3.8, _INK)
        + _disc(place, 2.6, _RIVER)
    )


def _bridge(bridge: Bridge) -> str:
    half = RIVER_WIDTH / 2 + 4
    return _turned_to(
        bridge,
        f'<path d="M{number(-half)} -8H{number(half)}V8H{number(-half)}Z" fill="{_STONE}"'
        f' stroke="{_INK}" stroke-width="1.2"/>',
    )


def _parapets(bridge: Bridge) -> str:
    half = RIVER_WIDTH / 2 + 4
    return _turned_to(
        bridge,
        f'<path d="M{number(-half)} -6.4H{number(half)}M{number(-half)} 6.4H{number(half)}"'
        f' stroke="{_INK}" stroke-width="4.4"/>'
        f'<path d="M{number(-half)} -6.4H{number(half)}M{number(-half)} 6.4H{number(half)}"'
        f' stroke="{_STONE}" stroke-width="2.6" stroke-dasharray="3 1"/>',
    )


def _turned_to(bridge: Bridge, art: str) -> str:
    x, y = bridge.place
    turn = f"translate({number(x)} {number(y)}) rotate({number(angle(bridge.along))})"
    return f'<g transform="{turn}">{art}</g>'
