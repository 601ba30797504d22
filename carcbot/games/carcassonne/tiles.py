"""The kinds of tiles as the pictures need them, from the one table that the rules use."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from carcbot import _native
from carcbot.games.carcassonne.board import CitySegment, Edge, FieldSegment, RoadSegment, TileKind

__all__ = ["InnOnEC", "tile_in_words", "tile_kinds"]

InnOnEC = Literal["classic", "c2"]
"""The edition that says how many roads of the tile EC have an inn: one or two."""

_WINDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_ROLES = {"D": "start", "RA": "source", "RL": "lake"}


@cache
def tile_kinds(inn_on_ec: InnOnEC = "classic") -> dict[str, TileKind]:
    """Every kind by name, those with a garden too. The dictionary is shared: do not change it."""
    return {facts["name"]: _tile_kind(facts, inn_on_ec) for facts in _native.carcassonne.kinds()}


def _tile_kind(facts: dict[str, Any], inn_on_ec: InnOnEC) -> TileKind:
    return TileKind(
        name=facts["name"],
        edges=tuple(facts["edges"]),
        cities=tuple(
            CitySegment(tuple(edges), pennants, cathedral)
            for edges, pennants, cathedral in facts["cities"]
        ),
        roads=tuple(
            RoadSegment(tuple(edges), inn or (also_in_c2 and inn_on_ec == "c2"), tuple(ends_on))
            for edges, inn, also_in_c2, ends_on in facts["roads"]
        ),
        fields=tuple(
            FieldSegment(tuple(half_edges), tuple(cities)) for half_edges, cities in facts["fields"]
        ),
        cloister=facts["cloister"],
        garden=facts["garden"],
        river=tuple(facts["river"]),
        role=_ROLES.get(facts["name"]),
    )


def tile_in_words(kind: TileKind) -> str:
    """What is on an unturned tile, for who cannot see it: ``city north, road east to west``."""
    parts = []
    for city in kind.cities:
        pennants = f" with {'a pennant' if city.pennants == 1 else 'two pennants'}"
        cathedral = " with a cathedral" if city.cathedral else ""
        sides = "all around" if len(city.edges) == len(_WINDS) else _sides(city.edges)
        parts.append(f"city {sides}{pennants if city.pennants else ''}{cathedral}")
    parts += [
        f"road {_sides(road.edges, ' to ')}{' with an inn' if road.inn else ''}"
        for road in kind.roads
    ]
    if kind.river:
        parts.append(f"river {_sides(kind.river, ' to ')}")
    parts += ["cloister"] * kind.cloister + ["garden"] * kind.garden
    return ", ".join(parts)


def _sides(edges: Sequence[Edge], joint: str = " and ") -> str:
    """Sides of a tile: ``north, east and west``."""
    *others, last = (_WINDS[edge] for edge in edges)
    return f"{', '.join(others)}{joint}{last}" if others else last
