"""Positions of Thurn and Taxis as the protocol writes them, for its twin.

A text tells more of hidden cards than the twin keeps: from which deck they came. So texts are
compared without that: what is public field by field, and hands as cards.
"""

import re
from collections import Counter
from functools import lru_cache

from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_map import CITIES, COPIES, STACKS
from tests.games.thurn_and_taxis.twin_text import cards_of, cards_text

__all__ = ["hidden_cards", "public_fields", "public_fields_of", "twin_at"]

SEATS_FIELD = 10
"""Where the field of the seats stands in a position and in a view."""


def public_fields(twin: SlowThurnAndTaxis) -> list[str]:
    """What everybody sees of a position, from DONE to END, then each seat as far as KNOWN."""
    seats = [
        "/".join(
            (
                "".join(twin.routes[seat]) or "-",
                cards_text(twin.houses[seat]),
                str(twin.levels[seat]),
                str(twin.tiles[seat]),
                cards_text(twin.known(seat)),
            )
        )
        for seat in range(twin.seats)
    ]
    return [
        str(twin.done),
        f"{twin.due}/{twin.official}/{twin.drawn}/{twin.placed}",
        ".".join(city or "-" for city in twin.display),
        str(twin.supply.total()),
        cards_text(twin.discards),
        ".".join(str(len(tiles)) for tiles in twin.stacks.values()),
        "-" if twin.end_tile is None else str(twin.end_tile),
        *seats,
    ]


def public_fields_of(text: str) -> list[str]:
    """The same of the text of a position or a view."""
    fields = text.split(" ")
    seats = fields[SEATS_FIELD].split(":")
    return fields[3:SEATS_FIELD] + [seat.rpartition("/")[0] for seat in seats]


def _in_hand(hidden: str) -> str:
    """The lots without the cities that they cannot have, and without cards that lie open by now."""
    return re.sub(r"\([^)]*\)", "", hidden.partition("~")[0])


def hidden_cards(text: str, seat: int) -> Counter[str]:
    """The hidden cards of a hand, as the text of a position or of this seat's view names them."""
    hidden = text.split(" ")[SEATS_FIELD].split(":")[seat].rpartition("/")[2]
    return Counter(_hidden_of(hidden))


@lru_cache(maxsize=1024)
def _hidden_of(hidden: str) -> Counter[str]:
    """The same texts come again and again: views show most hands as mere numbers."""
    return cards_of(_in_hand(hidden))


def twin_at(text: str) -> SlowThurnAndTaxis:
    """The twin at a position."""
    fields = text.split(" ")
    assert fields[:2] == ["thurn_and_taxis/1", "position"], text
    _, _, options, done, step, display, supply, discards, stacks, end, seats, *_ = fields
    twin = SlowThurnAndTaxis(options)
    twin.done = int(done)
    twin.due, twin.official, drawn, placed = step.split("/")
    twin.drawn, twin.placed = int(drawn), int(placed)
    twin.display = [None if city == "-" else city for city in display.split(".")]
    twin.discards = cards_of(discards)
    for (name, tiles), left in zip(STACKS.items(), stacks.split("."), strict=True):
        twin.stacks[name] = list(tiles[len(tiles) - int(left) :])
    twin.end_tile = None if end == "-" else int(end)
    for seat, said in enumerate(seats.split(":")):
        route, houses, level, points, known, hidden = said.split("/")
        twin.routes[seat] = re.findall("[A-Z][a-z]{2}", route)
        twin.houses[seat] = set(cards_of(houses))
        twin.levels[seat], twin.tiles[seat] = int(level), int(points)
        twin.known_cards[seat] = cards_of(known)
        twin.hands[seat] = cards_of(known) + cards_of(_in_hand(hidden))
    twin.supply = Counter(dict.fromkeys(CITIES, COPIES))
    twin.supply.subtract(city for city in twin.display if city)
    for pile in (twin.discards, *twin.routes, *twin.hands):
        twin.supply.subtract(pile)
    assert min(twin.supply.values()) >= 0, text
    assert twin.supply.total() == int(supply), text
    twin.deck_left = {viewer: twin.possible(viewer) for viewer in twin.deck_left}
    return twin
