"""How many moves of each outcome should be probed? Heyden 2009, table 6.6."""

from collections.abc import Iterator, Mapping

from carcbot.lab.number_text import count, percent
from carcbot.lab.search_comparison import Published, SearchRuns, gain, mean_nodes, nodes_study
from carcbot.lab.study import Comparison

__all__ = ["STUDY"]

_AGENTS = {1: "heyden-star2"} | {f: f"heyden-star25-f{f}-depth2" for f in range(2, 8)}
_NODES = {1: 24463.1, 2: 24701.4, 3: 24057.6, 4: 23584.4, 5: 23221.6, 6: 23481.7, 7: 23591.8}
_TIMES = {1: 706.9, 2: 714.0, 3: 701.3, 4: 694.4, 5: 678.8, 6: 684.2, 7: 692.8}


def _comparisons(runs: Mapping[str, SearchRuns]) -> Iterator[Comparison]:
    star2 = runs[_AGENTS[1]]
    means = {f: mean_nodes(runs[agent]) for f, agent in _AGENTS.items()}
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
        percent(gain(star2, runs[_AGENTS[5]])),
        "A small gain in both: a second or third probe finds the good move where the order by"
        " feature did not, and more of them cost what they save.",
    )


STUDY = nodes_study(
    "probing",
    method=(
        "Star2.5 looks two decisions ahead at each of the fifty positions, with the thesis's"
        " evaluation, order of moves and bounds of plus and minus 20 points, without a"
        " transposition table. A node is a position after a move. Times are ratios of the sums,"
        " over all positions, of the medians of runs side by side."
    ),
    table=("Probing factors", "probing factor", "Saved nodes and times are relative to factor 1."),
    groups=[[Published(str(f), _AGENTS[f], _NODES[f], _TIMES[f]) for f in _AGENTS]],
    compare=_comparisons,
)
