"""What a move brings in Thurn and Taxis, as facts that a page can put into words."""

from carcbot.games.contract import View
from carcbot.games.thurn_and_taxis.map import (
    CARRIAGES,
    CITIES,
    PROVINCES,
    STACKS,
    Stack,
    neighbours,
)
from carcbot.games.thurn_and_taxis.table import Seat, Table, cards_of, table_of

__all__ = ["Effects", "effects"]

Effects = dict[str, object]

_SHORTEST_WITH_TILE = 5
_LONGEST_WITH_TILE = 7
_FIRST_LEVEL = 3
_CARTWRIGHT_SPARES = 2
"""Cards that a route may have too few of where the cartwright helps."""
_ALL_PROVINCES = 5
_ROUTES = 6


def effects(view: View, move: str) -> Effects:
    """What follows from a legal move, by what is known before it; nothing where that is nothing.

    Of a card that is taken or laid: at which `ends` of the own route it fits, and how many cards
    the route has then (`length`) or that are given up (`lost`). Of what closes a route: its
    `length`, the `carriage` that it brings, `points` and the tiles (`tiles`) with theirs.
    """
    table = table_of(view)
    if table.turn_of is None:
        return {}
    seat = table.seats[table.turn_of]
    kind, _, what = move.partition(":")
    length = len(seat.route)
    found: Effects = {}
    match kind:
        case "take" if seat.route:
            found = {"ends": _ends(seat, what)}
        case "start":
            found = {"length": 1}
        case "left" | "right":
            found = {"length": length + 1}
        case "scrap":
            found = {"length": 1, "lost": length}
        case "close":
            too_few = _CARTWRIGHT_SPARES if table.official == "cartwright" else 0
            found = {"length": length, **_carriage(seat, too_few)}
        case "houses":
            found = _tiles(table, seat, cards_of(what))
        case "cartwright" if table.step == "cartwright":
            found = _carriage(seat, _CARTWRIGHT_SPARES)
    return found


def _ends(seat: Seat, city: str) -> list[str]:
    """The cities at the ends of a route to which a card fits."""
    if city in seat.route:
        return []
    ends = dict.fromkeys((seat.route[0], seat.route[-1]))
    return [end for end in ends if end in neighbours(city)]


def _carriage(seat: Seat, too_few: int) -> Effects:
    """The next carriage, if the route has cards enough for it or misses no more than this."""
    level = max(seat.level + 1, _FIRST_LEVEL)
    if level not in CARRIAGES or len(seat.route) < level - too_few:
        return {}
    return {"carriage": level, "points": CARRIAGES[level] - seat.carriage_points}


def _tiles(table: Table, seat: Seat, placed: list[str]) -> Effects:
    """Houses, and the tiles that come with them and with the length of the route."""
    before, after = set(seat.houses), {*seat.houses, *placed}
    gained = [
        index
        for index in range(_ROUTES)
        if not _is_complete(table, index, before) and _is_complete(table, index, after)
    ]
    length = min(len(seat.route), _LONGEST_WITH_TILE)
    if length >= _SHORTEST_WITH_TILE:
        below = range(_ROUTES + length - _SHORTEST_WITH_TILE, _ROUTES - 1, -1)
        gained += [index for index in below if table.stacks[index]][:1]
    tiles = [
        (STACKS[index].title, _top(STACKS[index], table.stacks[index]))
        for index in gained
        if table.stacks[index]
    ]
    return {
        "houses": len(placed),
        "tiles": tiles,
        "points": len(placed) + sum(points for _, points in tiles),
    }


def _is_complete(table: Table, stack: int, houses: set[str]) -> bool:
    """Whether houses in these cities are what the stack of a province, or of all, asks for."""
    if stack == _ALL_PROVINCES:
        wanted = {each.name for each in PROVINCES}
        if not table.needs_baiern:
            wanted.discard("Baiern")
        return wanted <= {CITIES[house].province for house in houses}
    names = {each.name for each in PROVINCES if each.stack == stack}
    return {city.letters for city in CITIES.values() if city.province in names} <= houses


def _top(stack: Stack, left: int) -> int:
    """The points of the tile on top where so many are left."""
    return stack.tiles[-left]
