"""Does it help to look at some moves first? Heyden 2009, table 6.4."""

from collections.abc import Iterator, Mapping

from carcbot.lab.number_text import count, percent
from carcbot.lab.search_comparison import Published, SearchRuns, gain, mean_nodes, nodes_study
from carcbot.lab.study import Comparison

__all__ = ["STUDY"]

_SEARCHES = {
    # without order and with orders 1 and 2, with the nodes and times of table 6.4
    "Star1": (
        Published("Star1, no order", "heyden-star1-order0", 68128.9, 1509),
        Published("Star1, order 1: meeples first", "heyden-star1-order1", 67698.5, 1512),
        Published("Star1, order 2: by feature", "heyden-star1", 67388.9, 1487),
    ),
    "Star2": (
        Published("Star2, no order", "heyden-star2-order0", 32107.7, 859),
        Published("Star2, order 1: meeples first", "heyden-star2-order1", 35199.2, 963),
        Published("Star2, order 2: by feature", "heyden-star2", 25465.1, 717),
    ),
}
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


def _comparisons(runs: Mapping[str, SearchRuns]) -> Iterator[Comparison]:
    for name, (base, *ordered) in _SEARCHES.items():
        yield Comparison(
            f"{name} without order: mean nodes",
            count(base.nodes),
            count(mean_nodes(runs[base.agent])),
            "Other positions, so the size may differ; how the thesis counts nodes it does not say.",
        )
        for order, (each, remark) in enumerate(zip(ordered, _REMARKS[name], strict=True), 1):
            yield Comparison(
                f"{name}, order {order}: nodes saved",
                percent(1 - each.nodes / base.nodes),
                percent(gain(runs[base.agent], runs[each.agent])),
                remark,
            )


STUDY = nodes_study(
    "move-orders",
    method=(
        "Star1 and Star2 look two decisions ahead at each of the fifty positions, with the"
        " evaluation of the thesis and its bounds of plus and minus 20 points, without a"
        " transposition table. A node is a position after a move. Times are ratios of the sums,"
        " over all positions, of the medians of runs side by side."
    ),
    table=(
        "Nodes and time",
        "search and order",
        "Saved nodes and times are relative to the same search without order.",
    ),
    groups=tuple(_SEARCHES.values()),
    compare=_comparisons,
)
