"""``carcbot match``: agents play each other, on the same decks from every seat."""

from __future__ import annotations

import click

from carcbot.cli.contest_options import ContestAsked, contest_options
from carcbot.cli.values import agent_names

__all__ = ["match"]


@click.command(
    epilog="Examples: 'carcbot match mcts:sims=500 heyden-star25-f5 --pairs 50 --nodes 20000',"
    " 'carcbot match mcts mine:Mine --time 0.5', 'carcbot match mcts \"./mybot --fast\" --clock"
    " bank:60+1 --name B=mybot'"
)
@click.argument(
    "agents", metavar="AGENT AGENT...", nargs=-1, required=True, shell_complete=agent_names
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000_000),
    default=100,
    help="How many decks are played, each once with every rotation of the seats.",
)
@contest_options
def match(
    agents: tuple[str, ...],
    *,
    pairs: int,
    asked: ContestAsked,
) -> None:
    """Play agents against each other, and tell which is stronger.

    An agent is a name that 'carcbot agents' lists, a class of your own as MODULE:CLASS, or in
    quotation marks the command of a program that speaks the protocol in lines
    (docs/tournaments.md).

    All sit at one table. Each deck is played again with the seats rotated, so that everybody has
    the same luck. The same command continues where it was interrupted, or reports the result again.
    """
    from carcbot.cli.contest_play import play_asked

    if len(agents) < 2:
        raise click.UsageError("one agent is no match: name two or more.")
    play_asked(asked, agents, seats=len(agents), blocks=pairs)
