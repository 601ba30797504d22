"""What happens in a game of Thurn and Taxis, so that tests can say that everything came up."""

from collections.abc import Iterator
from typing import Final

from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_closing import house_choices
from tests.games.thurn_and_taxis.twin_map import (
    CITIES_OF_STACK,
    HOUSES,
    LONGEST_TILE_STACK,
    STACKS,
)

__all__ = ["EVERYTHING", "Moment", "at_the_end"]

EVERYTHING: Final = {
    # moves
    *("administrator", "postmaster", "carrier", "cartwright", "none", "take", "blind"),
    *("start", "left", "right", "scrap", "close", "end", "houses", "keep"),
    # hands and the supply
    *("forced postmaster", "reshuffle", "place left empty", "turn skipped"),
    *("carrier of no use", "route scrapped by the carrier"),
    # closing a route
    *(f"tile of {stack}" for stack in STACKS),
    *("no tile left", "tile of a lower stack", "no house to place", "too few houses"),
    *("carriage", "cartwright of no use"),
    # the end
    *("end by a carriage", "end by houses", "second to come to the end"),
    *("round completed", "cut", "equal points parted", "equal points shared"),
}
"""All that can happen, by the names under which it is counted."""


class Moment:
    """A game just before a ply."""

    def __init__(self, twin: SlowThurnAndTaxis, ply: str) -> None:
        self.ply = ply
        self.seat = twin.seat
        self.due = twin.due
        self.official = twin.official
        self.done = twin.done
        self.supply = twin.supply.total()
        self.route = list(twin.route)
        self.level = twin.levels[self.seat]
        self.houses = set(twin.houses[self.seat])
        self.stacks = {name: len(tiles) for name, tiles in twin.stacks.items()}
        self.end_tile = twin.end_tile

    def happenings(self, twin: SlowThurnAndTaxis) -> Iterator[str]:
        """What the ply did; the twin has made it."""
        if self.due not in {"open", "card"}:
            yield self.ply.partition(":")[0]
        elif self.supply == 0:
            yield "reshuffle"
        if twin.to_move >= 0 and None in twin.display:
            yield "place left empty"
        if twin.done > self.done + 1:
            yield "turn skipped"
        is_new_draw = twin.due == "draw" and self.due not in {"place", "official"}
        if is_new_draw and (twin.official, twin.drawn) == ("postmaster", 0):
            yield "forced postmaster"
        yield from self._carrier(twin)
        yield from self._houses(twin)
        yield from self._tiles(twin)
        yield from self._carriage(twin)

    def _carrier(self, twin: SlowThurnAndTaxis) -> Iterator[str]:
        is_chosen = self.ply == "carrier" and self.due == "finish"
        is_first_card = self.due == "place" and self.official == "carrier"
        if (is_chosen or is_first_card) and not twin.routes[self.seat]:
            yield "route scrapped by the carrier"
        elif is_chosen and twin.due != "place":
            yield "carrier of no use"

    def _houses(self, twin: SlowThurnAndTaxis) -> Iterator[str]:
        if self.due != "finish" or self.ply != "close":
            return
        choices = house_choices(self.route, self.houses, HOUSES - len(self.houses))
        if set() in choices:
            yield "no house to place"
        if choices != house_choices(self.route, self.houses, HOUSES):
            yield "too few houses"
        assert (twin.due == "houses") == (len(choices) > 1)

    def _tiles(self, twin: SlowThurnAndTaxis) -> Iterator[str]:
        for name, cities in CITIES_OF_STACK.items():
            is_new = not self.houses.issuperset(cities)
            if is_new and twin.houses[self.seat].issuperset(cities) and not self.stacks[name]:
                yield "no tile left"
        for name, tiles in twin.stacks.items():
            if len(tiles) < self.stacks[name]:
                yield f"tile of {name}"
                if name.isdigit() and int(name) < min(len(self.route), LONGEST_TILE_STACK):
                    yield "tile of a lower stack"

    def _carriage(self, twin: SlowThurnAndTaxis) -> Iterator[str]:
        level = twin.levels[self.seat]
        if level > self.level:
            yield "carriage"
        elif self.due == "cartwright" and self.ply == "cartwright":
            yield "cartwright of no use"
        is_ready = level == 7 or len(twin.houses[self.seat]) == HOUSES
        if self.end_tile is None and twin.end_tile is not None:
            yield "end by a carriage" if level == 7 else "end by houses"
        elif is_ready and self.end_tile not in {None, self.seat} and twin.done > self.done:
            yield "second to come to the end"


def at_the_end(twin: SlowThurnAndTaxis) -> Iterator[str]:
    """How a game ended."""
    yield "cut" if twin.end_tile is None or twin.seat != 0 else "round completed"
    if len(set(twin.scores())) < twin.seats:
        is_shared = len(set(twin.ranking())) < twin.seats
        yield "equal points shared" if is_shared else "equal points parted"
