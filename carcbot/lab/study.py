"""What a study is, and its result.

A study reproduces a published figure, or answers a question of our own. It is one file in
carcbot/lab/studies. What it found lies in carcbot/lab/results as data and in docs/lab as a page;
both are made from one Result, so they say the same.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, TypeVar

import msgspec

from carcbot.arena.contest import Contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.workers.parallel_map import parallel_map
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.errors import OptionsError
from carcbot.games.extras import Figures
from carcbot.lab.notebook import Notebook
from carcbot.lab.study_list import LISTED, Listing

__all__ = [
    "Comparison",
    "Effort",
    "Figures",
    "Findings",
    "Picture",
    "Result",
    "Step",
    "Study",
    "Table",
    "Unfinished",
    "Workbench",
    "effort_of",
]

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Step = Callable[[], None]
"""Called after each step of the work, for whoever shows how far it is."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How large a run of a study is.

    Attributes:
        count: Games or positions, whichever the study counts; 0 if neither.
        runs: How often everything is timed. Counts of nodes do not depend on it.
        seed: Of all chance.
        budget: Of a study without a count, the work as a multiple of the committed result's.
    """

    count: int = 0
    runs: int = 1
    seed: int = 1
    budget: float = 1.0

    def blocks(self, usual: int) -> int:
        """How many blocks are played instead of so many: as many times as the budget's root.

        There are at least two, for one alone says nothing of how much the next may differ.
        """
        return max(2, round(usual * math.sqrt(self.budget)))

    def thinking(self, usual: int) -> int:
        """How many simulations or nodes a move has instead of so many; at least one."""
        return max(1, round(usual * math.sqrt(self.budget)))


@dataclass(frozen=True, slots=True)
class Workbench:
    """The surroundings of a study: where it runs, and where its work is kept.

    Attributes:
        step: Called after each step of the work.
        keep: Where a contest is kept, so that a run goes on where it was interrupted.
        workers: How many games are played at once.
        place: Where they are played.
        is_enough: Asked before a long sample is continued: whether to stop with what there is.
        notes: The notebook of that name, for samples of games that are no contest.
        plays_on: Whether a match is played on; of the others there is what was played before.
    """

    step: Step
    keep: Callable[[Contest], ContestFolder]
    workers: int = 1
    place: Workplace = THIS_MACHINE
    is_enough: Callable[[], bool] = lambda: False
    notes: Callable[[str], Notebook] = Notebook
    plays_on: Callable[[Contest], bool] = lambda _: True

    def to_the_end(self) -> "Workbench":
        """The same where no sample ends early, however long it takes."""
        return replace(self, is_enough=lambda: False)

    def each(
        self, work: Callable[[Task], Answer], tasks: Iterable[Task], *, side_by_side: bool = False
    ) -> Iterator[Answer]:
        """The answer to each task, in order; `step` is called after each.

        On this machine it is one after the other in this process, so that searches whose time is
        taken have it for themselves. Elsewhere, and where they may work side by side, `work` and
        the tasks travel to the workers.
        """
        here = self.place is THIS_MACHINE and not (side_by_side and self.workers > 1)
        for answer in (
            map(work, tasks) if here else parallel_map(self.place, self.workers, work, tasks)
        ):
            self.step()
            yield answer

    def each_noted(
        self,
        name: str,
        work: Callable[[Task], Any],
        tasks: Sequence[Task],
        *,
        side_by_side: bool = False,
    ) -> list[Any]:
        """The same where every answer is noted down at once, so that a long sample can go on.

        If the run is stopped, these are the answers to the first tasks, but to two at least.

        Args:
            name: Of the notebook.
            work: As above; its answers are what JSON can hold.
            tasks: All that are wanted, with the same ones first every time.
            side_by_side: Whether no time is taken, so that workers of one machine may share them.
        """
        notes = self.notes(name)
        known = notes.answers()[: len(tasks)]
        for _ in known:
            self.step()
        at_once = 1 if self.place is THIS_MACHINE and not side_by_side else self.workers
        while len(known) < len(tasks) and (len(known) < 2 or not self.is_enough()):
            some = tasks[len(known) : len(known) + at_once]
            for answer in self.each(work, some, side_by_side=side_by_side):
                notes.add(answer)
                known.append(answer)
        return known


@dataclass(frozen=True, slots=True)
class Comparison:
    """A published figure and ours, with a sentence on why they differ or that they agree."""

    what: str
    paper: str
    ours: str
    remark: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot.

    Attributes:
        name: What its file is called, behind the study's name.
        title: What it shows.
        kind: ``lines`` over 1, 2, 3 and so on; ``magnitudes``, which are lines by powers of ten;
            ``bars`` that are made of parts; ``groups`` of bars side by side; ``curves`` through
            points that have intervals.
        across: What is counted from left to right.
        series: Of lines, parts and bars the values; of curves, for each point where it is, its
            value and the ends of its interval.
        names: Of the bars or groups.
    """

    name: str
    title: str
    kind: Literal["lines", "magnitudes", "bars", "groups", "curves"]
    across: str
    series: dict[str, list[Any]]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A sample that is smaller than planned, because time ran out.

    Attributes:
        what: Whose sample it is: ``"MCTS against Star2.5"``.
        played: How large it is.
        wanted: How large it should be.
        unit: Of what: ``"games"``.
    """

    what: str
    played: int
    wanted: int
    unit: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a study.

    Attributes:
        study: The study's name.
        effort: How large the run was.
        comparisons: The paper's figures and ours.
        tables: Further tables.
        figures: All figures, for programs.
        pictures: Plots of some of it.
        unfinished: Samples that are not complete yet.
    """

    study: str
    effort: Effort
    comparisons: tuple[Comparison, ...]
    tables: tuple[Table, ...]
    figures: Figures = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    unfinished: tuple[Unfinished, ...] = ()

    def as_json(self) -> Figures:
        """A JSON value from which `from_json` makes an equal result, but for infinite figures.

        JSON has none: they are null, as where one game alone sets an interval no ends.
        """
        return {name: _finite(each) for name, each in asdict(self).items()}

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> "Result":
        """The result that `as_json` told."""
        return msgspec.convert(told, Result)


def _finite(told: object) -> object:
    """The same with None for what is not finite, whatever it is in."""
    match told:
        case float():
            return told if math.isfinite(told) else None
        case dict():
            return {key: _finite(each) for key, each in told.items()}
        case list() | tuple():
            return [_finite(each) for each in told]
        case _:
            return told


@dataclass(frozen=True, slots=True)
class Findings:
    """What a study has to say of its work.

    Attributes:
        comparisons: The paper's figures and ours.
        tables: Further tables.
        pictures: Plots of some of it.
    """

    comparisons: tuple[Comparison, ...]
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...] = ()

    def result(
        self, study: str, effort: Effort, figures: Figures, missing: tuple[Unfinished, ...] = ()
    ) -> Result:
        """The result of the study of that name, with its figures and what is missing in them."""
        return Result(study, effort, self.comparisons, self.tables, figures, self.pictures, missing)


@dataclass(frozen=True, slots=True)
class Study:
    """A question with the work that answers it.

    Attributes:
        name: As it is listed: ``"star-nodes"``.
        method: What is done and what is counted, in a few sentences.
        steps: How many steps a run takes.
        run: Runs the study.
        timed: How often everything is timed in the committed result.
    """

    name: str
    method: str
    steps: Callable[[Effort], int]
    run: Callable[[Effort, Workbench], Result]
    timed: int = 1

    @property
    def listing(self) -> Listing:
        """What it is about."""
        return LISTED[self.name]

    @property
    def usual(self) -> Effort:
        """The effort of the committed result."""
        return Effort(count=self.listing.usual, runs=self.timed)


def effort_of(
    study: Study,
    *,
    games: int | None = None,
    positions: int | None = None,
    runs: int | None = None,
    seed: int | None = None,
    budget: float | None = None,
) -> Effort:
    """The study's usual effort, changed by the given options.

    A budget is so many times the work: where games or positions are counted, so many times as many.

    Raises:
        OptionsError: Something was asked for that does not go with the study, or the size twice.
    """
    usual = study.usual
    for asked, option, suits in (
        (games, "--games", study.listing.counts == "games"),
        (positions, "--positions", study.listing.counts == "positions"),
        (runs, "--runs", study.listing.counts == "positions"),
        (seed, "--seed", study.listing.counts in {"games", "matches"}),
    ):
        if asked is not None and not suits:
            raise OptionsError(
                f"the study {study.name} does not ask for it",
                where=option,
                expected={
                    "games": "--games or --budget, and --seed",
                    "positions": "--positions or --budget, and --runs",
                    "matches": "--budget and --seed",
                    "": "--budget",
                }[study.listing.counts],
            )
    count = games if games is not None else positions
    if budget is not None and study.listing.counts in {"games", "positions"}:
        if count is not None:
            raise OptionsError(
                "the size is told twice",
                where="--budget",
                expected=f"either it or --{study.listing.counts}",
            )
        count, budget = max(1, round(usual.count * budget)), None
    return Effort(
        count=usual.count if count is None else count,
        runs=usual.runs if runs is None else runs,
        seed=usual.seed if seed is None else seed,
        budget=usual.budget if budget is None else budget,
    )
