"""A contest in the terminal: its progress, and the standings."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.standings import Row, standings
from carcbot.arena.statistics.phrases import elo_text
from carcbot.arena.statistics.sequential import Verdict, verdict_after
from carcbot.arena.strength import strengths_of
from carcbot.cli.contest_progress import Pace, how_far, time_to_go
from carcbot.cli.screen import is_terminal, table
from carcbot.contest.report.contest_figures import EFFORT_HEADS, faults_of, score_of
from carcbot.search.program_agent import is_program

__all__ = ["live", "page"]

_EVERY_S = 0.25
_SHARE_OF_TIME = 20
"""Looking at the standings may take such a part of the time at most."""


def page(course: ContestCourse, *, rated: bool = True) -> Iterator[str]:
    """The standings as lines for a person.

    Args:
        course: How far the contest is.
        rated: Whether ratings are among them, which take a while to find.
    """
    rows = standings(course)
    strengths = strengths_of(course.contest, course.counted) if rated else None
    heads: tuple[str, ...] = (
        "",
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "95 %",
        "margin",
        "faults",
    )
    lines = [_line(course, row) for row in rows]
    if any(row.byes for row in rows):  # a Swiss tournament counts each as a round that was won
        heads = (*heads, "byes")
        lines = [(*line, str(row.byes)) for line, row in zip(lines, rows, strict=True)]
    if strengths is not None:
        heads = (*heads, "Elo, 95 %")
        lines = [
            (*line, elo_text(strengths.of(row.player)).removesuffix(" Elo") if row.games else "-")
            for line, row in zip(lines, rows, strict=True)
        ]
    yield from table(heads, lines, texts=2)
    for player in course.contest.player:
        if is_program(player.agent):
            yield f"{player.name} is the program {player.agent}"
    for row in rows:
        if row.faults or row.is_out:
            yield _faults(row)
            yield from _first_fault(course, row.name)
        if not_own := row.effort.not_own_text:
            yield f"{row.name}: {not_own}: its agent had failed"
    if course.replayed:
        yield f"{course.replayed} games were played again, for which no player was to blame"
    yield from _efforts(rows)
    if strengths is not None:
        yield ""
        yield f"Elo is beside {strengths.beside}"
        yield from strengths.remarks(rows)
    yield from _test(course)


@contextmanager
def live(title: str) -> Iterator[Callable[[ContestCourse], None]]:
    """Yields a function to be called after new results.

    On a terminal it shows the standings after all blocks that are complete, how far the contest is
    game by game, and the time to go, on stderr; elsewhere nothing.
    """
    if not is_terminal(sys.stderr):
        yield _say_nothing
        return
    # imported only now, for that takes longer than most commands
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("gone"),
        console=console,
    )
    task = bar.add_task(title, total=None)
    due = 0.0
    pace: Pace | None = None

    with Live(bar, console=console, transient=True, auto_refresh=False) as screen:

        def tell(course: ContestCourse) -> None:
            nonlocal due, pace
            begun = time.monotonic()
            pace = pace or Pace(begun, course.games_over)
            if begun < due:
                return
            foreseen = course.foreseen_blocks
            total = foreseen and foreseen * course.contest.seats
            bar.update(task, completed=course.games_over, total=total)
            told = (how_far(course), time_to_go(course, pace, begun))
            lines = [*page(course.so_far(), rated=False), "", "; ".join(filter(None, told))]
            screen.update(Group(Text("\n".join(lines)), bar), refresh=True)
            took = time.monotonic() - begun
            due = begun + max(_EVERY_S, _SHARE_OF_TIME * took)

        yield tell


def _say_nothing(course: ContestCourse) -> None:
    """Nobody is looking."""
    del course


def _line(course: ContestCourse, row: Row) -> tuple[str, ...]:
    score = score_of(course, row)
    return (
        f"{row.place}.",
        row.name + (" (out)" if row.is_out else ""),
        str(row.games),
        str(row.wins),
        str(row.draws),
        str(row.losses),
        "-" if score is None else f"{score.value:.3f}",
        "-" if score is None else f"{score.low:.3f} to {score.high:.3f}",
        "-" if row.mean_margin is None else f"{row.mean_margin:+.1f}",
        str(row.faults.total()),
    )


def _faults(row: Row) -> str:
    """What went wrong because of a player: ``"slow: 3 time (up to 0.310 s too long)"``."""
    words = [f"{count} {kind}" for kind, count in row.faults.items()]
    late = f" (up to {row.overrun_s:.3f} s too long)" if row.overrun_s else ""
    out = ["out"] if row.is_out else []
    return f"{row.name}: {', '.join([*words, *out])}{late}"


def _first_fault(course: ContestCourse, name: str) -> Iterator[str]:
    """What went wrong first because of a player, and what its program said last in that game."""
    first = next((each for each in faults_of(course) if each["player"] == name), None)
    if first is not None:
        place = f"block {first['block']}, game {first['game']}"
        yield f"  first in {place}: {first['fault']}: {first['what']}"
        yield from (f"  | {line}" for line in first["said"])


def _efforts(rows: Sequence[Row]) -> Iterator[str]:
    told = [row for row in rows if row.effort.decisions]
    if not told:
        return
    yield ""
    yield from table(
        ("", *EFFORT_HEADS),
        [(row.name, *row.effort.per_decision()) for row in told],
    )


_WORDS = {
    Verdict.GO_ON: "not decided",
    Verdict.ACCEPT_H0: "no: H0 is accepted",
    Verdict.ACCEPT_H1: "yes: H1 is accepted",
}


def _test(course: ContestCourse) -> Iterator[str]:
    test = course.test
    if test is None:
        return
    plan = test.plan
    unit = "points" if plan.model == "margin" else f"{plan.model} Elo"
    yield ""
    yield (
        f"Is {course.contest.names[0]} stronger by {plan.h1:g} {unit} rather than {plan.h0:g}?"
        f" {_WORDS[test.verdict]}"
    )
    yield (
        f"after {test.blocks} blocks the log-likelihood ratio is {test.ratio:+.2f};"
        f" no below {plan.low:.2f}, yes above {plan.high:.2f}"
    )
    verdict = verdict_after(test)
    if verdict is not None:
        yield f"if it goes on as on average so far, that will be clear after about {verdict} blocks"
