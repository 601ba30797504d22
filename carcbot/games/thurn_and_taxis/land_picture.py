"""Thurn and Taxis as a picture: the map with houses and routes, and beside it what lies about."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Final

from carcbot.games.contract import View
from carcbot.games.lettering import number, text_svg
from carcbot.games.picture import INK, SEAT_COLOURS, Line, panel_svg, svg
from carcbot.games.terminal import whose_turn
from carcbot.games.thurn_and_taxis.land import borders, land_of
from carcbot.games.thurn_and_taxis.map import CITIES, HEIGHT, PROVINCES, ROADS, STACKS, WIDTH
from carcbot.games.thurn_and_taxis.table import Seat, Table, table_of

__all__ = ["view_svg"]

_PANEL: Final = 420.0
_COLUMNS: Final = 40
_GROUND: Final = "#cbe0e8"
_TINTS: Final = dict(
    zip(
        (each.name for each in PROVINCES),
        (
            *("#e9c9a6", "#dcd3ea", "#f3e3a9", "#d3e4c1", "#f0c8bd"),
            *("#c6ddd8", "#e6d7c3", "#cfdcf0", "#ddd8d0"),
        ),
        strict=True,
    )
)


def view_svg(view: View, _plies: Sequence[str], _room: View | None) -> str:
    """What this view knows; all pictures are of one size."""
    table = table_of(view)
    lines = _lines(view, table)
    return svg(WIDTH + _PANEL, HEIGHT, _map(table), panel_svg(lines, WIDTH, _PANEL, HEIGHT))


def _map(table: Table) -> str:
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>']
    for letters, city in CITIES.items():
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in land_of(letters))
        parts.append(f'<polygon points="{corners}" fill="{_TINTS[city.province]}"/>')
    parts += [_way(a, b, "#8a7c68", 2) for a, b in borders()]
    parts += [_way(_at(here), _at(there), "#ffffff", 5) for here, there in ROADS]
    for colour, each in zip(SEAT_COLOURS, table.seats, strict=False):
        parts += [_way(_at(here), _at(there), colour, 9) for here, there in pairwise(each.route)]
    for letters, city in CITIES.items():
        x, y = _at(letters)
        parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{INK}"/>')
        parts.append(text_svg(city.name.upper(), (x, y - 26), 11, INK, align="middle", weight=1.2))
        owners = [seat for seat, each in enumerate(table.seats) if letters in each.houses]
        parts += [_house(x + 14 + 19 * place, y - 7, seat) for place, seat in enumerate(owners)]
        if letters in table.display:
            copies = table.display.count(letters)
            parts.append(text_svg(f"x{copies}", (x, y + 15), 11, INK, align="middle"))
    return "".join(parts)


def _at(letters: str) -> tuple[float, float]:
    return CITIES[letters].x, CITIES[letters].y


def _way(a: tuple[float, float], b: tuple[float, float], colour: str, width: float) -> str:
    (ax, ay), (bx, by) = a, b
    ends = f'x1="{number(ax)}" y1="{number(ay)}" x2="{number(bx)}" y2="{number(by)}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _house(x: float, y: float, seat: int) -> str:
    shape = f"M{number(x)} {number(y + 6)}l8 -8l8 8v10h-16z"
    return f'<path d="{shape}" fill="{SEAT_COLOURS[seat]}" stroke="{INK}" stroke-width="1.5"/>'


def _lines(view: View, table: Table) -> list[Line]:
    stacks = "  ".join(
        f"{stack.title.removeprefix('Route of ').split(' ')[0]}:{stack.tiles[-left]}"
        for stack, left in zip(STACKS, table.stacks, strict=True)
        if left
    )
    texts = [
        f"turn {view.turn}: {whose_turn(view)}",
        f"supply {table.supply}  discards {len(table.discards)}",
        f"display {' '.join(each or '-' for each in table.display)}",
        f"tiles {stacks or '-'}",
    ]
    lines = [Line(part, is_faint=True) for text in texts for part in wrap(text, _COLUMNS)]
    for place, (seat, points) in enumerate(zip(table.seats, view.scores(), strict=True)):
        lines.append(Line(""))
        lines += [Line(text, seat=place) for text in wrap(_seat_text(seat, points), _COLUMNS)[:1]]
        for text in (f"route {' '.join(seat.route) or '-'}", f"hand {_hand(seat)}"):
            lines += [Line(part) for part in wrap(text, _COLUMNS)]
    return lines


def _seat_text(seat: Seat, points: int) -> str:
    carriage = seat.level or "-"
    return f"{points} points  carriage {carriage}  houses {seat.houses_left}"


def _hand(seat: Seat) -> str:
    """The cards of a hand: `!` is known to all, `?` is one not known here."""
    known = [f"{city}!" for city in seat.known]
    unknown = [f"{seat.hidden}x?"] if seat.hidden else []
    return " ".join([*known, *_counted(seat.own), *unknown]) or "-"


def _counted(cards: Iterable[str]) -> list[str]:
    return [f"{city}{much if much > 1 else ''}" for city, much in Counter(cards).items()]
