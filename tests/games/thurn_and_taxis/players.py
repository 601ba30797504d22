"""Ways to play Thurn and Taxis under which everything in its rules comes up.

Each of them chooses among the twin's legal moves. A random player hardly ever closes a long route;
the purposeful one does, and the hoarding ones bring the cards to an end.
"""

import random
from collections.abc import Callable

from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_map import CITIES, NEIGHBOURS

__all__ = ["PLAYERS", "Player", "building", "hoarding", "purposeful", "random_play", "sharing"]

Player = Callable[[SlowThurnAndTaxis, random.Random], str]
"""Chooses a move of the seat to move."""


def random_play(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    """All moves alike."""
    return rng.choice(twin.legal_moves())


def purposeful(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    """Extends the route, closes it when that brings a carriage, and builds many houses.

    In one of thirty decisions it does anything.
    """
    moves = twin.legal_moves()
    if rng.random() < 1 / 30:
        return rng.choice(moves)
    match twin.due:
        case "official":
            move = _official(twin, rng)
        case "draw":
            move = _draw(twin, moves, rng)
        case "place":
            move = _place(twin, moves, rng)
        case "finish":
            move = _finish(twin, moves, rng)
        case "houses":
            move = max(moves, key=len)
        case "cartwright":
            move = "cartwright"
        case _:
            move = rng.choice(moves)
    return move


def _fitting(twin: SlowThurnAndTaxis, *, beyond_hand: bool = False) -> set[str]:
    """Cities that can be attached to the route; or to what can be attached with the hand."""
    ends = {twin.route[0], twin.route[-1]} if twin.route else set(twin.hand_cities())
    found = {city for end in ends for city in NEIGHBOURS[end]} - set(twin.route)
    if beyond_hand:
        found |= {near for city in found if twin.hand[city] for near in NEIGHBOURS[city]}
    return found or set(CITIES)


def _next_level(twin: SlowThurnAndTaxis) -> int:
    return max(3, twin.levels[twin.seat] + 1)


def _official(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    held = _fitting(twin) & set(twin.hand_cities())
    missing = _next_level(twin) - len(twin.route)
    if len(twin.route) >= 2 and 1 < missing <= 3 and held:
        return "cartwright"
    if len(held) > 1:
        return "carrier"
    if not held and not _fitting(twin).intersection(filter(None, twin.display)):
        return rng.choice(["administrator", "postmaster"])
    return rng.choice(["postmaster", "none"])


def _draw(twin: SlowThurnAndTaxis, moves: list[str], rng: random.Random) -> str:
    wanted = _fitting(twin, beyond_hand=True) - set(twin.hand_cities())
    good = [move for move in moves if move.removeprefix("take:") in wanted]
    if good:
        return rng.choice(good)
    if "administrator" in moves and rng.random() < 0.6:
        return "administrator"
    return "blind" if "blind" in moves else rng.choice(moves)


def _place(twin: SlowThurnAndTaxis, moves: list[str], rng: random.Random) -> str:
    attachments = [move for move in moves if move.startswith(("left:", "right:"))]
    if attachments:
        return rng.choice(attachments)
    if "postmaster" in moves and rng.random() < 0.7:
        return "postmaster"
    hand = set(twin.hand_cities())
    starts = [move for move in moves if move.startswith(("start:", "scrap:"))]
    return max(
        starts or moves, key=lambda move: len(hand.intersection(NEIGHBOURS.get(move[6:], ())))
    )


def _finish(twin: SlowThurnAndTaxis, moves: list[str], rng: random.Random) -> str:
    if "carrier" in moves and _fitting(twin) & set(twin.hand_cities()) and rng.random() < 0.7:
        return "carrier"
    is_free = twin.officials == "step" and twin.official == "none"
    reach = len(twin.route) + (2 if is_free or twin.official == "cartwright" else 0)
    is_good = reach >= _next_level(twin) and (len(twin.route) > 4 or rng.random() < 0.4)
    if "close" in moves and (is_good or len(twin.route) >= 7):
        return "close"
    return "end"


def building(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    """Closes short routes through cities without a house, so that the houses come to an end."""
    moves = twin.legal_moves()
    if rng.random() < 1 / 30:
        return rng.choice(moves)
    bare = set(CITIES) - twin.houses[twin.seat]
    if twin.due == "draw":
        wanted = [f"take:{city}" for city in sorted(bare & _fitting(twin))]
        good = [move for move in moves if move in wanted or move == "administrator"]
        return rng.choice(good or moves)
    if twin.due == "place":
        new = [move for move in moves if move[-3:] in bare]
        return rng.choice([move for move in new if not move.startswith("scrap:")] or new or moves)
    if twin.due == "finish":
        is_good = len(bare.intersection(twin.route)) >= min(2, len(bare))
        return "close" if "close" in moves and is_good else rng.choice(moves)
    if twin.due == "cartwright":
        return rng.choice(["none", "cartwright"])
    return max(moves, key=len)


def hoarding(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    """Draws two cards in every turn, and closes nothing; so the cards come to an end."""
    moves = twin.legal_moves()
    for wish in ("postmaster", "blind", "end"):
        if wish in moves and rng.random() < 0.9:
            return wish
    attachments = [move for move in moves if move.startswith(("left:", "right:"))]
    return rng.choice(attachments if attachments and rng.random() < 0.9 else moves)


def sharing(twin: SlowThurnAndTaxis, rng: random.Random) -> str:
    """Seat 0 hoards; the others place what they have, so that a hand is empty often."""
    if twin.seat == 0:
        return hoarding(twin, rng)
    moves = twin.legal_moves()
    if "carrier" in moves and rng.random() < 0.9:
        return "carrier"
    sides = [move for move in moves if move.startswith(("left:", "right:"))]
    return rng.choice(sides or moves)


PLAYERS: dict[str, Player] = {
    "random": random_play,
    "purposeful": purposeful,
    "building": building,
    "hoarding": hoarding,
    "sharing": sharing,
}
