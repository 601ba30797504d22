"""The face-down tiles, as stacks: of the river, the lake, and the land."""

from carcbot import _native

__all__ = ["stacks"]

_LAKE = "RL"


def stacks(state: _native.carcassonne.State) -> list[dict[str, int]]:
    """The stacks where a tile is to be drawn; that which is drawn from first, the others sorted."""
    top = dict(state.outcomes())
    if not any(kind.startswith("R") and len(kind) == 2 for kind in top):
        return [top]
    rest = {kind: copies for kind, copies in sorted(state.bag().items()) if kind not in top}
    lake = {_LAKE: rest.pop(_LAKE)} if _LAKE in rest else {}
    return [stack for stack in (top, lake, rest) if stack]
