"""What a move changes about the areas on the table, as facts that a page can put into words."""

from typing import TYPE_CHECKING, cast

from carcbot.games.contract import View

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["effects"]

_Cells = frozenset[tuple[int, int]]


def effects(view: View, move: str) -> list[dict[str, object]]:
    """The areas with figures that a legal move changes, those that it completes first.

    Each says its `kind`, on how many `tiles` it lies, the `owners` before and after, its `points`
    before and after, and whether it is `complete` now and its points are given out.
    """
    before = cast("_native.carcassonne.State", view)
    after = before.copy()
    after.apply(move)
    owned = [
        (kind, frozenset(segments), owners, points)
        for kind, segments, owners, points, _ in before.areas()
        if owners
    ]
    found = []
    for _, kind, cells, owners, points in after.breakdown()[len(before.breakdown()) :]:
        where = frozenset(cells)
        parts = [
            (was, worth)
            for on, old, was, worth in owned
            if on == kind and {(x, y) for x, y, _, _ in old} <= where
        ]
        found.append(_effect(kind, where, parts, (owners, points), complete=True))
    for kind, segments, owners, points, complete in after.areas():
        where = frozenset((x, y) for x, y, _, _ in segments)
        whole = frozenset(segments)
        parts = [(was, worth) for on, old, was, worth in owned if on == kind and old <= whole]
        if (complete and kind != "field") or not (owners or parts):
            continue
        if parts != [(owners, points)]:
            found.append(_effect(kind, where, parts, (owners, points), complete=False))
    return found


def _effect(
    kind: str,
    cells: _Cells,
    parts: list[tuple[list[int], int]],
    now: tuple[list[int], int],
    *,
    complete: bool,
) -> dict[str, object]:
    return {
        "kind": kind,
        "tiles": len(cells),
        "owners": [sorted({seat for owners, _ in parts for seat in owners}), now[0]],
        "points": [sum(points for _, points in parts), now[1]],
        "complete": complete,
    }
