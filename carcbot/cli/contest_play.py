"""Plays contests: where they are kept, and what is told of them in the end."""

import hashlib
import json
import shlex
import shutil
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from carcbot.arena.contest import Clock, Contest, Entrant, Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_file import check_contest, name_of
from carcbot.cli.contest_options import CONTESTS, ContestAsked
from carcbot.cli.contest_screen import live, page
from carcbot.cli.extras import require
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.report.contest_figures import figures_of
from carcbot.contest.runner import play_contest
from carcbot.contest.workers.workplaces import workplace
from carcbot.errors import AgentError, OptionsError
from carcbot.games.option_text import quoted
from carcbot.search.budget import Budget
from carcbot.search.own_agent import check_agent
from carcbot.search.program_agent import command_of, is_program

__all__ = ["folder_for", "growing_path", "make_folder", "play_and_tell", "play_asked"]

_NO_LIMITS: Final = {"time_s": 0.0, "nodes": 0, "simulations": 0, "depth": 0}
"""As in the files from which folders had their names first: a contest finds its folder again."""


def play_asked(
    asked: ContestAsked,
    agents: Sequence[str],
    *,
    seats: int,
    blocks: int,
    sprt: Sprt | None = None,
) -> None:
    """Plays the contest of these agents to its end, and prints how it ended.

    Raises:
        InputError: It cannot be played, or its folder or the cluster cannot be used.
    """
    for agent in agents:
        _check_no_file(agent)
    clock = asked.clock
    contest = Contest(
        name=" v ".join(agents),
        game=asked.game,
        options=asked.options,
        seats=seats,
        blocks=blocks,
        player=_entrants(agents, asked.names),
        seed=asked.seed,
        mirrored=not asked.fresh_decks,
        limits=Budget(
            hard_s=asked.seconds or None,
            nodes=asked.nodes or None,
            simulations=asked.sims or None,
        ),
        clock=Clock(clock.kind, clock.main_us / 1e6, clock.move_us / 1e6) if clock else None,
        sprt=sprt,
    )
    folder = make_folder(check_contest(contest, "the command line"), asked.folder)
    play_and_tell(
        folder,
        workers=asked.workers,
        ray=asked.ray,
        as_json=asked.as_json,
        anew="remove it, or say --seed or --folder,",
    )


def _check_no_file(agent: str) -> None:
    """Raises AgentError where no agent has this name but a file here, which is meant perhaps."""
    if is_program(agent) or not Path(agent).is_file():
        return
    try:
        check_agent(agent)
    except AgentError as error:
        raise AgentError(
            f"there is no agent {quoted(agent)}; did you mean ./{agent}?",
            expected="for a program a path, as ./mybot, or a command with a space in it",
        ) from error


def _entrants(agents: Sequence[str], names: Sequence[str]) -> tuple[Entrant, ...]:
    """The agents, each under a name of its own.

    Raises:
        OptionsError: A name is for none of them.
    """
    letters = string.ascii_uppercase[: len(agents)]
    chosen: dict[int, str] = {}
    for text in names:
        letter, _, name = text.partition("=")
        if not (len(letter) == 1 and letter in letters and name):
            raise OptionsError(
                f"{text!r} names nobody",
                where="--name",
                expected=f"LETTER=NAME, a letter from A to {letters[-1]}; A is the first agent",
            )
        chosen[letters.index(letter)] = name
    entrants = []
    for number, agent in enumerate(agents):
        if number in chosen:
            entrants.append(Entrant(chosen[number], agent))
            continue
        name = name_of(agent)
        before = [name_of(each) for each in agents[:number]].count(name)
        entrants.append(Entrant(f"{name}@{before + 1}" if before else name, agent))
    return tuple(entrants)


def folder_for(contest: Contest) -> Path:
    """The default folder of a contest: always the same one for the same contest."""
    said = msgspec.to_builtins(contest)
    for each in (said, *said["player"]):
        if each["limits"] is not None:
            each["limits"] = _NO_LIMITS | each["limits"]
    digest = hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:8]
    name = "".join(
        letter if letter.isalnum() or letter in "-_." else "-" for letter in contest.name
    )
    return CONTESTS / f"{name[:80].strip('-')}-{digest}"


def make_folder(contest: Contest, folder: Path | None) -> ContestFolder:
    """The folder of a contest: the one that was asked for, or its usual one.

    Raises:
        InputError: It cannot be made, or another contest is in it.
    """
    return ContestFolder.make(folder or folder_for(contest), contest)


def growing_path(contest: Contest) -> Path:
    """The default folder of a contest whatever the number of its blocks, so that it may grow."""
    return folder_for(msgspec.structs.replace(contest, blocks=1))


def play_and_tell(
    folder: ContestFolder,
    *,
    workers: int | None,
    ray: str | None,
    as_json: bool,
    has_report: bool = False,
    anew: str = "remove it",
) -> ContestCourse:
    """Plays the contest to its end, and prints how it ended.

    Args:
        folder: Where it is kept.
        workers: How many games are played at once; None is one for each core.
        ray: Where a Ray cluster is that plays them; None is this machine.
        as_json: Whether to print for programs.
        has_report: Whether a report is written besides; else it is told how to get one.
        anew: What to do to play again what was played before.

    Raises:
        InputError: The folder or the cluster cannot be used, or a program cannot be started.
        ModuleNotFoundError: What the statistics need is not installed.
    """
    require("scipy")
    before_ns = folder.played_ns
    try:
        with folder, workplace(ray, workers) as place, live(folder.contest.name) as tell:
            course = play_contest(folder, workers or place.cores, tell, place)
    except KeyboardInterrupt:
        command = _command("resume", folder)
        click.echo(
            f"The games that were over are kept. The same command goes on, or: {command}", err=True
        )
        raise
    if before_ns is not None and folder.played_ns == before_ns:
        click.echo("\n".join(_nothing_played(folder, course, anew, before_ns)), err=True)
    if as_json:
        click.echo(json.dumps(figures_of(course), indent=2))
    else:
        kept = [f"Every game is in {folder.path}"]
        if not has_report:
            kept.append(f"Tables and a page with plots: {_command('report', folder)}")
        click.echo("\n".join([folder.contest.name, "", *page(course), "", *kept]))
    return course


def _nothing_played(
    folder: ContestFolder, course: ContestCourse, anew: str, played_ns: int
) -> Iterator[str]:
    """Says that a contest was complete before, and of whose faults it tells that may be mended."""
    games = [game for block in course.counted for game in block.games]
    count = "its game is" if len(games) == 1 else f"all {len(games)} games are"
    yield f"nothing was played: {count} in {folder.path} already; {anew} to play anew"
    faults = Counter(game.names[fault.seat] for game in games for fault in game.faults)
    for player in folder.contest.player:
        words = command_of(player.agent) if is_program(player.agent) else ()
        newer = [word for word in words if _changed_ns(word) > played_ns]
        if newer and faults[player.name]:
            count = "a fault" if faults[player.name] == 1 else f"{faults[player.name]} faults"
            yield f"{newer[0]} was changed since: {count} of {player.name} may be mended"


def _changed_ns(word: str) -> int:
    """When the file that is named in a command was changed; 0 if there is none."""
    try:
        return Path(shutil.which(word) or word).stat().st_mtime_ns
    except OSError:
        return 0


def _command(what: str, folder: ContestFolder) -> str:
    """A command about this folder as one can type it, whatever the folder is called."""
    path = str(folder.path)
    return shlex.join(["carcbot", "tournament", what, f"./{path}" if path[0] == "-" else path])
