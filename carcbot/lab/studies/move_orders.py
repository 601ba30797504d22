"""Does it help to look at some moves first? Heyden 2009, table 6.4."""

from collections.abc import Iterator

from carcbot.lab.chosen_positions import chosen
from carcbot.lab.looking import Looks, gain, look_side_by_side, mean_nodes, rows, time_ratio
from carcbot.lab.study import Comparison, Desk, Effort, Result, Study, Table
from carcbot.lab.wording import count, percent, ratio

__all__ = ["STUDY"]

# the search, its agents without order and with orders 1 and 2, and the nodes of table 6.4
_SEARCHES = (
    (
        "Star1",
        ("heyden-star1-order0", "heyden-star1-order1", "heyden-star1"),
        (68128.9, 67698.5, 67388.9),
    ),
    (
        "Star2",
        ("heyden-star2-order0", "heyden-star2-order1", "heyden-star2"),
        (32107.7, 35199.2, 25465.1),
    ),
)
_ORDERS = ("no order", "order 1: meeples first", "order 2: by feature")
_TIMES = ((1509, 1512, 1487), (859, 963, 717))
_STAR1_REMARK = (
    "The same finding: without a probe Star1 knows of an outcome nothing but the bounds until it"
    " has searched it, so that the order of its moves changes little."
)
_STAR2_REMARK = (
    "Here the order by feature helps a little less, and it is the best of the three in both: Star2"
    " lives from a good first move."
)
_MEEPLES_REMARK = (
    "The sign differs. What order 1 is compared with is no order at all but that in which a program"
    " happens to list its moves. Ours lists each place first without a meeple; the thesis's it does"
    " not tell. Both agree that order 2 is better than order 1."
)
_REMARKS = {"Star1": (_STAR1_REMARK, _STAR1_REMARK), "Star2": (_MEEPLES_REMARK, _STAR2_REMARK)}


def _run(effort: Effort, desk: Desk) -> Result:
    positions = chosen(effort.count)
    agents = [agent for _, names, _ in _SEARCHES for agent in names]
    looks = look_side_by_side(agents, positions, effort.runs, desk, agree=True)
    return Result(
        "move-orders",
        effort,
        tuple(_comparisons(looks)),
        (Table("Nodes and time", _COLUMNS, tuple(_table(looks)), _NOTE),),
        {
            "mean_nodes": {agent: mean_nodes(each) for agent, each in looks.items()},
            "positions": rows(positions, looks),
        },
    )


def _comparisons(looks: dict[str, Looks]) -> Iterator[Comparison]:
    for name, agents, nodes in _SEARCHES:
        base = looks[agents[0]]
        yield Comparison(
            f"{name} without order: mean nodes",
            count(nodes[0]),
            count(mean_nodes(base)),
            "Other positions, so the size may differ; how the thesis counts nodes it does not say.",
        )
        for order in (1, 2):
            yield Comparison(
                f"{name}, order {order}: nodes saved",
                percent(1 - nodes[order] / nodes[0]),
                percent(gain(base, looks[agents[order]])),
                _REMARKS[name][order - 1],
            )


_COLUMNS = (
    "search and order",
    "mean nodes",
    "saved",
    "time",
    "paper: mean nodes",
    "saved",
    "time",
)
_NOTE = "Saved nodes and times are relative to the same search without order."


def _table(looks: dict[str, Looks]) -> Iterator[tuple[str, ...]]:
    for (name, agents, nodes), times in zip(_SEARCHES, _TIMES, strict=True):
        for order, agent in enumerate(agents):
            yield (
                f"{name}, {_ORDERS[order]}",
                count(mean_nodes(looks[agent])),
                percent(gain(looks[agents[0]], looks[agent])),
                ratio(time_ratio(looks[agents[0]], looks[agent])),
                count(nodes[order]),
                percent(1 - nodes[order] / nodes[0]),
                ratio(times[order] / times[0]),
            )


STUDY = Study(
    name="move-orders",
    title="The order of moves in Star1 and Star2",
    source="Heyden 2009, 6.3.1, table 6.4",
    method=(
        "Star1 and Star2 look two decisions ahead at each of the fifty positions, with the"
        " evaluation of the thesis and its bounds of plus and minus 20 points, without a"
        " transposition table. A node is a position after a move. Times are ratios of the sums,"
        " over all positions, of the medians of runs side by side."
    ),
    counts="positions",
    usual=Effort(count=50, runs=5),
    steps=lambda effort: effort.count * effort.runs,
    run=_run,
)
