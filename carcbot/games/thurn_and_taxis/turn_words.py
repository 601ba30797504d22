"""A turn of Thurn and Taxis in one sentence, as the page says it too (turn-words.js)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from carcbot.games.terminal import listed, say_draws
from carcbot.games.thurn_and_taxis.map import CITIES
from carcbot.games.thurn_and_taxis.table import Seat, Table, cards_of

__all__ = ["TableStep", "say_turn"]

_NUMBERS: Final = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip
_TIMES: Final = ("", "", " twice", " three times")
_END_TILE: Final = 1
"""Points of the tile for who ends the game."""
_PLACES: Final = frozenset({"start", "left", "right", "scrap"})


@dataclass(frozen=True, slots=True)
class TableStep:
    """A decision of a turn.

    Attributes:
        move: What was done, as it was seen.
        before: What lay on the table before it.
        drawn: What was drawn after it, as it was seen.
        has_failed: Whether no second card fitted, for which the carrier was asked.
    """

    move: str
    before: Table
    drawn: str | None
    has_failed: bool = False


def say_turn(steps: Sequence[TableStep], after: Table) -> str:
    """What was drawn, laid, closed and won in a turn, without who did it and the full stop."""
    said = joint = ""
    for clause in _clauses(steps, after):
        said += joint + clause
        joint = "; " if ":" in clause else ", "  # behind a list a comma would go on with it
    return said or "does nothing"


def _clauses(steps: Sequence[TableStep], after: Table) -> Iterator[str]:
    used = {_parts(step.move)[0] for step in steps}
    draws = [draw for step in steps for draw in _draw(step)]
    laid = 0
    for number, step in enumerate(steps):
        kind, what = _parts(step.move)
        if kind == "administrator":
            yield "has the administrator change the display"
        elif kind in {"take", "blind"} and draws:
            yield f"draws {say_draws(draws)}{' with the postmaster' * ('postmaster' in used)}"
            draws = []
        elif kind in _PLACES:
            laid += 1
            yield _laying(step) + " with the carrier" * (laid > 1)
            if step.has_failed:
                laid = 0  # what follows begins anew
        elif kind == "carrier" and step.has_failed:
            seen_next = steps[number + 1].before if number + 1 < len(steps) else after
            yield "has no second card for the carrier" + _loss(step.before, seen_next)
        elif kind == "close":
            yield _closing(steps[number:], after, is_helped="cartwright" in used)
        elif kind in {"keep", "discard"}:
            yield f"{kind}s {_cards(cards_of(what))}"


def _draw(step: TableStep) -> list[str]:
    kind, city = _parts(step.move)
    if kind == "take":
        return [_city(city)]
    if kind != "blind":
        return []
    is_seen = step.drawn is not None and step.drawn != "?"
    return [f"{_city(step.drawn or '') if is_seen else 'one'} from the supply"]


def _laying(step: TableStep) -> str:
    """How a card came to the route, or began it."""
    kind, what = _parts(step.move)
    route, city = _mover(step.before).route, _city(what)
    length = 1 if kind in {"start", "scrap"} else len(route) + 1
    failed = ""
    if step.has_failed:
        given_up = "it" if length == 1 else f"the route of {_number(length)}"
        failed = f"; no second card fits, and {given_up} is given up"
    match kind:
        case "left":
            return f"lays {city} before {_city(route[0])}{failed}"
        case "right":
            return f"lays {city} behind {_city(route[-1])}{failed}"
        case "scrap":
            return f"gives up a route of {_number(len(route))} and begins one in {city}{failed}"
        case _:
            return f"begins a route in {city}{failed}"


def _loss(before: Table, then: Table) -> str:
    """That the route is given up, where the carrier has to lay a card and has none."""
    if then.seats[_turn_of(before)].route:
        return ""
    return f" and gives up a route of {_number(len(_mover(before).route))}"


def _closing(steps: Sequence[TableStep], after: Table, *, is_helped: bool) -> str:
    """How a route is closed, and what it brings; the steps are those from the closing on."""
    before = steps[0].before
    seat = _mover(before)
    then = after.seats[_turn_of(before)]
    houses = [_city(house) for house in then.houses if house not in seat.houses]
    gains = [f"house{'s' * (len(houses) > 1)} in {listed(houses)}" if houses else "no house"]
    if len(houses) == 1:
        gains = [f"a {gains[0]}"]
    if then.level > seat.level:
        gains.append(f"the carriage of {_number(then.level)}{' with the cartwright' * is_helped}")
    has_end = before.end is None and after.end == _turn_of(before)
    if (won := then.tiles - seat.tiles - has_end * _END_TILE) > 0:
        gains.append(f"tiles worth {won}")
    if has_end:
        gains.append("the tile of the end")
    return f"closes {_number(len(seat.route))}: {', '.join(gains)}"


def _turn_of(table: Table) -> int:
    if table.turn_of is None:
        raise ValueError("nobody decides when the game is over")
    return table.turn_of


def _mover(table: Table) -> Seat:
    return table.seats[_turn_of(table)]


def _parts(move: str) -> tuple[str, str]:
    """A move as its kind and the cities behind the colon."""
    kind, _, what = move.replace("!", "", 1).partition(":")
    return kind, what


def _city(letters: str) -> str:
    return CITIES[letters].name


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _cards(cards: Sequence[str]) -> str:
    """Cards in words: ``Linz and Ulm twice``."""
    return listed([_city(each) + _TIMES[cards.count(each)] for each in dict.fromkeys(cards)])
