"""Thurn and Taxis once more, in plain Python, from the rules alone: slow, and not the core's way.

Here is how a game goes on. What lies on the table stands in `twin_table.py`, what a closing leaves
to choose in `twin_closing.py`; `twin_positions.py` makes a game from the text of a position.
"""

from collections import Counter
from copy import deepcopy

from carcbot.games.contract import CHANCE, OVER
from tests.games.thurn_and_taxis.twin_closing import house_choices, kept_hands, route_tile_stack
from tests.games.thurn_and_taxis.twin_map import (
    CARRIAGE_POINTS,
    CITIES,
    CITIES_OF_STACK,
    HOUSES,
    NEIGHBOURS,
    PLACES,
    PROVINCES,
)
from tests.games.thurn_and_taxis.twin_table import SlowTable
from tests.games.thurn_and_taxis.twin_text import cards_of, cards_text

__all__ = ["SlowThurnAndTaxis"]

HAND_LIMIT = 3
OFFICIALS = ("administrator", "postmaster", "carrier", "cartwright", "none")


class SlowThurnAndTaxis(SlowTable):
    """A game from its beginning on, with these options."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        if self.due == "over":
            return OVER
        return CHANCE if self.due in {"open", "card"} else self.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.due == "over"

    @property
    def turn(self) -> int:
        """Which turn of the game it is, from 1; at the end that of the last one."""
        return self.done + (not self.over)

    @property
    def step(self) -> str:
        """The decision that is due, if a seat is to move."""
        return self.due if self.to_move >= 0 else ""

    # ------------------------------------------------------------------ choices and draws

    def outcomes(self) -> list[tuple[str, int]]:
        """What may be drawn, with how many cards there are of it."""
        if self.to_move != CHANCE:
            return []
        source = self.supply if self.supply.total() else self.discards
        return [(city, source[city]) for city in CITIES if source[city]]

    def legal_moves(self) -> list[str]:
        """What the seat to move may do, in the order of the protocol."""
        match self.due:
            case "official":
                moves = list(OFFICIALS)
            case "draw":
                moves = self._draw_moves()
            case "place":
                moves = self._place_moves()
            case "finish":
                moves = self._finish_moves()
            case "houses":
                moves = [f"houses:{cards_text(each)}" for each in self._house_choices()]
            case "cartwright":
                moves = ["cartwright", "none"]
            case "keep":
                moves = [f"keep:{cards_text(each)}" for each in kept_hands(self.hand)]
            case _:
                moves = []
        return moves

    def _draw_moves(self) -> list[str]:
        moves = [f"take:{city}" for city in CITIES if city in self.display]
        if self.can_draw_blind():
            moves.append("blind")
        unused = self.officials == "step" and self.official == "none" and self.drawn == 0
        if unused and (any(self.display) or self.useless == "offered"):
            moves.append("administrator")
        return moves

    def _attachments(self) -> list[str]:
        """Where a card of the hand fits at an end of the route: first all that do at the left."""
        if not self.route:
            return []
        ends = {"left": self.route[0], "right": self.route[-1]}
        if len(self.route) == 1 and self.one_card == "once":
            del ends["left"]
        return [
            f"{side}:{city}"
            for side, end in ends.items()
            for city in self.hand_cities()
            if city in NEIGHBOURS[end] and city not in self.route
        ]

    def _place_moves(self) -> list[str]:
        is_second = self.official == "carrier" and self.placed > 0
        if not self.route:
            moves = [f"start:{city}" for city in self.hand_cities()]
        elif is_second:
            moves = self._attachments()
            if self.officials == "start" and self.carrier == "optional":
                moves.append("none")
        else:
            moves = self._attachments() + [f"scrap:{city}" for city in self.hand_cities()]
        unused = self.officials == "step" and self.official == "none"
        if unused and (self.can_draw() or self.useless == "offered"):
            moves.append("postmaster")
        return moves

    def _finish_moves(self) -> list[str]:
        moves = ["close", "end"] if len(self.route) >= 3 else ["end"]
        if self._may_have_carrier() and (self._attachments() or self.useless == "offered"):
            moves.insert(0, "carrier")
        return moves

    def _may_have_carrier(self) -> bool:
        """As far as everybody knows, who may not know whether a card of the hand fits."""
        return self.officials == "step" and self.official == "none" and self.hand.total() > 0

    def _house_choices(self) -> list[set[str]]:
        houses = self.houses[self.seat]
        return house_choices(self.route, houses, HOUSES - len(houses))

    # ------------------------------------------------------------------ what a ply does

    def apply(self, text: str) -> None:
        """A draw, or a move in the text of `legal_moves`."""
        if self.due == "open":
            self.display[self.display.index(None)] = self._drawn_card(text)
            self._fill_display()
        elif self.due == "card":
            self.hand[self._drawn_card(text)] += 1
            self.drawn += 1
            self._after_draw()
        else:
            assert text in self.legal_moves(), text
            what, _, cards = text.partition(":")
            if self.due == "official":
                self._choose_official(what)
            elif self.due == "draw":
                self._draw(what, cards)
            elif self.due == "place":
                self._place(what, cards)
            elif self.due == "finish":
                self._finish(what)
            elif self.due == "houses":
                self._build(set(cards_of(cards)))
            elif self.due == "cartwright":
                self.official = what
                self._take_carriage()
            else:
                for city in (self.hand - cards_of(cards)).elements():
                    self._lose(city)
                    self.discards[city] += 1
                self._end_closing()

    def _drawn_card(self, city: str) -> str:
        if not self.supply.total():
            self.supply, self.discards = self.discards, self.supply
            self.deck_left = {viewer: Counter(self.supply) for viewer in self.deck_left}
        assert self.supply[city], city
        self.supply[city] -= 1
        for viewer, left in self.deck_left.items():
            if self.due == "open" or viewer == self.seat:
                left[city] -= 1
        return city

    def _lose(self, city: str) -> None:
        """A card leaves the hand: one that is known, if one of the city is."""
        assert self.hand[city], city
        self.hand[city] -= 1
        if self.known_cards[self.seat][city]:
            self.known_cards[self.seat][city] -= 1

    def _fill_display(self) -> None:
        """Opens a card, or goes on where the turn was when the display had to be filled."""
        if None in self.display and self.can_draw_blind():
            self.due = "open"
        elif self.drawn:
            self._after_draw()
        elif self.official == "administrator":
            self._ask_draw()
        else:
            self._begin_decisions()

    def _begin_decisions(self) -> None:
        is_empty = not self.hand.total()
        if is_empty and not self.can_draw():
            self._skip_turn()
        elif is_empty:
            self.official = "postmaster"
            self._ask_draw()
        elif self.officials == "start":
            self.due = "official"
        else:
            self._ask_draw()

    def _skip_turn(self) -> None:
        if any(hand.total() for hand in self.hands):
            self._end_turn()
        else:
            self.due = "over"

    def _choose_official(self, official: str) -> None:
        self.official = official
        if official == "administrator":
            self._administrate()
        else:
            self._ask_draw()

    def _administrate(self) -> None:
        self.official = "administrator"
        self.discards.update(city for city in self.display if city)
        self.display = [None] * PLACES
        self._fill_display()

    def _ask_draw(self) -> None:
        if self.can_draw():
            self.due = "draw"
        else:
            self._after_draw()

    def _draw(self, what: str, city: str) -> None:
        if what == "administrator":
            self._administrate()
        elif what == "blind":
            self.due = "card"
        else:
            self.display[self.display.index(city)] = None
            self.hand[city] += 1
            self.known_cards[self.seat][city] += 1
            self.drawn += 1
            self._fill_display()

    def _after_draw(self) -> None:
        is_second_due = self.official == "postmaster" and self.drawn < 2 and self.can_draw()
        self.due = "draw" if is_second_due else "place"

    def _place(self, what: str, city: str) -> None:
        if what == "postmaster":
            self.official = what
            self._ask_draw()
            return
        if what == "none":
            self._ask_finish()
            return
        self._lose(city)
        self.placed += 1
        if what == "scrap":
            self._discard_route()
        self.route.insert(0 if what == "left" else len(self.route), city)
        if self.official == "carrier" and self.placed == 1:
            self._ask_second_card()
        else:
            self._ask_finish()

    def _discard_route(self) -> None:
        self.discards.update(self.route)
        self.route.clear()

    def _ask_second_card(self) -> None:
        """For the carrier; so that nobody is told what fits, a choice may be asked that is none."""
        is_asked = self.officials == "start" and self.carrier == "optional"
        if self._attachments() or (is_asked and self.hand.total()):
            self.due = "place"
        elif self.carrier == "optional":
            self._ask_finish()
        else:
            self._discard_route()
            if self.hand.total():
                self.due = "place"
            else:
                self._end_turn()

    def _ask_finish(self) -> None:
        if len(self.route) >= 3 or self._may_have_carrier():
            self.due = "finish"
        else:
            self._end_turn()

    def _finish(self, what: str) -> None:
        if what == "end":
            self._end_turn()
        elif what == "carrier":
            self.official = what
            self._ask_second_card()
        elif len(choices := self._house_choices()) > 1:
            self.due = "houses"
        else:
            self._build(choices[0])

    # ------------------------------------------------------------------ closing a route

    def _build(self, cities: set[str]) -> None:
        houses = self.houses[self.seat]
        had = set(houses)
        houses |= cities
        for stack, wanted in CITIES_OF_STACK.items():
            if houses.issuperset(wanted) and not had.issuperset(wanted):
                self._take_tile(stack)
        if self._is_everywhere(houses) and not self._is_everywhere(had):
            self._take_tile("all provinces")
        if stack_of_route := route_tile_stack(len(self.route), self.stacks):
            self._take_tile(stack_of_route)
        unused = self.officials == "step" and self.official == "none"
        missing = self._next_level() - len(self.route)
        if unused and (missing in {1, 2} or self.useless == "offered"):
            self.due = "cartwright"
        else:
            self._take_carriage()

    def _is_everywhere(self, houses: set[str]) -> bool:
        """Whether there is a house in each province that the tile for all of them needs."""
        return all(
            houses.intersection(cities)
            for province, cities in PROVINCES.items()
            if province != "Baiern" or self.provinces == 9
        )

    def _take_tile(self, stack: str) -> None:
        if self.stacks[stack]:
            self.tiles[self.seat] += self.stacks[stack].pop(0)

    def _next_level(self) -> int:
        return max(3, self.levels[self.seat] + 1)

    def _take_carriage(self) -> None:
        reach = len(self.route) + (2 if self.official == "cartwright" else 0)
        if self._next_level() in CARRIAGE_POINTS and reach >= self._next_level():
            self.levels[self.seat] = self._next_level()
        self._discard_route()
        if self.hand.total() > HAND_LIMIT:
            self.due = "keep"
        else:
            self._end_closing()

    def _end_closing(self) -> None:
        is_first = self.end_tile is None
        if is_first and (self.levels[self.seat] == 7 or len(self.houses[self.seat]) == HOUSES):
            self.end_tile = self.seat
            self.tiles[self.seat] += 1
        self._end_turn()

    def _end_turn(self) -> None:
        self.done += 1
        self.official, self.drawn, self.placed = "none", 0, 0
        is_last = self.end_tile is not None and self.seat == 0
        is_cut = self.cut > 0 and self.done >= self.cut
        if is_last or is_cut:
            self.due = "over"
        else:
            self._fill_display()

    def seen(self, text: str, seat: int | None) -> str:
        """What a seat sees of a ply that is about to be made; None: everybody at the table."""
        if self.due == "card" and seat != self.seat:
            return "?"
        if self.due == "keep" and seat != self.seat:
            gone = self.hand - cards_of(text.removeprefix("keep:"))
            return f"discard:{cards_text(gone)}"
        return f"{text}!" if self._carrier_fails(text) else text

    def _carrier_fails(self, text: str) -> bool:
        """Whether all see by this move that no second card fits."""
        if text == "carrier" and self.due == "finish":
            return not self._attachments()
        is_first_card = self.due == "place" and self.official == "carrier" and self.placed == 0
        if not is_first_card or self.carrier == "optional":
            return False
        after = deepcopy(self)
        after.apply(text)
        return not after.routes[self.seat]
