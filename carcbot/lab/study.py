"""What a study is, and what comes of it.

A study repeats a figure that somebody published, or asks a question of our own. It is one file in
carcbot/lab/studies. What it found lies in carcbot/lab/results as data and in docs/lab as a page;
both are made from one Result, so they say the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from carcbot.errors import OptionsError

__all__ = ["Comparison", "Effort", "Figures", "Result", "Step", "Study", "Table", "effort_of"]

Figures = dict[str, Any]
"""Numbers for programs: what JSON can hold, with the same keys every time."""
Step = Callable[[], None]
"""Called after each step of the work, for whoever shows how far it is."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How large a run of a study is.

    Attributes:
        count: Games or positions, whichever the study counts; 0 if neither.
        runs: How often everything is timed. Counts of nodes do not depend on it.
        seed: Of all chance.
    """

    count: int = 0
    runs: int = 1
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """A published figure, ours, and in a sentence why they differ or that they agree."""

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
class Result:
    """What a run of a study found.

    Attributes:
        study: The study's name.
        effort: How large the run was.
        comparisons: The paper's figures and ours.
        tables: What is worth seeing besides.
        figures: The same and more, for programs.
    """

    study: str
    effort: Effort
    comparisons: tuple[Comparison, ...]
    tables: tuple[Table, ...]
    figures: Figures = field(default_factory=dict)

    def as_json(self) -> Figures:
        """What `from_json` makes an equal result of, once it was written and read."""
        return asdict(self)

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> "Result":
        """The result that `as_json` told."""
        return Result(
            study=told["study"],
            effort=Effort(**told["effort"]),
            comparisons=tuple(Comparison(**each) for each in told["comparisons"]),
            tables=tuple(
                Table(
                    each["title"],
                    tuple(each["columns"]),
                    tuple(tuple(row) for row in each["rows"]),
                    each["note"],
                )
                for each in told["tables"]
            ),
            figures=told["figures"],
        )


@dataclass(frozen=True, slots=True)
class Study:
    """A question with the work that answers it.

    Attributes:
        name: As users write it: ``"star-nodes"``.
        title: In a few words.
        source: The publication, with section, table or figure.
        method: What is done and what is counted, in a few sentences.
        counts: What the effort's count is of; empty if the study has no size.
        usual: The effort of the committed result.
        steps: How many steps a run takes.
        run: Does it.
    """

    name: str
    title: str
    source: str
    method: str
    counts: Literal["games", "positions", ""]
    usual: Effort
    steps: Callable[[Effort], int]
    run: Callable[[Effort, Step], Result]


def effort_of(
    study: Study,
    *,
    games: int | None = None,
    positions: int | None = None,
    runs: int | None = None,
    seed: int | None = None,
) -> Effort:
    """The study's usual effort with what was asked for instead.

    Raises:
        OptionsError: Something was asked for that does not go with the study.
    """
    usual = study.usual
    for asked, option, suits in (
        (games, "--games", study.counts == "games"),
        (positions, "--positions", study.counts == "positions"),
        (runs, "--runs", study.counts == "positions"),
        (seed, "--seed", study.counts == "games"),
    ):
        if asked is not None and not suits:
            raise OptionsError(
                f"the study {study.name} does not ask for it",
                where=option,
                expected={
                    "games": "--games and --seed",
                    "positions": "--positions and --runs",
                    "": "no such option",
                }[study.counts],
            )
    count = games if games is not None else positions
    return Effort(
        count=usual.count if count is None else count,
        runs=usual.runs if runs is None else runs,
        seed=usual.seed if seed is None else seed,
    )
