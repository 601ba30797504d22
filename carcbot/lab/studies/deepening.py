"""Is depth 3 reached sooner by way of depths 1 and 2? Heyden 2009, table 6.7."""

from collections.abc import Iterator, Sequence
from statistics import median

from carcbot.lab.number_text import count, percent, ratio
from carcbot.lab.positions import STAGES, Position
from carcbot.lab.search_comparison import (
    Compared,
    SearchRuns,
    gain,
    mean_nodes,
    saved_by,
    search_study,
    time_ratio,
)
from carcbot.lab.study import Comparison, Figures, Findings, Table

__all__ = ["PATIENCE", "STUDY"]

_AGENTS = tuple(
    f"{name}{table}"
    for table in ("", ":table=16")
    for name in ("heyden-star25-depth3", "heyden-star25-deepening3")
)
_FIXED, _DEEPENING, _FIXED_TABLE, _DEEPENING_TABLE = _AGENTS
_NAMES = ("at once", "deepening", "at once, table", "deepening, table")
_NODES_A_SECOND = (3_236_169 + 195_865) / (76.239 + 5.107)
"""Of the thesis's program at depth 3, table 6.7."""
_PATIENCE_S = 20
PATIENCE = round(_PATIENCE_S * _NODES_A_SECOND)
"""As many nodes as the thesis's program looks at in the time that it gives a move."""
_MEAN_S = 113
"""What depth 3 at once takes the thesis's program on average."""


def _tell(compared: Compared) -> tuple[Findings, Figures]:
    positions, runs = compared.positions, compared.runs
    saved = {agent: saved_by(runs[_FIXED], runs[agent]) for agent in _AGENTS}
    findings = Findings(
        tuple(_comparisons(positions, runs, saved)),
        (
            Table("All positions together", _COLUMNS, tuple(_totals(runs, saved)), _NOTE),
            Table(
                f"Positions that end within {_PATIENCE_S} seconds of the thesis's program",
                ("stage", "positions", *_NAMES),
                tuple(_patient(positions, runs)),
                f"That is within {PATIENCE:,} nodes, by table 6.7.",
            ),
            Table("Each position", _EACH, tuple(_each(positions, runs)), "Nodes of each search."),
        ),
    )
    return findings, {
        "median_saved": {agent: median(each) for agent, each in saved.items()},
        "most_saved": {agent: max(each) for agent, each in saved.items()},
        "positions_with_fewer_nodes": {
            agent: sum(each > 0 for each in found) for agent, found in saved.items()
        },
        "patience": PATIENCE,
    }


def _comparisons(
    positions: Sequence[Position],
    runs: dict[str, SearchRuns],
    saved: dict[str, list[float]],
) -> Iterator[Comparison]:
    top = max(range(len(positions)), key=lambda at: saved[_DEEPENING][at])
    yield Comparison(
        "best case: nodes of depth 3 at once",
        "3,236,169 (position 31)",
        f"{count(runs[_FIXED][top].nodes)} ({positions[top].name})",
        "The position in which deepening saves most, in each set.",
    )
    yield Comparison(
        "best case: nodes with deepening",
        "195,865",
        count(runs[_DEEPENING][top].nodes),
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
        f"{percent(gain(runs[_FIXED], runs[_DEEPENING]))};"
        f" {percent(gain(runs[_FIXED], runs[_DEEPENING_TABLE]))} with a table",
        "On average deepening pays, and with a table nearly three times as much.",
    )
    yield Comparison(
        "mean nodes of depth 3 at once",
        f"{count(round(_MEAN_S * _NODES_A_SECOND, -4))} ({_MEAN_S} seconds)".replace(".0 ", " "),
        count(mean_nodes(runs[_FIXED])),
        "Agrees: the positions are as large as the thesis's, if its program looks at as many nodes"
        " a second in all of them as in position 31.",
    )
    yield Comparison(
        f"positions that deepening brings within {_PATIENCE_S} seconds",
        "20 of 50",
        f"{_brought(runs, _DEEPENING)} of {len(positions)};"
        f" {_brought(runs, _DEEPENING_TABLE)} with a table",
        "Far fewer: here nearly all that come within 20 seconds do so at once, too. All that"
        " deepening brings along without a table is the order at the root; what the thesis's keeps"
        " between the depths it does not say.",
    )
    reached = [
        f"{sum(runs[_DEEPENING][at].nodes <= PATIENCE for at in places)} of {len(places)}"
        for places in _by_stage(positions).values()
    ]
    yield Comparison(
        f"openings, middles and ends in which deepening ends depth 3 within {_PATIENCE_S} seconds",
        "many, especially in the first half of the game",
        ", ".join(reached),
        "The other way round: it is at the end that depth 3 is soon done, for there are few tiles"
        " left to draw.",
    )
    better = sum(each > 0 for each in saved[_DEEPENING])
    yield Comparison(
        "positions in which deepening saves nodes",
        "not told",
        f"{better} of {len(positions)};"
        f" {sum(each > 0 for each in saved[_DEEPENING_TABLE])} with a table",
        "In the others depths 1 and 2 cost more than their best move saves.",
    )


def _brought(runs: dict[str, SearchRuns], agent: str) -> int:
    """How many positions take longer than the thesis's patience at once, and no longer so."""
    return sum(
        at_once.nodes > PATIENCE >= each.nodes
        for at_once, each in zip(runs[_FIXED], runs[agent], strict=True)
    )


def _by_stage(positions: Sequence[Position]) -> dict[str, list[int]]:
    """Where in the list those of each stage are."""
    return {
        stage: [number for number, each in enumerate(positions) if each.stage == stage]
        for stage in STAGES
    }


def _patient(
    positions: Sequence[Position], runs: dict[str, SearchRuns]
) -> Iterator[tuple[str, ...]]:
    for stage, at in _by_stage(positions).items():
        within = [sum(runs[agent][each].nodes <= PATIENCE for each in at) for agent in _AGENTS]
        yield (stage, str(len(at)), *map(str, within))


_NOTE = (
    "Saved nodes and times are relative to depth 3 at once without a table; a table alone changes"
    " nearly nothing, for it is the order of moves that it improves. Times are of the positions"
    f" that depth 3 at once ends within {PATIENCE:,} nodes."
)
_COLUMNS = ("search", "mean nodes", "saved of the mean", "saved, median", "saved, most", "time")


def _totals(
    runs: dict[str, SearchRuns], saved: dict[str, list[float]]
) -> Iterator[tuple[str, ...]]:
    at = [number for number, each in enumerate(runs[_FIXED]) if each.nodes <= PATIENCE]
    quick = {agent: [each[number] for number in at] for agent, each in runs.items()}
    for name, agent in zip(_NAMES, _AGENTS, strict=True):
        yield (
            name,
            count(mean_nodes(runs[agent])),
            percent(gain(runs[_FIXED], runs[agent])),
            percent(median(saved[agent])),
            percent(max(saved[agent])),
            ratio(time_ratio(quick[_FIXED], quick[agent])) if quick[_FIXED] else "",
        )


_EACH = ("position", *_NAMES)


def _each(positions: Sequence[Position], runs: dict[str, SearchRuns]) -> Iterator[tuple[str, ...]]:
    for at, position in enumerate(positions):
        yield (position.name, *(count(runs[agent][at].nodes) for agent in _AGENTS))


STUDY = search_study(
    "deepening",
    method=(
        "Star2.5 with probing factor 5 looks three decisions ahead at each of the fifty positions,"
        " once at depth 3 at once and once at depths 1, 2 and 3, with the thesis's evaluation,"
        " order of moves and bounds of plus and minus 20 points; both also with a transposition"
        " table of 16 MB. All four find the same value; the run fails if they do not. A node is a"
        " position after a move, those of depths 1 and 2 included. The thesis's program looks at"
        f" {round(_NODES_A_SECOND):,} nodes a second (table 6.7)."
    ),
    agents=_AGENTS,
    tell=_tell,
    timed=1,
)
