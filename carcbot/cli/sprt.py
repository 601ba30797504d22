"""``carcbot sprt``: two agents play until it is clear whether the first is stronger."""

from pathlib import Path
from typing import Literal

import click

from carcbot.arena.contest import Contest, Sprt
from carcbot.cli.contest_options import (
    clock_of,
    contest_between,
    contest_options,
    limits_of,
    make_folder,
    play_and_tell,
)
from carcbot.messages.parts import ClockSpec

__all__ = ["sprt"]


@click.command(epilog="Example: 'carcbot sprt mcts:c=2 mcts --elo0 0 --elo1 10 --sims 1000'")
@click.argument("agent")
@click.argument("rival")
@click.option("--elo0", default=0.0, show_default=True, help="By how much it is stronger if not.")
@click.option("--elo1", default=10.0, show_default=True, help="By how much it is stronger if so.")
@click.option("--alpha", default=0.05, show_default=True, help="How often a yes may be wrong.")
@click.option("--beta", default=0.05, show_default=True, help="How often a no may be wrong.")
@click.option(
    "--model",
    type=click.Choice(["logistic", "normalized", "margin"]),
    default="logistic",
    show_default=True,
    help="What elo0 and elo1 are: Elo, Elo in spreads of a game, or points in a game.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000_000),
    default=100_000,
    show_default=True,
    help="After how many decks it ends without an answer.",
)
@contest_options
def sprt(
    agent: str,
    rival: str,
    *,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    model: Literal["logistic", "normalized", "margin"],
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
    """Play until it is clear whether AGENT is stronger than RIVAL.

    Agents are named as for 'carcbot match'. A sequential test: it is looked at after every deck,
    and ends as soon as it can tell elo1 from elo0. The same command goes on where it was
    interrupted.
    """
    contest = contest_between(
        (agent, rival),
        Contest(
            name=f"{agent} v {rival}",
            game=game,
            options=options,
            blocks=pairs,
            seed=seed,
            mirrored=not fresh_decks,
            limits=limits_of(seconds, nodes, sims),
            clock=clock_of(clock),
            sprt=Sprt(elo0, elo1, alpha, beta, model),
        ),
    )
    play_and_tell(make_folder(contest, folder), workers=workers, ray=ray, as_json=as_json)
