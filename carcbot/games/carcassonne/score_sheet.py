"""The score sheet of a game: where each seat's points came from."""

from collections.abc import Iterator

from carcbot import _native

__all__ = ["score_sheet"]

_FEATURES = ("city", "road", "cloister", "garden", "field")


def score_sheet(state: _native.carcassonne.State) -> str:
    """Every feature that was scored, then what each seat has of each sort, as lines of text.

    While the game goes on, the sheet tells of what is scored so far. A state that was read from
    text does not know how its points came about: its sheet is empty.
    """
    return "\n".join([*_features(state), "", *_sums(state)]) + "\n"


def _features(state: _native.carcassonne.State) -> Iterator[str]:
    yield "turn  feature   tiles  points  for"
    without_points = 0
    for turn, feature, tiles, owners, points in state.breakdown():
        if points == 0:
            without_points += 1
            continue
        when = "end" if turn is None else str(turn + 1)
        seats = " and ".join(f"seat {seat}" for seat in owners)
        yield f"{when:>4}  {feature:<8}  {len(tiles):>5}  {points:>6}  {seats}"
    if without_points:
        yield f" end  {without_points} more with figures brought no points"


def _sums(state: _native.carcassonne.State) -> Iterator[str]:
    sums = {feature: [0] * state.seats for feature in _FEATURES}
    for _, feature, _, owners, points in state.breakdown():
        for seat in owners:
            sums[feature][seat] += points
    yield "        " + "".join(f"{feature:>10}" for feature in _FEATURES) + "     total"
    for seat, total in enumerate(state.scores()):
        parts = "".join(f"{sums[feature][seat]:>10}" for feature in _FEATURES)
        yield f"seat {seat:<3}{parts}{total:>10}"
