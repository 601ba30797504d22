"""What lies on the table in Thurn and Taxis, read off the text of a position or a view."""

import re
from dataclasses import dataclass
from typing import Final

from carcbot.games.contract import View
from carcbot.games.thurn_and_taxis.map import CARRIAGES, HOUSES

__all__ = ["Seat", "Table", "cards_of", "table_of"]

_CITY = re.compile(r"([A-Z][a-z][a-z])([0-9]?)")
_LOT = re.compile(r"[a-z](?:\([A-Za-z]*\))?([A-Za-z0-9]+|-)")


_USUAL_CUT: Final = "400"
"""The turns of all seats that a game may have if its options say nothing."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What a seat has; cities are called by their letters.

    Attributes:
        route: Its cities from left to right.
        houses: The cities that have one.
        level: Of the best carriage; 0 without one.
        tiles: The points of all tiles.
        known: Cards of the hand that everybody knows.
        own: Cards of the hand that are known here, and not to everybody.
        hidden: How many more cards the hand has, which are not known here.
    """

    route: list[str]
    houses: list[str]
    level: int
    tiles: int
    known: list[str]
    own: list[str]
    hidden: int

    @property
    def houses_left(self) -> int:
        """Those that were not placed; each costs a point."""
        return HOUSES - len(self.houses)

    @property
    def carriage_points(self) -> int:
        """What the best carriage is worth."""
        return CARRIAGES.get(self.level, 0)

    @property
    def hand_size(self) -> int:
        """All cards in the hand."""
        return len(self.known) + len(self.own) + self.hidden


@dataclass(frozen=True, slots=True)
class Table:
    """All of it.

    Attributes:
        options: Those that the text names.
        done: How many turns are over.
        step: What is due: the step of a decision, ``open``, ``card`` or ``over``.
        official: Who was used in this turn, or ``none``.
        drawn: Cards drawn in this turn.
        placed: Cards laid in this turn.
        display: Six places; None where no card lies.
        supply: How many cards are face down.
        discards: The discard pile.
        stacks: How many tiles are left in each of the map's stacks.
        end: The seat that has the tile of the end.
        seats: What each has.
        viewer: Whose view this is; None for that of everybody, and for a position.
    """

    options: dict[str, str]
    done: int
    step: str
    official: str
    drawn: int
    placed: int
    display: list[str | None]
    supply: int
    discards: list[str]
    stacks: list[int]
    end: int | None
    seats: list[Seat]
    viewer: int | None

    @property
    def turn_of(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        return None if self.step == "over" else self.done % len(self.seats)

    @property
    def is_cut(self) -> bool:
        """Whether the game is over because it had as many turns as its options allow."""
        most = int(self.options.get("cut", _USUAL_CUT))
        is_ended = self.end is not None and self.done % len(self.seats) == 0
        return self.step == "over" and 0 < most <= self.done and not is_ended

    @property
    def needs_baiern(self) -> bool:
        """Whether a house in Baiern is needed for the tile of all provinces."""
        return self.options.get("provinces", "9") == "9"


def table_of(view: View) -> Table:
    """What lies on the table, as far as this view of Thurn and Taxis knows it."""
    _, kind, options, done, step, display, supply, discards, stacks, end, seats, _, *viewer = (
        view.text.split(" ")
    )
    due, official, drawn, placed = step.split("/")
    return Table(
        dict(each.split("=", 1) for each in options.split(",")),
        int(done),
        due,
        official,
        int(drawn),
        int(placed),
        [None if each == "-" else each for each in display.split(".")],
        int(supply),
        cards_of(discards),
        [int(each) for each in stacks.split(".")],
        None if end == "-" else int(end),
        [_seat(each) for each in seats.split(":")],
        None if kind == "position" or viewer[0] == "-" else int(viewer[0]),
    )


def cards_of(text: str) -> list[str]:
    """Cards as texts write them: ``AugLin2`` is Augsburg once and Linz twice."""
    return [city for city, copies in _CITY.findall(text) for _ in range(int(copies or 1))]


def _seat(text: str) -> Seat:
    route, houses, level, tiles, known, hidden = text.split("/")
    own, more = _hidden_cards(hidden)
    return Seat(
        cards_of(route), cards_of(houses), int(level), int(tiles), cards_of(known), own, more
    )


def _hidden_cards(text: str) -> tuple[list[str], int]:
    """The cards of all lots that are known here, and how many are not."""
    lots, *played = text.split("~")
    cards: list[str] = []
    count = 0
    for lot in lots.split("+") if lots != "-" else []:
        found = _LOT.fullmatch(lot)
        if found is None:
            raise ValueError(f"{lot!r} is no lot of cards")
        if found[1].isdecimal():
            count += int(found[1])
        else:
            cards += cards_of(found[1])
    # the number of a lot counts cards that were played as long as nobody knows whether it had them
    return sorted(cards), max(count - len(played), 0)
