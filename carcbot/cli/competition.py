"""``carcbot competition``: competitions that a referee hosts."""

import json
import time
from pathlib import Path

import click

from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.competition.reading import check_in_time
from carcbot.arena.course import Course
from carcbot.cli.competition_orders import add_orders
from carcbot.cli.contest_screen import page
from carcbot.lab.matches.report.figures import figures_of
from carcbot.lab.matches.report.hosted import hosted_of
from carcbot.lab.matches.report.writing import write_report
from carcbot.net.competitions.folder import CompetitionFolder, load_competition
from carcbot.net.competitions.views import phase_text, play_text, remarks_on

__all__ = ["competition"]

_folder_argument = click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path)
)


@click.group(
    epilog="Examples: 'carcbot competition check docs/competition.toml', 'carcbot competition"
    ' disqualify autumn-cup bob --reason "two accounts"\''
)
def competition() -> None:
    """Check, report and direct competitions that a referee hosts."""


add_orders(competition)


@competition.command(epilog="Example: 'carcbot competition check docs/competition.toml'")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Say whether the competition that FILE describes can be played, and when."""
    rules = load_competition(file)
    now = Proceedings(rules)
    now_us = time.time_ns() // 1000
    check_in_time(rules, now_us, str(file))
    click.echo(f"{rules.title or rules.name}: {rules.format.replace('_', ' ')}, {rules.game}")
    for remark in (phase_text(now, now_us), play_text(rules), *remarks_on(now)):
        click.echo(remark)


@competition.command(
    epilog="Example: 'carcbot competition status carcbot-referee/competitions/autumn-cup'"
)
@_folder_argument
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs.")
def status(folder: Path, *, as_json: bool) -> None:
    """Tell how the competition in FOLDER stands, also while it goes on.

    FOLDER is the one in the referee's folder, under competitions.
    """
    now = CompetitionFolder(folder).proceedings
    course = _course(now)
    hosted = hosted_of(now, time.time_ns() // 1000)
    if as_json:
        click.echo(json.dumps(figures_of(course, hosted.rules), indent=2))
        return
    for remark in (hosted.phase, *hosted.remarks):
        click.echo(remark)
    if course.counted:
        click.echo("\n" + "\n".join(page(course)))


@competition.command()
@_folder_argument
def report(folder: Path) -> None:
    """Write the page and the tables of the competition in FOLDER, as the referee does."""
    now = CompetitionFolder(folder).proceedings
    for path in write_report(_course(now), folder, hosted_of(now, time.time_ns() // 1000)):
        click.echo(f"wrote {path}")


def _course(now: Proceedings) -> Course:
    """The contest, as far as it is; before it begins, between those who have entered."""
    if now.course is None:
        return Course(now.competition.contest(now.players))
    return now.course.so_far()
