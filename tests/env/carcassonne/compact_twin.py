"""The compact observation once more, slowly, from what the twin of the rules finds on the table."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.twin.features import Feature, feature_at, neighbour_count
from tests.twin.scoring import (
    _completed_cities,
    _completed_value,
    _incomplete_value,
    _owners,
    _strengths,
    totals,
)
from tests.twin.state import Twin
from tests.twin.tiles import copies

TOLD = {"city": 6, "road": 4, "field": 4, "cloister or garden": 4}
PLURALS = {"city": "cities", "road": "roads", "field": "fields"}


@dataclass(frozen=True)
class Area:
    """A feature that is not complete, as players see it from a seat.

    Attributes:
        kind: city, road, field, or "cloister or garden".
        points: What the final scoring would pay.
        facts: All else that is told of it, but for figures, in the order in which it decides.
        figures: The strength of each player there.
        owners: The players who would get the points.
    """

    kind: str
    points: int
    facts: tuple[tuple[str, float], ...]
    figures: tuple[int, ...]
    owners: tuple[int, ...]


def twin_numbers(twin: Twin, first: int) -> dict[str, float]:
    """Every number that is not 0, by its name, as seen from this seat."""
    seats = twin.options.seats
    box = copies(twin.options.expansions)
    if twin.options.has_river and twin.options.river_start_tile == "removed":
        box = {kind: count - (kind == "D") for kind, count in box.items()}
    bag = twin.bag()
    told = {"tiles left": sum(bag.values()) / sum(box.values())}
    told |= {f"left: {kind}": count / box[kind] for kind, count in bag.items()}
    if twin.hand is not None:
        told[f"in hand: {twin.hand}"] = 1
    final = twin.virtual_scores()
    in_play = totals([each for each in twin.breakdown() if each.turn is not None], seats)
    for player in range(seats):
        seat = (first + player) % seats
        small, big, abbot = twin.supplies()[seat]
        for what, number in (
            ("points", in_play[seat] / 10),
            ("points if it ended now", final[seat] / 10),
            ("meeples left", small / 7),
            ("big meeple left", big),
            ("abbot left", abbot),
            ("turn", twin.phase != "end" and twin.seat == seat),
        ):
            told[f"{what} of player {player}"] = float(number)
    areas = list(_areas(twin, first))
    for area in areas:
        if area.kind in PLURALS:
            _sum_up(told, area, seats)
    for kind, most in TOLD.items():
        occupied = [area for area in areas if area.kind == kind and area.owners]
        occupied.sort(
            key=lambda area: (area.points, _ranks(area), area.figures[::-1]), reverse=True
        )
        for place, area in enumerate(occupied[:most], 1):
            told |= {f"{kind} {place}: {what}": number for what, number in area.facts}
            told[f"{kind} {place}: points"] = area.points / 10
            for player, strength in enumerate(area.figures):
                told[f"{kind} {place}: figures of player {player}"] = strength
    return {name: number for name, number in told.items() if number}


def _ranks(area: Area) -> tuple[float, ...]:
    """What decides between areas that are worth the same."""
    facts = dict(area.facts)
    order = ("cathedral", "inn", "pennants", "tiles", "open ends", "abbot")
    return tuple(facts.get(name, 0) for name in order)


def _sum_up(told: dict[str, float], area: Area, seats: int) -> None:
    whose = "nobody"
    if area.owners:
        whose = f"player {area.owners[0]}" if len(area.owners) == 1 else "several"
    assert len(area.owners) <= seats
    where = f"{PLURALS[area.kind]} owned by {whose}"
    told[where] = told.get(where, 0) + 0.1
    told[f"points of {where}"] = told.get(f"points of {where}", 0) + area.points / 10
    open_ends = dict(area.facts).get("open ends", 0)
    if area.kind != "field":
        told[f"open ends of {where}"] = told.get(f"open ends of {where}", 0) + open_ends


def _areas(twin: Twin, first: int) -> Iterator[Area]:
    """Every feature on the table that is not complete, each once; cloisters only with a figure."""
    seen: set[Feature] = set()
    for cell, layout in twin._board.items():
        for index in range(len(layout.segments)):
            feature = feature_at(twin._board, (cell, index))
            if feature in seen or feature.complete:
                continue
            seen.add(feature)
            yield from _described(twin, feature, first)


def _described(twin: Twin, feature: Feature, first: int) -> Iterator[Area]:
    board, seats = twin._board, twin.options.seats
    strengths = _strengths(feature, twin._figures)
    figures = [strengths[(first + player) % seats] for player in range(seats)]
    owners = sorted((seat - first) % seats for seat in _owners(strengths)) if strengths else []
    segments = feature.segments(board)
    if feature.kind in ("cloister", "garden"):
        if not strengths:
            return
        abbot = any(each.size == "abbot" for each in feature.figures(twin._figures).values())
        points = 1 + neighbour_count(board, feature.tiles[0])
        one = [min(number, 1) for number in figures]  # here even a big meeple is but one figure
        facts = (("abbot", float(abbot)),)
        yield Area("cloister or garden", points, facts, tuple(one), tuple(owners))
        return
    if feature.kind == "field":
        if twin.options.farm_scoring == "off":
            return
        points = 3 * len(_completed_cities(board, feature))
        yield Area("field", points, (), tuple(figures), tuple(owners))
        return
    open_ends = sum(
        (x + link.dx, y + link.dy) not in board
        for (x, y), index in feature.spots
        for link in board[x, y].links[index]
    )
    common = (
        ("points when complete", _completed_value(board, feature, twin.options) / 10),
        ("tiles", len(feature.tiles) / 10),
        ("open ends", open_ends / 10),
    )
    if feature.kind == "road":
        more = [("inn", float(any(each.inn for each in segments)))]
    else:
        more = [
            ("pennants", float(sum(each.pennants for each in segments))),
            ("cathedral", float(any(each.cathedral for each in segments))),
        ]
    points = _incomplete_value(board, feature)
    yield Area(feature.kind, points, (*common, *more), tuple(figures), tuple(owners))
