"""``carcbot train``: how the judge of a game learns."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from carcbot.cli.contest_options import workplace_options
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.game_options import GameName
from carcbot.cli.screen import progress
from carcbot.cli.values import Number
from carcbot.errors import OptionsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from carcbot.games.course import Round, Spread

__all__ = ["train"]

_MET: Final = 6000
"""Games, about, in which weights meet those that they replace."""


@click.command(
    epilog="Example: 'carcbot train NAME --options seats=3 --rounds 10'",
)
@click.argument("game", metavar="NAME", type=GameName())
@click.option("--options", default="", show_default=False, help="The game's options.")
@click.option("--rounds", type=click.IntRange(1, 1000), default=8, help="How many in all.")
@click.option("--games", type=click.IntRange(10, 1_000_000), default=4000, help="Of each round.")
@click.option("--seed", type=click.IntRange(0, 2**32), default=1, help="The seed of all chance.")
@click.option(
    "--random",
    "at_random",
    type=click.IntRange(0, 1000),
    default=100,
    metavar="N",
    help="Of a thousand moves, how many are made at random.",
)
@click.option(
    "--patience",
    type=Number(0, 1),
    default=0.9,
    metavar="LAMBDA",
    help="1 learns from final points alone, less also from what is judged a few moves later.",
)
@click.option(
    "--common",
    type=Number(0, 1),
    default=0.01,
    metavar="SHARE",
    help="How much an error about all seats alike counts, beside one about who is ahead.",
)
@click.option(
    "--softness",
    type=Number(0, 100),
    default=0.0,
    metavar="POINTS",
    help="More than 0, as 0.3, learns from choices between moves and not from positions: a move is"
    " made e times more seldom for each so many points by which it is judged worse. For weights"
    " that know something (--further); --random and --common have no effect then, but belong to the"
    " course.",
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Learn from choices in mixed company: in half of the games one seat alone learns, and the"
    " others are careless, or play by what a course begins with from nothing.",
)
@click.option(
    "--further", is_flag=True, help="Begin with the weights that ship, and not from nothing."
)
@workplace_options
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where rounds are kept; by default a folder in carcbot-training.",
)
@click.option(
    "--ship",
    is_flag=True,
    help="Let the weights meet those that ship, and put them into the project in their place, for"
    " the next build of the core; if they are not shown to be worse.",
)
@click.option(
    "--even-if-worse",
    is_flag=True,
    help="Ship them whatever came of that: as what another course goes on from, perhaps.",
)
def train(
    game: str,
    *,
    options: str,
    rounds: int,
    games: int,
    seed: int,
    at_random: int,
    patience: float,
    common: float,
    softness: float,
    mixed: bool,
    further: bool,
    workers: int | None,
    ray: str | None,
    folder: Path | None,
    ship: bool,
    even_if_worse: bool,
) -> None:
    """Let the judge of a game learn from games with itself.

    A round plays by the weights of the round before, and finds those that would have told best what
    came of its positions, by TD(lambda). It is a line: the positions that were looked at, the error
    of the judge that played in points, what a seat had in the end, and how often the new weights
    came first against those before, draws shared: in about 640 games, or as many as the round had,
    and between what it may be, as much is chance in so few (95 %). The same command goes on after
    the last whole round, and one with more rounds after those it has. The weights play only once
    --ship has put them into a checkout and its core is built anew. With --softness it learns what
    moves are worth beside each other: samples are choices then, and the error is that of a lead.
    """
    from carcbot.arena.statistics.intervals import mean_share
    from carcbot.games import registry
    from carcbot.games.course import PARTS, Course, Rounds

    found = registry.get(game)
    if found.teacher is None:
        with_one = [each for each in registry.native_names() if registry.get(each).teacher]
        raise OptionsError(
            f"{game} has no judge that learns", where="NAME", expected=" or ".join(with_one)
        )
    whole = found.new(options).options
    course = Course(whole, games, at_random, patience, common, seed, further, softness, mixed)
    name = re.sub(r"[^a-z0-9]+", "-", f"{game} {whole}".lower()).strip("-")
    teacher = found.teacher()
    if softness and not teacher.from_choices:
        raise OptionsError(f"{game} learns from positions alone", where="--softness", expected="0")
    _need("--mixed", mixed, "--softness", softness, "who learns from positions has no company")
    _need("--even-if-worse", even_if_worse, "--ship", ship, "nothing ships")
    if ship:
        teacher.check_place(whole)
    seats = found.new(options).seats

    def bounds(shares: NDArray[np.float64]) -> tuple[float, float]:
        first = mean_share(shares, seats)
        return first.low, first.high

    taught = Rounds(teacher, course, folder or Path("carcbot-training") / name)
    click.echo("round   samples   error  points of a seat  won against the last")
    for each in taught.rounds:
        click.echo(_line(each))
    left = max(rounds - len(taught.rounds), 0)
    with _side_by_side(workers, ray) as spread, progress(game, left * PARTS) as step:
        for _ in range(left):
            click.echo(_line(taught.teach(spread, step, bounds)))
    click.echo(f"kept in {taught.folder}")
    if ship:
        won = mean_share(taught.against_shipped(_MET), seats)
        told = (
            f"first in {100 * won.value:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f}) of"
            f" about {_MET} games against the weights that shipped before"
        )
        click.echo(told)
        if won.high < 1 / seats and not even_if_worse:
            raise OptionsError(
                "they are worse, and those that ship stay",
                where="--ship",
                expected="more rounds or games, or --even-if-worse",
            )
        record = f"{taught.record}; {told}"
        click.echo(f"wrote {teacher.put_weights(whole, taught.weights, record)}")


@contextmanager
def _side_by_side(workers: int | None, ray: str | None) -> Iterator[Spread]:
    """Parts of a round on this machine's cores, which need no processes; or on a cluster's."""
    from carcbot.contest.workers.parallel_map import parallel_map
    from carcbot.contest.workers.workplaces import workplace
    from carcbot.games.course import PARTS

    with workplace(ray, workers) as place:
        at_once = min(workers or place.cores, PARTS)
        if ray is not None:
            yield partial(parallel_map, place, at_once)
            return
        with ThreadPoolExecutor(at_once) as threads:
            try:
                yield threads.map
            except KeyboardInterrupt:
                # Nothing stops the games of a part, and without its round a part counts nothing.
                click.echo("interrupted: the same command begins this round again", err=True)
                sys.stdout.flush()
                os._exit(ExitCode.INTERRUPTED)


def _need(option: str, is_said: object, other: str, is_other_said: object, why: str) -> None:
    """Refuses an option that means nothing without another one."""
    if is_said and not is_other_said:
        raise OptionsError(why, where=option, expected=f"{other} beside it")


def _line(each: Round) -> str:
    figures = f"{each.number:5}  {each.samples:8}  {each.error:6.2f}  {each.points:16.1f}"
    share = f"{100 * each.share:.1f} % ({100 * each.low:.1f} to {100 * each.high:.1f})"
    return f"{figures}  {share:>22}"
