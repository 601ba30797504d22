"""What do the listings 5.3 to 5.5 and the bounds of 6.4 do as Heyden 2009 prints them?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.worth import worth
from carcbot.games.contract import State
from carcbot.lab.chosen_positions import chosen
from carcbot.lab.number_text import count, percent, ratio
from carcbot.lab.positions import Position, lead_of
from carcbot.lab.printed_star import Bounds, Mistake, PrintedStar, SearchResult
from carcbot.lab.study import Comparison, Effort, Figures, Result, Study, Table, Workbench
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide

__all__ = ["SEARCHES", "STUDY", "Asked", "looked"]

_POINTS = 1000
"""So many of the core's units are a point."""
_WRONG = 0.01
"""By more points than that values differ in earnest: whole numbers are rounded down here."""
_RANKS = {"c": 0, "m": 1, "g": 1, "r": 2, "f": 4}
_NO_FIGURE = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A search that is tried.

    Attributes:
        name: What it is called.
        probe: How many moves of each outcome are probed.
        mistakes: The mistakes that are made as printed.
        bounds: L and U: ``fixed`` at so many points above and below 0; ``printed``, the lead and so
            many points, and the negative of that; ``dynamic``, so many points around the value at
            the root.
    """

    name: str
    probe: int
    mistakes: Mistake
    bounds: str = "fixed"


_LISTINGS = (
    Asked("Star1, as printed (5.3)", 0, Mistake.ALL),
    Asked("Star1, mended", 0, Mistake.NONE),
    Asked("Star2, as printed (5.4)", 1, Mistake.ALL),
    Asked("Star2, mended", 1, Mistake.NONE),
    Asked("Star2.5, as printed (5.5)", 5, Mistake.ALL),
    Asked("Star2.5, max for min only", 5, Mistake.WIDE_WINDOW),
    Asked("Star2.5, unweighted sums only", 5, Mistake.UNWEIGHTED),
    Asked("Star2.5, one window only", 5, Mistake.ONE_WINDOW),
    Asked("Star2.5, failed probes only", 5, Mistake.FAILED_PROBE),
    Asked("Star2.5, mended", 5, Mistake.NONE),
)
_DYNAMIC = (
    Asked("as printed, listing mended", 5, Mistake.NONE, "printed"),
    Asked("as printed, listing as printed", 5, Mistake.ALL, "printed"),
    Asked("mended, listing mended", 5, Mistake.NONE, "dynamic"),
    Asked("mended, listing as printed", 5, Mistake.ALL, "dynamic"),
)
_OTHER = (
    Asked("as printed", 5, Mistake.ALL),
    Asked("unweighted sums only", 5, Mistake.UNWEIGHTED),
    Asked("mended", 5, Mistake.NONE),
)


@dataclass(frozen=True, slots=True)
class _Trial:
    """Searches that are tried alike.

    Attributes:
        title: Of their table.
        evaluation: What a position is worth by.
        bound: Points above and below the centre of the bounds.
        depth: Decisions ahead.
        searches: Those that are tried.
        at_the_end: Whether only positions of the end are looked at, for the others take long.
    """

    title: str
    evaluation: str
    bound: float
    depth: int
    searches: tuple[Asked, ...]
    at_the_end: bool = False


_TRIALS = {
    "listings": _Trial("The listings, bounds of 20 points around 0", "heyden", 20, 2, _LISTINGS),
    "dynamic": _Trial("Dynamic bounds of 20 points", "heyden", 20, 2, _DYNAMIC),
    "depth 3": _Trial("The same to depth 3, at the end", "heyden", 20, 3, _OTHER, at_the_end=True),
    "virtual": _Trial("By virtual scores, bounds of 100 points", "virtual", 100, 2, _OTHER),
    "virtual, depth 3": _Trial(
        "By virtual scores to depth 3, at the end", "virtual", 100, 3, _OTHER, at_the_end=True
    ),
}
SEARCHES = {name: trial.searches for name, trial in _TRIALS.items()}
"""The searches of each trial."""


def _run(effort: Effort, workbench: Workbench) -> Result:
    positions = chosen(effort.count)
    # which are the first depends on how many there are
    notes = f"printed-listings-{effort.count}"
    seen = workbench.to_the_end().each_noted(notes, looked, positions)
    figures: Figures = {
        name: {
            asked.name: _summary([each[name] for each in seen if name in each], asked.name)
            for asked in trial.searches
        }
        for name, trial in _TRIALS.items()
        if any(name in each for each in seen)
    }
    return Result(
        "printed-listings",
        effort,
        tuple(_comparisons(figures)),
        tuple(_table(_TRIALS[name], figures[name]) for name in figures),
        figures
        | {
            "positions": [
                {"name": position.name, "trials": each}
                for position, each in zip(positions, seen, strict=True)
            ]
        },
    )


def looked(position: Position) -> Figures:
    """What all searches of all trials find in a position, beside what is so."""
    told: Figures = {}
    state = CARCASSONNE.parse(position.text)
    for name, trial in _TRIALS.items():
        if trial.at_the_end and position.stage != "end":
            continue
        exact = decide(
            parse_agent(
                f"expectimax:depth={trial.depth},deepening=off,bound=10000,eval={trial.evaluation}"
            ),
            position.text,
            1,
        )
        worth = {each.move: each.value for each in exact.moves}
        found = {asked.name: _searched(asked, trial, state) for asked in trial.searches}
        told[name] = {
            "value": exact.value,
            "nodes": exact.nodes,
            "inside": abs(exact.value) < trial.bound,
            "found": {
                search: [each.move, each.value, each.nodes, exact.value - worth[each.move]]
                for search, each in found.items()
            },
        }
    return told


def _searched(asked: Asked, trial: _Trial, state: State) -> SearchResult:
    worth = _worth_by(trial.evaluation)
    bounds = _bounds(asked.bounds, trial.bound, lead_of(state), worth(state, state.to_move))
    return PrintedStar(worth, in_order, asked.probe, bounds, asked.mistakes).search(
        state, trial.depth
    )


def _bounds(kind: str, bound: float, lead: float, value: float) -> Bounds:
    match kind:
        case "fixed":
            return -bound, bound
        case "printed":
            return -(lead + bound), lead + bound
        case _:
            return value - bound, value + bound


def _worth_by(evaluation: str) -> Callable[[State, int], float]:
    """A position's value for one of two seats, in points."""

    def lead(state: State, seat: int) -> float:
        both = worth(state, evaluation)
        return (both[seat] - both[1 - seat]) / _POINTS

    return lead


def in_order(moves: Sequence[str]) -> Sequence[str]:
    """The thesis's second order: by what a meeple is put on."""
    return sorted(moves, key=_rank)


def _rank(move: str) -> int:
    _, plus, figure = move.partition("+")
    return _RANKS[figure[1]] if plus else _NO_FIGURE


def _summary(seen: Sequence[Figures], search: str) -> Figures:
    """A search at all positions, and apart at those whose value lies inside the fixed bounds."""
    told: Figures = {
        "positions": len(seen),
        "nodes": fmean(each["found"][search][2] for each in seen),
        "of_expectimax": fmean(each["nodes"] for each in seen),
        "median_saved": median(1 - each["found"][search][2] / each["nodes"] for each in seen),
    }
    for name, inside in (("inside", True), ("outside", False)):
        there = [each for each in seen if each["inside"] == inside]
        lost = [each["found"][search][3] for each in there]
        told[name] = {
            "positions": len(there),
            "wrong_values": sum(
                abs(each["found"][search][1] - each["value"]) > _WRONG for each in there
            ),
            "worse_moves": sum(each > _WRONG for each in lost),
            "lost": fmean(lost) if lost else 0.0,
        }
    return told


_COLUMNS = (
    "search",
    "mean nodes",
    "saved",
    "saved, median",
    "wrong values inside",
    "worse moves inside",
    "points lost a move",
    "worse moves outside",
    "points lost a move",
)
_NOTE = (
    "Saved beside Expectimax, which makes {nodes} nodes on average. Inside are the {inside} of"
    " {all} positions whose value lies inside the fixed bounds. A move is worse if it is worth less"
    " than the best one by more than a hundredth of a point, all looked at to the same depth"
    " without bounds. Leaves count as they are, as printed, also beyond the bounds, which makes"
    " some values wrong that lie near them."
)


def _table(trial: _Trial, figures: Figures) -> Table:
    any_ = next(iter(figures.values()))
    return Table(
        trial.title,
        _COLUMNS,
        tuple(
            (
                name,
                count(each["nodes"]),
                percent(1 - each["nodes"] / each["of_expectimax"]),
                percent(each["median_saved"]),
                f"{each['inside']['wrong_values']} of {each['inside']['positions']}",
                f"{each['inside']['worse_moves']} of {each['inside']['positions']}",
                ratio(each["inside"]["lost"]),
                f"{each['outside']['worse_moves']} of {each['outside']['positions']}",
                ratio(each["outside"]["lost"]),
            )
            for name, each in figures.items()
        ),
        _NOTE.format(
            nodes=count(any_["of_expectimax"]),
            inside=any_["inside"]["positions"],
            all=any_["positions"],
        ),
    )


def _comparisons(figures: Figures) -> Iterator[Comparison]:
    listings, dynamic = figures["listings"], figures["dynamic"]
    star1, star25 = listings["Star1, as printed (5.3)"], listings["Star2.5, as printed (5.5)"]
    sums = listings["Star2.5, unweighted sums only"]
    yield Comparison(
        "Star1 as printed: median of nodes saved",
        "nearly none",
        percent(star1["median_saved"]),
        "So it is: with max for min the search of an outcome does not end at its beta. Mended it"
        f" saves {percent(listings['Star1, mended']['median_saved'])}.",
    )
    yield Comparison(
        "Star1 as printed: wrong values",
        "the result of Expectimax",
        _of(star1["inside"], "wrong_values"),
        "Max for min costs work, and makes nothing wrong.",
    )
    yield Comparison(
        "Star2.5 as printed: wrong values",
        "not told",
        _of(star25["inside"], "wrong_values"),
        "It is the sums without probabilities: what was probed of a rare tile counts as much as if"
        " it were sure, and cuts off replies that would change the value.",
    )
    yield Comparison(
        "the same with nothing but the sums as printed",
        "not told",
        _of(sums["inside"], "wrong_values"),
        "As many as with all four together.",
    )
    for told, name in ((star25, "Star2.5 as printed"), (sums, "the same with the sums only")):
        yield Comparison(
            f"{name}: worse moves",
            "not told",
            f"{_of(told['inside'], 'worse_moves')}, {ratio(told['inside']['lost'])} points a move",
            "A worse move in a third of the positions."
            if told is star25
            else "The same number, and the same loss.",
        )
    kept = ("Star2.5, one window only", "Star2.5, failed probes only")
    yield Comparison(
        "one window, or failed probes, alone: nodes beside the mended search",
        "not told",
        " and ".join(
            f"{listings[name]['nodes'] - listings['Star2.5, mended']['nodes']:+,.1f}"
            for name in kept
        ),
        "Neither changes anything here; in other trees both together do, where the first outcome is"
        " much the likeliest.",
    )
    for name, remark in (
        (
            "as printed, listing mended",
            (
                "Better than fixed bounds for who is far behind or ahead, and worse than these for"
                " all others: a lead of -15 leaves 5 points on both sides of 0, and one of less"
                " than -20 puts the lower bound above the upper one."
            ),
        ),
        ("mended, listing mended", "The value at the root and 20 points on both sides lose none."),
    ):
        each = dynamic[name]
        yield Comparison(
            f"dynamic bounds {name}: worse moves inside and outside the fixed bounds",
            "an improvement",
            f"{_of(each['inside'], 'worse_moves')} and {_of(each['outside'], 'worse_moves')}",
            remark,
        )
    yield Comparison(
        "fixed bounds, listing mended: worse moves inside and outside them",
        "seems to resign",
        " and ".join(
            _of(listings["Star2.5, mended"][where], "worse_moves")
            for where in ("inside", "outside")
        ),
        "The resigning player of section 6.4: beyond the bounds it makes the first move of all.",
    )
    for name, what in (
        ("virtual", "by virtual scores, unweighted sums"),
        ("virtual, depth 3", "the same to depth 3, at the end"),
    ):
        if name in figures:
            each = figures[name]["unweighted sums only"]["inside"]
            yield Comparison(
                f"{what}: worse moves",
                "not told",
                f"{_of(each, 'worse_moves')}, {ratio(each['lost'])} points a move",
                "The bounds and values of Ameneyro and Galvan 2020; whether its program sums up in"
                " this way is not told.",
            )


def _of(told: Figures, what: str) -> str:
    return f"{told[what]} of {told['positions']}"


STUDY = Study(
    name="printed-listings",
    method=(
        "The listings of Star1, Star2 and Star2.5 in plain Python, line by line, look two decisions"
        " ahead at each of the fifty positions. As printed they have max for min in the window of"
        " an outcome, sum up what was probed without its probability, probe all outcomes in the"
        " first one's window, and take a probe that failed for one that reached its window; each is"
        " also tried alone, and all are mended. Section 6.4 takes the lead and 20 points for the"
        " upper bound, and the negative of that for the lower one; mended it is 20 points on both"
        " sides of the value at the root. No agent plays like this. What a move is worth is told by"
        " Expectimax to the same depth without bounds."
    ),
    steps=lambda effort: effort.count,
    run=_run,
)
