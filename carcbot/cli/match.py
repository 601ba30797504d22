"""``carcbot match``: agents play each other, on the same decks from every seat."""

from pathlib import Path

import click

from carcbot.arena.contest import Contest
from carcbot.cli.contest_options import (
    clock_of,
    contest_between,
    contest_options,
    limits_of,
    make_folder,
    play_and_tell,
)
from carcbot.messages.parts import ClockSpec

__all__ = ["match"]


@click.command(
    epilog="Examples: 'carcbot match mcts:sims=500 heyden-star25-f5 --pairs 50 --nodes 20000',"
    " 'carcbot match mcts mine:Mine --time 0.5', 'carcbot match mcts \"./mybot --fast\" --clock"
    " bank:60+1'"
)
@click.argument("agents", metavar="AGENT AGENT...", nargs=-1, required=True)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000_000),
    default=100,
    show_default=True,
    help="How many decks are played, each once with every rotation of the seats.",
)
@contest_options
def match(
    agents: tuple[str, ...],
    *,
    pairs: int,
    seconds: float,
    nodes: int,
    sims: int,
    clock: ClockSpec | None,
    game: str,
    options: str,
    seed: int,
    fresh_decks: bool,
    workers: int | None,
    ray: str | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Play agents against each other, and tell who is stronger.

    An agent is a name that 'carcbot agents' lists, a class of your own as MODULE:CLASS, or in
    quotation marks the command of a program that speaks the protocol in lines (docs/bot.md).

    All sit at one table. Each deck is played again with the seats rotated, so that everybody has
    everybody else's luck. The same command goes on where it was interrupted, and tells again what
    is over.
    """
    if len(agents) < 2:
        raise click.UsageError("one agent is no match: name two or more.")
    contest = contest_between(
        agents,
        Contest(
            name=" v ".join(agents),
            game=game,
            options=options,
            seats=len(agents),
            blocks=pairs,
            seed=seed,
            mirrored=not fresh_decks,
            limits=limits_of(seconds, nodes, sims),
            clock=clock_of(clock),
        ),
    )
    play_and_tell(make_folder(contest, folder), workers=workers, ray=ray, as_json=as_json)
