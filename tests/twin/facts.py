"""What the judge weighs, found once more from what lies on the twin's table."""

from collections import Counter

from tests.twin.features import Board, Cell, Feature, feature_at, neighbour_count
from tests.twin.placement import edges_match, frontier
from tests.twin.scoring import (
    _completed_cities,
    _completed_value,
    _incomplete_value,
    _strengths,
    occupied_features,
)
from tests.twin.state import Twin
from tests.twin.tiles import STEPS, Layout

Facts = Counter[tuple[int, str]]

FEW = ("0", "1-2", "1-2", "3+")
FITS = ("0", "1", "2", "3-4", "3-4", *["5-8"] * 4, *["9-14"] * 6, "15+")


def facts_of(twin: Twin) -> Facts:
    """The amount of each fact, by seat and name."""
    board, figures = twin._board, twin._figures
    fits = fit_counts(twin)
    facts: Facts = Counter()
    seats = len(twin._supplies)
    tiles = sum(twin.bag().values()) + (twin.hand is not None)
    turns = Counter((twin.seat + turn) % seats for turn in range(tiles))
    fewest = min(turns[seat] for seat in range(seats))
    for seat, supply in enumerate(twin._supplies):
        facts[seat, "always"] = 1
        facts[seat, "moves next"] = int(seat == twin.seat)
        facts[seat, "a turn more than others"] = int(turns[seat] > fewest)
        facts[seat, f"{supply['small']} meeples left"] = 1
        facts[seat, "big meeple left"] = supply["big"]
        facts[seat, "abbot left"] = supply["abbot"]
    features = occupied_features(board, figures)
    for feature in features:
        if feature.kind in ("city", "road"):
            facts.update(of_closable(twin, feature, features, fits))
        elif feature.kind == "field":
            facts.update(of_field(twin, feature, features))
    for cell, figure in figures.items():
        if board[cell].segments[figure.segment].kind in ("cloister", "garden"):
            hardest = min((fits[each] for each in fits if touches(each, cell)), default=255)
            who = "abbot" if figure.size == "abbot" else "monk"
            missing = 8 - neighbour_count(board, cell)
            facts[figure.seat, f"{who}, {missing} missing, {FEW[min(hardest, 3)]} fit"] += 1
    return +facts


def fit_counts(twin: Twin) -> dict[Cell, int]:
    """For each cell of the frontier, how many tiles left that are land fit it in some rotation."""
    left = Counter(twin.bag()) + Counter([twin.hand] if twin.hand else [])
    kinds = [(twin._kinds[kind], count) for kind, count in left.items()]
    return {
        cell: sum(
            count
            for kind, count in kinds
            if kind.set != "river"
            and any(edges_match(twin._board, cell, layout) for layout in kind.layouts)
        )
        for cell in frontier(twin._board)
    }


def end_count(twin: Twin, kind: str, cell: Cell, edge: int) -> int:
    """How many tiles left that are land end the city or road that enters a cell by this edge."""
    beside = [(cell[0] + dx, cell[1] + dy) in twin._board for dx, dy in STEPS]

    def ends(layout: Layout) -> bool:
        segment = layout.segments[layout.segment_at[kind, edge]]
        return all(beside[port] for port in segment.ports)

    left = Counter(twin.bag()) + Counter([twin.hand] if twin.hand else [])
    return sum(
        count
        for name, count in left.items()
        if twin._kinds[name].set != "river"
        and any(
            edges_match(twin._board, cell, layout) and ends(layout)
            for layout in twin._kinds[name].layouts
        )
    )


def fewest_that_end(twin: Twin, feature: Feature) -> int:
    """At the hardest of its ends."""
    return min(
        end_count(twin, feature.kind, cell, link.port)
        for (x, y), index in feature.spots
        for link in twin._board[x, y].links[index]
        if (cell := (x + link.dx, y + link.dy)) not in twin._board
    )


def cells_around(board: Board, feature: Feature) -> list[Cell]:
    """The empty cells at which it ends, one for each end."""
    ends = [
        (x + link.dx, y + link.dy)
        for (x, y), index in feature.spots
        for link in board[x, y].links[index]
    ]
    return [cell for cell in ends if cell not in board]


def touches(one: Cell, other: Cell) -> bool:
    """Whether a cell is one of the eight around another."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def role(strengths: Counter[int], seat: int) -> str:
    """How a seat stands there."""
    best = max((count for other, count in strengths.items() if other != seat), default=0)
    if best == 0:
        return "alone"
    own = strengths[seat]
    return "ahead" if own > best else "tied" if own == best else "behind"


def rival(twin: Twin, feature: Feature, features: list[Feature], seat: int) -> int:
    """How strong the best other is in areas that a tile could join to this one."""
    around = set(cells_around(twin._board, feature))
    near = [
        each
        for each in features
        if each != feature
        and each.kind == feature.kind
        and around & set(cells_around(twin._board, each))
    ]
    return max(
        (
            strength
            for each in near
            for other, strength in _strengths(each, twin._figures).items()
            if other != seat
        ),
        default=0,
    )


def of_closable(
    twin: Twin, feature: Feature, features: list[Feature], fits: dict[Cell, int]
) -> Facts:
    """What a city or road tells of each seat that stands there."""
    found: Facts = Counter()
    around = set(cells_around(twin._board, feature))
    hardest = min(fits[cell] for cell in around)
    now = _incomplete_value(twin._board, feature)
    more = _completed_value(twin._board, feature, twin.options) - now
    strengths = _strengths(feature, twin._figures)
    for seat, own in strengths.items():
        standing = [f for f in feature.figures(twin._figures).values() if f.seat == seat]
        how = role(strengths, seat)
        most = 4 if how == "alone" else 3
        cells = min(len(around), most)
        fit = FITS[min(hardest, 15)] if how == "alone" else FEW[min(hardest, 3)]
        name = f"{feature.kind} {how}, {cells}{'+' if cells == most else ''} cells, {fit} fit"
        for what, amount in (("figures", len(standing)), ("points", now), ("points to come", more)):
            found[seat, f"{name}: {what}"] += amount
        if how == "alone":
            end = FITS[min(fewest_that_end(twin, feature), 15)]
            name = f"{name.rpartition(', ')[0]}, {end} end it"
            found[seat, f"{name}: figures"] += len(standing)
            found[seat, f"{name}: points"] += now
        beside = rival(twin, feature, features, seat)
        if how == "behind" or beside == 0:
            continue
        whose = f"{feature.kind} beside a {'stronger' if beside > own else 'weaker'} rival's"
        found[seat, f"{whose}: figures"] += len(standing)
        found[seat, f"{whose}: points when complete"] += now + more
    return found


def of_field(twin: Twin, feature: Feature, features: list[Feature]) -> Facts:
    """What a field tells of each seat that stands there."""
    board = twin._board
    touched = {
        feature_at(board, (cell, city))
        for cell, index in feature.spots
        for city in board[cell].segments[index].cities
    }
    complete = _completed_cities(board, feature)
    still_open = touched - complete
    near = [city for city in still_open if len(cells_around(board, city)) <= 2]
    points = 3 * len(complete)
    strengths = _strengths(feature, twin._figures)
    found: Facts = Counter()
    for seat in strengths:
        name = f"field {role(strengths, seat)}"
        found[seat, f"{name}: held"] = 1
        found[seat, f"{name}: points"] = points
        found[seat, f"{name}: open cities"] = len(still_open)
        found[seat, f"{name}: near cities"] = len(near)
        found[seat, f"{name}: cells around it"] = min(len(set(cells_around(board, feature))), 15)
        if rival(twin, feature, features, seat):
            found[seat, f"{name}: points beside a rival's"] = points
    return found
