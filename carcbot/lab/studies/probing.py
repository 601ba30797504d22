"""How many moves of each outcome should be probed? Heyden 2009, table 6.6."""

from collections.abc import Iterator

from carcbot.lab.chosen_positions import chosen
from carcbot.lab.looking import Looks, gain, look_side_by_side, mean_nodes, rows, time_ratio
from carcbot.lab.study import Comparison, Desk, Effort, Result, Study, Table
from carcbot.lab.wording import count, percent, ratio

__all__ = ["STUDY"]

_AGENTS = {1: "heyden-star2"} | {f: f"heyden-star25-f{f}-depth2" for f in range(2, 8)}
_NODES = {1: 24463.1, 2: 24701.4, 3: 24057.6, 4: 23584.4, 5: 23221.6, 6: 23481.7, 7: 23591.8}
_TIMES = {1: 706.9, 2: 714.0, 3: 701.3, 4: 694.4, 5: 678.8, 6: 684.2, 7: 692.8}


def _run(effort: Effort, desk: Desk) -> Result:
    positions = chosen(effort.count)
    looks = look_side_by_side(tuple(_AGENTS.values()), positions, effort.runs, desk, agree=True)
    return Result(
        "probing",
        effort,
        tuple(_comparisons(looks)),
        (Table("Probing factors", _COLUMNS, tuple(_table(looks)), _NOTE),),
        {
            "mean_nodes": {agent: mean_nodes(each) for agent, each in looks.items()},
            "positions": rows(positions, looks),
        },
    )


def _comparisons(looks: dict[str, Looks]) -> Iterator[Comparison]:
    star2 = looks[_AGENTS[1]]
    means = {f: mean_nodes(looks[agent]) for f, agent in _AGENTS.items()}
    best = min(means, key=lambda f: means[f])
    yield Comparison(
        "factor 1 (Star2): mean nodes",
        count(_NODES[1]),
        count(means[1]),
        "Other positions. The thesis has 25,465.1 for what should be the same search in table 6.4.",
    )
    yield Comparison(
        "the best factor",
        "5",
        str(best),
        "The same, although the printed listing searches probed moves again and has one window for"
        " all outcomes, where the search here has a window for each and skips what it has probed."
        " In both, all factors lie within eight per cent of each other.",
    )
    yield Comparison(
        "factor 5: nodes saved against factor 1",
        percent(1 - _NODES[5] / _NODES[1]),
        percent(gain(star2, looks[_AGENTS[5]])),
        "A small gain in both: a second or third probe finds the good move where the order by"
        " feature did not, and more of them cost what they save.",
    )


_COLUMNS = (
    "probing factor",
    "mean nodes",
    "saved",
    "time",
    "paper: mean nodes",
    "saved",
    "time",
)
_NOTE = "Saved nodes and times are relative to factor 1."


def _table(looks: dict[str, Looks]) -> Iterator[tuple[str, ...]]:
    star2 = looks[_AGENTS[1]]
    for f, agent in _AGENTS.items():
        yield (
            str(f),
            count(mean_nodes(looks[agent])),
            percent(gain(star2, looks[agent])),
            ratio(time_ratio(star2, looks[agent])),
            count(_NODES[f]),
            percent(1 - _NODES[f] / _NODES[1]),
            ratio(_TIMES[f] / _TIMES[1]),
        )


STUDY = Study(
    name="probing",
    title="Star2.5: probing factors from 1 to 7",
    source="Heyden 2009, 6.3.4, table 6.6",
    method=(
        "Star2.5 looks two decisions ahead at each of the fifty positions, with the thesis's"
        " evaluation, order of moves and bounds of plus and minus 20 points, without a"
        " transposition table. A node is a position after a move. Times are ratios of the sums,"
        " over all positions, of the medians of runs side by side."
    ),
    counts="positions",
    usual=Effort(count=50, runs=5),
    steps=lambda effort: effort.count * effort.runs,
    run=_run,
)
