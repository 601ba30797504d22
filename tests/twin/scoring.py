"""What features are worth and who gets it."""

from collections import Counter
from typing import NamedTuple

from tests.twin.features import (
    Board,
    Cell,
    Feature,
    Figure,
    Figures,
    feature_at,
    neighbour_count,
)
from tests.twin.options import TwinOptions


class Entry(NamedTuple):
    """One scored feature; `turn` is None in final scoring.

    Each of the owners gets the points. Tiles and owners are in order.
    """

    turn: int | None
    kind: str
    tiles: list[Cell]
    owners: list[int]
    points: int


def occupied_features(board: Board, figures: Figures) -> list[Feature]:
    """Every feature that holds a figure, each once."""
    spots = [(cell, figure.segment) for cell, figure in figures.items()]
    return list(dict.fromkeys(feature_at(board, spot) for spot in spots))


def completed_entry(
    board: Board, figures: Figures, options: TwinOptions, feature: Feature, turn: int
) -> Entry:
    """The score of an occupied feature that was just completed."""
    points = _completed_value(board, feature, options)
    return _entry(turn, feature, figures, points)


def abbot_entry(board: Board, cell: Cell, figure: Figure, turn: int) -> Entry:
    """The score of an abbot that is taken back."""
    kind = board[cell].segments[figure.segment].kind
    points = 1 + neighbour_count(board, cell)
    return Entry(turn, kind, [cell], [figure.seat], points)


def final_entries(board: Board, figures: Figures, options: TwinOptions) -> list[Entry]:
    """What final scoring gives for this table, in the order of an entry's parts."""
    features = occupied_features(board, figures)
    entries = [
        _entry(None, feature, figures, _incomplete_value(board, feature))
        for feature in features
        if feature.kind != "field"
    ]
    farms = [feature for feature in features if feature.kind == "field"]
    entries += _farm_entries(board, figures, options, farms)
    return sorted(entries, key=lambda entry: entry[1:])


def totals(entries: list[Entry], seats: int) -> list[int]:
    """The points of each seat."""
    points = [0] * seats
    for entry in entries:
        for owner in entry.owners:
            points[owner] += entry.points
    return points


def _entry(turn: int | None, feature: Feature, figures: Figures, points: int) -> Entry:
    owners = _owners(_strengths(feature, figures))
    return Entry(turn, feature.kind, feature.tiles, owners, points)


def _strengths(feature: Feature, figures: Figures) -> Counter[int]:
    """The strength of each seat in a feature: a big figure counts twice."""
    strengths: Counter[int] = Counter()
    for figure in feature.figures(figures).values():
        strengths[figure.seat] += 2 if figure.size == "big" else 1
    return strengths


def _owners(strengths: Counter[int]) -> list[int]:
    """The seats with the most; ties all own."""
    most = max(strengths.values())
    return sorted(seat for seat, strength in strengths.items() if strength == most)


def _completed_value(board: Board, feature: Feature, options: TwinOptions) -> int:
    """The middle column of section 7.2 of the rules."""
    size = len(feature.tiles)
    segments = feature.segments(board)
    if feature.kind == "road":
        return 2 * size if any(segment.inn for segment in segments) else size
    if feature.kind == "city":
        size_and_pennants = size + sum(segment.pennants for segment in segments)
        if any(segment.cathedral for segment in segments):
            return 3 * size_and_pennants
        if size == 2 and options.two_tile_city == 2:
            return size_and_pennants
        return 2 * size_and_pennants
    return 9


def _incomplete_value(board: Board, feature: Feature) -> int:
    """The right column of section 7.2 of the rules."""
    size = len(feature.tiles)
    segments = feature.segments(board)
    if feature.kind == "road":
        return 0 if any(segment.inn for segment in segments) else size
    if feature.kind == "city":
        if any(segment.cathedral for segment in segments):
            return 0
        return size + sum(segment.pennants for segment in segments)
    return 1 + neighbour_count(board, feature.tiles[0])


def _completed_cities(board: Board, farm: Feature) -> set[Feature]:
    """The completed cities that a farm touches, each once."""
    spots = {
        (cell, city) for cell, index in farm.spots for city in board[cell].segments[index].cities
    }
    cities = {feature_at(board, spot) for spot in spots}
    return {city for city in cities if city.complete}


def _farm_entries(
    board: Board, figures: Figures, options: TwinOptions, farms: list[Feature]
) -> list[Entry]:
    """The scores of the occupied farms by the rule in play."""
    touched = {farm: _completed_cities(board, farm) for farm in farms}
    if options.farm_scoring == "current":
        return [_entry(None, farm, figures, 3 * len(cities)) for farm, cities in touched.items()]
    entries = []
    for city in set[Feature]().union(*touched.values()):
        strengths = [_strengths(farm, figures) for farm in farms if city in touched[farm]]
        if options.farm_scoring == "second":
            owners = sorted({seat for farm in strengths for seat in _owners(farm)})
            entries.append(Entry(None, "field", city.tiles, owners, 3))
        else:
            owners = _owners(sum(strengths, Counter()))
            entries.append(Entry(None, "field", city.tiles, owners, 4))
    return entries
