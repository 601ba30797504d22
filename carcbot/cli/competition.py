"""``carcbot competition``: competitions that a referee hosts."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.cli.competition_orders import add_orders
from carcbot.errors import FileInputError
from carcbot.replay.packed import SUFFIX, packed_record

if TYPE_CHECKING:
    from carcbot.arena.competition.proceedings import Proceedings
    from carcbot.arena.contest_course import ContestCourse

__all__ = ["competition"]

_name_argument = click.argument("name")
_folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("carcbot-referee"),
    help="The referee's folder.",
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
    from carcbot.arena.competition.proceedings import Proceedings
    from carcbot.arena.competition.rules_file import check_new
    from carcbot.net.competitions.competition_folder import load_competition
    from carcbot.net.competitions.views import phase_text, play_text, remarks_on

    rules = load_competition(file)
    now = Proceedings(rules)
    now_us = time.time_ns() // 1000
    check_new(rules, now_us, str(file))
    click.echo(f"{rules.title or rules.name}: {rules.format.replace('_', ' ')}, {rules.game}")
    for remark in (phase_text(now, now_us), play_text(rules), *remarks_on(now)):
        click.echo(remark)


@competition.command(epilog="Example: 'carcbot competition status autumn-cup'")
@_name_argument
@_folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs.")
def status(name: str, *, folder: Path, as_json: bool) -> None:
    """Tell how the competition NAME stands, also while it is played."""
    from carcbot.cli.contest_screen import page
    from carcbot.contest.report.contest_figures import figures_of
    from carcbot.contest.report.hosted_competition import hosted_of
    from carcbot.net.competitions.competition_folder import CompetitionFolder, find_competition

    now = CompetitionFolder(find_competition(folder, name)).proceedings
    course = _course(now)
    hosted = hosted_of(now, time.time_ns() // 1000)
    if as_json:
        click.echo(json.dumps(figures_of(course, hosted.rules), indent=2))
        return
    for remark in (hosted.phase, *hosted.remarks):
        click.echo(remark)
    if now.round < 0:
        for line in _entrants(now):
            click.echo(line)
    if course.counted:
        click.echo("\n" + "\n".join(page(course)))


@competition.command()
@_name_argument
@_folder_option
def report(name: str, *, folder: Path) -> None:
    """Write the page and the tables of the competition NAME, as the referee does."""
    from carcbot.contest.report.files import write_report
    from carcbot.contest.report.hosted_competition import hosted_of
    from carcbot.net.competitions.competition_folder import CompetitionFolder, find_competition

    place = find_competition(folder, name)
    read_ns = time.time_ns()
    now = CompetitionFolder(place).proceedings
    for path in write_report(_course(now), place, hosted_of(now, read_ns // 1000)):
        os.utime(path, ns=(read_ns, read_ns))  # what happened since then is not in it
        click.echo(f"wrote {path}")


@competition.command(
    epilog="Example: 'carcbot competition records autumn-cup --to records', then"
    " 'carcbot replay stats records'"
)
@_name_argument
@click.option(
    "--to",
    "target",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where the records go; the folder is made if there is none.",
)
@_folder_option
def records(name: str, target: Path, folder: Path) -> None:
    """Copy the records of all games of the competition NAME that are over, packed.

    Also those of games that were played again. What lies there under the same names is replaced.
    """
    from carcbot.arena.competition.chronicle import matches_over
    from carcbot.net.competitions.competition_folder import CompetitionFolder, find_competition

    matches = matches_over(CompetitionFolder(find_competition(folder, name)).proceedings)
    target.mkdir(parents=True, exist_ok=True)
    missing = []
    for match in matches:
        packed = packed_record(folder / "records", match)
        if packed is None:
            missing.append(match)
            continue
        (target / f"{match}.jsonl{SUFFIX}").write_bytes(packed[0])
    click.echo(f"wrote {len(matches) - len(missing)} records to {target}")
    if missing:
        raise FileInputError(
            f"there is no record of {', '.join(missing)}",
            where=str(folder / "records"),
            expected="the records where the referee has left them",
        )


def _entrants(now: Proceedings) -> Iterator[str]:
    """Who has entered, in the order in which they came, and how far each is."""
    entrants = now.entrants
    words = {"checked_in": "has checked in", "left_out": "left out"}
    yield f"\nEntrants: {len(now.players)}" if entrants else "\nNobody has entered."
    width = max(map(len, entrants), default=0)
    for account, part in entrants.items():
        waits = ", has not confirmed the changed terms" * now.has_to_confirm(account)
        yield f"  {account:{width}}  {words.get(part, part)}{waits}"


def _course(now: Proceedings) -> ContestCourse:
    """The contest, as far as it is; before it begins, between those who have entered."""
    from carcbot.arena.contest_course import ContestCourse

    if now.course is None:
        return ContestCourse(now.competition.contest(now.players))
    return now.course.so_far()
