"""Ticket to Ride as a picture: the map with tracks and trains, and beside it what lies about."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from textwrap import wrap
from typing import Final

from carcbot.games.contract import View
from carcbot.games.lettering import number, text_svg, text_width
from carcbot.games.picture import INK, PAPER, SEAT_COLOURS, Line, panel_svg, svg
from carcbot.games.terminal import whose_turn
from carcbot.games.ticket_to_ride.atlas import (
    HEIGHT,
    WIDTH,
    Point,
    city_at,
    lakes,
    lands,
    name_side,
)
from carcbot.games.ticket_to_ride.connections import CLOSED, ways
from carcbot.games.ticket_to_ride.map import CITIES, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.rails import Space, ways_of
from carcbot.games.ticket_to_ride.table import Seat, Table, table_of

__all__ = ["view_svg"]

_PANEL: Final = 400.0
_COLUMNS: Final = 38
_MOST_LINES: Final = 28
_WATER: Final = "#cbe0e8"
_TINTS: Final = {
    "": "#a9a295", "P": "#e79ac3", "W": "#f6f3ea", "B": "#2a69b5", "Y": "#f4cd3a",
    "O": "#ee8a34", "K": "#2f2d2c", "R": "#b92d22", "G": "#2f7a3c",
}  # fmt: skip
_WIDE: Final = 9
"""How wide a space is."""
_NAME: Final = 8.0
"""The height of a name's capitals."""


def view_svg(view: View, _plies: Sequence[str], _room: View | None) -> str:
    """What this view knows; all pictures are of one size."""
    table = table_of(view)
    lines = _lines(view, table)[:_MOST_LINES]
    return svg(WIDTH + _PANEL, HEIGHT, _map(table), panel_svg(lines, WIDTH, _PANEL, HEIGHT))


def _map(table: Table) -> str:
    parts = [_land()]
    claimed = ways(table)
    for name, track in TRACKS.items():
        each_way = ways_of(name)
        owners = claimed.get(name, (None,) * len(each_way))
        for spaces, owner in zip(each_way, owners, strict=True):
            parts += [_space(space, _TINTS[track.colour], owner) for space in spaces]
    for letters, name in CITIES.items():
        x, y = city_at(letters)
        parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="#fffaf0" stroke="{INK}"'
            ' stroke-width="2"/>'
        )
        parts.append(_name(name.upper(), (x, y), name_side(letters)))
    return "".join((*parts, "</svg>"))


@cache
def _land() -> str:
    """What lies beneath all tracks, and is the same in every picture."""
    own, *abroad = lands()
    return "".join(
        (
            f'<svg width="{WIDTH}" height="{HEIGHT}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_WATER}"/>',
            *(_area(shore, "#e6dec9") for shore in abroad),
            _area(own, "#f7efd9"),
            *(_area(shore, _WATER) for shore in lakes()),
        )
    )


def _area(shore: Sequence[Point], colour: str) -> str:
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in shore)
    return f'<polygon points="{corners}" fill="{colour}" stroke="#b7a884"/>'


def _space(space: Space, colour: str, owner: int | None) -> str:
    """A space: of its colour while it is free, with a train on it, or faint where it is closed."""
    x, y, length, turned = space
    place = f'transform="translate({number(x)} {number(y)}) rotate({number(turned)})"'
    parts = [_block(length, _WIDE, colour, 0.35 if owner == CLOSED else 1)]
    if owner is not None and owner != CLOSED:
        parts.append(_block(length - 3, _WIDE + 6, SEAT_COLOURS[owner], 1))
    return f"<g {place}>{''.join(parts)}</g>"


def _block(length: float, wide: float, colour: str, opacity: float) -> str:
    return (
        f'<rect x="{number(-length / 2)}" y="{number(-wide / 2)}" width="{number(length)}"'
        f' height="{number(wide)}" rx="2" fill="{colour}" fill-opacity="{opacity}"'
        f' stroke="{INK}" stroke-opacity="{opacity}"/>'
    )


def _name(name: str, at: Point, side: str) -> str:
    x, y = at
    far = 12.0
    up = -far - _NAME if "n" in side else far if "s" in side else -_NAME / 2
    right = far * (("e" in side) - ("w" in side))
    align = "left" if "e" in side else "right" if "w" in side else "middle"
    half = text_width(name, _NAME) / 2
    x = min(max(x + right, {"left": 4, "middle": half + 4, "right": 2 * half + 4}[align]), WIDTH)
    return "".join(
        text_svg(name, (x, y + up), _NAME, colour, align=align, weight=weight)
        for colour, weight in ((PAPER, 3.0), (INK, 1.0))
    )


def _lines(view: View, table: Table) -> list[Line]:
    turns = table.turns_left
    left = f"  last round: {turns} turn{'s' * (turns > 1)}" if turns else ""
    texts = [
        f"turn {view.turn}: {whose_turn(view)}{left}",
        f"row {' '.join(each or '-' for each in table.row)}",
        f"deck {table.deck}  discards {table.discards.total()}  tickets {table.ticket_deck}",
    ]
    if table.offered:
        texts.append(f"offered {_tickets(table.offered)}")
    lines = [Line(part, is_faint=True) for text in texts for part in wrap(text, _COLUMNS)]
    for place, (seat, points) in enumerate(zip(table.seats, view.scores(), strict=True)):
        lines.append(Line(""))
        lines.append(Line(f"{points} points  {seat.trains} trains", seat=place))
        for text in (f"hand {_hand(seat)}", _own_tickets(seat)):
            lines += [Line(part) for part in wrap(text, _COLUMNS)]
    return lines


def _own_tickets(seat: Seat) -> str:
    if seat.tickets:
        return f"tickets {_tickets(seat.tickets)}"
    return f"tickets {'?' if seat.ticket_count is None else f'{seat.ticket_count}x?'}"


def _tickets(tickets: Sequence[str]) -> str:
    return " ".join(f"{each[:3]}-{each[3:]}:{TICKETS[each]}" for each in tickets)


def _hand(seat: Seat) -> str:
    """The cards of a hand: `!` is known to all, `?` is one not known here."""
    known = [f"{text}!" for text in _counted(seat.known)]
    unknown = [f"{seat.hidden}x?"] if seat.hidden else []
    return " ".join([*known, *_counted(seat.own), *unknown]) or "-"


def _counted(cards: Counter[str]) -> list[str]:
    return [f"{card}{much if much > 1 else ''}" for card, much in cards.items() if much]
