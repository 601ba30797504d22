"""What lies on the table of Ticket to Ride, and what each viewer has seen of it: for the twin."""

from collections import Counter
from typing import Final

from tests.games.ticket_to_ride.twin_map import LETTERS, POINTS, TICKETS, Route
from tests.games.ticket_to_ride.twin_scoring import final_points

__all__ = ["ALL_CARDS", "DEFAULTS", "SlowTable"]

ALL_CARDS: Final = Counter(dict.fromkeys(LETTERS[:-1], 12) | {"L": 14})
DEFAULTS: Final = {
    "seats": "2",
    "first": "seat0",
    "start": "two_or_three",
    "tickets": "any_time",
    "locos": "any_number",
    "second": "must",
    "shuffle": "at_once",
    "resets": "guard",
}
_THESIS: Final = {"start": "two", "tickets": "when_done", "locos": "fewest", "shuffle": "late"}


class SlowTable:
    """The things of a game, and how they are moved."""

    due: str

    def __init__(self, options: str) -> None:
        self.options = dict(DEFAULTS)
        for option in filter(None, options.split(",")):
            key, _, value = option.partition("=")
            if key == "reading":
                self.options |= _THESIS if value == "thesis" else {}
            else:
                self.options[key] = value
        self.seats = int(self.options["seats"])
        seats = range(self.seats)
        self.first = 0
        self.done = self.drawn = self.passes = 0
        self.turns_left: int | None = None
        self.resets_in_a_row = 0
        self.has_exchanged = self.was_reset = False

        self.deck = Counter(ALL_CARDS)
        self.discards = Counter[str]()
        self.row = ["-"] * 5
        self.hands = [Counter[str]() for _ in seats]
        self.owner: dict[Route, int] = {}
        self.trains = [45] * self.seats

        self.top = set(TICKETS)
        self.queue: list[tuple[int, list[str]]] = []  # who returned it, and what came back together
        self.kept: list[set[str]] = [set() for _ in seats]
        self.offered: list[str] = []
        self.counts_told = 0
        self.shown: set[str] = set()

        viewers = (*seats, None)
        # cards that everybody knows in each hand, and those that a viewer does
        self.known = [Counter[str]() for _ in seats]
        self.known_to = {viewer: [Counter[str]() for _ in seats] for viewer in viewers}
        # what may be in the deck as far as a viewer has seen: as shuffled, less what has left it
        self.deck_left = {viewer: Counter(ALL_CARDS) for viewer in viewers}
        # tickets that a viewer knows in a hand or in the queue
        self.known_held: dict[int | None, list[set[str]]] = {
            viewer: [set() for _ in seats] for viewer in viewers
        }
        self.known_queue: dict[int | None, set[str]] = {viewer: set() for viewer in viewers}

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        if self.done < self.seats:
            return self.done
        return (self.first + self.done - self.seats) % self.seats

    @property
    def shower(self) -> int:
        """Who shows a ticket next."""
        return next(seat for seat in range(self.seats) if self.kept[seat] - self.shown)

    def network(self, seat: int | None = None) -> list[Route]:
        """The routes of a seat, or of the one whose turn it is."""
        wanted = self.seat if seat is None else seat
        own = (route for route, owner in self.owner.items() if owner == wanted)
        return sorted(own, key=lambda route: route.number)

    def tickets_in_deck(self) -> int:
        """Those that are just being drawn are no more in it after the last of them."""
        return len(self.top) + sum(len(packet) for _, packet in self.queue)

    # ------------------------------------------------------------------ train cards

    def shuffle(self) -> None:
        """The discard pile becomes the deck; everybody knows what is in it.

        Who sees hidden cards in one other hand only knows that hand now: what is nowhere else. What
        else somebody knows of hidden cards from earlier decks than the last one may be forgotten.
        """
        self.deck, self.discards = self.discards, self.deck
        for viewer, left in self.deck_left.items():
            left.clear()
            left.update(self.deck)
            others = [seat for seat in range(self.seats) if seat != viewer]
            unknown = [seat for seat in others if +self.hands[seat] != +self.known[seat]]
            for seat in others:
                is_known = unknown == [seat]
                self.known_to[viewer][seat] = +(self.hands if is_known else self.known)[seat]

    def deal_blind(self, card: str, seat: int) -> None:
        """A card goes from the deck to a hand."""
        self.deck[card] -= 1
        self.hands[seat][card] += 1
        self.deck_left[seat][card] -= 1

    def take_openly(self, card: str) -> None:
        """A card that everybody saw comes to the hand."""
        self.hands[self.seat][card] += 1
        for known in (self.known, *self.known_to.values()):
            known[self.seat][card] += 1

    def pay(self, cards: Counter[str]) -> None:
        """Cards of the hand are discarded; of equal ones those that are known go first."""
        self.hands[self.seat].subtract(cards)
        assert min(self.hands[self.seat].values()) >= 0
        self.discards.update(cards)
        for known in (self.known, *self.known_to.values()):
            known[self.seat] -= cards

    # ------------------------------------------------------------------ tickets

    def next_tickets(self) -> set[str]:
        """Those that may come next, of which `offered` are gone already."""
        rest = self.top - set(self.offered)
        if rest:
            return rest
        return next(left for _, each in self.queue if (left := set(each) - set(self.offered)))

    def take_from_ticket_deck(self) -> None:
        """What was drawn leaves the deck, and those who knew where it was know something of it."""
        drawn = set(self.offered)
        self.top -= drawn
        packets = [(seat, set(packet)) for seat, packet in self.queue]
        self.queue = [
            (seat, left)
            for seat, packet in self.queue
            if (left := [ticket for ticket in packet if ticket not in drawn])
        ]
        self.seen_offered: dict[int | None, set[str]] = {}
        split = [packet for _, packet in packets if packet & drawn and packet - drawn]
        for viewer, known in self.known_queue.items():
            if viewer != self.seat:
                known.difference_update(*split)
            self.seen_offered[viewer] = known & drawn
            known.difference_update(drawn)

    def keep(self, kept: set[str]) -> None:
        """Keeps some of what is offered; the others go under the deck."""
        returned = [ticket for ticket in self.offered if ticket not in kept]
        self.kept[self.seat] |= kept
        if returned:
            self.queue.append((self.seat, returned))
            self.known_queue[self.seat].update(returned)
        else:
            for viewer, seen in self.seen_offered.items():
                self.known_held[viewer][self.seat] |= seen
        self.offered = []

    # ------------------------------------------------------------------ points

    def points_on_the_table(self) -> list[int]:
        """Of routes alone."""
        return [
            sum(POINTS[route.length] for route in self.network(seat)) for seat in range(self.seats)
        ]

    def scores(self) -> list[int]:
        """What everybody sees, and when the game is over all of it."""
        return self._result()[0] if self.due == "over" else self.points_on_the_table()

    def ranking(self) -> list[int]:
        """Places: by points, completed tickets, and the bonus."""
        if self.due == "over":
            keys = list(zip(*self._result(), strict=True))
        else:
            keys = [(points, 0, False) for points in self.points_on_the_table()]
        return [1 + sum(other > key for other in keys) for key in keys]

    def _result(self) -> tuple[list[int], list[int], list[bool]]:
        return final_points([self.network(seat) for seat in range(self.seats)], self.kept)
