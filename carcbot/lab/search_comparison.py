"""Compares searches on the same positions, side by side."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, median

from carcbot.errors import InternalError
from carcbot.lab.chosen_positions import chosen
from carcbot.lab.number_text import count, percent, ratio
from carcbot.lab.positions import Position
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Findings,
    Result,
    Study,
    Table,
    Workbench,
)
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide

__all__ = [
    "Compared",
    "Published",
    "SearchRun",
    "SearchRuns",
    "gain",
    "mean_nodes",
    "nodes_study",
    "rows",
    "run_search",
    "saved_by",
    "search_study",
    "time_ratio",
]

_SEED = 1


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One search in one position.

    Attributes:
        nodes: Positions that it made, each after a move; a position met twice counts twice.
        value: What the position is worth, in points for the seat to move.
        depth: To which depth it came.
        seconds: Its time, the median of all runs.
    """

    nodes: int
    value: float
    depth: int
    seconds: float


SearchRuns = list[SearchRun]
"""Those of one search, in the order of the positions."""


def run_search(agent: str, position: Position) -> SearchRun:
    """Runs the search of that name in the position. Its counts are the same everywhere.

    Its time is processor time, which other work on the machine does not change.
    """
    search = parse_agent(agent)
    begun = time.process_time()
    thought = decide(search, position.text, _SEED)
    return SearchRun(thought.nodes, thought.value, thought.depth, time.process_time() - begun)


def compare_searches(
    agents: Sequence[str],
    positions: Sequence[Position],
    runs: int,
    workbench: Workbench,
) -> dict[str, SearchRuns]:
    """Runs every search at every position, so many times; they are exact, so their values agree.

    The searches take turns at each position, so that all of them run under the same conditions.
    That is a step of the work.

    Args:
        agents: As `parse_agent` reads them.
        positions: Where they look.
        runs: How often; the times are medians.
        workbench: Where it is done.

    Raises:
        InternalError: Two runs counted differently, or two searches found different values.
    """
    found: dict[str, list[SearchRuns]] = {agent: [[] for _ in positions] for agent in agents}
    tasks = [at for _ in range(runs) for at in range(len(positions))]
    seen = workbench.each(partial(_run_all, tuple(agents)), [positions[at] for at in tasks])
    for at, runs_there in zip(tasks, seen, strict=True):
        for agent, each in zip(agents, runs_there, strict=True):
            found[agent][at].append(each)
    searched = {agent: [_same(each) for each in found[agent]] for agent in agents}
    for position, *values in zip(positions, *searched.values(), strict=True):
        if len({each.value for each in values}) > 1:
            raise InternalError(f"searches disagree about {position.name}: {values}")
    return searched


def _run_all(agents: Sequence[str], position: Position) -> SearchRuns:
    return [run_search(agent, position) for agent in agents]


def _same(runs: SearchRuns) -> SearchRun:
    """The one look that all runs agree about, with the median of their times."""
    first = runs[0]
    if any((each.nodes, each.value) != (first.nodes, first.value) for each in runs):
        raise InternalError(f"the same search counted differently: {runs}")
    return SearchRun(first.nodes, first.value, first.depth, median(each.seconds for each in runs))


def mean_nodes(searched: SearchRuns) -> float:
    """Nodes on average."""
    return fmean(each.nodes for each in searched)


def gain(base: SearchRuns, other: SearchRuns) -> float:
    """The share of nodes that the other search saves; negative if it needs more."""
    return 1 - mean_nodes(other) / mean_nodes(base)


def saved_by(base: SearchRuns, other: SearchRuns) -> list[float]:
    """The same in each position."""
    return [1 - each.nodes / first.nodes for first, each in zip(base, other, strict=True)]


def time_ratio(base: SearchRuns, other: SearchRuns) -> float:
    """The other search's time at all positions together, as a multiple of the base's."""
    return sum(each.seconds for each in other) / sum(each.seconds for each in base)


def rows(positions: Sequence[Position], searched: dict[str, SearchRuns]) -> list[Figures]:
    """The counts of each position, for a result's figures."""
    return [
        {
            "name": position.name,
            "lead": position.lead,
            "value": searched[next(iter(searched))][at].value,
            "nodes": {agent: each[at].nodes for agent, each in searched.items()},
        }
        for at, position in enumerate(positions)
    ]


@dataclass(frozen=True, slots=True)
class Compared:
    """What searches have found, to be told of.

    Attributes:
        positions: Where they looked.
        runs: What each search found there, by its agent's text.
        workbench: Where more can be looked at.
    """

    positions: Sequence[Position]
    runs: dict[str, SearchRuns]
    workbench: Workbench


def search_study(
    name: str,
    *,
    method: str,
    agents: Sequence[str],
    tell: Callable[[Compared], tuple[Findings, Figures]],
    timed: int = 5,
    more_steps: int = 0,
) -> Study:
    """The study that compares searches at the fifty positions.

    Args:
        name: As it is listed.
        method: What is done, in a few sentences.
        agents: Those that search, as `parse_agent` reads them.
        tell: What there is to say, and figures of the study's own.
        timed: How often everything is timed in the committed result.
        more_steps: Steps at each position besides its runs.
    """

    def run(effort: Effort, workbench: Workbench) -> Result:
        positions = chosen(effort.count)
        runs = compare_searches(agents, positions, effort.runs, workbench)
        findings, figures = tell(Compared(positions, runs, workbench))
        means = {agent: mean_nodes(each) for agent, each in runs.items()}
        told = {"mean_nodes": means, **figures, "positions": rows(positions, runs)}
        return findings.result(name, effort, told)

    return Study(
        name=name,
        method=method,
        timed=timed,
        steps=lambda effort: effort.count * (effort.runs + more_steps),
        run=run,
    )


@dataclass(frozen=True, slots=True)
class Published:
    """A search whose nodes and time the thesis printed.

    Attributes:
        name: In a table's row.
        agent: As `parse_agent` reads it.
        nodes: On average.
        time: Likewise, in milliseconds.
    """

    name: str
    agent: str
    nodes: float
    time: float


def nodes_study(
    name: str,
    *,
    method: str,
    table: tuple[str, str, str],
    groups: Sequence[Sequence[Published]],
    compare: Callable[[Mapping[str, SearchRuns]], Iterable[Comparison]],
) -> Study:
    """The study that counts nodes at the fifty positions, beside what the thesis printed.

    Args:
        name: As it is listed.
        method: What is done, in a few sentences.
        table: Its title, the head of its first column, and its note.
        groups: The searches; of each group all are compared with the first.
        compare: What there is to say, by the agents' texts.
    """

    def tell(compared: Compared) -> tuple[Findings, Figures]:
        runs = compared.runs
        heads = (kind, "mean nodes", "saved", "time", "paper: mean nodes", "saved", "time")
        lines = tuple(line for group in groups for line in _beside_published(group, runs))
        return Findings(tuple(compare(runs)), (Table(heading, heads, lines, note),)), {}

    heading, kind, note = table
    agents = [each.agent for group in groups for each in group]
    return search_study(name, method=method, agents=agents, tell=tell)


def _beside_published(
    group: Sequence[Published], runs: Mapping[str, SearchRuns]
) -> Iterator[tuple[str, ...]]:
    first = group[0]
    for each in group:
        yield (
            each.name,
            count(mean_nodes(runs[each.agent])),
            percent(gain(runs[first.agent], runs[each.agent])),
            ratio(time_ratio(runs[first.agent], runs[each.agent])),
            count(each.nodes),
            percent(1 - each.nodes / first.nodes),
            ratio(each.time / first.time),
        )
