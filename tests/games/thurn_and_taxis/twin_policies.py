"""How good each choice seems: the rules of thumb of Schadd's thesis (4.4.3), from its text alone.

The thesis says high, medium and low; the numbers are those that carcbot decided on. So are the
cases that it leaves out, each with a word here.
"""

from collections import Counter
from copy import deepcopy

from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_closing import house_choices
from tests.games.thurn_and_taxis.twin_map import CARRIAGE_POINTS, HOUSES, NEIGHBOURS
from tests.games.thurn_and_taxis.twin_text import cards_of

__all__ = ["HIGH", "LOW", "MEDIUM", "joined_actions", "merits"]

HIGH, MEDIUM, LOW, EACH_HOUSE = 100, 5, 1, 15


def merits(twin: SlowThurnAndTaxis) -> list[int]:
    """Of each legal move."""
    return [_merit(twin, *move.partition(":")[::2]) for move in twin.legal_moves()]


def joined_actions(twin: SlowThurnAndTaxis) -> Counter[tuple[str, int]]:
    """Where a first card is to be placed, all that the seat may do with its cards, with merits.

    An official that would be of no use is not called.
    """
    found: Counter[tuple[str, int]] = Counter()
    for move in twin.legal_moves():
        if move == "postmaster":
            if twin.can_draw():
                found["postmaster", HIGH] += 1
        else:
            after = _after(twin, move)
            scraps = move.startswith("scrap")
            _second_cards(twin, after, move, found, scraps=scraps)
    return found


def _second_cards(
    before: SlowThurnAndTaxis,
    twin: SlowThurnAndTaxis,
    said: str,
    found: Counter[tuple[str, int]],
    *,
    scraps: bool,
) -> None:
    is_same_turn = twin.done == before.done
    if is_same_turn and twin.due == "place" and not twin.route:
        for move in twin.legal_moves():
            found[said + move.replace("start", " again"), LOW] += 1
        return
    if not is_same_turn and not twin.routes[before.seat]:  # no card was left to start again with
        found[f"{said} again:", LOW] += 1
        return
    if is_same_turn and twin.due == "place":
        for move in twin.legal_moves():
            text = said if move == "none" else f"{said} {move}"
            _endings(before, _after(twin, move), text, found, scraps=scraps)
        return
    _endings(before, twin, said, found, scraps=scraps)
    if is_same_turn and "carrier" in twin.legal_moves():
        called = _after(twin, "carrier")
        if called.done == before.done and called.due == "place" and called.route:
            for move in called.legal_moves():
                after = _after(called, move)
                _endings(before, after, f"{said} {move}", found, scraps=scraps)


def _endings(
    before: SlowThurnAndTaxis,
    twin: SlowThurnAndTaxis,
    said: str,
    found: Counter[tuple[str, int]],
    *,
    scraps: bool,
) -> None:
    found[said, LOW if scraps else MEDIUM] += 1
    if twin.done == before.done and "close" in twin.legal_moves():
        found[f"{said} close", _of_closing(twin)] += 1


def _after(twin: SlowThurnAndTaxis, move: str) -> SlowThurnAndTaxis:
    after = deepcopy(twin)
    after.apply(move)
    return after


def _merit(twin: SlowThurnAndTaxis, what: str, cards: str) -> int:
    match twin.due:
        case "official":
            merit = _of_official(twin, what)
        case "draw":
            useful = max((_of_card(twin, city) for city in twin.display if city), default=LOW)
            other = HIGH if useful == LOW else LOW  # a blind card, or the administrator
            merit = _of_card(twin, cards) if what == "take" else other
        case "place":
            attaching = {"start": MEDIUM, "left": MEDIUM, "right": MEDIUM, "postmaster": HIGH}
            merit = attaching.get(what, LOW)
        case "finish":
            fits = {"carrier": HIGH if _fitting(twin, twin.hand_cities()) else LOW}
            merit = (fits | {"end": MEDIUM}).get(what) or _of_closing(twin)
        case "houses":
            merit = EACH_HOUSE * cards_of(cards).total() or LOW
        case "cartwright":
            helps = _gets_carriage(twin, len(twin.route) + 2)
            helps = helps and not _gets_carriage(twin, len(twin.route))
            merit = HIGH if what == "cartwright" and helps else LOW
        case _:
            merit = _of_keeping(set(cards_of(cards)))
    return merit


def _of_official(twin: SlowThurnAndTaxis, official: str) -> int:
    shown = [city for city in twin.display if city]
    if official == "administrator":
        return LOW if any(_of_card(twin, city) > LOW for city in shown) else HIGH
    if official == "carrier":
        return HIGH if _can_attach_two(twin, shown) else LOW
    if official == "cartwright":  # if the route were closed with one card more
        length = len(twin.route) + 1
        can_close = length >= 3 and _fitting(twin, [*twin.hand_cities(), *shown])
        alone = _gets_carriage(twin, length)
        return HIGH if can_close and not alone and _gets_carriage(twin, length + 2) else LOW
    return HIGH if official == "postmaster" else LOW


def _fitting(twin: SlowThurnAndTaxis, cards: list[str]) -> list[str]:
    """Those of them that can be attached; an empty route takes any."""
    if not twin.route:
        return cards
    near = {*NEIGHBOURS[twin.route[0]], *NEIGHBOURS[twin.route[-1]]}.difference(twin.route)
    return [city for city in cards if city in near]


def _can_attach_two(twin: SlowThurnAndTaxis, shown: list[str]) -> bool:
    """With two cards of the hand, or one of it and one of the display, in either order."""
    hand = twin.hand_cities()
    pairs = {(one, other) for one in hand for other in [*hand, *shown] if one != other}
    for first, second in [*pairs, *(pair[::-1] for pair in pairs)]:
        routes = [[first]] if not twin.route else []
        if twin.route and first not in twin.route:
            if first in NEIGHBOURS[twin.route[0]]:
                routes.append([first, *twin.route])
            if first in NEIGHBOURS[twin.route[-1]]:
                routes.append([*twin.route, first])
        for route in routes:
            near = {*NEIGHBOURS[route[0]], *NEIGHBOURS[route[-1]]}
            if second in near.difference(route):
                return True
    return False


def _of_card(twin: SlowThurnAndTaxis, city: str) -> int:
    if _fitting(twin, [city]):
        return HIGH
    return MEDIUM if any(city in NEIGHBOURS[held] for held in twin.hand_cities()) else LOW


def _gets_carriage(twin: SlowThurnAndTaxis, reach: int) -> bool:
    level = max(3, twin.levels[twin.seat] + 1)
    return level in CARRIAGE_POINTS and reach >= level


def _of_closing(twin: SlowThurnAndTaxis) -> int:
    has_cartwright = twin.official == "cartwright"
    if twin.officials == "step" and twin.official == "none":  # who still can be called
        has_cartwright = True
    if _gets_carriage(twin, len(twin.route) + (2 if has_cartwright else 0)):
        return HIGH
    houses = twin.houses[twin.seat]
    choices = house_choices(twin.route, houses, HOUSES - len(houses))
    return EACH_HOUSE * max(map(len, choices)) or LOW


def _of_keeping(cities: set[str]) -> int:
    """By the roads between them: none, one, or enough for a route of all three."""
    roads = sum(near in cities for city in cities for near in NEIGHBOURS[city]) // 2
    return (LOW, MEDIUM, HIGH)[min(roads, 2)]
