"""Positions of Thurn and Taxis that tests write down, and how they are made and read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_map import CITIES, COPIES, STACKS
from tests.games.thurn_and_taxis.twin_positions import public_fields, public_fields_of, twin_at
from tests.games.thurn_and_taxis.twin_text import cards_of, cards_text

__all__ = [
    "CORE",
    "FULL_STACKS",
    "TWIN",
    "Maker",
    "Played",
    "Shown",
    "SlowSeat",
    "cards",
    "every_other_card",
    "play",
    "position",
]


class Played(Protocol):
    """As much of a game as facts need."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def turn(self) -> int:
        """Which turn it is."""

    @property
    def step(self) -> str:
        """The decision that is due."""

    def legal_moves(self) -> list[str]:
        """What the seat to move may do."""

    def outcomes(self) -> list[tuple[str, int]]:
        """What may be drawn."""

    def apply(self, text: str, /) -> None:
        """A draw or a move."""

    def scores(self) -> list[int]:
        """Points of each seat."""

    def ranking(self) -> list[int]:
        """The place of each seat."""

    def seen(self, text: str, seat: int | None, /) -> str:
        """What a seat sees of a ply."""


@dataclass(frozen=True)
class SlowSeat:
    """A seat as it is written: route from left to right, houses, cards that all know and others."""

    route: str = "-"
    houses: str = "-"
    level: int = 0
    tiles: int = 0
    known: str = "-"
    hidden: str = "-"

    def text(self) -> str:
        """Its part of a position; all hidden cards come from the first deck."""
        hidden = self.hidden if self.hidden == "-" else f"a{self.hidden}"
        parts = (self.route, self.houses, self.level, self.tiles, self.known, hidden)
        return "/".join(map(str, parts))


@dataclass(frozen=True)
class Shown:
    """The public part of a position, out of its text."""

    done: int
    due: str
    official: str
    display: list[str]
    supply: int
    discards: str
    stacks: str
    end: str
    seats: list[SlowSeat]


@dataclass(frozen=True)
class Maker:
    """How a game is made at its beginning or at a position, and its public fields are read."""

    new: Callable[[str], Played]
    at: Callable[[str], Played]
    fields: Callable[[Any], list[str]]

    def shown(self, state: Played) -> Shown:
        """What everybody sees; the hidden cards of seats are left out."""
        done, step, display, supply, discards, stacks, end, *seats = self.fields(state)
        due, official, *_ = step.split("/")
        return Shown(
            int(done),
            due,
            official,
            display.split("."),
            int(supply),
            discards,
            stacks,
            end,
            [
                SlowSeat(route, houses, int(level), int(tiles), known)
                for route, houses, level, tiles, known in (seat.split("/") for seat in seats)
            ],
        )

    def after(self, state: Played, plies: str) -> Shown:
        """What everybody sees after these plies."""
        play(state, plies)
        return self.shown(state)


CORE = Maker(THURN_AND_TAXIS.new, THURN_AND_TAXIS.parse, lambda state: public_fields_of(state.text))
TWIN = Maker(SlowThurnAndTaxis, twin_at, public_fields)

FULL_STACKS = ".".join(str(len(tiles)) for tiles in STACKS.values())
USUAL_DISPLAY = "Wue.Wue.Zue.Zue.Lod.Lod"


def position(
    *seats: SlowSeat,
    options: str = "",
    done: int = 24,
    step: str = "finish/none/1/1",
    display: str = USUAL_DISPLAY,
    discards: str = "-",
    stacks: str = FULL_STACKS,
    end: str = "-",
) -> str:
    """The text of a position; what lies nowhere else is in the supply.

    With an even number of turns that are over, also by 3 and 4, it is the turn of seat 0.
    """
    settings = f"seats={len(seats)},{options}".removesuffix(",")
    out = [display, discards, *(seat.route + seat.known + seat.hidden for seat in seats)]
    supply = COPIES * len(CITIES) - sum(cards_of(each).total() for each in out)
    written = ":".join(seat.text() for seat in seats)
    fields = (settings, done, step, display, supply, discards, stacks, end, written, "-")
    return " ".join(map(str, ("thurn_and_taxis/1", "position", *fields)))


def every_other_card(*out: str) -> list[str]:
    """All cards but these, in their order."""
    rest = cards_of("".join(f"{city}{COPIES}" for city in CITIES))
    for each in out:
        rest -= cards_of(each)
    return sorted(rest.elements())


def play(state: Played, plies: str) -> None:
    """Applies plies, with spaces between them."""
    for ply in plies.split():
        state.apply(ply)


def cards(names: list[str]) -> str:
    """Cards as a text."""
    return cards_text(names)
