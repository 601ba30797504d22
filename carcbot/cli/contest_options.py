"""What all commands that play contests share: their options, and playing."""

from __future__ import annotations

import functools
import json
import shlex
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from carcbot.cli.clock_option import CLOCK, ClockText
from carcbot.cli.game_options import GAME
from carcbot.cli.late_imports import at_once
from carcbot.cli.seconds import Seconds
from carcbot.errors import OptionsError

if at_once():
    import hashlib

    import msgspec

    from carcbot.arena.contest import Clock, Contest, Entrant, Sprt
    from carcbot.arena.contest_course import ContestCourse
    from carcbot.arena.contest_file import check_contest, name_of
    from carcbot.cli.contest_screen import live, page
    from carcbot.contest.contest_folder import ContestFolder
    from carcbot.contest.report.contest_figures import figures_of
    from carcbot.contest.runner import play_contest
    from carcbot.contest.workers.workplaces import workplace
    from carcbot.messages.parts import ClockSpec
    from carcbot.search.budget import Budget

__all__ = [
    "CONTESTS",
    "ContestAsked",
    "contest_options",
    "folder_for",
    "growing_folder",
    "make_folder",
    "play_and_tell",
    "workplace_options",
]

F = TypeVar("F", bound=Callable[..., object])

CONTESTS = Path("carcbot-contests")
"""Where contests are kept if nobody says otherwise."""
_NO_LIMITS: Final = {"time_s": 0.0, "nodes": 0, "simulations": 0, "depth": 0}
"""As in the files from which folders had their names first: a contest finds its folder again."""


def workplace_options(command: F) -> F:
    """The options of commands that can use several machines."""
    workers = click.option(
        "--workers",
        type=click.IntRange(1, 100_000),
        show_default="one for each core",
        help="How many games are played at once.",
    )
    ray = click.option(
        "--ray",
        metavar="ADDRESS",
        help="Play on the Ray cluster there: HOST:PORT, ray://HOST:PORT, auto, or local.",
    )
    return workers(ray(command))


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestAsked:
    """What the options of a contest on the command line say."""

    seconds: float
    nodes: int
    sims: int
    clock: ClockSpec | None
    names: tuple[str, ...]
    game: str
    options: str
    seed: int
    fresh_decks: bool
    workers: int | None
    ray: str | None
    folder: Path | None
    as_json: bool

    def play(
        self, agents: Sequence[str], *, seats: int, blocks: int, sprt: Sprt | None = None
    ) -> None:
        """Plays the contest of these agents to its end, and prints how it ended.

        Raises:
            InputError: It cannot be played, or its folder or the cluster cannot be used.
        """
        clock = self.clock
        contest = Contest(
            name=" v ".join(agents),
            game=self.game,
            options=self.options,
            seats=seats,
            blocks=blocks,
            player=_entrants(agents, self.names),
            seed=self.seed,
            mirrored=not self.fresh_decks,
            limits=Budget(
                hard_s=self.seconds or None,
                nodes=self.nodes or None,
                simulations=self.sims or None,
            ),
            clock=Clock(clock.kind, clock.main_us / 1e6, clock.move_us / 1e6) if clock else None,
            sprt=sprt,
        )
        folder = make_folder(check_contest(contest, "the command line"), self.folder)
        play_and_tell(folder, workers=self.workers, ray=self.ray, as_json=self.as_json)


_ASKED: Final = tuple(each.name for each in fields(ContestAsked))


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


def contest_options(work: Callable[..., None]) -> Callable[..., None]:
    """The options of a contest that is described on the command line, as the argument `asked`."""

    @functools.wraps(work)
    def command(*words: Any, **said: Any) -> None:  # noqa: ANN401 - as click has read them
        asked = ContestAsked(**{name: said.pop(name) for name in _ASKED})
        work(*words, asked=asked, **said)

    options = (
        click.option(
            "--time",
            "seconds",
            type=Seconds(0, 86_400),
            default=0.0,
            help="Seconds for each decision; mcts:time=0.1 may take less.",
        ),
        click.option("--nodes", type=click.IntRange(0), default=0, help="Nodes for each decision."),
        click.option(
            "--sims", type=click.IntRange(0), default=0, help="Simulations for each decision."
        ),
        click.option(
            "--clock",
            type=ClockText(),
            help=f"Of every seat in every game, besides these limits. {CLOCK}",
        ),
        click.option(
            "--name",
            "names",
            multiple=True,
            metavar="LETTER=NAME",
            help="What an agent is called in tables: A=mybot names the first one, B the second.",
        ),
        GAME,
        click.option(
            "--options",
            default="",
            metavar="LIST",
            help="Of the game, as NAME=VALUE,...; 'carcbot games' tells of each.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**53),
            default=1,
            show_default=True,
            help="The seed of all chance.",
        ),
        click.option(
            "--fresh-decks",
            is_flag=True,
            help="Each game has a deck of its own: more luck, but nothing to remember.",
        ),
        workplace_options,
        click.option(
            "--folder",
            type=click.Path(file_okay=False, path_type=Path),
            help=f"Where the games are kept; by default a folder in {CONTESTS}.",
        ),
        click.option(
            "--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs."
        ),
    )
    return functools.reduce(lambda told, option: option(told), reversed(options), command)


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


def growing_folder(contest: Contest) -> ContestFolder:
    """The usual folder of a contest whatever the number of its blocks, so that it may get more.

    Raises:
        InputError: It cannot be made, or another contest is in it.
    """
    path = folder_for(msgspec.structs.replace(contest, blocks=1))
    return ContestFolder.make_growing(path, contest)


def play_and_tell(
    folder: ContestFolder,
    *,
    workers: int | None,
    ray: str | None,
    as_json: bool,
    has_report: bool = False,
) -> ContestCourse:
    """Plays the contest to its end, and prints how it ended.

    Args:
        folder: Where it is kept.
        workers: How many games are played at once; None is one for each core.
        ray: Where a Ray cluster is that plays them; None is this machine.
        as_json: Whether to print for programs.
        has_report: Whether a report is written besides; else it is told how to get one.

    Raises:
        InputError: The folder or the cluster cannot be used, or a program cannot be started.
    """
    try:
        with folder, workplace(ray, workers) as place, live(folder.contest.name) as tell:
            course = play_contest(folder, workers or place.cores, tell, place)
    except KeyboardInterrupt:
        command = shlex.join(["carcbot", "tournament", "resume", str(folder.path)])
        click.echo(
            f"The games that were over are kept. The same command goes on, or: {command}", err=True
        )
        raise
    if as_json:
        click.echo(json.dumps(figures_of(course), indent=2))
    else:
        kept = [f"Every game is in {folder.path}"]
        if not has_report:
            command = shlex.join(["carcbot", "tournament", "report", str(folder.path)])
            kept.append(f"Tables and a page with plots: {command}")
        click.echo("\n".join([folder.contest.name, "", *page(course), "", *kept]))
    return course
