"""The kinds of tiles as the pictures need them, from the one table that the rules use."""

from functools import cache
from typing import Any, Literal

from carcbot import _native
from carcbot.games.carcassonne.board import CitySegment, FieldSegment, RoadSegment, TileKind

__all__ = ["InnOnEC", "tile_kinds"]

InnOnEC = Literal["classic", "c2"]
"""The edition that says how many roads of the tile EC have an inn: one or two."""

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
