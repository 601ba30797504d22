"""Is depth 3 reached sooner by way of depths 1 and 2? Heyden 2009, table 6.7."""

from collections.abc import Iterator, Sequence
from statistics import median

from carcbot.errors import InternalError, OptionsError
from carcbot.lab.chosen_positions import chosen
from carcbot.lab.looking import Looks, gain, look_side_by_side, mean_nodes, rows, time_ratio
from carcbot.lab.positions import Position
from carcbot.lab.study import Comparison, Desk, Effort, Result, Study, Table
from carcbot.lab.wording import count, percent, ratio

__all__ = ["LIMIT", "STUDY"]

LIMIT = 20_000_000
"""Nodes after which a search gives up."""
_AGENTS = tuple(
    f"{name}:{table}nodes={LIMIT}"
    for table in ("", "table=16,")
    for name in ("heyden-star25-depth3", "heyden-star25-deepening3")
)
_FIXED, _DEEPENING, _FIXED_TABLE, _DEEPENING_TABLE = _AGENTS
_NAMES = ("at once", "deepening", "at once, table", "deepening, table")


def _run(effort: Effort, desk: Desk) -> Result:
    everywhere = chosen(effort.count)
    looks = look_side_by_side(_AGENTS, everywhere, effort.runs, desk)
    fits = [
        at
        for at in range(len(everywhere))
        if all(each[at].nodes < LIMIT for each in looks.values())
    ]
    if not fits:
        raise OptionsError(
            f"no search ends within {LIMIT:,} nodes", where="--positions", expected="more of them"
        )
    positions = [everywhere[at] for at in fits]
    within = {agent: [each[at] for at in fits] for agent, each in looks.items()}
    for position, *found in zip(positions, *within.values(), strict=True):
        if len({each.value for each in found}) > 1:
            raise InternalError(f"searches disagree about {position.name}: {found}")
    saved = {agent: _saved(within[_FIXED], within[agent]) for agent in _AGENTS}
    return Result(
        "deepening",
        effort,
        tuple(_comparisons(positions, within, saved, asked=len(everywhere))),
        (
            Table(
                f"The {len(positions)} positions that end within {LIMIT:,} nodes",
                _COLUMNS,
                tuple(_totals(within, saved)),
                _NOTE,
            ),
            Table("Each position", _EACH, tuple(_each(positions, within)), "Nodes of each search."),
        ),
        {
            "within_limit": len(positions),
            "left_out": [each.name for each in everywhere if each not in positions],
            "mean_nodes": {agent: mean_nodes(each) for agent, each in within.items()},
            "median_saved": {agent: median(each) for agent, each in saved.items()},
            "most_saved": {agent: max(each) for agent, each in saved.items()},
            "positions_with_fewer_nodes": {
                agent: sum(each > 0 for each in found) for agent, found in saved.items()
            },
            "positions": rows(positions, within),
        },
    )


def _saved(base: Looks, other: Looks) -> list[float]:
    return [1 - each.nodes / at_once.nodes for at_once, each in zip(base, other, strict=True)]


def _comparisons(
    positions: Sequence[Position],
    looks: dict[str, Looks],
    saved: dict[str, list[float]],
    *,
    asked: int,
) -> Iterator[Comparison]:
    top = max(range(len(positions)), key=lambda at: saved[_DEEPENING][at])
    yield Comparison(
        "best case: nodes of depth 3 at once",
        "3,236,169 (position 31)",
        f"{count(looks[_FIXED][top].nodes)} ({positions[top].name})",
        "The position in which deepening saves most, in each set.",
    )
    yield Comparison(
        "best case: nodes with deepening",
        "195,865",
        count(looks[_DEEPENING][top].nodes),
        "Deepening looks at depths 1 and 2 as well, which is little beside depth 3.",
    )
    yield Comparison(
        "best case: nodes saved",
        "93.9 %",
        percent(saved[_DEEPENING][top]),
        "Of the same size, in a position of the end here and of the beginning there. Without a"
        " table all that deepening brings along is the order at the root: the best move of depth 2"
        " comes first.",
    )
    top = max(range(len(positions)), key=lambda at: saved[_DEEPENING_TABLE][at])
    yield Comparison(
        "best case with a transposition table of 16 MB: nodes saved",
        "no table",
        f"{percent(saved[_DEEPENING_TABLE][top])} ({positions[top].name})",
        "The table remembers the best move of every position, not only of the root.",
    )
    yield Comparison(
        "nodes saved over all positions",
        "not told",
        f"{percent(gain(looks[_FIXED], looks[_DEEPENING]))};"
        f" {percent(gain(looks[_FIXED], looks[_DEEPENING_TABLE]))} with a table",
        f"The {len(positions)} of {asked} positions that every search ends within the limit. On"
        " average deepening pays, and with a table twice as much.",
    )
    better = sum(each > 0 for each in saved[_DEEPENING])
    yield Comparison(
        "positions in which deepening saves nodes",
        "20 of 50",
        f"{better} of {len(positions)};"
        f" {sum(each > 0 for each in saved[_DEEPENING_TABLE])} with a table",
        "The thesis counts positions that deepening brings below 20 seconds: not the same.",
    )


_NOTE = (
    "Saved nodes and times are relative to depth 3 at once without a table; a table alone changes"
    " nearly nothing, for it is the order of moves that it improves."
)
_COLUMNS = ("search", "mean nodes", "saved of the mean", "saved, median", "saved, most", "time")


def _totals(looks: dict[str, Looks], saved: dict[str, list[float]]) -> Iterator[tuple[str, ...]]:
    for name, agent in zip(_NAMES, _AGENTS, strict=True):
        yield (
            name,
            count(mean_nodes(looks[agent])),
            percent(gain(looks[_FIXED], looks[agent])),
            percent(median(saved[agent])),
            percent(max(saved[agent])),
            ratio(time_ratio(looks[_FIXED], looks[agent])),
        )


_EACH = ("position", *_NAMES)


def _each(positions: Sequence[Position], looks: dict[str, Looks]) -> Iterator[tuple[str, ...]]:
    for at, position in enumerate(positions):
        yield (position.name, *(count(looks[agent][at].nodes) for agent in _AGENTS))


STUDY = Study(
    name="deepening",
    title="Iterative deepening to depth 3",
    source="Heyden 2009, 6.3.5, table 6.7",
    method=(
        "Star2.5 with probing factor 5 looks three decisions ahead at each of the fifty positions,"
        " once at depth 3 at once and once at depths 1, 2 and 3, with the thesis's evaluation,"
        " order of moves and bounds of plus and minus 20 points; both also with a transposition"
        f" table of 16 MB. A search gives up after {LIMIT:,} nodes; positions in which one does are"
        " left out everywhere. In the others all four find the same value; the run fails if they"
        " do not. A node is a position after a move, those of depths 1 and 2 included. Times are"
        " ratios of the sums over all positions."
    ),
    counts="positions",
    usual=Effort(count=50, runs=1),
    steps=lambda effort: effort.count * effort.runs,
    run=_run,
)
