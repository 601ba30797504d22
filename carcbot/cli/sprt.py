"""``carcbot sprt``: two agents play until it is clear whether the first is stronger."""

from __future__ import annotations

from typing import Literal

import click

from carcbot.cli.contest_options import ContestAsked, contest_options
from carcbot.cli.values import Choice, Number, agent_names

__all__ = ["sprt"]

_MOST_ELO = 1000
_RISK = Number(0, 0.5, min_open=True, max_open=True)


@click.command(epilog="Example: 'carcbot sprt mcts:c=2 mcts --elo0 0 --elo1 10 --sims 1000'")
@click.argument("agent", shell_complete=agent_names)
@click.argument("rival", shell_complete=agent_names)
@click.option(
    "--elo0",
    type=Number(-_MOST_ELO, _MOST_ELO),
    default=0.0,
    help="By how much A is stronger if the answer is no.",
)
@click.option(
    "--elo1",
    type=Number(-_MOST_ELO, _MOST_ELO),
    default=10.0,
    help="By how much A is stronger if the answer is yes.",
)
@click.option("--alpha", type=_RISK, default=0.05, help="How often a yes may be wrong.")
@click.option("--beta", type=_RISK, default=0.05, help="How often a no may be wrong.")
@click.option(
    "--model",
    type=Choice(["logistic", "normalized", "margin"]),
    default="logistic",
    help="What elo0 and elo1 are: Elo, Elo in spreads of a game, or points in a game.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000_000),
    default=100_000,
    help="The number of decks after which it ends without an answer.",
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
    asked: ContestAsked,
) -> None:
    """Play until it is clear whether AGENT is stronger than RIVAL.

    Agents are named as for 'carcbot match'. A sequential test: it is looked at after every deck,
    and ends as soon as it can tell elo1 from elo0. The same command goes on where it was
    interrupted.
    """
    from carcbot.arena.contest import Sprt
    from carcbot.cli.contest_play import play_asked

    test = Sprt(elo0, elo1, alpha, beta, model)
    play_asked(asked, (agent, rival), seats=2, blocks=pairs, sprt=test)
