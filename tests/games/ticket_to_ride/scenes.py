"""Positions of Ticket to Ride from what a worked example says of them, for the core and the twin.

All cards that an example does not place are in the hand of the last seat, and all tickets that it
does not give to a seat are in the deck.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from carcbot.games.contract import SecretState
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from tests.games.ticket_to_ride.core_text import cards_of
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import LETTERS, ROUTES, TICKETS
from tests.games.ticket_to_ride.twin_table import ALL_CARDS

__all__ = ["Scene", "Table", "cards_text"]

Table = SecretState | SlowTicketToRide


def cards_text(cards: Counter[str]) -> str:
    """As texts write them."""
    found = "".join(f"{card}{n if n > 1 else ''}" for card in LETTERS if (n := cards[card]) > 0)
    return found or "-"


@dataclass(frozen=True)
class Scene:
    """A turn of seat 0 that begins, or what comes after the last turn.

    Attributes:
        options: Options, seats first.
        row: The cards of the row, - for an empty place.
        deck: The cards of the deck, or how many they are.
        discards: The discard pile.
        hand: The cards of seat 0.
        tracks: What each seat has claimed.
        tickets: What each seat keeps; two of the first ones for those of which nothing is said.
        left: Turns left, in the last round.
        held: Tickets that the last seat holds besides.
        is_over: The game is over, and all tickets are shown.
    """

    options: str = "seats=2"
    row: str = "PWBYO"
    deck: str | int = 50
    discards: str = "-"
    hand: str = "-"
    tracks: Mapping[int, Sequence[str]] = field(default_factory=dict)
    tickets: Mapping[int, Sequence[str]] = field(default_factory=dict)
    left: int | None = None
    held: int = 0
    is_over: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.options[len("seats=")])

    def _deck(self) -> Counter[str]:
        if isinstance(self.deck, str):
            return cards_of(self.deck)
        rest = sorted((ALL_CARDS - self._placed()).elements(), key=lambda card: card == "L")
        return Counter(rest[: self.deck])

    def _placed(self) -> Counter[str]:
        return Counter(self.row.replace("-", "")) + cards_of(self.discards) + cards_of(self.hand)

    def hands(self) -> list[Counter[str]]:
        """The cards of each seat."""
        rest = ALL_CARDS - self._placed() - self._deck()
        return [cards_of(self.hand), *[Counter[str]()] * (self.seats - 2), rest]

    def kept(self) -> list[list[str]]:
        """The tickets of each seat."""
        named = {ticket for each in self.tickets.values() for ticket in each}
        rest = iter([ticket for ticket in TICKETS if ticket not in named])
        found = [
            list(self.tickets.get(seat, ())) or [next(rest), next(rest)]
            for seat in range(self.seats)
        ]
        found[-1] += [next(rest) for _ in range(self.held)]
        return [sorted(each, key=list(TICKETS).index) for each in found]

    def core(self) -> SecretState:
        """The position in the core."""
        kept, mark = self.kept(), "!" if self.is_over else ""
        names = list(dict.fromkeys(route.name for route in ROUTES))
        seats = [
            "/".join(
                (
                    ".".join(sorted(self.tracks.get(seat, ()), key=names.index)) or "-",
                    cards_text(hand),
                    "-+-",
                    "+".join(ticket + mark for ticket in kept[seat]),
                )
            )
            for seat, hand in enumerate(self.hands())
        ]
        left = 0 if self.is_over else "-" if self.left is None else self.left
        top = len(TICKETS) - sum(map(len, kept))
        return TICKET_TO_RIDE.parse(
            f"ticket_to_ride/1 position {self.options} {self.seats}"
            f" {'over' if self.is_over else 'turn'}/0/0/0 {'.'.join(self.row)}"
            f" {self._deck().total()} {self.discards} 0/{left} {top}/-/- {':'.join(seats)} -"
        )

    def twin(self) -> SlowTicketToRide:
        """The same in the twin."""
        twin = SlowTicketToRide(self.options)
        twin.done, twin.counts_told = self.seats, self.seats
        twin.due = "over" if self.is_over else "turn"
        twin.row, twin.deck = list(self.row), self._deck()
        twin.discards = cards_of(self.discards)
        twin.hands = self.hands()
        twin.known = [Counter(hand) for hand in twin.hands]
        twin.turns_left = 0 if self.is_over else self.left
        for seat, names in self.tracks.items():
            for name in names:
                route = next(
                    each for each in ROUTES if each.name == name and each not in twin.owner
                )
                twin.owner[route] = seat
                twin.trains[seat] -= route.length
        twin.kept = [set(each) for each in self.kept()]
        twin.top = set(TICKETS) - set().union(*twin.kept)
        return twin

    def both(self) -> tuple[Table, Table]:
        """Of the core and of the twin: facts are facts for both."""
        return self.core(), self.twin()
