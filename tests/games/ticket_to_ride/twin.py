"""Ticket to Ride once more, in plain Python, from the rules alone: slow, and not the core's way.

Here is how a game goes on. What lies on the table and who knows what of it stands in
`twin_table.py`, the final scoring in `twin_scoring.py`.
"""

from collections import Counter
from itertools import combinations

from carcbot.games.contract import CHANCE, OVER
from tests.games.ticket_to_ride.twin_map import BESIDE, LETTERS, ROUTES, TICKETS, TRACKS, Route
from tests.games.ticket_to_ride.twin_scoring import is_completed
from tests.games.ticket_to_ride.twin_table import SlowTable

__all__ = ["SlowTicketToRide"]

DRAWS = {"first", "hand", "row", "blind", "ticket", "count", "show"}
"""What chance does."""


class SlowTicketToRide(SlowTable):
    """A game from its beginning on, with these options."""

    def __init__(self, options: str = "") -> None:
        super().__init__(options)
        self.due = "first"
        if self.options["first"] == "seat0":
            self._deal()

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        if self.due == "over":
            return OVER
        return CHANCE if self.due in DRAWS else self.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.due == "over"

    @property
    def turn(self) -> int:
        """Which turn of the game it is, from 1; at the end that of the last one."""
        return self.done + (self.due not in {"show", "over"})

    @property
    def step(self) -> str:
        """The decision that is due, if a seat is to move."""
        return self.due if self.to_move >= 0 else ""

    # ------------------------------------------------------------------ choices and draws

    def outcomes(self) -> list[tuple[str, int]]:
        """What may be drawn, with weights."""
        match self.due:
            case "first":
                return [(f"seat{seat}", 1) for seat in range(self.seats)]
            case "hand" | "row" | "blind":
                return [(card, self.deck[card]) for card in LETTERS if self.deck[card]]
            case "ticket":
                packet = self.next_tickets()
                return [(ticket, 1) for ticket in TICKETS if ticket in packet]
            case "count":
                return [(f"kept{len(self.kept[self.counts_told])}", 1)]
            case "show":
                rest = self.kept[self.shower] - self.shown
                return [(ticket, 1) for ticket in TICKETS if ticket in rest]
            case _:
                return []

    def legal_moves(self) -> list[str]:
        """What the seat to move may do, in no order that means anything."""
        match self.due:
            case "start":
                numbers = (2,) if self.options["start"] == "two" else (2, 3)
                moves = self._keeps(numbers, set())
            case "keep":
                moves = self._keeps((1, 2, 3), self._forced_tickets())
            case "turn":
                moves = self._turn_moves()
            case "second":
                moves = self._draws(second=True)
                if self.options["second"] == "may":
                    moves.append("stop")
            case _:
                moves = []
        return moves

    def _forced_tickets(self) -> set[str]:
        """In the thesis's reading completed tickets are kept."""
        if self.options["tickets"] == "any_time":
            return set()
        return {each for each in self.offered if is_completed(each, self.network())}

    def _keeps(self, numbers: tuple[int, ...], forced: set[str]) -> list[str]:
        in_order = [ticket for ticket in TICKETS if ticket in self.offered]
        return [
            "keep:" + "+".join(kept)
            for number in numbers
            for kept in combinations(in_order, number)
            if forced <= set(kept)
        ]

    def _draws(self, *, second: bool) -> list[str]:
        moves = [f"take:{card}" for card in LETTERS if card in self.row]
        if second and "take:L" in moves:
            moves.remove("take:L")
        if self.deck.total() or self.discards.total():
            moves.append("blind")
        return moves

    def _turn_moves(self) -> list[str]:
        rest = self._draws(second=False) + self._claims()
        has_tickets = self.tickets_in_deck() > 0
        if self.options["tickets"] == "any_time":
            moves = rest + ["tickets"] * has_tickets
        else:
            all_done = all(is_completed(each, self.network()) for each in self.kept[self.seat])
            wants = all_done and self.turns_left is None
            moves = ["tickets"] if has_tickets and (wants or not rest) else rest
        return moves or ["pass"]

    def claimable(self, seat: int) -> list[Route]:
        """Routes that are open to a seat, whatever it can pay; of gray twins each one."""
        found = []
        for route in ROUTES:
            if route in self.owner:
                continue
            owners = {self.owner[each] for each in BESIDE[route] if each in self.owner}
            if owners and (self.seats < 4 or seat in owners):
                continue
            found.append(route)
        return found

    def _claims(self) -> list[str]:
        hand = self.hands[self.seat]
        locos = hand["L"]
        moves = []
        for route in self.claimable(self.seat):
            if route.length > self.trains[self.seat]:
                continue
            payments = [
                (colour, cards)
                for colour in LETTERS[:-1]
                if route.colour in {"", colour}
                for cards in range(max(1, route.length - locos), route.length + 1)
                if cards <= hand[colour]
            ]
            if self.options["locos"] == "fewest":
                most = dict(payments)  # the last of each colour has the most cards of it
                payments = list(most.items())
            if locos >= route.length and not (payments and self.options["locos"] == "fewest"):
                payments.append(("L", route.length))
            for colour, cards in payments:
                others = 0 if colour == "L" else route.length - cards
                text = f"{colour}{cards if cards > 1 else ''}"
                if others:
                    text += f"L{others if others > 1 else ''}"
                moves.append(f"claim:{route.name}:{text}")
        return list(dict.fromkeys(moves))

    # ------------------------------------------------------------------ what a ply does

    def apply(self, text: str) -> None:
        """A draw, or a move in the text of `legal_moves`."""
        self.was_reset = False
        if self.to_move == CHANCE:
            assert text in dict(self.outcomes()), text
        else:
            assert text in self.legal_moves(), text
        getattr(self, f"_{self.due}")(text)

    def _first(self, text: str) -> None:
        self.first = int(text[-1])
        self._deal()

    def _deal(self) -> None:
        if min(hand.total() for hand in self.hands) < 4:
            self.due = "hand"
        else:
            self._settle()

    def _hand(self, card: str) -> None:
        seat = next(seat for seat in range(self.seats) if self.hands[seat].total() < 4)
        self.deal_blind(card, seat)
        self._deal()

    def _row(self, card: str) -> None:
        self.row[self.row.index("-")] = card
        self.deck[card] -= 1
        for left in self.deck_left.values():
            left[card] -= 1
        self._settle()

    def _settle(self) -> None:
        """Fills the row, resets it if it has to be, and goes on with the turn."""
        while True:
            wants = self.options["shuffle"] == "at_once" or "-" in self.row
            if wants and not self.deck.total() and self.discards.total():
                self.shuffle()
            if "-" in self.row and self.deck.total():
                self.due = "row"
                return
            if not self._resets():
                break
            self._reset()
        self.resets_in_a_row = 0
        self.has_exchanged = False
        if self.done < self.seats:
            self._ask_tickets()
        elif self.drawn == 1 and self._draws(second=True):
            self.due = "second"
        else:
            self._end_turn()

    def _resets(self) -> bool:
        if self.row.count("L") < 3:
            return False
        if self.options["resets"] == "limit3":
            return self.resets_in_a_row < 3
        others = self.deck + self.discards
        outside = others + Counter(card for card in self.row if card != "-")
        plain = outside.total() - outside["L"]
        wanted = min(5, outside.total()) - 2
        return plain >= wanted and others.total() > 0 and not self.has_exchanged

    def _reset(self) -> None:
        is_at_once = self.options["shuffle"] == "at_once"
        # five cards lie in the row and five in the deck, and no others: they will change places
        self.has_exchanged = (
            is_at_once
            and "-" not in self.row
            and ((self.deck.total(), self.discards.total()) == (5, 0))
        )
        self.discards.update(card for card in self.row if card != "-")
        self.row = ["-"] * 5
        self.resets_in_a_row += 1
        self.was_reset = True

    def _ask_tickets(self) -> None:
        self.offered = []
        self.due = "ticket"

    def _ticket(self, ticket: str) -> None:
        wanted = min(3, self.tickets_in_deck())
        self.offered.append(ticket)
        if len(self.offered) == wanted:
            self.take_from_ticket_deck()
            self.due = "start" if self.done < self.seats else "keep"

    def _start(self, text: str) -> None:
        self.keep(set(text.removeprefix("keep:").split("+")))
        self.done += 1
        if self.done < self.seats:
            self._ask_tickets()
        else:
            self.due = "count"

    def _count(self, _: str) -> None:
        self.counts_told += 1
        if self.counts_told == self.seats:
            self.due = "turn"

    def _keep(self, text: str) -> None:
        self.keep(set(text.removeprefix("keep:").split("+")))
        self._end_turn()

    def _turn(self, text: str) -> None:
        what, _, rest = text.partition(":")
        if what == "tickets":
            self._ask_tickets()
        elif what == "pass":
            self._end_turn(passes=True)
        elif what == "claim":
            self._claim(rest)
        else:
            self._draw(what, rest)

    def _second(self, text: str) -> None:
        what, _, rest = text.partition(":")
        if what == "stop":
            self._end_turn()
        else:
            self._draw(what, rest)

    def _draw(self, what: str, card: str) -> None:
        if what == "blind":
            if not self.deck.total():
                self.shuffle()
            self.due = "blind"
            return
        self.row[self.row.index(card)] = "-"
        self.take_openly(card)
        self.drawn = 2 if card == "L" else self.drawn + 1
        self._settle()

    def _blind(self, card: str) -> None:
        self.deal_blind(card, self.seat)
        self.drawn += 1
        self._settle()

    def _claim(self, text: str) -> None:
        name, _, cards = text.partition(":")
        route = next(each for each in self.claimable(self.seat) if each.name == name)
        payment = Counter[str]()
        for place, letter in enumerate(cards):
            if letter in LETTERS:
                number = cards[place + 1 : place + 2]
                payment[letter] = int(number) if number.isdigit() else 1
        self.pay(payment)
        self.owner[route] = self.seat
        self.trains[self.seat] -= route.length
        self.drawn = 2
        self._settle()

    def _end_turn(self, *, passes: bool = False) -> None:
        self.passes = self.passes + 1 if passes else 0
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.trains[self.seat] <= 2:
            self.turns_left = self.seats
        self.done += 1
        self.drawn = 0
        if self.turns_left == 0 or self.passes == self.seats:
            self._show_next()
        else:
            self.due = "turn"

    def _show_next(self) -> None:
        self.due = "show" if any(kept - self.shown for kept in self.kept) else "over"

    def _show(self, ticket: str) -> None:
        self.shown.add(ticket)
        self._show_next()

    # ------------------------------------------------------------------ who sees what

    def seen(self, ply: str, viewer: int | None) -> str:
        """What a seat sees of a ply that is about to be made, but for a reset; None: everybody."""
        if self.due == "hand":
            owner = next(seat for seat in range(self.seats) if self.hands[seat].total() < 4)
        else:
            owner = self.seat
        is_own = viewer == owner
        if self.due in {"hand", "blind", "ticket"} and not is_own:
            told = "?"
        elif self.due == "start" and not is_own:
            told = "keep"
        elif self.due == "keep" and not is_own:
            told = f"keep{ply.count('+') + 1}"
        else:
            told = ply
        return told

    def tracks(self, seat: int) -> list[str]:
        """Its routes as texts name them, in their order."""
        names = {route.name for route in self.network(seat)}
        return [name for name in TRACKS if name in names]
