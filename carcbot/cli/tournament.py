"""``carcbot tournament``: contests of many players, described in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from carcbot.arena.contest import Entrant
from carcbot.cli.contest_options import workplace_options
from carcbot.cli.values import agent_names
from carcbot.errors import OptionsError, file_error

if TYPE_CHECKING:
    from carcbot.contest.contest_folder import ContestFolder

__all__ = ["tournament"]

_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs."
)
_folder_argument = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))


@click.group(epilog="Example: 'carcbot tournament run docs/tournament.toml'")
def tournament() -> None:
    """Play a round robin, gauntlet, Swiss, knockout or ladder."""


@tournament.command(
    epilog="Examples: 'carcbot tournament run docs/tournament.toml', '... --workers 4', '... --ray"
    " auto'. docs/tournaments.md lists what stands in a file."
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the games are kept; by default a folder in carcbot-contests.",
)
@workplace_options
@_json_option
def run(
    file: Path, *, folder: Path | None, workers: int | None, ray: str | None, as_json: bool
) -> None:
    """Play the tournament that FILE describes, from the beginning or on from where it was.

    At its end tables and a page with plots lie beside the games.
    """
    from carcbot.arena.contest_file import read_contest
    from carcbot.cli.contest_play import make_folder

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(
            error, "cannot read", where=str(file), expected="a tournament as TOML"
        ) from error
    contest = read_contest(text, str(file))
    _play(make_folder(contest, folder), workers=workers, ray=ray, as_json=as_json)


@tournament.command(
    epilog="Example: 'carcbot tournament resume carcbot-contests/House-agents-0a1b2c3d'"
)
@_folder_argument
@workplace_options
@_json_option
def resume(folder: Path, *, workers: int | None, ray: str | None, as_json: bool) -> None:
    """Go on with the tournament in FOLDER, whatever has interrupted it."""
    from carcbot.contest.contest_folder import ContestFolder

    _play(ContestFolder(folder), workers=workers, ray=ray, as_json=as_json)


@tournament.command(epilog="Example: 'carcbot tournament status FOLDER --json | jq .standings'")
@_folder_argument
@_json_option
def status(folder: Path, *, as_json: bool) -> None:
    """Tell how the tournament in FOLDER stands, also while it goes on."""
    from carcbot.cli.contest_progress import how_far
    from carcbot.cli.contest_screen import page
    from carcbot.contest.contest_folder import ContestFolder
    from carcbot.contest.report.contest_figures import figures_of
    from carcbot.contest.runner import course_of

    kept = ContestFolder(folder)
    course = course_of(kept)
    if as_json:
        click.echo(json.dumps(figures_of(course.so_far()), indent=2))
        return
    goes_on = "is over" if course.is_over else "goes on"
    click.echo(f"{kept.contest.name} {goes_on}: {how_far(course)}\n")
    click.echo("\n".join(page(course.so_far())))


@tournament.command(
    epilog="Example: 'carcbot tournament report FOLDER', then open report.html there"
)
@_folder_argument
def report(folder: Path) -> None:
    """Write tables and a page with plots beside the games in FOLDER."""
    from carcbot.contest.contest_folder import ContestFolder
    from carcbot.contest.report.files import write_report
    from carcbot.contest.runner import course_of

    kept = ContestFolder(folder)
    for path in write_report(course_of(kept).so_far(), folder):
        click.echo(f"wrote {path}")


@tournament.command(
    epilog="Example: 'carcbot tournament join carcbot-contests/ladder mcts --name new'"
)
@_folder_argument
@click.argument("agent", shell_complete=agent_names)
@click.option(
    "--name", default="", show_default=False, help="The player's name; by default the agent's text."
)
def join(folder: Path, agent: str, *, name: str) -> None:
    """Put AGENT on the ladder in FOLDER, from the next round on, also while it is played."""
    from carcbot.arena.contest_file import check_contest
    from carcbot.contest.contest_folder import ContestFolder
    from carcbot.contest.runner import admit, course_of

    kept = ContestFolder(folder)
    contest = kept.contest
    if contest.format != "ladder":
        raise OptionsError(
            f"nobody can join a {contest.format}", where=str(folder), expected="a ladder"
        )
    everybody = (*contest.player, *kept.newcomers(), Entrant(name, agent))
    grown = check_contest(msgspec.structs.replace(contest, player=everybody), "the command line")
    newcomer = grown.player[-1]
    if kept.is_being_played:
        kept.ask_to_join(newcomer)
        click.echo(f"{newcomer.name} joins in the next round that is drawn")
        return
    with kept:
        course = course_of(kept)
        if course.is_over:
            raise OptionsError(
                "the ladder is over", where=str(folder), expected="one that is still played"
            )
        kept.ask_to_join(newcomer)
        admit(kept, course)
    joins = kept.contest.player[-1].joins
    click.echo(f"{newcomer.name} joins in round {joins}, counted from 0")


def _play(kept: ContestFolder, *, workers: int | None, ray: str | None, as_json: bool) -> None:
    from carcbot.cli.contest_play import play_and_tell
    from carcbot.contest.report.files import write_report

    course = play_and_tell(kept, workers=workers, ray=ray, as_json=as_json, has_report=True)
    for path in write_report(course, kept.path):
        click.echo(f"wrote {path}", err=True)
