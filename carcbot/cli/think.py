"""``carcbot think``: what an agent thinks of a position, while it thinks."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from typing import TYPE_CHECKING

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.screen import is_terminal
from carcbot.cli.values import Seconds, agent_names
from carcbot.errors import AgentError, OptionsError
from carcbot.games.contract import Game, State, is_position, view_of
from carcbot.search.budget import Budget

if TYPE_CHECKING:
    from carcbot.cli.thought_screen import Question
    from carcbot.net.process.running_search import Decision

__all__ = ["think"]

_USUAL = "mcts"
_USUAL_S = 5.0


@click.command(
    epilog="Example: carcbot think docs/pictures/game.txt --ply 41 --agent heyden-star25-f5\n\n"
    "Ctrl-C ends the search early; what was found out by then is shown."
)
@click.argument("position")
@click.option(
    "--ply",
    type=click.IntRange(0),
    metavar="N",
    help="Think about a game's position after N plies.",
)
@click.option(
    "--agent",
    shell_complete=agent_names,
    help="Who thinks; 'carcbot agents' lists them."
    f"  [default: {_USUAL}; in games that it does not play, as 'carcbot games GAME' tells]",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0.001, 86400),
    help="Seconds to think; 5 if nothing else limits the search.",
)
@click.option("--sims", type=click.IntRange(1), help="Simulations after which the search ends.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes after which the search ends.")
@click.option("--depth", type=click.IntRange(1), help="Decisions ahead, for searches in depth.")
@click.option("--seed", type=int, default=1, help="The seed of the agent.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that share the work. Only one gives the same nodes every time.",
)
@click.option(
    "--moves",
    "rows",
    type=click.IntRange(1),
    default=12,
    help="How many moves are shown.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for programs.")
def think(
    *,
    position: str,
    ply: int | None,
    agent: str | None,
    seconds: float | None,
    sims: int | None,
    nodes: int | None,
    depth: int | None,
    seed: int,
    workers: int,
    rows: int,
    as_json: bool,
) -> None:
    """Let an agent think about a position, and make its move.

    POSITION is a position, a game or what a seat may know as text, a file that holds one, a match
    record, or - for standard input; of a game its last position counts, or the one after --ply. The
    agent is told what the seat to move may know, and no more. A table shows what
    is known of each move: how often it was looked at, and what it is worth in points for the seat
    to move, or at most.
    """
    from carcbot.cli.arguments import read
    from carcbot.cli.thought_screen import Question, ask, conclude
    from carcbot.games import registry
    from carcbot.games.game_text import GameRecord
    from carcbot.search.decision import need_turn

    given = read(position)
    if isinstance(given, GameRecord):
        given = given.state if ply is None else given.position(ply)
    elif ply is not None:
        raise OptionsError("a position has no plies", where="--ply", expected="a game")
    seen = view_of(given, given.to_move) if is_position(given) and given.to_move >= 0 else given
    need_turn(seen)
    agent = agent or _usual_agent(registry.game_of(seen.text))
    limits = Budget(hard_s=seconds, nodes=nodes, simulations=sims, depth=depth)
    budget = _budget_that_ends(agent, limits)
    question = Question(agent, seen, budget, seed, workers, rows)
    decision = ask(question, live=not as_json and is_terminal(sys.stdout))
    if as_json:
        click.echo(json.dumps(_facts(question, decision), indent=2))
    else:
        conclude(question, decision)
    if decision.agent_failed:
        click.get_current_context().exit(ExitCode.AGENT_FAILED)


def _usual_agent(game: Game[State]) -> str:
    """Who thinks where nobody is named: the same in all games that it can play."""
    from carcbot.search.own_agent import plays_game

    return next(each for each in (_USUAL, *game.agents) if plays_game(each, game.name))


def _budget_that_ends(agent: str, budget: Budget) -> Budget:
    """The budget if something in it ends the agent; the usual time if nothing is in it."""
    from carcbot.search.agent import parse_agent
    from carcbot.search.own_agent import check_agent, is_own

    check_agent(agent)
    ours = None if is_own(agent) else parse_agent(agent)
    for option, name, value in (
        ("--sims", "sims", budget.simulations),
        ("--depth", "depth", budget.depth),
    ):
        if ours and value is not None and name not in ours.values:
            raise AgentError(
                f"{option} means nothing to {agent}",
                where="the options",
                expected="--sims for trees and flat Monte Carlo, --depth for searches in depth",
            )
    limits = budget.within(ours.budget) if ours else budget
    if limits.hard_s is not None or (ours and ours.is_ended_by(budget)):
        return budget
    return budget.within(Budget(hard_s=_USUAL_S))


def _facts(question: Question, decision: Decision) -> dict[str, object]:
    thought = dataclasses.asdict(decision.thought)
    return {
        "position": question.view.text,
        "agent": question.agent,
        "seed": decision.seed,
        "move": decision.move,
        "fallback": decision.fallback,
        "faults": [dataclasses.asdict(fault) for fault in decision.faults],
        **thought,
    }
