"""What a game may have besides its rules: agents, benchmarks, statistics of how it is played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

__all__ = ["Bench", "Figures", "Habits", "Preset", "Workload"]

Figures = dict[str, Any]
"""What was measured, by name, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named agent: a family of searches with some parameters.

    Attributes:
        name: As users write it.
        base: The family's text: ``"mcts:c=3"``.
        source: Its source, with the section or table.
        note: What it is, and our choices where the source is silent.
    """

    name: str
    base: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Workload:
    """A piece of work to be timed.

    Attributes:
        name: What is counted.
        work: Does it this many times, and returns how many were done of what is counted.
    """

    name: str
    work: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Bench:
    """The benchmarks of a game's rules.

    Attributes:
        workloads: What is timed; a slow twin of the rules is given, where there is one.
        figures: What is told, for the rates of the workloads.
        page: The figures as lines for a person.
        opening: The text of a position with a decision early in the game.
        bare: Plays so many bare random games from the position of this text, and returns how many.
        telling: The names of the workloads that tell most of the rules, for each instruction set.
    """

    workloads: Callable[[ModuleType | None], Iterator[Workload]]
    figures: Callable[[dict[str, float]], Figures]
    page: Callable[[Figures], Iterator[str]]
    opening: Callable[[], str]
    bare: Callable[[str], Callable[[int], int]]
    telling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """How players have played, ready for a report.

    Attributes:
        figures: Of each player, for programs.
        columns: The heads of a table.
        rows: Its cells, a row for each player.
        bars: Titles of plots of bars, with a number for each player in each series.
        lines: Titles of plots of lines and what their numbers are by, with a line for each player.
    """

    figures: Mapping[str, Figures]
    columns: Sequence[str]
    rows: Mapping[str, Sequence[str]]
    bars: Sequence[tuple[str, Mapping[str, Mapping[str, float]]]]
    lines: Sequence[tuple[str, str, Mapping[str, Sequence[float]]]]
