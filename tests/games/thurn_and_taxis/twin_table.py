"""What lies on the table in Thurn and Taxis, what is seen of it and what it is worth, for its twin.

Cards are counted by city, routes are lists, houses are sets.
"""

from collections import Counter

from tests.games.thurn_and_taxis.twin_map import (
    CARRIAGE_POINTS,
    CITIES,
    COPIES,
    HOUSES,
    PLACES,
    STACKS,
)
from tests.games.thurn_and_taxis.twin_text import options_of

__all__ = ["SlowTable"]


class SlowTable:
    """The table with these options before anything has happened.

    `due` is the name of a step, or `open` (a card for the display), `card` (a blind one) or `over`.
    """

    def __init__(self, options: str = "") -> None:
        chosen = options_of(options)
        self.seats = int(chosen["seats"])
        self.officials = chosen["officials"]
        self.useless = chosen["useless"]
        self.carrier = chosen["carrier"]
        self.ties = chosen["ties"]
        self.one_card = chosen["one_card"]
        self.provinces = int(chosen["provinces"])
        self.cut = int(chosen["cut"])
        self.supply = Counter(dict.fromkeys(CITIES, COPIES))
        self.discards: Counter[str] = Counter()
        self.deck_left: dict[int | None, Counter[str]] = {
            viewer: Counter(self.supply) for viewer in (*range(self.seats), None)
        }
        self.display: list[str | None] = [None] * PLACES
        self.stacks = {name: list(points) for name, points in STACKS.items()}
        self.hands: list[Counter[str]] = [Counter() for _ in range(self.seats)]
        self.known_cards: list[Counter[str]] = [Counter() for _ in range(self.seats)]
        self.routes: list[list[str]] = [[] for _ in range(self.seats)]
        self.houses: list[set[str]] = [set() for _ in range(self.seats)]
        self.levels = [0] * self.seats
        self.tiles = [0] * self.seats
        self.end_tile: int | None = None
        self.done = 0
        self.official = "none"
        self.drawn = 0
        self.placed = 0
        self.due = "open"

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.done % self.seats

    @property
    def hand(self) -> Counter[str]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def route(self) -> list[str]:
        """The route of the seat whose turn it is, from left to right."""
        return self.routes[self.seat]

    def hand_cities(self) -> list[str]:
        """The cities of that hand, each once."""
        hand = self.hand
        return [city for city in CITIES if hand[city]]

    def can_draw_blind(self) -> bool:
        """Whether the supply has a card, or the discard pile, which becomes the supply."""
        return self.supply.total() + self.discards.total() > 0

    def can_draw(self) -> bool:
        """Whether there is a card for a hand: one that lies open, or a blind one."""
        return any(self.display) or self.can_draw_blind()

    def scores(self) -> list[int]:
        """Points of each seat as things stand."""
        return [
            CARRIAGE_POINTS[level] + tiles - (HOUSES - len(houses))
            for level, tiles, houses in zip(self.levels, self.tiles, self.houses, strict=True)
        ]

    def ranking(self) -> list[int]:
        """The place of each seat; equal points are parted by who comes first after the end tile."""
        keys = [(-points, 0) for points in self.scores()]
        if self.ties == "official" and self.end_tile is not None:
            keys = [
                (-points, (seat - self.end_tile) % self.seats)
                for seat, points in enumerate(self.scores())
            ]
        return [1 + sum(other < key for other in keys) for key in keys]

    def known(self, seat: int) -> Counter[str]:
        """Cards of this hand that everybody has seen being taken."""
        return +self.known_cards[seat]

    def possible(self, viewer: int | None) -> Counter[str]:
        """All cards that the viewer has not seen: the supply, and what others drew blind."""
        unseen = Counter(self.supply)
        for seat, hand in enumerate(self.hands):
            if seat != viewer:
                unseen += hand - self.known_cards[seat]
        return +unseen

    def possible_supply(self, viewer: int | None) -> Counter[str]:
        """Cards of which the supply is a part for all the viewer knows: he saw none of them drawn.

        What became the supply was discarded, so everybody knows what was in it.
        """
        return +self.deck_left[viewer]
