"""What a move changes about the areas on the table, as facts that a page can put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from carcbot import _native
    from carcbot.games.contract import View

__all__ = ["effects"]

_Cells = frozenset[tuple[int, int]]
_Area = tuple[str, list[tuple[int, int, str, str | None]], list[int], int, bool]
_NOTABLE: Final = 2.0
"""Points."""


class _Part(NamedTuple):
    """An area before the move that it changes, or after."""

    owners: list[int]
    points: int
    promised: list[int]


class _Effect(TypedDict):
    kind: str
    tiles: int
    owners: list[list[int]]
    points: list[int]
    complete: bool
    likely: list[list[float]]


def effects(view: View, move: str) -> list[_Effect]:
    """The areas with figures that a legal move changes, those that it completes first.

    Each says its `kind`, on how many `tiles` it lies, the `owners` before and after, its `points`
    before and after, whether it is `complete` now and its points are given out, and what it is
    `likely` to bring each seat: before and after, in points, as the judge has it.

    An area is changed as well if it became so much harder or easier to complete that what it is
    likely to bring differs by two points or more.
    """
    before = cast("_native.carcassonne.State", view)
    after = before.copy()
    after.apply(move)
    owned = [
        (kind, frozenset(segments), owners, points, promised)
        for (kind, segments, owners, points, _), promised in _judged(before)
        if owners
    ]
    found = []
    for _, kind, cells, owners, points in after.breakdown()[len(before.breakdown()) :]:
        where = frozenset(cells)
        parts = [
            _Part(was, worth, promised)
            for on, old, was, worth, promised in owned
            if on == kind and {(x, y) for x, y, _, _ in old} <= where
        ]
        gained = [points * 1000 * (seat in owners) for seat in range(view.seats)]
        now = _Part(owners, points, gained)
        found.append(_effect(kind, where, parts, now, complete=True))
    for (kind, segments, owners, points, complete), promised in _judged(after):
        where = frozenset((x, y) for x, y, _, _ in segments)
        whole = frozenset(segments)
        parts = [
            _Part(was, worth, old_promise)
            for on, old, was, worth, old_promise in owned
            if on == kind and old <= whole
        ]
        if (complete and kind != "field") or not (owners or parts):
            continue
        effect = _effect(kind, where, parts, _Part(owners, points, promised), complete=False)
        same = [(each.owners, each.points) for each in parts] == [(owners, points)]
        if not same or max(abs(now - was) for was, now in effect["likely"]) >= _NOTABLE:
            found.append(effect)
    return found


def _judged(state: _native.carcassonne.State) -> Iterator[tuple[_Area, list[int]]]:
    """Its areas with what the judge promises of them; at the end that is what they pay."""
    areas = state.areas()
    if state.over:
        yield from (
            (area, [area[3] * 1000 * (seat in area[2]) for seat in range(state.seats)])
            for area in areas
        )
        return
    yield from zip(areas, state.promises(), strict=True)


def _effect(kind: str, cells: _Cells, parts: list[_Part], now: _Part, *, complete: bool) -> _Effect:
    before = [sum(promised) for promised in zip(*(each.promised for each in parts), strict=True)]
    return {
        "kind": kind,
        "tiles": len(cells),
        "owners": [sorted({seat for each in parts for seat in each.owners}), now.owners],
        "points": [sum(each.points for each in parts), now.points],
        "complete": complete,
        "likely": [
            [round(was / 1000, 1), round(promised / 1000, 1)]
            for was, promised in zip(before or [0] * len(now.promised), now.promised, strict=True)
        ],
    }
