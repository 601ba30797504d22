"""The options that commands share which play contests."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from carcbot.cli.clock_option import CLOCK, ClockText
from carcbot.cli.game_options import GAME
from carcbot.cli.values import Seconds

if TYPE_CHECKING:
    from carcbot.messages.parts import ClockSpec

__all__ = ["CONTESTS", "ContestAsked", "contest_options", "workplace_options"]

F = TypeVar("F", bound=Callable[..., object])

CONTESTS = Path("carcbot-contests")
"""Where contests are kept if nobody says otherwise."""


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

    seconds: float | None
    nodes: int | None
    sims: int | None
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


_ASKED: Final = tuple(each.name for each in fields(ContestAsked))


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
            help="Seconds for each decision; mcts:time=0.1 may take less.",
        ),
        click.option("--nodes", type=click.IntRange(0), help="Nodes for each decision."),
        click.option("--sims", type=click.IntRange(0), help="Simulations for each decision."),
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
            show_default=False,
            metavar="LIST",
            help="Of the game, as NAME=VALUE,...; 'carcbot games' tells of each.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**53),
            default=1,
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
