"""Several searches look at the same positions, side by side."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, median

from carcbot.errors import InternalError
from carcbot.lab.positions import Position
from carcbot.lab.study import Desk, Figures
from carcbot.search.agent import parse_agent
from carcbot.search.deciding import decide

__all__ = ["Look", "Looks", "gain", "look", "look_side_by_side", "mean_nodes", "rows", "time_ratio"]

_SEED = 1


@dataclass(frozen=True, slots=True)
class Look:
    """What one search did in one position.

    Attributes:
        nodes: Positions that it made, each after a move; a position met twice counts twice.
        value: What the position is worth, in points for the seat to move.
        depth: To which depth it came.
        seconds: How long that took, the median of all runs.
    """

    nodes: int
    value: float
    depth: int
    seconds: float


Looks = list[Look]
"""Those of one search, in the order of the positions."""


def look(agent: str, position: Position) -> Look:
    """What the search of that name does in the position. Its counts are the same everywhere.

    Its time is the processor's, which others on the machine take nothing of.
    """
    search = parse_agent(agent)
    begun = time.process_time()
    thought = decide(search, position.text, _SEED)
    return Look(thought.nodes, thought.value, thought.depth, time.process_time() - begun)


def look_side_by_side(
    agents: Sequence[str],
    positions: Sequence[Position],
    runs: int,
    desk: Desk,
    *,
    agree: bool = False,
) -> dict[str, Looks]:
    """Every search at every position, one search after the other, so often.

    The searches take turns at each position, so that all of them meet the same weather. That is a
    step of the work.

    Args:
        agents: As `parse_agent` reads them.
        positions: Where they look.
        runs: How often; the times are medians.
        desk: Where it is done.
        agree: Whether all have to find the same value, as searches without error to one depth do.

    Raises:
        InternalError: Two runs counted differently, or searches that have to agree do not.
    """
    found: dict[str, list[Looks]] = {agent: [[] for _ in positions] for agent in agents}
    tasks = [at for _ in range(runs) for at in range(len(positions))]
    seen = desk.each(partial(_all_look, tuple(agents)), [positions[at] for at in tasks])
    for at, looks_there in zip(tasks, seen, strict=True):
        for agent, each in zip(agents, looks_there, strict=True):
            found[agent][at].append(each)
    looks = {agent: [_same(each) for each in found[agent]] for agent in agents}
    if agree:
        for position, *values in zip(positions, *looks.values(), strict=True):
            if len({each.value for each in values}) > 1:
                raise InternalError(f"searches disagree about {position.name}: {values}")
    return looks


def _all_look(agents: Sequence[str], position: Position) -> Looks:
    return [look(agent, position) for agent in agents]


def _same(runs: Looks) -> Look:
    """The one look that all runs agree about, with the median of their times."""
    first = runs[0]
    if any((each.nodes, each.value) != (first.nodes, first.value) for each in runs):
        raise InternalError(f"the same search counted differently: {runs}")
    return Look(first.nodes, first.value, first.depth, median(each.seconds for each in runs))


def mean_nodes(looks: Looks) -> float:
    """Nodes on average."""
    return fmean(each.nodes for each in looks)


def gain(base: Looks, other: Looks) -> float:
    """The share of nodes that the other search saves; negative if it needs more."""
    return 1 - mean_nodes(other) / mean_nodes(base)


def time_ratio(base: Looks, other: Looks) -> float:
    """The other search's time at all positions together, as a multiple of the base's."""
    return sum(each.seconds for each in other) / sum(each.seconds for each in base)


def rows(positions: Sequence[Position], looks: dict[str, Looks]) -> list[Figures]:
    """The counts of each position, for a result's figures."""
    return [
        {
            "name": position.name,
            "lead": position.lead,
            "value": looks[next(iter(looks))][at].value,
            "nodes": {agent: each[at].nodes for agent, each in looks.items()},
        }
        for at, position in enumerate(positions)
    ]
