"""How much do Star1 and Star2 spare of Expectimax's work? Heyden 2009, figures 6.5 and 6.6."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean, median

from carcbot.lab.heyden import RULES
from carcbot.lab.number_text import count, percent, ratio
from carcbot.lab.positions import Position
from carcbot.lab.search_comparison import (
    Compared,
    SearchRuns,
    gain,
    mean_nodes,
    run_search,
    saved_by,
    search_study,
    time_ratio,
)
from carcbot.lab.study import Comparison, Figures, Findings, Picture, Table

__all__ = ["STUDY"]

_EXPECTIMAX, _STAR1, _STAR2 = _AGENTS = ("heyden-expectimax", "heyden-star1", "heyden-star2")
_NAMES = ("Expectimax", "Star1", "Star2")
_BOUND = 20.0


def _tell(compared: Compared) -> tuple[Findings, Figures]:
    positions, runs = compared.positions, compared.runs
    inside = [at for at, each in enumerate(runs[_EXPECTIMAX]) if abs(each.value) < _BOUND]
    saved = {agent: saved_by(runs[_EXPECTIMAX], runs[agent]) for agent in (_STAR1, _STAR2)}
    changed = sum(compared.workbench.each(_is_changed_by_rule, positions))
    summary = {
        "changed_by_rule": changed,
        "inside_bounds": len(inside),
        "median_nodes": {
            agent: median(each.nodes for each in found) for agent, found in runs.items()
        },
        "median_saved": {agent: median(each) for agent, each in saved.items()},
        "median_saved_inside": {
            agent: median([each[at] for at in inside]) if inside else None
            for agent, each in saved.items()
        },
        "most_saved": {agent: max(each) for agent, each in saved.items()},
        "most_saved_inside": {
            agent: max((each[at] for at in inside), default=None) for agent, each in saved.items()
        },
    }
    within = {agent: [each[at] for at in inside] for agent, each in runs.items()}
    findings = Findings(
        (*_comparisons(runs, saved, inside, positions), _of_the_rule(changed, len(positions))),
        (
            Table("All positions together", _COLUMNS, tuple(_totals(runs)), _NOTE),
            Table(
                f"The {len(inside)} positions whose value lies inside the bounds",
                _COLUMNS,
                tuple(_totals(within)) if inside else (),
                "In the others a lead is so large that every move is worth the same bound. A leaf"
                " counts as no more than the bound too, so that a value may lie inside that"
                " would not without it (see printed-listings).",
            ),
            Table("Each position (figure 6.5)", _EACH, tuple(_each(positions, runs)), _EACH_NOTE),
            Table("Times (figure 6.6)", _TIMES, tuple(_timed(positions, runs)), _TIMES_NOTE),
        ),
        tuple(_pictures(runs)),
    )
    return findings, summary


def _is_changed_by_rule(position: Position) -> bool:
    """Whether a search counts otherwise where a tile that fits nowhere goes back into the bag."""
    text = position.text.replace("seats=2", f"seats=2,{RULES}", 1)
    by_rule = replace(position, text=text)

    def counts(there: Position) -> list[tuple[int, float]]:
        return [
            (each.nodes, each.value) for each in (run_search(agent, there) for agent in _AGENTS)
        ]

    return counts(position) != counts(by_rule)


def _of_the_rule(changed: int, positions: int) -> Comparison:
    return Comparison(
        "positions where a tile that goes back into the bag changes a search",
        "the rule of 4.2",
        f"{changed} of {positions}",
        "In the games of which the positions are such a tile was put aside. It makes no difference:"
        " by either rule a search leaves out draws that nobody can lay.",
    )


def _comparisons(
    runs: dict[str, SearchRuns],
    saved: dict[str, list[float]],
    inside: list[int],
    positions: Sequence[Position],
) -> Iterator[Comparison]:
    top = max(range(len(positions)), key=lambda at: saved[_STAR2][at])
    yield Comparison(
        "most nodes saved by Star2 in one position",
        "97.4 % (position 2)",
        f"{percent(saved[_STAR2][top])} ({positions[top].name})",
        "Such a gain comes of a lead beyond the bounds: all moves are then worth the same bound and"
        " the first one cuts off the rest. It is the resigning player of section 6.4; whether it is"
        " that in the thesis's position 2 cannot be told.",
    )
    yield Comparison(
        "the same, with a value inside the bounds",
        "not told",
        percent(max((saved[_STAR2][at] for at in inside), default=0.0)),
        "What pruning saves where there is something to decide.",
    )
    yield Comparison(
        "Star1 against Expectimax: median of nodes saved",
        "nearly none",
        percent(median(saved[_STAR1])),
        "The printed listing has max for min in a bound, which makes cuts rare: as printed Star1"
        " saves 1.7 % of the same nodes, see the study printed-listings. This one is mended.",
    )
    yield Comparison(
        "Star2 against Expectimax: median of nodes saved",
        "a great improvement",
        percent(median(saved[_STAR2])),
        "The same finding: to know one good move of each outcome tightens the bounds of all.",
    )
    yield Comparison(
        "Star2's mean nodes as a share of Star1's",
        "37.8 % (table 6.4)",
        percent(mean_nodes(runs[_STAR2]) / mean_nodes(runs[_STAR1])),
        "The correct Star1 is the stronger rival, which makes Star2's share of it larger: of the"
        " Star1 of the printed listing it is 45.7 %.",
    )


_COLUMNS = ("search", "mean nodes", "median nodes", "saved of the mean", "time")
_NOTE = "Saved nodes and times are relative to Expectimax."
_EACH = ("position", "lead", "value", "Expectimax", "Star1", "saved", "Star2", "saved")
_EACH_NOTE = "Nodes of each search; lead and value in points for the seat to move."


def _totals(runs: dict[str, SearchRuns]) -> Iterator[tuple[str, ...]]:
    for name, agent in zip(_NAMES, _AGENTS, strict=True):
        yield (
            name,
            count(mean_nodes(runs[agent])),
            count(float(median(each.nodes for each in runs[agent]))),
            percent(gain(runs[_EXPECTIMAX], runs[agent])),
            ratio(time_ratio(runs[_EXPECTIMAX], runs[agent])),
        )


def _each(positions: Sequence[Position], runs: dict[str, SearchRuns]) -> Iterator[tuple[str, ...]]:
    for at, position in enumerate(positions):
        base, star1, star2 = (runs[agent][at] for agent in _AGENTS)
        yield (
            position.name,
            f"{position.lead:+d}",
            f"{base.value:+.1f}",
            count(base.nodes),
            count(star1.nodes),
            percent(1 - star1.nodes / base.nodes),
            count(star2.nodes),
            percent(1 - star2.nodes / base.nodes),
        )


_TIMES = ("position", *_NAMES)
_TIMES_NOTE = (
    "As multiples of what Expectimax takes on average, on the machine of the committed result."
)


def _times(runs: dict[str, SearchRuns]) -> dict[str, list[float]]:
    """What each search took at each position, as multiples of Expectimax's mean."""
    mean = fmean(each.seconds for each in runs[_EXPECTIMAX])
    return {
        name: [each.seconds / mean for each in runs[agent]]
        for name, agent in zip(_NAMES, _AGENTS, strict=True)
    }


def _timed(positions: Sequence[Position], runs: dict[str, SearchRuns]) -> Iterator[tuple[str, ...]]:
    for position, *times in zip(positions, *_times(runs).values(), strict=True):
        yield (position.name, *(f"{each:.3f}" for each in times))


def _pictures(runs: dict[str, SearchRuns]) -> Iterator[Picture]:
    nodes = {
        name: [float(each.nodes) for each in runs[agent]]
        for name, agent in zip(_NAMES, _AGENTS, strict=True)
    }
    across = "position: openings, middles, ends"
    yield Picture("nodes", "Nodes (figure 6.5)", "magnitudes", across, dict(nodes))
    times = {name: [round(each, 4) for each in found] for name, found in _times(runs).items()}
    title = "Times, as multiples of Expectimax's mean (figure 6.6)"
    yield Picture("times", title, "magnitudes", across, dict(times))


STUDY = search_study(
    "star-nodes",
    method=(
        "The three searches look two decisions ahead at each of the fifty positions, with the"
        " thesis's evaluation, order of moves and bounds of plus and minus 20 points, without a"
        " transposition table. All three find the same value; the run fails if they do not. A node"
        " is a position after a move. Times are ratios of the sums, over all positions, of the"
        " medians of runs side by side."
    ),
    agents=_AGENTS,
    tell=_tell,
    more_steps=1,
)
